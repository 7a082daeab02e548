//! A language server for rules of games, by the Language Server Protocol: errors as one types, with
//! their mends; the meaning of a word; completion; definitions, uses and renaming of names; layout;
//! and above each `example` line who wins there.
//!
//! ```
//! use lsp_server::Connection;
//!
//! let (server, client) = Connection::memory();
//! drop(client);
//! // A client that goes away before it has begun ends the server.
//! assert!(whowins_editor::serve(&server).is_err());
//! ```
//!
//! Texts are read anew with each change: a game is some lines. What takes time, who wins, is found
//! out by a thread of its own, under [`PATIENCE`] and [`MEMORY`], and is thrown away where the text
//! has changed meanwhile.

mod answers;
mod lenses;
mod lines;
mod server;
mod text;

pub use lenses::{MEMORY, PATIENCE};
pub use server::{ServeError, serve, serve_here};
