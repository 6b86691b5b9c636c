//! The file changes between our reading and our writing, in every way and at exactly that moment. Our edit
//! here adds the key `ours`; whatever the other program did must be there too.

use std::cell::Cell;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use claude_hooks::settings::{Dialect, Flush, Rewrite, SettingsError, Snapshot, TextFile};
use serde_json::json;
use tempfile::TempDir;

const START: &str = "{\n  \"model\": \"a\",\n  \"kept\": [1, 2]\n}\n";

/// A settings file in a folder of its own.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        let place = Self { folder: tempfile::tempdir().unwrap() };
        place.write(START);
        place
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("settings.json")
    }

    fn write(&self, text: &str) {
        fs::write(self.path(), text).unwrap();
    }

    fn text(&self) -> String {
        fs::read_to_string(self.path()).unwrap()
    }

    /// The other files in the folder.
    fn others(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.folder.path()).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| *path != self.path()).collect()
    }

    /// Makes our edit, with something happening between reading and writing.
    fn edit(&self, meanwhile: impl FnOnce(&Self)) -> Result<(), SettingsError> {
        self.edit_with(add_ours, meanwhile)
    }

    fn edit_with(
        &self,
        edit: impl FnMut(&Snapshot) -> Result<Rewrite, SettingsError>,
        meanwhile: impl FnOnce(&Self),
    ) -> Result<(), SettingsError> {
        let file = TextFile::at(&self.path(), Dialect::Json, Path::new("/nowhere")).unwrap();
        let locked = file.lock(Duration::ZERO)?;
        let staged = locked.stage(edit)?;
        meanwhile(self);
        staged.commit(Flush::Now)
    }
}

fn add_ours(snapshot: &Snapshot) -> Result<Rewrite, SettingsError> {
    let mut document = snapshot.document.clone();
    if document.root().is_none() {
        return Ok(Rewrite::Text("{\"ours\": true}\n".to_owned()));
    }
    document.set_member(&[], "ours", &json!(true)).unwrap();
    Ok(Rewrite::Text(document.text().to_owned()))
}

fn with_ours(text: &str) -> String {
    text.replace("\n}", ",\n  \"ours\": true\n}")
}

#[test]
fn written_in_place() {
    let place = Place::new();
    let theirs = START.replace("\"a\"", "\"theirs\"");
    place.edit(|place| place.write(&theirs)).unwrap();
    assert_eq!(place.text(), with_ours(&theirs));
    assert!(place.others().is_empty());
}

#[test]
fn replaced_by_rename() {
    let place = Place::new();
    let theirs = START.replace("\"a\"", "\"theirs\"");
    place
        .edit(|place| {
            let new = place.folder.path().join("new");
            fs::write(&new, &theirs).unwrap();
            fs::rename(new, place.path()).unwrap();
        })
        .unwrap();
    assert_eq!(place.text(), with_ours(&theirs));
    assert!(place.others().is_empty());
}

#[test]
fn deleted() {
    let place = Place::new();
    place.edit(|place| fs::remove_file(place.path()).unwrap()).unwrap();
    assert_eq!(place.text(), "{\"ours\": true}\n");
    assert!(place.others().is_empty());
}

#[test]
fn created_where_there_was_none() {
    let place = Place::new();
    fs::remove_file(place.path()).unwrap();
    place.edit(|place| place.write(START)).unwrap();
    assert_eq!(place.text(), with_ours(START));
    assert!(place.others().is_empty());
}

#[test]
fn rewritten_while_it_was_to_be_removed() {
    let place = Place::new();
    let remove_what_was_read = |snapshot: &Snapshot| {
        let same = snapshot.document.text() == START;
        Ok(if same { Rewrite::Remove } else { Rewrite::Keep })
    };
    let theirs = START.replace("\"a\"", "\"theirs\"");
    place.edit_with(remove_what_was_read, |place| place.write(&theirs)).unwrap();
    assert_eq!(place.text(), theirs);
    assert!(place.others().is_empty());
}

