//! File formats of pictures.

use std::path::Path;

use crate::error::DrawError;
use crate::{pdf, raster, tikz};

/// The format of a picture's file. The layout is made once, as SVG, and converted to the other
/// formats.
///
/// ```
/// use std::path::Path;
/// use whowins_draw::{Diagram, Form, Theme};
/// let picture = Diagram {
///     nodes: vec![("P".into(), true)],
///     ..Diagram::default()
/// }
/// .svg(Theme::Light);
/// let form = Form::of(Path::new("figure.tex")).expect("TikZ");
/// let text = String::from_utf8(form.bytes(picture, 1 << 30)?).expect("UTF-8");
/// assert!(text.contains(r"\begin{tikzpicture}"));
/// # Ok::<(), whowins_draw::DrawError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `.svg`
    Svg,
    /// `.png`: pixels, with a built-in font.
    Png,
    /// `.pdf`: a page of the picture's size, with text as outlines.
    Pdf,
    /// `.tex`: a `tikzpicture` for LaTeX, with text in the document's font.
    Tikz,
}

impl Form {
    /// The file name extensions, for messages.
    pub const ENDINGS: &str = ".svg, .png, .pdf or .tex (TikZ)";

    /// Returns the format of a file by its extension, ignoring case.
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "svg" => Some(Self::Svg),
            "png" => Some(Self::Png),
            "pdf" => Some(Self::Pdf),
            "tex" => Some(Self::Tikz),
            _ => None,
        }
    }

    /// Converts an SVG of this crate to the format. Rendering a PNG needs at most `memory` bytes.
    ///
    /// # Errors
    ///
    /// Returns an error for a PNG with more than 2^28 pixels or more than `memory` bytes, and for
    /// TikZ with too many cells to draw one by one.
    pub fn bytes(self, svg: String, memory: u64) -> Result<Vec<u8>, DrawError> {
        match self {
            Self::Svg => Ok(svg.into_bytes()),
            Self::Png => raster::rendered(&svg, memory),
            Self::Pdf => pdf::pdf(&svg),
            Self::Tikz => tikz::tikz(&svg).map(String::into_bytes),
        }
    }
}
