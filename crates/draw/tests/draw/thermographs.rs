//! Tests thermographs.

use insta::assert_snapshot;
use roxmltree::Document;
use whowins_draw::{DrawError, Mark, Theme, Thermograph};

fn mark(at: f64, text: &str) -> Mark {
    let text = text.to_owned();
    Mark { at, text }
}

/// {7|5||1}: the left wall rises straight up to 1, then leans towards the mast.
fn graph() -> Thermograph {
    Thermograph {
        title: "{7|5||1}".into(),
        description: "mean 7/2, temperature 5/2".into(),
        walls: [
            vec![[0., 5.], [1., 5.], [2.5, 3.5]],
            vec![[0., 1.], [2.5, 3.5]],
        ],
        places: vec![mark(5., "5"), mark(1., "1"), mark(3.5, "7/2")],
        taxes: vec![mark(0., "0"), mark(1., "1"), mark(2.5, "5/2")],
    }
}

#[test]
fn in_letters() {
    assert_snapshot!(graph().text(50, 13));
}

#[test]
fn a_mast_alone() {
    let mut graph = graph();
    graph.walls = [vec![[0., -1.]], vec![[0., -1.]]];
    graph.places = vec![mark(-1., "-1")];
    graph.taxes = vec![mark(0., "0")];
    assert_snapshot!(graph.text(30, 5));
}

#[test]
fn as_svg_and_png() {
    let graph = graph();
    let svg = graph.svg(Theme::Light);
    let document = Document::parse(&svg).expect("XML");
    let walls = document
        .descendants()
        .filter(|node| node.has_tag_name("polyline"));
    let points: Vec<_> = walls
        .map(|wall| {
            wall.attribute("points")
                .unwrap_or_default()
                .split(' ')
                .count()
        })
        .collect();
    assert_eq!(points, [3, 2]);
    let title = document
        .descendants()
        .find(|node| node.has_tag_name("title"))
        .expect("a title");
    assert_eq!(title.text(), Some("Thermograph of {7|5||1}"));
    assert_eq!(
        &graph.png(Theme::Dark, 1 << 30).expect("room")[1..4],
        b"PNG"
    );
    assert!(matches!(
        graph.png(Theme::Dark, 1_000),
        Err(DrawError::Memory(_))
    ));
}
