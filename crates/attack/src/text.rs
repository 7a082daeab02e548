//! Text that readers take: rules, positions, values, certificates, the contests' inputs.

use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use whowins::analysis::numbers::Choices;
use whowins::analysis::{Frame, Game, Player};
use whowins::contest::{self, ContestError, Format};
use whowins::engine::{Limits, terms};
use whowins::law::OfRules;
use whowins::rules::inside::lower::lower;
use whowins::rules::inside::read::read;
use whowins::rules::{Diagnostics, Kind, Parameters, Rules};
use whowins::verify::{Budget, Certificate};
use whowins_core::coq::Coq;

fn told(errors: &Diagnostics) {
    assert!(!errors.errors.is_empty());
    for error in &errors.errors {
        assert!(errors.source.get(error.span.clone()).is_some(), "{error:?}");
    }
    assert!(!errors.render(false).is_empty());
}

/// Whether the moves have but few choices; long searches are no errors.
fn is_small(game: &Game) -> bool {
    let Some(numbers) = game.numbers() else {
        return true;
    };
    numbers.moves.iter().all(|command| {
        command.binders.len() <= 2
            && command.binders.iter().all(
                |binder| matches!(&binder.choices, Choices::Of(members) if members.len() < 100),
            )
    })
}

/// Any text as rules: read, filled with its defaults, its start looked at.
pub fn rules(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    let rules = match Rules::parse("fuzz", text) {
        Ok(rules) => rules,
        Err(errors) => return told(&errors),
    };
    let game = match rules.game(&Parameters::new()) {
        Ok(game) => game,
        Err(errors) => return told(&errors),
    };
    let Some(start) = &game.start else { return };
    assert_eq!(game.read(&game.show(start)).as_ref(), Ok(start));
    let (rows, columns) = game.size_of(start);
    let Some(mut state) = game
        .state_of(start)
        .filter(|_| rows * columns <= 400 && is_small(&game))
    else {
        return;
    };
    let frame = Frame::new(&game, rows, columns);
    frame.settle(&mut state);
    let mut seen = 0;
    for player in Player::BOTH {
        let _ = frame.options(player, &state, &mut |option| {
            let next = game.position_of(option.to, rows, columns);
            // Whose turn it is, is not written.
            let written = game.show(&next);
            let back = game.read(&written).map(|back| game.show(&back));
            assert_eq!(back, Ok(written));
            seen += 1;
            match seen {
                0..50 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        });
    }
}

/// Any text in the whole language: read into a tree and given its meaning, or its errors are told;
/// a few moves of it, chosen by the text's own bytes, lead to states of the game that are written
/// and read again.
pub fn language(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    let (tree, errors) = read(text);
    for error in &errors {
        assert!(text.get(error.span.clone()).is_some(), "{error:?}");
        assert!(
            !error.message.is_empty() && error.help.is_some(),
            "{error:?}"
        );
    }
    if errors.iter().any(|error| !error.is_warning) {
        return;
    }
    let program = match lower(&tree, &Parameters::new()) {
        Ok(lowered) => lowered.program,
        Err(errors) => {
            assert!(!errors.is_empty());
            assert!(
                errors.iter().all(|error| error.help.is_some()),
                "{errors:?}"
            );
            return;
        }
    };
    assert_eq!(program.term.check(), Ok(()));
    if let Some(sum) = &program.sum {
        assert!(sum.is_term(&program.term));
    }
    let limits = Limits::default()
        .with_time(Duration::from_millis(20))
        .with_memory(8 << 20);
    let mut state = program.first();
    let size: usize = state.iter().map(Vec::len).sum();
    if program.term.starts.is_empty() || size > 1000 {
        return;
    }
    for byte in input.iter().rev().take(8) {
        assert_eq!(program.term.admits(&state), Ok(()));
        let shown = program.show(&state);
        assert_eq!(
            program.read(&shown).map(|back| program.show(&back)),
            Ok(shown)
        );
        let Ok(None) = program.term.over(&state, &limits.budget) else {
            return;
        };
        let Ok(mut options) = program.term.options(&state, &limits.budget) else {
            return;
        };
        let next = options.swap_remove(usize::from(*byte) % options.len());
        assert!(!program.told(Player::First, &state, &next).is_empty());
        state = next;
    }
}

/// Any text as a core term: it is read or refused at a place, printed as what is read back, and its
/// starts are solved or given up within limits.
pub fn core(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    let game: whowins_core::Game = match text.parse() {
        Ok(game) => game,
        Err(error) => {
            assert!(text.get(..error.offset).is_some() && !error.message.is_empty());
            return;
        }
    };
    assert_eq!(game.to_string().parse().as_ref(), Ok(&game));
    assert!(!Coq(&game).to_string().is_empty());
    // What is read off a term is its game.
    if let Some(read) = Game::of_term(&game, None) {
        assert!(read.core().is_same(&game));
    }
    for start in game.starts.iter().take(2) {
        let limits = Limits::default()
            .with_time(Duration::from_millis(20))
            .with_memory(8 << 20);
        if let Err(error) = terms::solve(&game, start, &limits.budget) {
            assert!(!error.to_string().is_empty());
        }
    }
}

/// One game of each kind of position.
const GAMES: &[&str] = &[
    "game \"A\"\nposition x, y in 1..9, d in {up, down}\nmove x -= 1",
    "game \"A\"\nposition row of . o\nmove o -> .",
    "game \"A\"\nposition board of . o\nmove o -> .",
    "game \"A\"\nposition board of 2 x 3 cells of . o\nmove o -> .",
    "game \"A\"\ngiven m: grid of . # = \"..#/.#.\"\nposition a, b: squares of m except '#'\nmove a to a neighbour",
    "game \"A\"\ngiven m: graph = \"a-b,b>c\"\nposition a, b: nodes of m\nmove a to a neighbour",
    "game \"A\"\noctal 0.77",
];

fn games() -> &'static [Game] {
    static READ: OnceLock<Vec<Game>> = OnceLock::new();
    READ.get_or_init(|| {
        let read = |text: &&str| {
            let rules = Rules::parse("fuzz", text).unwrap_or_else(|errors| panic!("{errors}"));
            rules
                .game(&Parameters::new())
                .unwrap_or_else(|errors| panic!("{errors}"))
        };
        GAMES.iter().map(read).collect()
    })
}

