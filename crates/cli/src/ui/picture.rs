//! A picture of the place where a file is broken.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use claude_hooks::settings::Span;

/// The lines around a span, with a caret under it.
pub fn picture(path: &str, text: &str, span: Span, message: &str) -> String {
    // At the end of the text there is nothing to point at but the end.
    let end = span.end.max(span.start + 1).min(text.len().max(1));
    let start = text.floor_char_boundary(span.start.min(end.saturating_sub(1)));
    let end = text.ceil_char_boundary(end).min(text.len()).max(start);
    let snippet = Snippet::source(text).path(path).annotation(AnnotationKind::Primary.span(start..end));
    let report = &[Level::ERROR.primary_title(message).element(snippet)];
    Renderer::styled().render(report)
}
