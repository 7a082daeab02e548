//! Pictures as parsed SVG: paths, images and text. PNG, PDF and TikZ are made from it.

use std::sync::Arc;

use resvg::usvg::{Options, Tree, fontdb::Database};

use crate::error::DrawError;

/// Ubuntu Light, under the Ubuntu Font Licence in the same folder. With it, nothing depends on the
/// machine's fonts.
const UBUNTU_LIGHT: &[u8] = include_bytes!("../fonts/Ubuntu-Light.ttf");

/// Parses an SVG document, with the built-in font.
pub(crate) fn tree(document: &str) -> Result<Tree, DrawError> {
    let mut fonts = Database::new();
    fonts.load_font_data(UBUNTU_LIGHT.to_vec());
    let family = fonts
        .faces()
        .next()
        .and_then(|face| face.families.first())
        .map(|family| family.0.clone());
    fonts.set_sans_serif_family(family.unwrap_or_default());
    let options = Options {
        fontdb: Arc::new(fonts),
        ..Options::default()
    };
    Tree::from_str(document, &options).map_err(|error| DrawError::Failed(error.to_string()))
}
