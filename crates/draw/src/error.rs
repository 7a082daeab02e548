//! Errors of drawing.

use std::fmt;

/// The reason why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawError {
    /// It has too many pixels.
    TooLarge,
    /// Drawing needs more than the allowed number of bytes, which is given.
    Memory(u64),
    /// It has too many cells to draw one by one.
    Cells,
    /// The message of the renderer.
    Failed(String),
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => f.write_str("the picture has too many pixels; ask for fewer cells"),
            Self::Memory(bytes) => write!(
                f,
                "drawing the picture takes {} MB of memory; ask for fewer cells, write it as .svg, or allow more with --memory",
                bytes / 1_000_000 + 1
            ),
            Self::Cells => f.write_str("TikZ draws cells one by one, up to 4096; ask for fewer with --size, or write the picture as .pdf"),
            Self::Failed(why) => write!(f, "the picture cannot be drawn: {why}"),
        }
    }
}

impl std::error::Error for DrawError {}
