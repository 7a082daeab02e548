//! Draws maps of games and thermographs as SVG, PNG, PDF, TikZ and text.
//!
//! A [`Map`] is plain data: a rectangle of cells, their meaning, axes, and shapes on top. This
//! crate knows no rules or solvers. Fill a map with answers, then call [`svg`](Map::svg),
//! [`png`](Map::png) or [`text`](Map::text).
//!
//! ```
//! use whowins_draw::{Axis, Cells, Map, Meaning, Theme};
//!
//! let mut cells = Cells::blank(3, 2);
//! cells.set(1, 0, 1);
//! let meaning = Meaning::Outcome(["Left".into(), "Right".into()]);
//! let map = Map::new("A game", Axis::new("x"), Axis::new("y"), cells, meaning);
//! assert!(map.svg(Theme::Light).contains("<title"));
//! assert_eq!(&map.png(Theme::Light, 1 << 30)?[1..4], b"PNG");
//! # Ok::<(), whowins_draw::DrawError>(())
//! ```
//!
//! All formats share one layout. PNG, PDF and TikZ ([`Form`]) are converted from the SVG, with a
//! built-in font, so that pictures don't depend on the machine.
#![forbid(unsafe_code)]

mod axis;
mod cells;
mod colour;
mod describe;
mod diagram;
mod error;
#[cfg(not(target_family = "wasm"))]
mod form;
mod image;
mod layout;
mod map;
#[cfg(not(target_family = "wasm"))]
mod pdf;
mod picture;
#[cfg(not(target_family = "wasm"))]
mod raster;
mod table;
mod terminal;
mod thermograph;
#[cfg(not(target_family = "wasm"))]
mod tikz;
#[cfg(not(target_family = "wasm"))]
mod tree;

pub use axis::Axis;
pub use cells::{BLANK, Cells, LARGEST};
pub use colour::{Rgb, Theme, classes, heat};
pub use diagram::Diagram;
pub use error::DrawError;
#[cfg(not(target_family = "wasm"))]
pub use form::Form;
pub use map::{Map, Meaning, Overlay};
pub use terminal::MARGIN;
pub use thermograph::{Mark, Thermograph};
#[cfg(not(target_family = "wasm"))]
pub use tikz::latex;
