//! The hooks of installed plugins, found as the client finds them: the merged
//! `enabledPlugins` say which plugins are on, the marketplace's manifest says
//! where a plugin's files are, and the install record says where its copy is.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::source::{Source, SourceFile};
use crate::paths::Paths;
use crate::settings::Step;

/// The hook files of every plugin that is on.
pub(super) fn files(paths: &Paths, settings: &[SourceFile]) -> Vec<SourceFile> {
    let shelf = paths.user_config().join("plugins");
    let enabled = enabled_plugins(settings);
    let on = enabled.iter().filter(|(_, on)| **on).map(|(id, _)| id);
    on.filter_map(|id| Some((id, root_of(paths, &shelf, id)?)))
        .flat_map(|(id, root)| hook_files(id, &root))
        .collect()
}

/// `enabledPlugins` merged per plugin, the later file winning. Only `true` turns one on.
fn enabled_plugins(settings: &[SourceFile]) -> BTreeMap<String, bool> {
    let mut merged = BTreeMap::new();
    let maps = settings.iter().filter_map(|file| file.document()?.at(&[Step::Key("enabledPlugins")]));
    for map in maps {
        for member in map.members() {
            merged.insert(member.key.clone(), member.value.to_json() == Value::Bool(true));
        }
    }
    merged
}

/// The folder of a plugin. A marketplace that is a folder is read live, any other through the
/// copy that its install record names.
fn root_of(paths: &Paths, shelf: &Path, id: &str) -> Option<PathBuf> {
    let (name, market) = id.rsplit_once('@')?;
    let markets = read_json(&shelf.join("known_marketplaces.json"))?;
    let known = markets.get(market)?;
    let location = PathBuf::from(known.get("installLocation")?.as_str()?);
    let manifest = read_json(&location.join(".claude-plugin/marketplace.json"))?;
    let listed = manifest.get("plugins")?.as_array()?.iter().find(|plugin| plugin["name"] == *name)?;
    let live = matches!(known["source"]["source"].as_str(), Some("directory" | "file"));
    match listed["source"].as_str() {
        Some(relative) if live => Some(location.join(relative.trim_start_matches("./"))),
        _ => installed_root(paths, shelf, id),
    }
}

fn installed_root(paths: &Paths, shelf: &Path, id: &str) -> Option<PathBuf> {
    let installed = read_json(&shelf.join("installed_plugins.json"))?;
    let records = installed.get("plugins")?.get(id)?;
    let records = records.as_array().cloned().unwrap_or_else(|| vec![records.clone()]);
    records.iter().filter(|record| fits(paths, record)).find_map(|record| {
        let root = PathBuf::from(record.get("installPath")?.as_str()?);
        root.is_dir().then_some(root)
    })
}

/// A record counts for every project, or for the project (and repository) it was made in.
fn fits(paths: &Paths, record: &Value) -> bool {
    match record.get("projectPath").and_then(Value::as_str).map(Path::new) {
        Some(project) if matches!(record["scope"].as_str(), Some("project" | "local")) => {
            project == paths.project() || paths.git_root().is_some_and(|root| project.starts_with(root))
        }
        _ => true,
    }
}

/// `hooks/hooks.json`, and what the manifest names. Hooks written into the manifest itself are
/// read from there.
fn hook_files(id: &str, root: &Path) -> Vec<SourceFile> {
    let manifest = root.join(".claude-plugin/plugin.json");
    let mut files = vec![root.join("hooks/hooks.json")];
    let hooks = read_json(&manifest).map(|json| json["hooks"].clone()).unwrap_or_default();
    match hooks {
        // Written into the manifest itself.
        Value::Object(_) => files.push(manifest),
        // Objects inside a list are not looked into: a list has no place that an entry could be shown at.
        Value::Array(items) => files.extend(items.iter().filter_map(|item| named_file(root, item))),
        other => files.extend(named_file(root, &other)),
    }
    files.dedup();
    let read = files.into_iter().map(|path| SourceFile::read(Source::Plugin(id.to_owned()), path));
    read.filter(SourceFile::exists).collect()
}

/// A path in a manifest, which must begin with `./` to count.
fn named_file(root: &Path, item: &Value) -> Option<PathBuf> {
    item.as_str().filter(|path| path.starts_with("./")).map(|path| root.join(path))
}

fn read_json(path: &Path) -> Option<Value> {
    serde_json::from_slice(&std::fs::read(path).ok()?).ok()
}
