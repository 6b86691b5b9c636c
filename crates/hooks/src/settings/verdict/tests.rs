//! Tables of small files.
