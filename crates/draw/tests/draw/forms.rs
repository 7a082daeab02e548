//! Tests pictures as PDF and TikZ: they are well formed and contain everything in the SVG.

use std::io::Read;
use std::path::Path;

use flate2::read::ZlibDecoder;
use whowins_draw::{Axis, Cells, Diagram, DrawError, Form, Map, Meaning, Overlay, Theme, latex};

fn map(columns: usize, rows: usize) -> Map {
    let mut cells = Cells::blank(columns, rows);
    for row in 0..rows {
        for column in 0..columns {
            cells.set(column, row, u16::from(row == column));
        }
    }
    cells.set(0, 0, 2);
    cells.set(1, 1, 3);
    cells.set(2, 0, 1);
    let meaning = Meaning::Outcome(["50 % & more".into(), "Bob_1".into()]);
    let mut map = Map::new("A {game}", Axis::new("x"), Axis::new("y"), cells, meaning);
    map.overlays.push(Overlay::Line {
        from: [0.5, 0.5],
        to: [9., 9.],
        name: "the diagonal".into(),
    });
    map
}

fn bytes(form: Form, map: &Map) -> Vec<u8> {
    let bytes = form.bytes(map.svg(Theme::Light), 1 << 30);
    bytes.expect("it is drawn")
}

/// Returns the objects of a PDF by its cross-reference table.
fn objects(pdf: &[u8]) -> Vec<&[u8]> {
    let find = |text: &str| {
        let all = pdf.windows(text.len());
        all.clone().rposition(|part| part == text.as_bytes())
    };
    let number = |text: &str| text.trim().parse::<usize>().expect("a number");
    let text = |from: usize, to: usize| std::str::from_utf8(&pdf[from..to]).expect("text");
    let start = find("startxref\n").expect("a table") + "startxref\n".len();
    let end = find("%%EOF").expect("an end");
    let table = text(
        number(text(start, end)),
        find("trailer").expect("a trailer"),
    );
    let entries = table.lines().skip(3).filter(|line| line.contains(" n"));
    let mut places: Vec<usize> = entries.map(|line| number(&line[..10])).collect();
    assert!(places.len() >= 4, "{table}");
    for (at, place) in places.iter().enumerate() {
        let head = format!("{} 0 obj", at + 1);
        assert!(pdf[*place..].starts_with(head.as_bytes()), "{head}");
    }
    places.push(end);
    places
        .windows(2)
        .map(|two| &pdf[two[0]..two[1].max(two[0])])
        .collect()
}

/// Returns the decompressed contents of a stream.
fn stream(object: &[u8]) -> Vec<u8> {
    let begin = b"stream\n";
    let at = object.windows(begin.len()).position(|part| part == begin);
    let packed = &object[at.expect("a stream") + begin.len()..];
    let mut out = Vec::new();
    let _ = ZlibDecoder::new(packed).read_to_end(&mut out);
    out
}

#[test]
fn a_pdf_has_a_page_with_every_cell() {
    let pdf = bytes(Form::Pdf, &map(3, 2));
    assert!(pdf.starts_with(b"%PDF-"));
    let objects = objects(&pdf);
    let page = String::from_utf8_lossy(objects[2]);
    assert!(page.contains("/MediaBox"), "{page}");
    let content = stream(objects[3]);
    let content = String::from_utf8(content).expect("operators");
    let lines: Vec<&str> = content.lines().collect();
    // Cells, background, legend and letters are filled. The frame, ticks and the line are stroked,
    // the line inside its clip.
    assert!(lines.iter().filter(|line| **line == "f").count() > 6 + 10);
    assert!(lines.iter().filter(|line| **line == "S").count() >= 5);
    let clips = lines.iter().position(|line| *line == "W").expect("a clip");
    assert!(lines[..clips].contains(&"q") && lines[clips..].contains(&"Q"));
    // Vermilion: a P-position.
    assert!(content.contains("0.8352941 0.36862746 0 rg"), "{content}");
}

#[test]
fn a_large_map_is_an_image_in_a_pdf() {
    let pdf = bytes(Form::Pdf, &map(70, 65));
    let objects = objects(&pdf);
    let image = String::from_utf8_lossy(objects[4]);
    assert!(
        image.contains("/Width 70") && image.contains("/Height 65"),
        "{image}"
    );
    // One byte per pixel, and one before each row for the PNG filter.
    let rows = stream(objects[4]);
    assert_eq!(rows.len(), 65 * 71);
    let tikz = Form::Tikz.bytes(map(70, 65).svg(Theme::Light), 1 << 30);
    assert_eq!(tikz, Err(DrawError::Cells));
}

#[test]
fn tikz_is_what_latex_reads() {
    let text = String::from_utf8(bytes(Form::Tikz, &map(3, 2))).expect("text");
    assert_eq!(
        text.matches("\\begin{").count(),
        text.matches("\\end{").count()
    );
    let plain = text.replace("\\{", "").replace("\\}", "");
    assert_eq!(plain.matches('{').count(), plain.matches('}').count());
    assert!(text.contains(r"{A \{game\}}"), "{text}");
    assert!(
        text.contains(r"50 \% \& more") && text.contains(r"Bob\_1"),
        "{text}"
    );
    assert!(text.contains("{213,94,0}"), "{text}");
    let cells = text.lines().filter(|line| line.starts_with("\\fill["));
    assert!(cells.count() > 6);
    assert!(
        text.contains("\\clip ") && text.contains("rotate=90"),
        "{text}"
    );
    for line in text
        .lines()
        .filter(|line| line.starts_with("\\fill") || line.starts_with("\\draw"))
    {
        assert!(line.ends_with(';'), "{line}");
    }
}

#[test]
fn automata_have_every_form() {
    let diagram = Diagram {
        title: "reads n".into(),
        nodes: vec![("P".into(), true), ("N".into(), false)],
        edges: vec![(0, 1, "1".into()), (1, 0, "0".into()), (1, 1, "1".into())],
    };
    let svg = diagram.svg(Theme::Light);
    for (name, begins) in [
        ("a.svg", &b"<svg"[..]),
        ("a.PNG", b"\x89PNG"),
        ("a.pdf", b"%PDF"),
        ("a.tex", b"% \\usepackage{tikz}"),
    ] {
        let form = Form::of(Path::new(name)).expect("a form");
        let bytes = form.bytes(svg.clone(), 1 << 30).expect("it is drawn");
        assert!(bytes.starts_with(begins), "{name}");
    }
    assert_eq!(Form::of(Path::new("a.gif")), None);
    assert_eq!(Form::of(Path::new("svg")), None);
}

#[test]
fn latex_is_written_out() {
    assert_eq!(
        latex("a_b & 10 % ~^"),
        r"a\_b \& 10 \% \textasciitilde{}\textasciicircum{}"
    );
    assert_eq!(latex("x ⊕ y ≤ 3"), r"x $\oplus$ y $\le$ 3");
}
