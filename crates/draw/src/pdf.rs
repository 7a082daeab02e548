//! Pictures as PDF: the paths of the SVG on a page of its size, with text as outlines, and the
//! cells of large maps as an image.

use std::io::Write;

use flate2::{Compression, write::ZlibEncoder};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref};
use resvg::tiny_skia::{Path as Outline, PathSegment, Transform};
use resvg::usvg::{FillRule, Group, Image, ImageKind, Node, Paint, Path};

use crate::error::DrawError;
use crate::tree::tree;

/// PDF points per pixel: an inch has 96 pixels, as in CSS.
const POINT: f32 = 0.75;
/// The object numbers of the file. Images follow.
const CATALOG: i32 = 1;
const PAGES: i32 = 2;
const PAGE: i32 = 3;
const CONTENT: i32 = 4;
const IMAGES: i32 = 5;

/// Converts an SVG document of this crate to PDF.
pub(crate) fn pdf(document: &str) -> Result<Vec<u8>, DrawError> {
    let tree = tree(document)?;
    let [width, height] = [tree.size().width(), tree.size().height()].map(|side| side * POINT);
    let mut page = Page {
        content: Content::new(),
        images: Vec::new(),
        colours: [None; 2],
    };
    // Pixels are counted from the upper left corner, as in SVG.
    page.content.transform([POINT, 0., 0., -POINT, 0., height]);
    page.group(tree.root())?;
    let reference = |number: i32| Ref::new(number);
    let mut pdf = Pdf::new();
    pdf.catalog(reference(CATALOG)).pages(reference(PAGES));
    pdf.pages(reference(PAGES)).kids([reference(PAGE)]).count(1);
    let mut leaf = pdf.page(reference(PAGE));
    leaf.parent(reference(PAGES))
        .media_box(Rect::new(0., 0., width, height))
        .contents(reference(CONTENT));
    let mut resources = leaf.resources();
    let mut images = resources.x_objects();
    for at in 0..page.images.len() {
        let number = IMAGES + i32::try_from(at).map_err(|_| DrawError::TooLarge)?;
        images.pair(Name(name(at).as_bytes()), reference(number));
    }
    images.finish();
    resources.finish();
    leaf.finish();
    let content = deflated(&page.content.finish())?;
    pdf.stream(reference(CONTENT), &content)
        .filter(Filter::FlateDecode);
    for (number, image) in (IMAGES..).zip(&page.images) {
        image.write(&mut pdf, reference(number));
    }
    Ok(pdf.finish())
}

fn deflated(bytes: &[u8]) -> Result<Vec<u8>, DrawError> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.map_err(|error| DrawError::Failed(error.to_string()))
}

/// Returns the name of an image in the content stream.
fn name(at: usize) -> String {
    format!("I{at}")
}

/// A page under construction.
struct Page {
    content: Content,
    images: Vec<Pixels>,
    /// The current colours for filling and for stroking.
    colours: [Option<[u8; 3]>; 2],
}

