//! Another program that changes the same settings without any lock, the way Claude Code does: it reads the
//! file, parses it, sets one key, and writes the whole text in place. It keeps a log of what it read and
//! what it wrote over, so that every loss can be laid at the right door.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::{Read as _, Seek as _, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::home::hooks_in;

/// The setting that it changes: one key more each time.
pub const OWN: &str = "enabledPlugins";

/// Another program, about to change the settings.
pub struct OtherProgram {
    settings: PathBuf,
}

/// A text that it read some time ago.
pub struct Reading {
    settings: Value,
    at: Instant,
}

/// One rewrite of the file, as the program saw it.
#[derive(Debug)]
pub struct Rewrite {
    /// Its own key in this rewrite.
    pub key: String,
    /// What stood in the file when it read it, and so what it wrote.
    pub read: BTreeSet<String>,
    pub read_at: Instant,
    /// What stood in the file that it wrote over.
    pub overwrote: BTreeSet<String>,
    pub written_at: Instant,
    /// Another file had taken the place of the one that it held open and wrote to.
    pub held_across_exchange: bool,
}

impl Rewrite {
    /// It dropped this by writing a text that it had read before.
    pub fn dropped(&self, what: &str) -> bool {
        self.overwrote.contains(what) && !self.read.contains(what)
    }
}

impl OtherProgram {
    pub fn on(settings: PathBuf) -> Self {
        Self { settings }
    }

    /// Rewrites the file again and again, each time with one more key, until it is over.
    pub fn rewrite_until(&self, over: &AtomicBool) -> Vec<Rewrite> {
        let mut log = Vec::new();
        while !over.load(Ordering::Acquire) {
            let reading = self.read();
            // A program has other work between two changes of its settings; how much varies.
            thread::sleep(Duration::from_micros((log.len() * 379 % 1000) as u64));
            log.push(self.write(reading, &format!("rewrite-{}", log.len())));
            thread::sleep(Duration::from_micros((log.len() * 1327 % 9000) as u64));
        }
        log
    }

    /// Reads the settings. Only this program writes in place, so it never sees a torn text.
    pub fn read(&self) -> Reading {
        let at = Instant::now();
        let bytes = fs::read(&self.settings).expect("the file is never away");
        let settings = serde_json::from_slice(&bytes);
        let settings =
            settings.unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&bytes)));
        Reading { settings, at }
    }

    /// Writes what was read with one key more. As `writeFileSync` does: open, truncate, write, close. The
    /// truncation is a step of its own, to see what is being lost by it.
    pub fn write(&self, mut reading: Reading, key: &str) -> Rewrite {
        let read = contents(&reading.settings);
        reading.settings[OWN][key] = Value::Bool(true);
        let text = format!("{:#}\n", reading.settings);
        let mut file = OpenOptions::new().read(true).write(true).open(&self.settings).unwrap();
        let mut old = Vec::new();
        file.read_to_end(&mut old).unwrap();
        file.set_len(0).unwrap();
        file.rewind().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        let held_across_exchange =
            file.metadata().unwrap().ino() != fs::metadata(&self.settings).unwrap().ino();
        let written_at = Instant::now();
        let overwrote = contents(&serde_json::from_slice(&old).unwrap_or_default());
        Rewrite {
            key: key.to_owned(),
            read,
            read_at: reading.at,
            overwrote,
            written_at,
            held_across_exchange,
        }
    }
}

/// The hooks and the program's own keys in a text.
pub fn contents(settings: &Value) -> BTreeSet<String> {
    let own = settings[OWN].as_object().into_iter().flatten().map(|(key, _)| key.clone());
    own.chain(hooks_in(settings)).collect()
}