/// Any text as a statement: refused with a place and the mend, or printed as it is read again, and
/// the same of some numbers.
pub fn statements(input: &[u8]) {
    use whowins::law::words::{Context, read};
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    let context = Context {
        names: ["x", "y", "heap[2]"].map(String::from).to_vec(),
        players: vec!["Ann".into(), "Bob".into()],
        free: text.len().is_multiple_of(2),
    };
    match read(text, &context) {
        Ok(statement) => {
            let printed = statement.to_string();
            match read(&printed, &context) {
                Ok(again) => assert_eq!(again.to_string(), printed),
                // Parentheses that the text did without.
                Err(error) => assert!(
                    error.message.contains("deeper") || error.message.contains("longer"),
                    "{printed}: {error}"
                ),
            }
        }
        Err(error) => {
            assert!(!error.message.is_empty() && !error.help.is_empty());
            assert!(error.from <= error.to && !error.to_string().is_empty());
        }
    }
}

/// Any text as an expression of values: its error lies in the text and has its mend; or it is
/// worked out under 20 ms and 8 MB, and what is printed of it is read back as the same form, unless
/// it was cut.
pub fn values(input: &[u8]) {
    use whowins_values::{Arena, Budget as Room, Why, read};
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    let told = |message: &str, help: &str, span: std::ops::Range<usize>| {
        assert!(!message.is_empty() && !help.is_empty());
        assert!(text.get(span.clone()).is_some(), "{span:?}");
    };
    let question = match read(text) {
        Ok(question) => question,
        Err(error) => return told(&error.message, &error.help, error.span),
    };
    let end = Instant::now() + Duration::from_millis(20);
    let mut arena = Arena::new(Room::OPEN.with_memory(8 << 20).by(end));
    let value = match question.answer(&mut arena) {
        Ok(answer) => answer.value,
        Err(Why::Fault(error)) => return told(&error.message, &error.help, error.span),
        Err(Why::Cut(cut)) => return assert!(!cut.to_string().is_empty()),
    };
    let Ok(printed) = arena.show(value) else {
        return;
    };
    if !printed.contains("...") {
        let again = read(&printed).unwrap_or_else(|error| panic!("{printed}: {error}"));
        if let Ok(again) = again.answer(&mut arena) {
            assert_eq!(again.value, value, "{printed}");
        }
    }
}