impl Page {
    fn group(&mut self, group: &Group) -> Result<(), DrawError> {
        let clip = group.clip_path();
        if let Some(clip) = clip {
            self.content.save_state();
            let base = group.abs_transform().pre_concat(clip.transform());
            for node in clip.root().children() {
                if let Node::Path(path) = node {
                    self.outline(path.data(), base.pre_concat(path.abs_transform()));
                }
            }
            self.content.clip_nonzero().end_path();
        }
        let outside = self.colours;
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group)?,
                Node::Path(path) => self.path(path),
                Node::Image(image) => self.image(image)?,
                Node::Text(text) => self.group(text.flattened())?,
            }
        }
        if clip.is_some() {
            self.content.restore_state();
            self.colours = outside;
        }
        Ok(())
    }

    fn path(&mut self, path: &Path) {
        // A line has no interior.
        let bounds = path.data().bounds();
        let is_area = bounds.width() > 0. && bounds.height() > 0.;
        if let Some(fill) = path.fill().filter(|_| is_area) {
            self.colour(0, fill.paint());
            self.outline(path.data(), path.abs_transform());
            match fill.rule() {
                FillRule::NonZero => self.content.fill_nonzero(),
                FillRule::EvenOdd => self.content.fill_even_odd(),
            };
        }
        if let Some(stroke) = path.stroke() {
            self.colour(1, stroke.paint());
            self.content.set_line_width(stroke.width().get());
            self.outline(path.data(), path.abs_transform());
            self.content.stroke();
        }
    }

    fn colour(&mut self, which: usize, paint: &Paint) {
        // Pictures of this crate have only solid colours.
        let Paint::Color(colour) = paint else { return };
        let colour = [colour.red, colour.green, colour.blue];
        if self.colours[which] == Some(colour) {
            return;
        }
        self.colours[which] = Some(colour);
        let [red, green, blue] = colour.map(|part| f32::from(part) / 255.);
        match which {
            0 => self.content.set_fill_rgb(red, green, blue),
            _ => self.content.set_stroke_rgb(red, green, blue),
        };
    }

    /// Appends a path without painting it.
    fn outline(&mut self, outline: &Outline, transform: Transform) {
        let Some(outline) = outline.clone().transform(transform) else {
            return;
        };
        let mut last = (0., 0.);
        for segment in outline.segments() {
            match segment {
                PathSegment::MoveTo(to) => {
                    self.content.move_to(to.x, to.y);
                    last = (to.x, to.y);
                }
                PathSegment::LineTo(to) => {
                    self.content.line_to(to.x, to.y);
                    last = (to.x, to.y);
                }
                PathSegment::QuadTo(by, to) => {
                    // The same curve with two control points, each two thirds of the way from an
                    // end to the control point.
                    let near = |from: f32, by: f32| from + (by - from) * 2. / 3.;
                    self.content.cubic_to(
                        near(last.0, by.x),
                        near(last.1, by.y),
                        near(to.x, by.x),
                        near(to.y, by.y),
                        to.x,
                        to.y,
                    );
                    last = (to.x, to.y);
                }
                PathSegment::CubicTo(one, two, to) => {
                    self.content
                        .cubic_to(one.x, one.y, two.x, two.y, to.x, to.y);
                    last = (to.x, to.y);
                }
                PathSegment::Close => {
                    self.content.close_path();
                }
            }
        }
    }

    fn image(&mut self, image: &Image) -> Result<(), DrawError> {
        let ImageKind::PNG(bytes) = image.kind() else {
            return Ok(());
        };
        let name = name(self.images.len());
        let [width, height] = [image.size().width(), image.size().height()];
        let at = image.abs_transform();
        self.content
            .save_state()
            .transform([at.sx, at.ky, at.kx, at.sy, at.tx, at.ty])
            // An image is a unit square with its first row on top.
            .transform([width, 0., 0., -height, 0., height])
            .x_object(Name(name.as_bytes()))
            .restore_state();
        self.images.push(Pixels::of(bytes)?);
        Ok(())
    }
}

/// A PNG of this crate, with one byte per pixel and a palette. PDF uses its compressed rows
/// unchanged.
struct Pixels {
    size: [i32; 2],
    palette: Vec<u8>,
    rows: Vec<u8>,
}

impl Pixels {
    fn of(bytes: &[u8]) -> Result<Self, DrawError> {
        const SIGNATURE: usize = 8;
        let cut = || DrawError::Failed("an image inside of the picture is cut".into());
        let mut pixels = Self {
            size: [0; 2],
            palette: Vec::new(),
            rows: Vec::new(),
        };
        let mut rest = bytes.get(SIGNATURE..).ok_or_else(cut)?;
        // A chunk: its length, its name, its data, a checksum.
        while let Some((length, after)) = rest.split_first_chunk::<4>() {
            let length = u32::from_be_bytes(*length) as usize;
            let (name, after) = after.split_first_chunk::<4>().ok_or_else(cut)?;
            let data = after.get(..length).ok_or_else(cut)?;
            match name {
                b"IHDR" => {
                    let side = |at: usize| -> Option<i32> {
                        let bytes = data.get(at..at + 4)?.try_into().ok()?;
                        i32::try_from(u32::from_be_bytes(bytes)).ok()
                    };
                    pixels.size = [side(0).ok_or_else(cut)?, side(4).ok_or_else(cut)?];
                }
                b"PLTE" => pixels.palette = data.to_vec(),
                b"IDAT" => pixels.rows.extend_from_slice(data),
                _ => {}
            }
            rest = after.get(length + 4..).unwrap_or_default();
        }
        Ok(pixels)
    }

    fn write(&self, pdf: &mut Pdf, reference: Ref) {
        let [width, height] = self.size;
        let colours = i32::try_from(self.palette.len() / 3).unwrap_or(256);
        let mut image = pdf.image_xobject(reference, &self.rows);
        image
            .filter(Filter::FlateDecode)
            .decode_parms()
            .predictor(pdf_writer::types::Predictor::PngOptimum)
            .colors(1)
            .bits_per_component(8)
            .columns(width);
        image.width(width).height(height).bits_per_component(8);
        image
            .color_space()
            .indexed(Name(b"DeviceRGB"), colours - 1, &self.palette);
    }
}
