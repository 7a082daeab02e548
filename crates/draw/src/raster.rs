//! Pictures as PNG, rendered from the SVG. Not available in browsers, which display SVG.

use std::fmt;

use resvg::tiny_skia::{Pixmap, Transform};

use crate::colour::Theme;
use crate::error::DrawError;
use crate::map::Map;
use crate::thermograph::Thermograph;
use crate::tree::tree;

/// Bytes per pixel: the drawing surface, the copy without transparency, and the file.
const A_PIXEL: f64 = 8.0;

/// Maximum number of pixels of a PNG.
const PIXELS: f64 = (1u64 << 28) as f64;

impl Map {
    /// Returns the map as PNG, rendered from the SVG with a built-in font.
    ///
    /// # Errors
    ///
    /// Returns an error if there are more than 2^28 pixels, or if drawing needs more than `memory`
    /// bytes.
    pub fn png(&self, theme: Theme, memory: u64) -> Result<Vec<u8>, DrawError> {
        rendered(&self.document(theme)?.to_string(), memory)
    }
}

impl Thermograph {
    /// Returns the picture as PNG, rendered from the SVG.
    ///
    /// # Errors
    ///
    /// Returns an error if drawing needs more than `memory` bytes.
    pub fn png(&self, theme: Theme, memory: u64) -> Result<Vec<u8>, DrawError> {
        rendered(&self.document(theme).to_string(), memory)
    }
}

/// Renders an SVG document as PNG.
pub(crate) fn rendered(document: &str, memory: u64) -> Result<Vec<u8>, DrawError> {
    let failed = |error: &dyn fmt::Display| DrawError::Failed(error.to_string());
    let tree = tree(document)?;
    let size = tree.size();
    let count = f64::from(size.width()) * f64::from(size.height());
    if count > PIXELS {
        return Err(DrawError::TooLarge);
    }
    let wanted = (count * A_PIXEL) as u64;
    if wanted > memory {
        return Err(DrawError::Memory(wanted));
    }
    let mut pixels = Pixmap::new(size.width().ceil() as u32, size.height().ceil() as u32)
        .ok_or(DrawError::TooLarge)?;
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    // The background is painted first, so there is no transparency.
    let colours: Vec<u8> = (pixels.data().chunks_exact(4))
        .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]])
        .collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header().map_err(|error| failed(&error))?;
    writer
        .write_image_data(&colours)
        .map_err(|error| failed(&error))?;
    writer.finish().map_err(|error| failed(&error))?;
    Ok(bytes)
}