/// Any text as a position of each kind of game, and as a value of each kind of parameter.
pub fn positions(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    for game in games() {
        match game.read(text) {
            Ok(position) => assert_eq!(game.read(&game.show(&position)), Ok(position)),
            Err(error) => assert!(!error.message.is_empty() && !error.help.is_empty()),
        }
    }
    for kind in [
        Kind::Set,
        Kind::Number,
        Kind::Bits,
        Kind::Grid(vec!['.', '#', 'ä']),
        Kind::Graph,
        Kind::Numbers,
        Kind::Text,
        Kind::Table,
        Kind::Weighted,
        Kind::Coloured(vec!["blue".into(), "red".into()]),
    ] {
        match kind.read(text) {
            Ok(value) => assert!(kind.accepts(&value), "{value:?}"),
            Err(error) => assert!(!error.message.is_empty()),
        }
    }
}

fn placed<T>(input: &[u8], read: Result<T, ContestError>) {
    if let Err(error) = read {
        let lines = input.iter().filter(|byte| **byte == b'\n').count() + 1;
        assert!((1..=lines).contains(&error.line), "{error}");
        assert!(error.column >= 1 && !error.message.is_empty() && !error.help.is_empty());
    }
}

/// Any bytes as the input of each contest: an error names a place inside the input, and says what
/// to mend. What is read is written and read again as the same. Any text as a contest's format:
/// read, or refused with places inside it.
pub fn contests(input: &[u8]) {
    static FORMATS: OnceLock<Vec<Format>> = OnceLock::new();
    let shipped = contest::shipped().into_iter();
    let formats = FORMATS.get_or_init(|| {
        shipped
            .map(|(name, text)| Format::parse(name, text).expect("it is shipped"))
            .collect()
    });
    for format in formats {
        let read = format.read(input);
        if let Ok(case) = &read {
            let mut again = Vec::new();
            format.write(case, &mut again);
            let mut whole = 0;
            let known = format.read(&again).expect("what was written is read");
            let count = &mut |_: &[&contest::Case<'_>]| -> Result<(), ()> {
                whole += 1;
                Ok(())
            };
            format.each_question(case, count).expect("it only counts");
            let mut more = 0;
            let count = &mut |_: &[&contest::Case<'_>]| -> Result<(), ()> {
                more += 1;
                Ok(())
            };
            format.each_question(&known, count).expect("it only counts");
            assert_eq!(whole, more);
        }
        placed(input, read);
    }
    if let Ok(text) = std::str::from_utf8(input) {
        match Format::parse("fuzz", text) {
            Ok(format) => placed(
                input,
                format
                    .read(b"1 2\n3\n")
                    .map_err(|error| ContestError { line: 1, ..error }),
            ),
            Err(errors) => told(&errors),
        }
    }
}

/// Any text as a certificate: it is read or refused, and its check ends within its budget, without
/// a panic.
pub fn certificates(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    if let Ok(certificate) = Certificate::read_any(text) {
        let budget = || Budget::of(1 << 20);
        let of_term = certificate.verify(&budget());
        let of_rules = certificate.verify_with_rules(&budget());
        for rejection in [of_term, of_rules].into_iter().filter_map(Result::err) {
            assert!(!rejection.message.is_empty());
        }
        assert_eq!(Certificate::read(&certificate.write()), Ok(certificate));
    }
}
