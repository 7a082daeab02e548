//! Options of the entire run: notes on standard error, and the pager.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

/// Is set if notes, warnings and progress are suppressed.
static QUIET: AtomicBool = AtomicBool::new(false);
/// Is set if sources, methods and checks are printed too.
static VERBOSE: AtomicBool = AtomicBool::new(false);
/// Is set if long output goes through a pager.
static PAGED: AtomicBool = AtomicBool::new(true);

/// Options that every command has.
#[derive(Args)]
#[command(next_help_heading = crate::help::GLOBAL)]
pub struct Habits {
    /// Suppress progress, warnings and notes
    #[arg(short, long, global = true)]
    quiet: bool,

    /// Print sources, methods and checks too
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    verbose: bool,

    /// Don't use a pager for long output
    #[arg(long, global = true, hide_short_help = true)]
    no_pager: bool,
}

impl Habits {
    /// Applies the options, together with the configuration.
    pub fn hold(&self, configured: Configured) {
        QUIET.store(self.quiet || configured.quiet, Ordering::Relaxed);
        VERBOSE.store(self.verbose, Ordering::Relaxed);
        PAGED.store(!self.no_pager && configured.pager, Ordering::Relaxed);
    }
}

/// The values of these options in a configuration file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Configured {
    /// True is the same as `--quiet`.
    pub quiet: bool,
    /// False is the same as `--no-pager`.
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

/// Returns true if only answers and errors are printed.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Returns true if sources, methods and checks are printed too.
pub fn is_verbose() -> bool {
    VERBOSE.load(Ordering::Relaxed)
}

/// Returns true if long output may go through a pager.
pub fn is_paged() -> bool {
    PAGED.load(Ordering::Relaxed)
}

/// Prints a note on standard error, except with `--quiet`.
pub fn remark(text: impl Display) {
    if !is_quiet() {
        let _ = writeln!(io::stderr(), "{text}");
    }
}
