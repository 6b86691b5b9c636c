//! At most two clients at a time in one test process: each is a heavy program, and tests with time limits
//! must not starve each other on a small machine.

use std::sync::{Condvar, Mutex, PoisonError};

const SLOTS: usize = 2;

static TAKEN: Mutex<usize> = Mutex::new(0);
static FREED: Condvar = Condvar::new();

/// The right to run a client, given back when dropped.
pub(super) struct Slot(());

impl Slot {
    /// Waits for its turn.
    pub(super) fn take() -> Self {
        let taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        let mut taken =
            FREED.wait_while(taken, |taken| *taken >= SLOTS).unwrap_or_else(PoisonError::into_inner);
        *taken += 1;
        Self(())
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        *TAKEN.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        FREED.notify_one();
    }
}
