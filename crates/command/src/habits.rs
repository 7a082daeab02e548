//! What holds for the whole run: whether remarks are said, whether long output goes through a pager.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

/// Whether only answers and faults are said.
static QUIET: AtomicBool = AtomicBool::new(false);
/// Whether long output goes through a pager.
static PAGED: AtomicBool = AtomicBool::new(true);

/// Options that every command has.
#[derive(Args)]
pub struct Habits {
    /// Say nothing but answers and faults: no progress, no warnings of rules, no remarks
    #[arg(short, long, global = true)]
    quiet: bool,

    /// Never show long output through a pager
    #[arg(long, global = true)]
    no_pager: bool,
}

impl Habits {
    /// Has them hold, with what the configuration says.
    pub fn hold(&self, configured: Configured) {
        QUIET.store(self.quiet || configured.quiet, Ordering::Relaxed);
        PAGED.store(!self.no_pager && configured.pager, Ordering::Relaxed);
    }
}

/// What a configuration file says of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Configured {
    /// As `--quiet`.
    pub quiet: bool,
    /// As without `--no-pager`.
    pub pager: bool,
}

impl Default for Configured {
    fn default() -> Self {
        Self {
            quiet: false,
            pager: true,
        }
    }
}

/// Whether only answers and faults are said.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Whether long output may go through a pager.
pub fn is_paged() -> bool {
    PAGED.load(Ordering::Relaxed)
}

/// Says a remark on standard error, unless nobody wants to hear it.
pub fn remark(text: impl Display) {
    if !is_quiet() {
        let _ = writeln!(io::stderr(), "{text}");
    }
}
