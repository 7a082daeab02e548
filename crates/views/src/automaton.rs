//! Automata as files: pictures, and what other programs read.

#[cfg(not(target_family = "wasm"))]
use std::path::Path;

#[cfg(not(target_family = "wasm"))]
use whowins_draw::Form;
use whowins_draw::{Diagram, Theme};
use whowins_law::Labelled;

#[cfg(not(target_family = "wasm"))]
use crate::fault::Fault;

/// Larger automata are not drawn as a picture.
const STATES: usize = 80;
/// Their pixels fit into so many bytes.
#[cfg(not(target_family = "wasm"))]
const MEMORY: u64 = 1 << 30;

/// The automaton as the file's name asks: `.svg`, `.png`, `.pdf`, `.tex` (TikZ), `.dot` or `.gv`,
/// `.txt` (Walnut), `.re` (a regular expression).
///
/// # Errors
///
/// A name with another ending; an automaton that is too large for the form.
#[cfg(not(target_family = "wasm"))]
pub fn automaton_file(automaton: &Labelled, path: &Path) -> Result<Vec<u8>, Fault> {
    let ending = path.extension().and_then(|one| one.to_str()).unwrap_or("");
    match ending {
        "dot" | "gv" => Ok(automaton.dot().into_bytes()),
        "txt" if automaton.system.is_empty() => Err(Fault::Input(
            "Walnut reads automata of digits, and this one reads cells; write .dot or .svg".into(),
        )),
        "txt" => Ok(automaton.walnut().into_bytes()),
        "re" => match automaton.regex() {
            Some(text) => Ok((text + "\n").into_bytes()),
            None => Err(Fault::Input(
                "the regular expression is longer than is written; write .dot or .txt".into(),
            )),
        },
        _ => {
            let form = Form::of(path).ok_or_else(|| {
                Fault::Input(format!(
                    "`{}` does not say how to write the automaton; end it in .svg, .png, .pdf, .tex (TikZ), .dot, .txt (Walnut) or .re (a regular expression)",
                    path.display()
                ))
            })?;
            let svg = picture(automaton).ok_or_else(|| {
                Fault::Input(format!(
                    "the automaton has more than the {STATES} states that are drawn; write .dot or .txt"
                ))
            })?;
            let bytes = form.bytes(svg, MEMORY);
            bytes.map_err(|error| Fault::Input(error.to_string()))
        }
    }
}

/// The automaton as SVG; `None` where it has too many states.
pub fn picture(automaton: &Labelled) -> Option<String> {
    picture_along(automaton, Theme::Light, &[])
}

/// The same with the states marked that a word leads through.
pub fn picture_along(automaton: &Labelled, theme: Theme, states: &[u32]) -> Option<String> {
    let drawn = automaton.drawn();
    if drawn.len() > STATES {
        return None;
    }
    let place = |state: usize| drawn.iter().position(|one| *one == state);
    let edge = |(from, to, letters): (usize, usize, Vec<usize>)| {
        Some((place(from)?, place(to)?, automaton.told(&letters)))
    };
    let diagram = Diagram {
        title: automaton.reads(),
        nodes: drawn
            .iter()
            .map(|state| {
                (
                    automaton.labels[*state].clone(),
                    automaton.accepting[*state],
                )
            })
            .collect(),
        edges: automaton.edges().into_iter().filter_map(edge).collect(),
    };
    let way = states.iter().map(|state| place(*state as usize));
    // Of a way into a state that is not drawn, because nothing is read there, nothing is.
    let way: Option<Vec<usize>> = way.collect();
    Some(diagram.svg_along(theme, &way.unwrap_or_default()))
}
