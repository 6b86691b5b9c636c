//! System calls as the registers of a stopped process show them.

use nix::errno::Errno;
use nix::libc::{self, c_long, user_regs_struct};
use nix::sys::ptrace;
use nix::unistd::Pid;

macro_rules! calls {
    ($($name:ident)*) => { &[$((stringify!($name), libc::$name)),*] };
}

/// The calls that can change what is on the disk. Those that take away a folder are not among them:
/// when they fail, an empty folder stays, and nothing can be done about it.
const CHANGING: &[(&str, c_long)] = calls! {
    SYS_openat SYS_write SYS_pwrite64 SYS_writev SYS_fsync SYS_fdatasync SYS_ftruncate SYS_fallocate
    SYS_flock SYS_fchmod SYS_fchmodat SYS_fchown SYS_fchownat SYS_renameat SYS_renameat2
    SYS_mkdirat SYS_linkat SYS_symlinkat SYS_copy_file_range
};
/// The calls that look at files.
const LOOKING: &[(&str, c_long)] = calls! {
    SYS_read SYS_pread64 SYS_readv SYS_lseek SYS_readlinkat SYS_statx SYS_newfstatat SYS_fstat
    SYS_faccessat SYS_getdents64
};

/// The older forms of the same, which not every machine has.
#[cfg(target_arch = "x86_64")]
mod older {
    use super::{c_long, libc};

    pub const CHANGING: &[(&str, c_long)] = calls! {
        SYS_open SYS_creat SYS_rename SYS_unlink SYS_mkdir SYS_link SYS_symlink SYS_chmod SYS_chown
    };
    pub const LOOKING: &[(&str, c_long)] = calls! { SYS_readlink SYS_stat SYS_lstat SYS_access };
}
#[cfg(target_arch = "aarch64")]
mod older {
    use super::c_long;

    pub const CHANGING: &[(&str, c_long)] = &[];
    pub const LOOKING: &[(&str, c_long)] = &[];
}

/// A system call by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call(c_long);

impl Call {
    /// Whether it works on files. `close` does not count: on Linux a file is closed even when that
    /// is said to have failed.
    pub fn is_about_files(self) -> bool {
        self.name().is_some()
    }

    /// Whether it can change what is on the disk.
    pub fn changes(self) -> bool {
        CHANGING.iter().chain(older::CHANGING).any(|(_, number)| *number == self.0)
    }

    fn name(self) -> Option<&'static str> {
        let mut known = [CHANGING, LOOKING, older::CHANGING, older::LOOKING].into_iter().flatten();
        known.find(|(_, number)| *number == self.0).map(|(name, _)| name.trim_start_matches("SYS_"))
    }
}

impl std::fmt::Display for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "call {}", self.0),
        }
    }
}

/// The registers of a process that is stopped at a system call.
#[derive(Clone, Copy)]
pub struct Registers(user_regs_struct);

impl Registers {
    pub fn of(process: Pid) -> Self {
        Self(ptrace::getregs(process).expect("a stopped process shows its registers"))
    }

    pub fn write(self, process: Pid) {
        ptrace::setregs(process, self.0).expect("a stopped process takes registers");
    }

    pub fn call(&self) -> Call {
        #[cfg(target_arch = "x86_64")]
        let number = self.0.orig_rax;
        #[cfg(target_arch = "aarch64")]
        let number = self.0.regs[8];
        Call(number.cast_signed())
    }

    /// The first two arguments: where a call has a path, it is one of them.
    pub fn first_arguments(&self) -> [u64; 2] {
        #[cfg(target_arch = "x86_64")]
        return [self.0.rdi, self.0.rsi];
        #[cfg(target_arch = "aarch64")]
        return [self.0.regs[0], self.0.regs[1]];
    }

    /// With arguments that are no open file and no address: no call does anything with them.
    pub fn spoilt(mut self) -> Self {
        let all = &mut self.0;
        #[cfg(target_arch = "x86_64")]
        let arguments = [&mut all.rdi, &mut all.rsi, &mut all.rdx, &mut all.r10, &mut all.r8, &mut all.r9];
        #[cfg(target_arch = "aarch64")]
        let arguments = &mut all.regs[..6];
        for argument in arguments {
            *argument = u64::MAX;
        }
        self
    }

    /// As they are when the call has failed.
    pub fn failed(mut self, error: Errno) -> Self {
        let result = i64::from(-(error as i32)).cast_unsigned();
        #[cfg(target_arch = "x86_64")]
        {
            self.0.rax = result;
        }
        #[cfg(target_arch = "aarch64")]
        {
            self.0.regs[0] = result;
        }
        self
    }
}
