//! The games of the grown language have the values that their texts say, by the exact meaning of
//! their terms.

use std::collections::{BTreeSet, HashMap};

use crate::shipped::library;
use dashu_int::IBig;
use whowins_analysis::Player;
use whowins_core::{Budget, Game, State};
use whowins_rules::inside::lower::{Lowered, lower};
use whowins_rules::inside::read::read;
use whowins_rules::{Diagnostic, Diagnostics, Example, ParameterValue, Parameters, Rules};

/// More states than the exact meaning goes through in a test; compiled code solves them, with the
/// values said.
const LARGE: [&str; 35] = [
    "amazons",
    "atari-go",
    "awari",
    "boxes",
    "brandub",
    "breakthrough",
    "bridg-it",
    "connect-misere",
    "cram",
    "dots-and-boxes",
    "drop-four",
    "first-triangle",
    "fox-and-hounds",
    "go-strip",
    "gomoku-small",
    "halma-small",
    "hasami",
    "hex",
    "isolation",
    "juniper-green",
    "kalah",
    "lights-out-duel",
    "nine-holes",
    "nogo",
    "number-scrabble",
    "order-and-chaos",
    "reversi",
    "santorini-small",
    "several-cops",
    "sim",
    "six-mens-morris",
    "sylver",
    "three-mens-morris",
    "ultimate-small",
    "wild-tic-tac-toe",
];

/// The most states of an example.
const STATES: usize = 3000;

fn values(name: &str) -> Parameters {
    let mut values = Parameters::new();
    if name == "table-game" {
        let bits = |digits: &str| ParameterValue::Bits(digits.chars().map(|d| d == '1').collect());
        values.insert("row".into(), bits("010"));
        values.insert("column".into(), bits("11"));
    }
    values
}

/// What a text means, or its errors as a person reads them.
fn meaning(name: &str, source: &str, values: &Parameters) -> Result<Lowered, String> {
    let shown = |errors: Vec<Diagnostic>| {
        let all = Diagnostics {
            origin: name.into(),
            source: source.into(),
            errors,
        };
        all.to_string()
    };
    let (text, errors) = read(source);
    let errors: Vec<Diagnostic> = errors.into_iter().filter(|f| !f.is_warning).collect();
    if !errors.is_empty() {
        return Err(shown(errors));
    }
    lower(&text, values).map_err(shown)
}

/// A state as far as it was gone through.
enum Node {
    Over(IBig),
    /// The player to move, and the states after his moves.
    Open(usize, Vec<usize>),
}

/// All states that play can come to; `None` if they are too many.
fn explored(game: &Game, start: &State) -> Option<Vec<Node>> {
    let mut places = HashMap::from([(start.clone(), 0)]);
    let mut states = vec![start.clone()];
    let mut nodes = Vec::new();
    while let Some(state) = states.get(nodes.len()).cloned() {
        if let Some(pays) = game.over(&state, &Budget::OPEN).expect("no limit") {
            nodes.push(Node::Over(pays));
            continue;
        }
        let mut next = Vec::new();
        for option in game.options(&state, &Budget::OPEN).expect("no limit") {
            assert_eq!(game.admits(&option), Ok(()));
            let place = *places.entry(option.clone()).or_insert_with(|| {
                states.push(option);
                states.len() - 1
            });
            next.push(place);
        }
        if states.len() > STATES {
            return None;
        }
        let turn = usize::from(state[0][0] == IBig::ONE);
        nodes.push(Node::Open(turn, next));
    }
    Some(nodes)
}

/// Whether player 0 gets at least so much at the start, where play without end gives it or not.
fn gets(nodes: &[Node], least: &IBig, endless: bool) -> bool {
    let mut holds = vec![endless; nodes.len()];
    loop {
        let mut changed = false;
        for (at, node) in nodes.iter().enumerate().rev() {
            let now = match node {
                Node::Over(pays) => pays >= least,
                Node::Open(0, next) => next.iter().any(|at| holds[*at]),
                Node::Open(_, next) => next.iter().all(|at| holds[*at]),
            };
            changed |= now != holds[at];
            holds[at] = now;
        }
        if !changed {
            return holds[0];
        }
    }
}

