//! `whowins language-server`.

use clap::Args;

use crate::failure::Failure;

/// Serves an editor by the Language Server Protocol, on standard input and output: faults as one types, what words mean, completion, renaming, layout, and above each
/// `example` line who wins there.
///
/// An editor starts it by itself: `docs/editors.md` says how, for VS Code, Neovim, Helix and others.
#[derive(Args)]
pub struct Editor {}

impl Editor {
    /// Serves until the editor ends the conversation.
    pub fn run(self) -> Result<(), Failure> {
        whowins_editor::serve_here().map_err(|error| Failure::Input(error.to_string()))
    }
}
