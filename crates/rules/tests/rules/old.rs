//! Shipped games belong to the families that their kernels and laws are of, and keep the words of
//! their texts.

use whowins_analysis::{Game, Shape};
use whowins_rules::{Kind, ParameterValue, Parameters, Rules};

/// The shipped games that are of a family; all others are of none.
const FAMILIES: [(&str, &[&str]); 4] = [
    (
        "numbers",
        &[
            "all-but",
            "antonim",
            "at-most-half",
            "bachet",
            "bash-no-repeat",
            "blocking-wythoff",
            "chocolate-bar",
            "chomp-of-two-rows",
            "circular-nim",
            "corner-bishop",
            "corner-king",
            "corner-knight",
            "corner-rook",
            "cowcheck",
            "cyclic-nimhoff",
            "dash",
            "delete-nim",
            "even-wins",
            "fibonacci-nim",
            "lim",
            "mark",
            "mark-of-three",
            "matches",
            "misere-wythoff",
            "nim",
            "odd-diagonals",
            "one-two-k",
            "partisangame",
            "partizan-subtraction",
            "powers-of-two",
            "race",
            "ryuo-nim",
            "slow-exact-nim",
            "t-wythoff",
            "tabgame",
            "table-game",
            "take-from-a-set",
            "two-boxes",
            "up-to-as-many",
            "up-to-thrice",
            "welter-of-three",
            "wythoff-early-end",
            "wythoff-two-ends",
        ],
    ),
    (
        "board",
        &[
            "clobber",
            "clobber-board",
            "cram",
            "dawsons-kayles-row",
            "domineering",
            "ellys-board",
            "ellys-capture",
            "ellyscheckers",
            "four-in-a-row",
            "fox-and-hounds",
            "hexapawn",
            "isolation",
            "kayles-row",
            "notakto",
            "row-clobber",
            "sos",
            "tic-tac-toe",
            "toads-and-frogs",
            "treblecross",
            "tron",
            "wild-tic-tac-toe",
        ],
    ),
    ("tokens", &["cat-and-mouse", "cop-and-robber", "gam"]),
    (
        "heaps",
        &[
            "dawsons-chess-heaps",
            "dawsons-kayles",
            "grundys-game",
            "guiles",
            "kayles",
            "kenyons-game",
            "laskers-nim",
            "misere-kayles",
            "nim-heaps",
            "ruler-game",
        ],
    ),
];

fn family(game: &Game) -> Option<&'static str> {
    Some(match game.shape {
        Shape::Numbers(_) => "numbers",
        Shape::Board(_) => "board",
        Shape::Tokens(_) => "tokens",
        Shape::Heaps(_) => "heaps",
        Shape::Program(_) => return None,
    })
}

/// The texts of moves and follow-ups, as the game has them.
fn texts(game: &Game) -> Vec<&String> {
    match &game.shape {
        Shape::Numbers(numbers) => numbers.moves.iter().map(|one| &one.text).collect(),
        Shape::Tokens(tokens) => tokens.moves.iter().map(|one| &one.text).collect(),
        Shape::Board(board) => {
            let all = board.moves.iter().chain(&board.at_once);
            all.map(|one| &one.text).collect()
        }
        Shape::Heaps(_) | Shape::Program(_) => Vec::new(),
    }
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
            Kind::Set => ParameterValue::Set(vec![1, 3]),
            Kind::Number => ParameterValue::Number(3),
            Kind::Bits => ParameterValue::Bits(vec![true, false, true]),
            _ => continue,
        };
        values.insert(one.name.clone(), value);
    }
    values
}

#[test]
fn shipped_games_keep_their_families_and_words() {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let mut found: Vec<(&str, Vec<String>)> = FAMILIES
        .iter()
        .map(|(family, _)| (*family, Vec::new()))
        .collect();
    for folder in std::fs::read_dir(games).unwrap() {
        for file in std::fs::read_dir(folder.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let source = std::fs::read_to_string(&path).unwrap();
            let rules = Rules::parse_with(&name, &source, &crate::shipped::Shipped);
            let rules = rules.unwrap_or_else(|errors| panic!("{errors}"));
            let game = rules
                .game(&values(&rules))
                .unwrap_or_else(|errors| panic!("{errors}"));
            let plain = source.split_whitespace().collect::<Vec<_>>().join(" ");
            for text in texts(&game) {
                assert!(plain.contains(text.as_str()), "{name}: {text}");
            }
            if let Some(family) = family(&game) {
                let names = found.iter_mut().find(|(one, _)| *one == family);
                names.unwrap().1.push(name);
            }
        }
    }
    for (_, names) in &mut found {
        names.sort();
    }
    let wanted = FAMILIES.map(|(family, names)| {
        (
            family,
            names.iter().map(ToString::to_string).collect::<Vec<_>>(),
        )
    });
    assert_eq!(found, wanted);
}