/// What player 0 gets by best play.
fn value(game: &Game, nodes: &[Node]) -> IBig {
    let mut payoffs: BTreeSet<IBig> = game.endless_pays().into_iter().cloned().collect();
    payoffs.extend(nodes.iter().filter_map(|node| match node {
        Node::Over(pays) => Some(pays.clone()),
        Node::Open(..) => None,
    }));
    let endless = |least: &IBig| game.endless_pays().is_some_and(|pays| pays >= least);
    let reached = payoffs
        .iter()
        .rev()
        .find(|least| gets(nodes, least, endless(least)));
    reached
        .unwrap_or_else(|| panic!("play without end"))
        .clone()
}

/// What an example says.
fn said(example: &Example) -> IBig {
    let by = example.by.clone().unwrap_or(IBig::ONE);
    match example.winner {
        None => IBig::ZERO,
        Some(Player::First) => by,
        Some(Player::Second) => -by,
    }
}

/// A text's game, what its examples say, and their states.
fn asked(
    name: &str,
    source: &str,
    values: &Parameters,
) -> Result<(Game, Vec<(Example, State)>), Diagnostics> {
    let rules = Rules::parse(name, source)?;
    let game = rules.game(values)?;
    let examples = rules.examples(&game)?.into_iter().map(|example| {
        let state = example.position.core_state(example.player);
        (example, state)
    });
    Ok((game.core(), examples.collect()))
}

/// How many `example` lines a text has, all of which hold by the meaning of its term; with the
/// parameters' defaults.
pub(crate) fn examples_hold(source: &str) -> Result<usize, String> {
    if !source.contains("example ") {
        return Ok(0);
    }
    let (game, examples) =
        asked("text", source, &Parameters::new()).map_err(|told| told.to_string())?;
    for (example, state) in &examples {
        let nodes = explored(&game, state).ok_or("too many states")?;
        let (found, said) = (value(&game, &nodes), said(example));
        if found != said {
            return Err(format!("an example says {said}, and it is {found}"));
        }
    }
    Ok(examples.len())
}

#[test]
fn games_have_the_values_that_are_said() {
    let (mut lowered, mut held, mut large) = (0, 0, Vec::<String>::new());
    for (name, source) in library() {
        let (game, examples) = match asked(&name, &source, &values(&name)) {
            Ok(found) => found,
            Err(errors) => {
                panic!("{name}: {errors}");
            }
        };
        lowered += 1;
        assert_eq!(game.to_string().parse(), Ok(game.clone()), "{name}");
        for (example, state) in &examples {
            assert_eq!(game.admits(state), Ok(()), "{name}");
            if LARGE.contains(&name.as_str()) {
                large.push(name.clone());
                continue;
            }
            let nodes = explored(&game, state).unwrap_or_else(|| panic!("{name} is large"));
            assert_eq!(value(&game, &nodes), said(example), "{name}: {state:?}");
            held += 1;
        }
    }
    large.dedup();
    assert!(lowered >= 128, "{lowered}");
    assert_eq!(large, LARGE);
    assert!(held >= 69, "{held} examples hold");
}

/// Where a text may mean something else than its writer does, it is told.
#[test]
fn what_is_meant_is_told() {
    let text = |end: &str| {
        format!(
            "game \"G\"\nplayers A with a, B with b\nposition row of . a b\nmove . -> own\n{end}"
        )
    };
    let told = |end: &str| {
        let rules = whowins_rules::Rules::parse("text", &text(end)).expect(end);
        rules.warnings().map(|warnings| warnings.to_string())
    };
    let mover = told("at row has a b: the mover wins").expect("a warning");
    assert!(mover.contains("`the mover` is read as the player who moved"));
    let own = told("the player who moved wins when row has own own").expect("a warning");
    assert!(own.contains("`own` is the player to move here"));
    assert_eq!(told("a player wins when row has own own"), None);
    assert_eq!(told("the player to move wins when row has own own"), None);
    let aside = "highest score wins\nmove score += 1\nA wins when row has a b";
    let aside = told(aside).expect("a warning");
    assert!(aside.contains("leaves the scores aside"));
    let zero = text("position heap: numbers\nmove heap[0] -= 1");
    let zero = whowins_rules::Rules::parse("text", &zero).expect_err("no such place");
    assert!(zero.to_string().contains("the first is heap[1]"), "{zero}");
    let whowins_rules::Diagnostics { errors, .. } =
        whowins_rules::Rules::parse("text", &text("repetition loses")).expect_err("no history");
    assert!(
        errors[0].message.contains("the complete history of play"),
        "{errors:?}"
    );
}

