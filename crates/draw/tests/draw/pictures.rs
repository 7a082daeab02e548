//! Tests small pictures in full, and the size of large ones.

use insta::assert_snapshot;
use roxmltree::{Document, Node};
use whowins_draw::{Axis, BLANK, Cells, DrawError, Map, Meaning, Overlay, Theme};

/// Returns a map of Nim with two heaps: equal heaps are lost.
fn nim(columns: usize, rows: usize) -> Map {
    let mut cells = Cells::blank(columns, rows);
    for row in 0..rows {
        for column in 0..columns {
            cells.set(column, row, u16::from(row == column));
        }
    }
    let meaning = Meaning::Outcome(["Ann & <co>".into(), "Bob".into()]);
    Map::new(
        "Nim: outcomes",
        Axis::new("x"),
        Axis::new("y"),
        cells,
        meaning,
    )
}

fn titles<'a>(document: &'a Document<'_>) -> Vec<&'a str> {
    let cells = document
        .descendants()
        .filter(|node| node.has_tag_name("title"));
    cells.filter_map(|node: Node<'_, '_>| node.text()).collect()
}

#[test]
fn a_small_svg() {
    let mut map = nim(2, 2);
    map.subtitle = "a line below".into();
    map.cells.set(0, 1, BLANK);
    map.overlays.push(Overlay::Line {
        from: [0.5, 0.5],
        to: [2., 2.],
        name: "the diagonal".into(),
    });
    assert_snapshot!("small_svg", map.svg(Theme::Light));
}

#[test]
fn text_with_letters_and_with_colours() {
    let mut map = nim(12, 5);
    assert_snapshot!("letters", map.text(false, 250).expect("it is narrow"));
    map.meaning = Meaning::Remoteness;
    map.downwards = true;
    map.cells.set(3, 1, 17);
    assert_snapshot!("numbers", map.text(false, 250).expect("it is narrow"));
    let colours = nim(2, 2).text(true, 250).expect("it is narrow");
    assert_eq!(
        colours.matches("\x1b[48;2;213;94;0;").count(),
        3,
        "two cells and the legend"
    );
    assert_eq!(nim(300, 2).text(false, 250), None);
    // Cells have gaps if there is space, none otherwise, and are never cut off.
    let narrow = nim(20, 2);
    let lines = |columns| {
        narrow
            .text(false, columns)
            .map(|text| text.lines().nth(4).map(str::len))
    };
    assert_eq!(
        [lines(80), lines(42), lines(41), lines(23), lines(22)],
        [
            Some(Some(42)),
            Some(Some(42)),
            Some(Some(23)),
            Some(Some(23)),
            None
        ]
    );
}

#[test]
fn every_small_cell_says_what_it_is() {
    for theme in [Theme::Light, Theme::Dark] {
        let svg = nim(9, 7).svg(theme);
        let document = Document::parse(&svg).expect("it is XML");
        let told = titles(&document);
        assert_eq!(told.len(), 9 * 7 + 1);
        assert!(told.contains(&"3,3: P") && told.contains(&"8,6: N"));
        let described = document
            .descendants()
            .find(|node| node.has_tag_name("desc"));
        let words = described.and_then(|node| node.text().or(node.first_child()?.text()));
        assert!(
            words.is_some_and(|words| words.contains("N in 56, P in 7")),
            "{words:?}"
        );
    }
}

#[test]
fn a_large_svg_holds_one_image_with_a_pixel_a_cell() {
    use base64::Engine as _;
    let map = nim(80, 70);
    let svg = map.svg(Theme::Light);
    let document = Document::parse(&svg).expect("it is XML");
    assert_eq!(titles(&document).len(), 1);
    let image = document
        .descendants()
        .find(|node| node.has_tag_name("image"))
        .expect("an image");
    let data = image
        .attribute("href")
        .expect("data")
        .split_once(',')
        .expect("base64")
        .1;
    let bytes = base64::engine::general_purpose::STANDARD
        .decode(data)
        .expect("base64");
    let (width, height, pixels) = decoded(&bytes);
    assert_eq!((width, height), (80, 70));
    for (at, pixel) in pixels.chunks_exact(3).enumerate() {
        // The first row of pixels is the last row of cells.
        let (column, row) = (at % 80, 69 - at / 80);
        assert_eq!(pixel == [0xd5, 0x5e, 0x00], row == column, "{column},{row}");
    }
}

/// Returns the width, height and colours of a PNG, with three bytes per pixel.
fn decoded(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut data = vec![0; reader.output_buffer_size().expect("it fits")];
    let info = reader.next_frame(&mut data).expect("a frame");
    let samples = info.color_type.samples();
    let colours = data
        .chunks_exact(samples)
        .flat_map(|pixel| pixel[..3].to_vec());
    (info.width, info.height, colours.collect())
}

