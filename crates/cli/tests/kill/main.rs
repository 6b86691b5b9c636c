//! Killed at any instant, nothing is half done: every command that changes
//! something is killed before and after each of its system calls, and each of
//! its calls on files is made to fail. Whatever happens, every file is the old
//! one or the new one, no hook is lost, and the next `doctor --fix` leaves
//! nothing behind.

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod linux;

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
#[test]
#[ignore = "the kill tests need Linux on x86_64 or aarch64: they read registers through ptrace"]
fn nothing_is_ever_half_done() {}
