//! Every game on rows of two symbols with one or two rewriting rules.
//!
//! Each rule lowers the row read as a binary number, so that play ends. Rules of up to three cells:
//! 1 + 6 + 28 = 35, and 35 + 595 = 630 games. The law that is looked for is an automaton that reads
//! the row's cells, which is minimal: so the column of its states compares games.

use super::listed::{Games, Listed};
use crate::known::compare_rows;

/// A rule: the number of its cells, the cells before and after, the first as the highest bit.
#[derive(Clone, Copy)]
struct Rule {
    width: u32,
    before: u32,
    after: u32,
}

impl Rule {
    /// The cells before and after.
    fn write(&self, symbols: [char; 2], between: &str, arrow: &str) -> String {
        [self.before, self.after]
            .map(|word| {
                let cells = (0..self.width).rev();
                let cells: Vec<String> = cells
                    .map(|at| symbols[(word >> at & 1) as usize].to_string())
                    .collect();
                cells.join(between)
            })
            .join(arrow)
    }
}

/// The games of up to `rules` rules of up to `width` cells, `limit` seconds each.
pub fn rows(rules: u32, width: u32, limit: u32) -> Games {
    let mut all = Vec::new();
    for width in 1..=width {
        for before in 1..1 << width {
            all.extend((0..before).map(|after| Rule {
                width,
                before,
                after,
            }));
        }
    }
    let mut games: Vec<Vec<Rule>> = all.iter().map(|rule| vec![*rule]).collect();
    if rules == 2 {
        for (at, first) in all.iter().enumerate() {
            games.extend(all[at + 1..].iter().map(|second| vec![*first, *second]));
        }
    }
    Games {
        columns: "rules,result,kind,states,law",
        games: games.iter().map(|rules| listed(rules)).collect(),
        kind: Some("regular"),
        limit,
        known: ((rules, width) == (2, 3)).then_some(compare_rows),
    }
}

fn listed(rules: &[Rule]) -> Listed {
    let keys: Vec<String> = rules
        .iter()
        .map(|rule| rule.write(['0', '1'], "", ">"))
        .collect();
    let lines = rules
        .iter()
        .map(|rule| format!("move {}\n", rule.write(['.', 'o'], " ", " -> ")));
    Listed {
        key: keys.join(" "),
        text: format!(
            "game \"Row\"\nplayers Left, Right\nposition row of . o\n{}",
            lines.collect::<String>()
        ),
    }
}
