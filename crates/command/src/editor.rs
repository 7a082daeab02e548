//! `whowins language-server`.

use clap::Args;

use crate::failure::Failure;

/// Run the language server for editors.
///
/// It uses the Language Server Protocol on standard input and output. It reports errors as you
/// type, explains words, completes and renames names, formats the file, and shows who wins above
/// each `example` line. An editor starts this command itself: docs/editors.md has the settings for
/// VS Code, Neovim, Helix and others.
#[derive(Args)]
pub struct Editor {}

impl Editor {
    /// Serves until the editor ends the session.
    pub fn run(self) -> Result<(), Failure> {
        whowins_editor::serve_here().map_err(|error| Failure::Input(error.to_string()))
    }
}
