//! The client as a process: started in a group of its own, listened to, fed, and killed when its time is up.
//!
//! One loop waits for whatever happens next; nothing is polled.

use std::io::{self, BufRead, BufReader, Read};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::family;
use super::feed::Feed;
use crate::run::Exit;

/// How long output may trickle in after the end; a hook left behind can hold the pipes open for ever.
const GRACE: Duration = Duration::from_secs(2);

/// What a client left.
pub(crate) struct Finished {
    pub(crate) exit: Exit,
    pub(crate) stdout: Vec<String>,
    pub(crate) stderr: String,
    pub(crate) took: Duration,
}

enum Happening {
    Out(String),
    Err(String),
    Closed,
    Exited(ExitStatus),
}

/// Runs the command to its end, or to the limit.
pub(super) fn supervise(mut command: Command, mut feed: Feed, limit: Duration) -> io::Result<Finished> {
    let stdin = if feed.is_wanted() { Stdio::piped() } else { Stdio::null() };
    command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let started = Instant::now();
    let mut child = command.spawn()?;
    if let Some(stdin) = child.stdin.take() {
        feed.connect(stdin);
    }
    let leader = Pid::from_child(&child);
    let mut watch = Watch {
        happenings: listen(child),
        feed,
        leader,
        deadline: started + limit,
        timed_out: false,
        pipes: 2,
        exit: None,
        stdout: Vec::new(),
        stderr: String::new(),
    };
    watch.follow();
    let exit = watch.exit.unwrap_or(Exit::TimedOut);
    Ok(Finished { exit, stdout: watch.stdout, stderr: watch.stderr, took: started.elapsed() })
}

/// Threads that turn everything the child does into happenings.
fn listen(mut child: Child) -> Receiver<Happening> {
    let (sender, receiver) = mpsc::channel();
    if let Some(stdout) = child.stdout.take() {
        forward(stdout, sender.clone(), Happening::Out);
    }
    if let Some(stderr) = child.stderr.take() {
        forward(stderr, sender.clone(), Happening::Err);
    }
    thread::spawn(move || {
        if let Ok(status) = child.wait() {
            let _ = sender.send(Happening::Exited(status));
        }
    });
    receiver
}

fn forward(pipe: impl Read + Send + 'static, sender: Sender<Happening>, wrap: fn(String) -> Happening) {
    thread::spawn(move || {
        let mut reader = BufReader::new(pipe);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
            let _ = sender.send(wrap(String::from_utf8_lossy(&line).into_owned()));
            line.clear();
        }
        let _ = sender.send(Happening::Closed);
    });
}

/// A client being watched.
struct Watch {
    happenings: Receiver<Happening>,
    feed: Feed,
    leader: Pid,
    deadline: Instant,
    timed_out: bool,
    pipes: usize,
    exit: Option<Exit>,
    stdout: Vec<String>,
    stderr: String,
}

impl Watch {
    fn follow(&mut self) {
        while self.pipes > 0 || self.exit.is_none() {
            let until = self.feed.due().map_or(self.deadline, |due| due.min(self.deadline));
            match self.happenings.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(happening) => self.note(happening),
                Err(RecvTimeoutError::Timeout) if Instant::now() < self.deadline => self.feed.advance(),
                Err(RecvTimeoutError::Timeout) if self.exit.is_none() && !self.timed_out => self.kill(),
                Err(_) => return,
            }
        }
    }

    fn note(&mut self, happening: Happening) {
        match happening {
            Happening::Out(line) => {
                if let Ok(line) = serde_json::from_str(&line) {
                    self.feed.hear(&line);
                }
                self.stdout.push(line);
            }
            Happening::Err(line) => self.stderr.push_str(&line),
            Happening::Closed => self.pipes -= 1,
            Happening::Exited(status) => {
                self.exit = Some(if self.timed_out { Exit::TimedOut } else { exit(status) });
                self.deadline = Instant::now() + GRACE;
            }
        }
    }

    fn kill(&mut self) {
        self.timed_out = true;
        family::kill(self.leader);
        self.deadline = Instant::now() + GRACE;
    }
}

fn exit(status: ExitStatus) -> Exit {
    match (status.code(), status.signal()) {
        (Some(code), _) => Exit::Code(code),
        (None, signal) => Exit::Signal(signal.unwrap_or_default()),
    }
}