/// A size that is a parameter is known to the whole language alone, also where the text says
/// nothing else that is new.
#[test]
fn sizes_can_be_parameters() {
    for part in ["row of n cells", "board of 2 x n cells"] {
        let text =
            format!("game \"G\"\ngiven n: number = 4\nposition {part} of . x\nmove . . -> x x");
        let rules =
            whowins_rules::Rules::parse("text", &text).unwrap_or_else(|told| panic!("{told}"));
        let game = rules.game(&Parameters::new()).expect("a game");
        let wanted = if part.starts_with("row") {
            "...."
        } else {
            "..../...."
        };
        assert!(game.read(wanted).is_ok());
        assert!(game.read("...").is_err());
    }
}

/// Texts with a piece left out, doubled, or put elsewhere: all are read and lowered, or their
/// errors are told.
#[test]
fn texts_with_mistakes_have_faults_and_no_panic() {
    let games = library();
    let mut random = whowins_core::random::Random(33);
    let mut good = 0;
    for _ in 0..crate::cases(1500, 60_000) {
        let (name, source) = &games[random.below(games.len())];
        let mut pieces: Vec<&str> = source.split_inclusive([' ', '\n', ',']).collect();
        for _ in 0..=random.below(3) {
            let (at, other) = (random.below(pieces.len()), random.below(pieces.len()));
            match random.below(4) {
                0 => drop(pieces.remove(at)),
                1 => pieces.insert(at, pieces[other]),
                2 => pieces[at] = pieces[other],
                _ => {
                    let (_, foreign) = &games[random.below(games.len())];
                    let words: Vec<&str> = foreign.split_inclusive([' ', '\n', ',']).collect();
                    pieces[at] = words[random.below(words.len())];
                }
            }
        }
        let text = pieces.concat();
        match meaning(name, &text, &values(name)) {
            Ok(meaning) => {
                assert_eq!(meaning.program.term.check(), Ok(()), "{text}");
                good += 1;
            }
            Err(errors) => assert!(
                !errors.is_empty()
                    && !errors.contains("this text has no meaning")
                    && !errors.contains("no meaning that is known"),
                "{errors}\n{text}"
            ),
        }
    }
    assert!(good > 100, "{good}");
}

/// Texts that are long, deep, or large when they are written out.
#[test]
fn large_texts_are_lowered_or_refused() {
    let chain = |from: &str, next: &dyn Fn(usize) -> String| -> String {
        let lines: Vec<String> = (1..300).map(next).collect();
        format!(
            "game \"G\"\nposition n\nlet a0 = {from}\n{}\nmove n -= 1 if a299 > 0",
            lines.join("\n")
        )
    };
    let board = |rest: &str| {
        let players = "players A with a, B with b";
        format!(
            "game \"G\"\n{players}\nposition board of 1000 x 1000 cells of . a b\nmove . -> own\n{rest}"
        )
    };
    let small = |steps: String| {
        format!(
            "game \"G\"\nplayers A with a, B with b\nposition board of 5 x 5 cells of . a b\nposition n <= 9\nmove {steps}"
        )
    };
    let slides = |count: usize| {
        let slide =
            |at: usize| format!("own (some .) -> (some .) own along all directions to c{at}");
        small((0..count).map(slide).collect::<Vec<_>>().join("; "))
    };
    let texts = [
        small(vec!["n += 1"; 100].join("; ")),
        small(vec!["n += 1"; 400].join("; ")),
        small(format!("{} n += 1", "if n < 5,".repeat(50))),
        small(format!(
            "{} n += 1",
            "for each i in 1..9 if i > n,".repeat(50)
        )),
        small(
            (0..60)
                .map(|at| format!("let b{at} = n + {at}; n += 1"))
                .collect::<Vec<_>>()
                .join("; "),
        ),
        chain("n", &|at| format!("let a{at} = a{} + 1", at - 1)),
        chain("n", &|at| format!("let a{at} = a{0} + a{0}", at - 1)),
        chain("n", &|at| {
            format!("let a{at} = sum(a{} for i in 1..2)", at - 1)
        }),
        board("A wins when board connects top to bottom through 'a'"),
        board("A wins when any(no neighbours of c showing 'b' for c in cells of board)"),
        board("A wins when board has (200 a) along all directions"),
        slides(2),
        slides(6),
    ];
    for text in texts {
        if let Err(errors) = meaning("large", &text, &Parameters::new()) {
            assert!(
                !errors.contains("no meaning that is known"),
                "{errors}\n{text}"
            );
        }
    }
}
