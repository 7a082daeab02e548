//! The forms of a picture's file: the SVG itself, and what is made from it.

use std::path::Path;

use crate::error::DrawError;
use crate::{pdf, raster, tikz};

/// The form of a picture's file. A picture is laid out once, as SVG; the other forms are made from
/// that.
///
/// ```
/// use std::path::Path;
/// use whowins_draw::{Diagram, Form, Theme};
/// let picture = Diagram { nodes: vec![("P".into(), true)], ..Diagram::default() }.svg(Theme::Light);
/// let form = Form::of(Path::new("figure.tex")).expect("TikZ");
/// let text = String::from_utf8(form.bytes(picture, 1 << 30)?).expect("UTF-8");
/// assert!(text.contains(r"\begin{tikzpicture}"));
/// # Ok::<(), whowins_draw::DrawError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `.svg`
    Svg,
    /// `.png`: pixels, with letters of a font of our own.
    Png,
    /// `.pdf`: a page of the picture's size, letters as outlines.
    Pdf,
    /// `.tex`: a `tikzpicture` for LaTeX, letters as text in the paper's own font.
    Tikz,
}

impl Form {
    /// The endings of files' names, as messages list them.
    pub const ENDINGS: &str = ".svg, .png, .pdf or .tex (TikZ)";

    /// The form that a file's name asks for by its ending, in letters of any case.
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

    /// An SVG of this crate in this form. Rendering a PNG takes at most `memory` bytes.
    ///
    /// # Errors
    ///
    /// A PNG of more than 2^28 pixels, or of more bytes than allowed; TikZ of a picture with more
    /// cells than are drawn one by one.
    pub fn bytes(self, svg: String, memory: u64) -> Result<Vec<u8>, DrawError> {
        match self {
            Self::Svg => Ok(svg.into_bytes()),
            Self::Png => raster::rendered(&svg, memory),
            Self::Pdf => pdf::pdf(&svg),
            Self::Tikz => tikz::tikz(&svg).map(String::into_bytes),
        }
    }
}
