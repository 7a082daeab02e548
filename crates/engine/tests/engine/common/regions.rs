//! Random games as text, with a position around which a table can be built.

use super::{Tape, prefix, stuck, verdict};

/// Moves that lower numbers, or with `cycles` may raise them; guards, rays, chosen numbers; ends
/// and borders.
pub fn numbers(tape: &mut Tape, cycles: bool) -> (String, String) {
    let count = 1 + tape.below(3);
    let names = ["x", "y", "z"];
    let most = [90, 17, 7][count - 1];
    let high: Vec<i64> = (0..count).map(|_| tape.within(2, most)).collect();
    let bounds: Vec<String> = names[..count]
        .iter()
        .zip(&high)
        .map(|(name, high)| {
            if cycles {
                format!("{name} <= {high}")
            } else {
                (*name).to_string()
            }
        })
        .collect();
    let mut text = format!(
        "game \"Numbers\"\nplayers Left, Right\nposition {}\n",
        bounds.join(", ")
    );
    let partizan = tape.once_in(2);
    for _ in 0..1 + tape.below(4) {
        let by = if partizan { super::by(tape) } else { None };
        let slot = tape.below(count);
        let other = tape.below(count);
        let step = tape.within(1, 3);
        let mut line = format!("{}move {} -= ", prefix(by), names[slot]);
        match tape.below(4) {
            0 => line += &step.to_string(),
            1 => line += &format!("{step} * k"),
            2 => line += "k",
            _ => line += &format!("k + {step}"),
        }
        if other != slot {
            let change = match tape.below(4) {
                0 => format!("{} -= {step}", names[other]),
                1 if line.contains('k') => format!("{} -= k", names[other]),
                2 if cycles => format!("{} += {step}", names[other]),
                _ => String::new(),
            };
            if !change.is_empty() {
                line += &format!(", {change}");
            }
        }
        if line.contains('k') {
            line += &match tape.below(3) {
                0 => format!(" for k >= {}", tape.within(1, 3)),
                1 => format!(" for k in 1..{}", tape.within(1, 4)),
                _ => " for k >= 1".into(),
            };
        }
        if tape.once_in(5) {
            line += &format!(" if {} % 2 = 0", names[tape.below(count)]);
        }
        text += &line;
        text += "\n";
        if cycles && tape.once_in(2) {
            text += &format!(
                "{}move {} += {}\n",
                prefix(by),
                names[slot],
                tape.within(1, 2)
            );
        }
    }
    ending(
        tape,
        cycles,
        &mut text,
        &format!("{} = {}", names[0], high[0] / 2),
    );
    let at: Vec<String> = high.iter().map(i64::to_string).collect();
    (text, at.join(","))
}

/// Rules that turn symbols into lesser ones, or with `cycles` into any.
pub fn board(tape: &mut Tape, cycles: bool) -> (String, String) {
    let symbols = ['.', 'o', 'x'];
    let (rows, columns) = (1 + tape.below(2), 2 + tape.below(3));
    let mut text = "game \"Board\"\nplayers Left, Right\nposition board of . o x\n".to_string();
    for _ in 0..1 + tape.below(4) {
        let by = super::by(tape);
        let width = 1 + tape.below(2.min(columns));
        let mut before: Vec<usize> = (0..width).map(|_| tape.below(3)).collect();
        let mut after: Vec<usize> = (0..width).map(|_| tape.below(3)).collect();
        if !cycles {
            before[0] = before[0].max(1);
            after[0] = tape.below(before[0]);
        }
        let show = |cells: &[usize]| {
            let cells: Vec<String> = cells
                .iter()
                .map(|cell| symbols[*cell].to_string())
                .collect();
            cells.join(" ")
        };
        text += &format!("{}move {} -> {}\n", prefix(by), show(&before), show(&after));
    }
    ending(tape, cycles, &mut text, "board has x o along right");
    let row: String = (0..columns).map(|_| symbols[tape.below(3)]).collect();
    (text, vec![row; rows].join("/"))
}

/// Ends, who cannot move, and with `cycles` what endless play means.
fn ending(tape: &mut Tape, cycles: bool, text: &mut String, when: &str) {
    if tape.once_in(3) {
        *text += &format!("{} when {when}\n", verdict(tape).1);
    }
    if tape.once_in(2) {
        *text += &format!("{}\n", stuck(tape).1);
    }
    if cycles && tape.once_in(2) {
        *text += "repetition draws\n";
    }
}

/// Tokens that walk on a graph, whose roads may run one way.
pub fn tokens(tape: &mut Tape) -> (String, String) {
    let nodes = 2 + tape.below(5);
    let tokens = 1 + tape.below(3);
    let node = |number: usize| char::from(b'a' + number as u8);
    let names = ["p", "q", "r"];
    let mut roads: Vec<String> = (1..nodes)
        .map(|to| format!("{}-{}", node(tape.below(to)), node(to)))
        .collect();
    for _ in 0..tape.below(5) {
        let (from, to) = (tape.below(nodes), tape.below(nodes));
        if from != to {
            roads.push(format!("{}->{}", node(from), node(to)));
        }
    }
    roads.sort();
    roads.dedup();
    let mut text = format!(
        "game \"Tokens\"\nplayers Left, Right\ngiven net: graph = \"{}\"\nposition {}: nodes of net\n",
        roads.join(", "),
        names[..tokens].join(", ")
    );
    for name in &names[..tokens] {
        let by = super::by(tape);
        text += &format!("{}move {name} to a neighbour\n", prefix(by));
    }
    let when = match tokens {
        1 => "p = start of p".to_string(),
        _ => "p = q".to_string(),
    };
    ending(tape, true, &mut text, &when);
    let at: Vec<String> = (0..tokens)
        .map(|_| node(tape.below(nodes)).to_string())
        .collect();
    (text, at.join(" "))
}