#[test]
fn a_png_is_the_svg_with_letters() {
    for (map, theme) in [(nim(9, 7), Theme::Light), (nim(100, 90), Theme::Dark)] {
        let svg = map.svg(theme);
        let document = Document::parse(&svg).expect("it is XML");
        let side = |name| {
            document
                .root_element()
                .attribute(name)
                .expect("a size")
                .parse::<u32>()
        };
        let (width, height, pixels) = decoded(&map.png(theme, 1 << 30).expect("it is drawn"));
        assert_eq!((Ok(width), Ok(height)), (side("width"), side("height")));
        let all = |colour: [u8; 3]| {
            pixels
                .chunks_exact(3)
                .filter(|pixel| *pixel == colour)
                .count()
        };
        assert!(all([0x56, 0xb4, 0xe9]) > 1000 && all([0xd5, 0x5e, 0x00]) > 200);
        // The title is alone at the top, in the text colour.
        let paper = [theme.paper().0, theme.paper().1, theme.paper().2];
        let head = &pixels[..(width as usize * 3) * 40];
        assert!(
            head.chunks_exact(3)
                .filter(|pixel| **pixel != paper)
                .count()
                > 100
        );
    }
}

#[test]
fn every_meaning_has_a_legend() {
    let mut map = nim(30, 30);
    for (column, row) in (0..30).flat_map(|at| (0..30).map(move |other| (at, other))) {
        map.cells.set(column, row, (column ^ row) as u16);
    }
    for meaning in [Meaning::Grundy, Meaning::Remoteness] {
        map.meaning = meaning;
        let svg = map.svg(Theme::Light);
        let document = Document::parse(&svg).expect("it is XML");
        let words: Vec<&str> = document
            .descendants()
            .filter(|node| node.has_tag_name("text"))
            .filter_map(|node| node.text().map(str::trim))
            .collect();
        assert!(
            words.contains(&"31") && words.contains(&"x") && words.contains(&"y"),
            "{words:?}"
        );
    }
}

#[test]
fn empty_maps_are_drawn_too() {
    let map = nim(0, 0);
    assert!(Document::parse(&map.svg(Theme::Light)).is_ok());
    assert!(map.png(Theme::Light, 1 << 30).is_ok() && map.text(false, 250).is_some());
    // A picture that exceeds the memory limit isn't drawn.
    let refused = map.png(Theme::Light, 1 << 10);
    assert!(
        matches!(refused, Err(DrawError::Memory(bytes)) if bytes > 1 << 10),
        "{refused:?}"
    );
}

/// Returns the centred texts of a picture, which are on cells and pieces.
fn centred(document: &Document<'_>) -> Vec<String> {
    let middle = |node: &Node<'_, '_>| {
        node.has_tag_name("text")
            && node
                .ancestors()
                .any(|one| one.attribute("text-anchor") == Some("middle"))
    };
    let texts = document.descendants().filter(middle);
    texts
        .filter_map(|node| node.text().map(|text| text.trim().to_owned()))
        .collect()
}

#[test]
fn numbers_stand_in_cells_that_have_room_for_them() {
    let mut map = nim(20, 20);
    map.meaning = Meaning::Grundy;
    map.cells.set(3, 1, 17);
    let svg = map.svg(Theme::Light);
    let document = Document::parse(&svg).expect("XML");
    let numbers = centred(&document);
    assert_eq!(numbers.iter().filter(|number| *number == "17").count(), 1);
    assert!(numbers.iter().filter(|number| *number == "1").count() >= 19);
    let mut wide = nim(64, 64);
    wide.meaning = Meaning::Grundy;
    wide.cells.set(3, 1, 1234);
    let svg = wide.svg(Theme::Light);
    let document = Document::parse(&svg).expect("XML");
    assert!(
        !centred(&document).contains(&"1234".into()),
        "cells of 10 pixels hold no four digits"
    );
}

#[test]
fn pieces_are_told_apart_and_drawn_in_the_legend_as_on_the_map() {
    let mut map = nim(8, 8);
    for (at, letter) in [([1, 2], "a"), ([5, 5], "b")] {
        map.overlays.push(Overlay::Piece {
            at,
            letter: letter.into(),
            name: format!("where {letter} stands"),
        });
    }
    map.overlays.push(Overlay::Box {
        from: [0, 0],
        size: [2, 1],
        name: "one period".into(),
    });
    let svg = map.svg(Theme::Light);
    let document = Document::parse(&svg).expect("XML");
    let letters = centred(&document);
    for letter in ["a", "b"] {
        let count = letters.iter().filter(|one| *one == letter).count();
        assert_eq!(count, 2, "on the map and in the legend");
    }
    let outlines = document
        .descendants()
        .filter(|node| node.has_tag_name("rect") && node.attribute("stroke") == Some("#000000"));
    assert_eq!(
        outlines.count(),
        2,
        "the box itself, and the one in the legend"
    );
}
