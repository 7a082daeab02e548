//! Texts of the old language have the same moves by the lowering of the grown one as by the term of the typed game.

use crate::shipped::filling;
use dashu_int::IBig;
use whowins_analysis::{Game, Player, Position, Shape};
use whowins_core::random::Random;
use whowins_core::{Budget, Game as Core, State};
use whowins_rules::lower::{Lowered, lower};
use whowins_rules::read::read;
use whowins_rules::{Diagnostic, Diagnostics, ParameterValue, Parameters, Rules};

/// The lowering of a text.
fn lowered(name: &str, text: &str, values: &Parameters) -> Lowered {
    let shown = |faults: Vec<Diagnostic>| Diagnostics {
        origin: name.into(),
        source: text.into(),
        faults,
    };
    let (tree, faults) = read(text);
    let faults: Vec<Diagnostic> = faults.into_iter().filter(|f| !f.is_warning).collect();
    assert!(faults.is_empty(), "{}", shown(faults));
    lower(&tree, values).unwrap_or_else(|faults| panic!("{}", shown(faults)))
}

/// The old texts that are no heaps: shipped games, and the boxes of the reference.
fn texts() -> Vec<(String, String)> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Vec::new();
    for folder in std::fs::read_dir(root.join("games")).unwrap() {
        for file in std::fs::read_dir(folder.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let text = crate::shipped::whole(std::fs::read_to_string(&path).unwrap());
            let text = text.replace("50 x 50", "4 x 4");
            all.push((path.file_name().unwrap().to_string_lossy().into(), text));
        }
    }
    let reference = std::fs::read_to_string(root.join("docs/rules.md")).unwrap();
    for (at, text) in reference.split("```game\n").skip(1).enumerate() {
        let text = text.split("```").next().unwrap_or_default();
        all.push((format!("reference {}", at + 1), text.into()));
    }
    all.sort();
    all
}

/// Small values for parameters that have none.
fn values(rules: &Rules) -> Parameters {
    let mut values = Parameters::new();
    for one in rules
        .parameters()
        .iter()
        .filter(|one| one.default.is_none())
    {
        let value = match one.kind {
            whowins_rules::Kind::Set => ParameterValue::Set(vec![1, 3]),
            whowins_rules::Kind::Number => ParameterValue::Number(3),
            whowins_rules::Kind::Bits => ParameterValue::Bits(vec![true, false, true]),
            _ => continue,
        };
        values.insert(one.name.clone(), value);
    }
    values
}

/// A small position of a game.
fn small(game: &Game, random: &mut Random) -> Position {
    let (rows, columns) = match &game.shape {
        Shape::Board(board) if board.row => board.size.unwrap_or((1, 2 + random.below(6))),
        Shape::Board(board) => board
            .size
            .unwrap_or((1 + random.below(3), 1 + random.below(4))),
        _ => (1, 1),
    };
    let state = filling(game, rows * columns, random);
    game.position_of(&state, rows, columns)
}

/// The same state without the number of columns of a board whose size is fixed, which the new term does not have.
fn without_columns(game: &Game, mut state: State) -> State {
    if matches!(&game.shape, Shape::Board(board) if !board.row && board.size.is_some()) {
        state.remove(1);
    }
    state
}

fn sorted(mut states: Vec<State>) -> Vec<State> {
    states.sort_unstable();
    states
}

fn moves(term: &Core, state: &State) -> Vec<State> {
    term.moves(state, &Budget::OPEN).expect("no limit")
}

fn over(term: &Core, state: &State) -> Option<IBig> {
    term.over(state, &Budget::OPEN).expect("no limit")
}

#[test]
fn old_texts_keep_their_moves() {
    let mut random = Random(21);
    let (mut games, mut same, mut found) = (0, 0, 0);
    for (name, text) in texts() {
        let rules = Rules::parse(&name, &text).unwrap_or_else(|faults| panic!("{faults}"));
        let values = values(&rules);
        let Ok(game) = rules.game(&values) else {
            panic!("{name}: no game")
        };
        if matches!(game.shape, Shape::Heaps(_)) {
            continue;
        }
        games += 1;
        let old = game.core();
        let new = lowered(&name, &text, &values);
        let term = &new.program.term;
        let is_fixed =
            matches!(&game.shape, Shape::Board(board) if !board.row && board.size.is_some());
        match term.is_same(&old) {
            true => same += 1,
            // The number of columns of a board whose size is fixed is no part of it.
            false => assert!(is_fixed, "{name}\n{term}\n{old}"),
        }
        assert_eq!(old.blocks, term.blocks, "{name}");
        assert_eq!(old.endless, term.endless, "{name}");
        assert_eq!(new.players, game.players, "{name}");
        let start = game.start.as_ref();
        let started =
            start.map(|start| without_columns(&game, game.core_state(start, Player::First)));
        assert_eq!(started, term.starts.first().cloned(), "{name}");
        for _ in 0..40 {
            let position = small(&game, &mut random);
            for player in Player::BOTH {
                let state = game.core_state(&position, player);
                let wanted: Vec<State> = moves(&old, &state)
                    .into_iter()
                    .map(|next| without_columns(&game, next))
                    .collect();
                let here = without_columns(&game, state.clone());
                let next = moves(term, &here);
                found += next.len();
                assert_eq!(
                    sorted(next.clone()),
                    sorted(wanted.clone()),
                    "{name} {here:?}\n{term}"
                );
                assert_eq!(
                    next, wanted,
                    "the order of moves of {name} at {here:?}\n{term}\n{old}"
                );
                assert_eq!(over(term, &here), over(&old, &state), "{name} {here:?}");
            }
        }
    }
    assert!(games >= 30, "{games} games");
    assert!(found >= 1000, "{found} moves");
    assert!(same >= 30, "{same} terms are the same");
}