#[test]
fn changed_again_during_every_retry() {
    let place = Place::new();
    let rounds = Cell::new(0);
    let edit = |snapshot: &Snapshot| {
        rounds.set(rounds.get() + 1);
        if (2..=6).contains(&rounds.get()) {
            // A program that sets one key in whatever stands there.
            let key = format!("\n  \"round-{}\": {{}},\n  \"model\"", rounds.get());
            place.write(&place.text().replace("\n  \"model\"", &key));
        }
        add_ours(snapshot)
    };
    place.edit_with(edit, |place| place.write(&START.replace("\"a\"", "\"theirs\""))).unwrap();

    let settings: serde_json::Value = serde_json::from_str(&place.text()).unwrap();
    let all = json!({"round-2": {}, "round-3": {}, "round-4": {}, "round-5": {}, "round-6": {},
                     "model": "theirs", "kept": [1, 2], "ours": true});
    assert_eq!(settings, all);
    assert!(place.others().is_empty());
}

#[test]
fn changed_without_end_is_given_up_and_nothing_is_lost() {
    let place = Place::new();
    let rounds = Cell::new(0);
    let edit = |snapshot: &Snapshot| {
        rounds.set(rounds.get() + 1);
        place.write(&START.replace("\"a\"", &format!("\"{}\"", rounds.get())));
        add_ours(snapshot)
    };
    let given_up = place.edit_with(edit, |_| {});

    assert!(matches!(given_up, Err(SettingsError::Contended { .. })), "{given_up:?}");
    let last = format!("\"{}\"", rounds.get());
    assert!(place.text().contains(&last), "{last} is gone");
}

#[test]
fn emptied_for_a_moment_is_not_taken_for_empty() {
    // Time is part of the question, and a busy machine may be late with the answer.
    let seen = (0..5).any(|_| {
        let place = Place::new();
        let mut other = fs::File::create(place.path()).unwrap();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                std::thread::sleep(Duration::from_millis(5));
                other.write_all(START.as_bytes()).unwrap();
            });
            place.edit(|_| {}).unwrap();
        });
        place.text() == with_ours(START)
    });
    assert!(seen);
}

/// Makes an edit while another program holds the old file open and writes to it right after our exchange.
/// Only one that is quick enough for our last look is seen; a later one falls into the documented window.
fn edit_against_late_writer(
    place: &Place,
    theirs: &str,
    edit: impl FnMut(&Snapshot) -> Result<Rewrite, SettingsError>,
) -> Result<(), SettingsError> {
    let mut old = fs::File::options().write(true).open(place.path()).unwrap();
    let inode = |path: &Path| fs::metadata(path).unwrap().ino();
    let (path, before) = (place.path(), inode(&place.path()));
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while inode(&path) == before {
                std::hint::spin_loop();
            }
            old.set_len(0).unwrap();
            old.write_all(theirs.as_bytes()).unwrap();
        });
        place.edit_with(edit, |_| {})
    })
}

#[test]
fn written_to_the_old_file_right_after_the_exchange() {
    let theirs = START.replace("\"a\"", "\"theirs\"");
    let seen = (0..50).filter(|_| {
        let place = Place::new();
        edit_against_late_writer(&place, &theirs, add_ours).unwrap();
        assert!(place.others().is_empty());
        assert!([with_ours(START), with_ours(&theirs)].contains(&place.text()));
        place.text() == with_ours(&theirs)
    });
    assert!(seen.count() > 0);
}

#[test]
fn what_came_out_gets_its_place_back_when_our_edit_cannot_be_made_on_it() {
    let theirs = START.replace("\"a\"", "[]");
    let refuse_theirs = |snapshot: &Snapshot| match snapshot.document.text() {
        START => add_ours(snapshot),
        _ => Err(SettingsError::Contended { path: PathBuf::new(), safety: None }),
    };
    let refused = (0..50).filter(|_| {
        let place = Place::new();
        let refused = edit_against_late_writer(&place, &theirs, refuse_theirs).is_err();
        assert!(place.others().is_empty());
        assert_eq!(place.text(), if refused { theirs.clone() } else { with_ours(START) });
        refused
    });
    assert!(refused.count() > 0);
}

#[test]
fn left_torn_by_a_writer_that_never_finishes() {
    let place = Place::new();
    let torn = &START[..20];
    place.edit(|place| place.write(torn)).unwrap();
    assert_eq!(place.text(), with_ours(START));
    let copies = place.others();
    assert_eq!(copies.len(), 1, "{copies:?}");
    assert!(copies[0].extension().is_some_and(|extension| extension == "safety"));
    assert_eq!(fs::read_to_string(&copies[0]).unwrap(), torn);
}
