//! Cells as a PNG with one pixel per cell.

use crate::colour::Theme;
use crate::error::DrawError;
use crate::map::Map;

impl Map {
    /// Returns a PNG with one pixel per cell, the first row on top. It uses a palette, so that a
    /// large map stays small.
    pub(crate) fn pixels(&self, theme: Theme) -> Result<Vec<u8>, DrawError> {
        let most = self.most();
        let (width, height) = (self.cells.width(), self.cells.height());
        let shades: Vec<u8> = (0..=u16::MAX)
            .map(|value| self.shade(value, most))
            .collect();
        let mut data = Vec::with_capacity(width * height);
        let mut lay = |row: &[u16]| {
            data.extend(row.iter().map(|value| shades[usize::from(*value)]));
        };
        match self.downwards {
            true => self.cells.rows().for_each(&mut lay),
            false => self.cells.rows().rev().for_each(&mut lay),
        }
        let palette: Vec<u8> = (0..=u8::MAX)
            .flat_map(|shade| {
                let colour = self.shade_colour(shade).unwrap_or(theme.blank());
                [colour.0, colour.1, colour.2]
            })
            .collect();
        let side = |side: usize| u32::try_from(side).map_err(|_| DrawError::TooLarge);
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, side(width)?, side(height)?);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(palette);
        encoder.set_compression(png::Compression::Balanced);
        encoder.set_filter(png::Filter::NoFilter);
        let written = |error: png::EncodingError| DrawError::Failed(error.to_string());
        let mut writer = encoder.write_header().map_err(written)?;
        writer.write_image_data(&data).map_err(written)?;
        writer.finish().map_err(written)?;
        Ok(bytes)
    }
}
