//! Single questions about games: `cargo bench -p whowins-engine --bench search`.
//!
//! What the start of a game of the library is worth, and how many states a CPU second looks at for
//! it; each answer is checked. What takes longer is asked by its name alone: `cargo bench -p
//! whowins-engine --bench search -- "boxes 3 x 3"`.

#![allow(missing_docs)]

mod common;

use std::path::Path;

use common::{Case, RUNS, asked, asked_for, processor_time};
use dashu_int::IBig;
use whowins_analysis::Player;
use whowins_core::{Budget, State};
use whowins_engine::search::Searcher;
use whowins_rules::{Parameters, Rules};

type Failure = Box<dyn std::error::Error>;

/// A game of the library, and what is asked of it.
struct Question {
    name: &'static str,
    game: &'static str,
    /// Parameters that are no defaults.
    set: &'static [(&'static str, &'static str)],
    /// Words of its text that are others.
    edit: &'static [(&'static str, &'static str)],
    /// What its start is worth.
    worth: i32,
    is_long: bool,
}

const fn short(name: &'static str, game: &'static str, worth: i32) -> Question {
    let (set, edit): (&[_], &[_]) = (&[], &[]);
    Question {
        name,
        game,
        set,
        edit,
        worth,
        is_long: false,
    }
}

const QUESTIONS: [Question; 12] = [
    short("hex 4 x 4", "hex", 1),
    Question {
        set: &[("n", "5")],
        ..short("hex 5 x 5", "hex", 1)
    },
    Question {
        set: &[("n", "6")],
        is_long: true,
        ..short("hex 6 x 6", "hex", 1)
    },
    short("four-in-a-row 4 x 4", "four-in-a-row", 0),
    short("amazons 4 x 4", "amazons", 1),
    short("dots-and-boxes 2 x 2", "dots-and-boxes", 2),
    short("reversi 4 x 4", "reversi", -8),
    Question {
        edit: &[
            ("5 x 3 cells", "5 x 4 cells"),
            (
                "bbb / bbb / ... / www / www",
                "bbbb / bbbb / .... / wwww / wwww",
            ),
        ],
        ..short("breakthrough 5 x 4", "breakthrough", -1)
    },
    Question {
        edit: &[
            ("5 x 3 cells", "5 x 5 cells"),
            (
                "bbb / bbb / ... / www / www",
                "bbbbb / bbbbb / ..... / wwwww / wwwww",
            ),
        ],
        is_long: true,
        ..short("breakthrough 5 x 5", "breakthrough", -1)
    },
    Question {
        set: &[("m", "5"), ("n", "5")],
        ..short("drop-four 5 x 5", "drop-four", 0)
    },
    Question {
        set: &[("m", "3")],
        is_long: true,
        ..short("boxes 3 x 3", "boxes", -3)
    },
    Question {
        set: &[("m", "5"), ("n", "6")],
        is_long: true,
        ..short("drop-four 6 x 5", "drop-four", 0)
    },
];

fn main() -> Result<(), Failure> {
    for question in QUESTIONS {
        let name = question.name;
        if !asked(name) || question.is_long && !asked_for(name) {
            continue;
        }
        let (term, state) = start(&question)?;
        let (mut looks, mut times) = (Vec::new(), Vec::new());
        let (runs, bytes) = match question.is_long {
            true => (1, 6 << 30),
            false => (RUNS, 1 << 30),
        };
        for _ in 0..runs {
            let budget = Budget::default();
            let mut search = Searcher::new(term.clone(), budget, bytes).ok_or("not searched")?;
            let (time, found) = processor_time(|| search.worth(&state, u64::MAX));
            let found = found?.ok_or("it goes round")?;
            assert_eq!(found.pays, Some(IBig::from(question.worth)), "{name}");
            looks.push(search.reach().looked as f64 / time.as_secs_f64());
            times.push(time.as_secs_f64());
        }
        for (what, unit, runs) in [
            ("states looked at", "states/CPU-s", looks),
            ("the answer", "CPU s", times),
        ] {
            let name = format!("{name}: {what}");
            Case {
                family: "search",
                name: &name,
                size: "from the start",
                unit,
            }
            .print_alone(&runs);
        }
    }
    Ok(())
}

/// The term of a question, and the state that play begins with.
fn start(question: &Question) -> Result<(whowins_core::Game, State), Failure> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let folders = ["library", "classic"].map(|folder| games.join(folder));
    let files = folders.map(|folder| folder.join(format!("{}.game", question.game)));
    let file = files.into_iter().find(|file| file.exists());
    let mut text = std::fs::read_to_string(file.ok_or("no such game")?)?;
    for (from, to) in question.edit {
        text = text.replace(from, to);
    }
    let rules = Rules::parse(question.name, &text).map_err(|faults| faults.to_string())?;
    let mut values = Parameters::new();
    for (name, value) in question.set {
        let parameter = rules.parameters().iter().find(|one| one.name == *name);
        let kind = &parameter.ok_or("no such parameter")?.kind;
        let value = kind.read(value).map_err(|error| error.to_string())?;
        values.insert((*name).into(), value);
    }
    let game = rules.game(&values).map_err(|faults| faults.to_string())?;
    let start = game.start.as_ref().ok_or("no start")?;
    Ok((game.core(), start.core_state(Player::First)))
}
