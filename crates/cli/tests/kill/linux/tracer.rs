//! The shim: runs a program under ptrace, stops it at every system call, and at
//! one of them kills it or makes the call fail.
//!
//! Calls are counted from the first that names something in the sandbox. What
//! comes before (the loader, the runtime, the command line) changes no file.

use std::fs::File;
use std::io::{self, Read as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::FileExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use nix::errno::Errno;
use nix::sys::ptrace::{self, Options};
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::Pid;

use super::calls::{Call, Registers};

/// What happens to the program.
#[derive(Debug, Clone, Copy)]
pub enum Fate {
    Undisturbed,
    /// SIGKILL before the kernel does what this call asks for.
    KilledAtEntry(usize),
    /// SIGKILL when it has done it, before the program learns of it.
    KilledAtExit(usize),
    /// This one of the calls on files fails instead of being made.
    Failing(usize, Errno),
}

/// How a run ended.
pub struct Ending {
    pub status: Status,
    /// What it told the user, on stdout and stderr.
    pub said: String,
    /// The calls since the first that named something in the sandbox.
    pub calls: Vec<Call>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Exited(i32),
    /// By us.
    Killed,
    /// By a signal that we did not send.
    Crashed(Signal),
}

/// Runs a command to its fate.
pub fn run(command: &mut Command, sandbox: &Path, fate: Fate) -> Ending {
    let mut child = spawn_traced(command);
    let process = Pid::from_raw(child.id().cast_signed());
    waitpid(process, None).expect("the program stops when it is loaded");
    let only_this = Options::PTRACE_O_TRACECLONE | Options::PTRACE_O_TRACEFORK | Options::PTRACE_O_TRACEVFORK;
    ptrace::setoptions(process, only_this | Options::PTRACE_O_TRACESYSGOOD | Options::PTRACE_O_EXITKILL)
        .expect("a stopped process takes options");
    let memory =
        File::open(format!("/proc/{process}/mem")).expect("the memory of a traced process is a file");
    let mut tracer = Tracer { process, sandbox, memory, fate, calls: Vec::new(), file_calls: 0 };
    let status = tracer.follow();
    let calls = tracer.calls;
    Ending { status, said: said(&mut child), calls }
}

#[expect(unsafe_code, reason = "only the child itself can ask to be traced, between fork and exec")]
fn spawn_traced(command: &mut Command) -> Child {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // SAFETY: one system call, which is allowed between fork and exec.
    unsafe { command.pre_exec(|| ptrace::traceme().map_err(io::Error::from)) };
    command.spawn().expect("the program starts under ptrace")
}

/// What it wrote. It is little, so it waits in the pipes.
fn said(child: &mut Child) -> String {
    let mut text = String::new();
    let (mut out, mut err) = child.stdout.take().zip(child.stderr.take()).expect("both are pipes");
    let read = out.read_to_string(&mut text).and_then(|_| err.read_to_string(&mut text));
    read.expect("the program writes UTF-8");
    text
}

struct Tracer<'a> {
    process: Pid,
    sandbox: &'a Path,
    memory: File,
    fate: Fate,
    calls: Vec<Call>,
    file_calls: usize,
}

impl Tracer<'_> {
    fn follow(&mut self) -> Status {
        loop {
            if let Some(status) = self.go_on() {
                return status;
            }
            let entry = Registers::of(self.process);
            if self.calls.is_empty() && !self.names_the_sandbox(&entry) {
                if let Some(status) = self.go_on() {
                    return status;
                }
                continue;
            }
            if let Some(status) = self.call(&entry) {
                return status;
            }
        }
    }

    /// One call, from its entry to its exit.
    fn call(&mut self, entry: &Registers) -> Option<Status> {
        let (call, at) = (entry.call(), self.calls.len());
        let file_call = call.is_about_files().then_some(self.file_calls);
        self.calls.push(call);
        self.file_calls += usize::from(file_call.is_some());
        match self.fate {
            Fate::KilledAtEntry(moment) if moment == at => Some(self.kill()),
            Fate::KilledAtExit(moment) if moment == at => self.go_on().or_else(|| Some(self.kill())),
            Fate::Failing(moment, error) if Some(moment) == file_call => {
                entry.spoilt().write(self.process);
                self.go_on().or_else(|| {
                    entry.failed(error).write(self.process);
                    Some(self.run_to_the_end())
                })
            }
            _ => self.go_on(),
        }
    }

    /// Lets the program run to its next stop at a call; the status if there is none.
    fn go_on(&self) -> Option<Status> {
        self.resume(|signal| ptrace::syscall(self.process, signal))
    }

    /// Lets the program run without further stops.
    fn run_to_the_end(&self) -> Status {
        let ended = self.resume(|signal| ptrace::cont(self.process, signal));
        ended.expect("only the calls of a followed program are stops")
    }

    fn resume(&self, resume: impl Fn(Option<Signal>) -> nix::Result<()>) -> Option<Status> {
        let mut signal = None;
        loop {
            resume(signal).expect("a stopped process goes on");
            match waitpid(self.process, None).expect("a traced process is waited for") {
                WaitStatus::PtraceSyscall(_) => return None,
                WaitStatus::Exited(_, code) => return Some(Status::Exited(code)),
                WaitStatus::Signaled(_, signal, _) => return Some(Status::Crashed(signal)),
                WaitStatus::Stopped(_, delivered) => signal = Some(delivered),
                other => panic!("the program has one thread and no children, so what is {other:?}?"),
            }
        }
    }

    fn kill(&self) -> Status {
        kill(self.process, Signal::SIGKILL).expect("our own child can be killed");
        match waitpid(self.process, None).expect("a killed process is waited for") {
            WaitStatus::Signaled(_, Signal::SIGKILL, _) => Status::Killed,
            other => panic!("killed, the program was {other:?}"),
        }
    }

    fn names_the_sandbox(&self, entry: &Registers) -> bool {
        let wanted = self.sandbox.as_os_str().as_bytes();
        let mut name = vec![0; wanted.len()];
        entry
            .first_arguments()
            .into_iter()
            .any(|address| self.memory.read_exact_at(&mut name, address).is_ok() && name == wanted)
    }
}
