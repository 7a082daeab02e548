//! Two pieces on a map, each to the other's start: by the distance between the starts, and by pairs of places on shortest ways where that is even.
//!
//! The theorem and its proof are in `whowins::engine::race`; on a map whose squares have side-neighbours it is a full answer.

use whowins::analysis::Game;
use whowins::analysis::tokens::Cell;
use whowins::contest::{Format, Kind};
use whowins::engine::{Engine, Limits};

use super::tree::{Expr, Function, Memory, Op, Stmt, Type, bin, call, get, len, not, num, var};

pub(super) const IDEA: [&str; 3] = [
    "Who is ahead and keeps to shortest ways arrives first, unless the opponent jumps over the piece before half of the way is done.",
    "At an odd distance no such jump can come; at an even one only the second player can jump, onto the middle layer, having kept to shortest ways.",
    "So both walk from layer to layer of the shortest ways, and who can choose is worked out for all pairs of places of two layers, from the middle backwards.",
];

/// The kinds of symbols of a map, as their places in a contest's alphabet.
pub(super) struct Symbols {
    /// The alphabet.
    pub(super) alphabet: String,
    closed: i64,
    starts: [i64; 2],
}

/// The symbols of a race on a map that a question sets; `None` where the game is none, or its map is not one of squares with side-neighbours.
///
/// The game is one with the map that the rules themselves name.
pub(super) fn symbols(game: &Game, format: &Format, limits: &Limits) -> Option<Symbols> {
    let (tokens, start) = (game.tokens()?, game.start.as_ref()?);
    let map = tokens.map.as_ref()?;
    let [(_, template)] = format.sets.as_slice() else {
        return None;
    };
    let [field] = template.fields()[..] else {
        return None;
    };
    let Kind::Rows { symbols, .. } = &format.fields[field].kind else {
        return None;
    };
    format.position.is_none().then_some(())?;
    // The engine's own strategy says whether the game is a race, whoever else would be quicker on a small map.
    let engine = Engine::new(game.clone(), limits.clone());
    let mut bids = engine.bids(start).into_iter();
    bids.find(|bid| bid.name == "layers of a race" && bid.cost.is_some())?;
    let squares: Option<Vec<(usize, usize)>> = tokens
        .cells
        .iter()
        .map(|cell| match cell {
            Cell::Square { row, column } => Some((*row, *column)),
            Cell::Node(_) => None,
        })
        .collect();
    let squares = squares?;
    let [relation, ..] = tokens.relations.as_slice() else {
        return None;
    };
    let is_beside =
        |a: (usize, usize), b: (usize, usize)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
    for (from, steps) in relation.forward.iter().enumerate() {
        let mut wanted = (0..squares.len()).filter(|to| is_beside(squares[from], squares[*to]));
        let all = wanted.clone().count() == steps.len();
        (all && wanted.all(|to| steps.contains(&(to as u32)))).then_some(())?;
    }
    // Which symbols are closed, and on which the pieces start.
    let shown = |(row, column): (usize, usize)| map.lines[row - 1][column - 1];
    let mut closed = None;
    for (row, line) in map.lines.iter().enumerate() {
        for (column, symbol) in line.iter().enumerate() {
            let is_square = squares.contains(&(row + 1, column + 1));
            match (is_square, closed) {
                (true, Some(known)) => (known != *symbol).then_some(())?,
                (false, None) => closed = Some(*symbol),
                (false, Some(known)) => (known == *symbol).then_some(())?,
                (true, None) => {}
            }
        }
    }
    let place = |symbol: char| {
        let place = symbols.iter().position(|one| char::from(*one) == symbol)?;
        i64::try_from(place).ok()
    };
    let places = start.places()?;
    let [a, b] = places.as_slice() else {
        return None;
    };
    let of = |place: &u32| squares.get(*place as usize).copied().map(shown);
    Some(Symbols {
        alphabet: symbols.iter().map(|one| char::from(*one)).collect(),
        closed: place(closed?)?,
        starts: [place(of(a)?)?, place(of(b)?)?],
    })
}

fn add(x: Expr, y: Expr) -> Expr {
    bin(Op::Add, x, y)
}

fn less(x: Expr, y: Expr) -> Expr {
    bin(Op::Lt, x, y)
}

fn own(name: &str, kind: Type, value: Expr) -> Stmt {
    Stmt::Let(name.into(), kind, value)
}

fn each(name: &str, from: Expr, to: Expr, body: Vec<Stmt>) -> Stmt {
    Stmt::For(name.into(), from, to, body)
}

fn of(list: &str, at: Expr) -> Expr {
    get(var(list), at)
}

fn when(condition: Expr, body: Vec<Stmt>) -> Stmt {
    Stmt::If(condition, body, Vec::new())
}

fn both(x: Expr, y: Expr) -> Expr {
    bin(Op::And, x, y)
}

/// The functions; the last takes the map row by row and its columns, and says whether the first piece wins, which is to move.
pub(super) fn functions(symbols: &Symbols) -> Vec<Function> {
    vec![distances(symbols), way(symbols)]
}

/// To the four squares beside one.
fn beside() -> Stmt {
    let minus = bin(Op::Sub, num(0), var("wide"));
    own(
        "beside",
        Type::List,
        Expr::List(vec![num(1), num(-1), var("wide"), minus]),
    )
}

/// Breadth first.
fn distances(symbols: &Symbols) -> Function {
    let size = || len(var("map"));
    let open = not(bin(Op::Eq, of("map", var("other")), num(symbols.closed)));
    let fresh = bin(Op::Eq, of("far", var("other")), size());
    let found = vec![
        Stmt::Put(
            "far".into(),
            var("other"),
            add(of("far", var("cell")), num(1)),
        ),
        Stmt::Put("queue".into(), var("tail"), var("other")),
        Stmt::Set("tail".into(), add(var("tail"), num(1))),
    ];
    Function {
        name: "distances".into(),
        about: "How many steps each square is from one, the map's size where no way leads there."
            .into(),
        arguments: vec![
            ("map".into(), Type::Small),
            ("wide".into(), Type::Int),
            ("from".into(), Type::Int),
        ],
        gives: Type::List,
        memory: Memory::Nothing,
        body: vec![
            own("far", Type::List, call("filled", vec![size(), size()])),
            own(
                "queue",
                Type::List,
                call("filled", vec![size(), var("from")]),
            ),
            beside(),
            own("head", Type::Int, num(0)),
            own("tail", Type::Int, num(1)),
            Stmt::Put("far".into(), var("from"), num(0)),
            Stmt::While(
                less(var("head"), var("tail")),
                vec![
                    own("cell", Type::Int, of("queue", var("head"))),
                    Stmt::Set("head".into(), add(var("head"), num(1))),
                    each(
                        "i",
                        num(0),
                        num(4),
                        vec![
                            own("other", Type::Int, add(var("cell"), of("beside", var("i")))),
                            when(both(open, fresh), found),
                        ],
                    ),
                ],
            ),
            Stmt::Return(var("far")),
        ],
    }
}

/// The layers of shortest ways, and the pairs of two layers from the middle back.
fn way(symbols: &Symbols) -> Function {
    let at = |x: &str| var(x);
    let minus = |x: Expr, y: Expr| bin(Op::Sub, x, y);
    let times = |x: Expr, y: Expr| bin(Op::Mul, x, y);
    let wide = || add(at("columns"), num(1));
    let place = add(
        times(
            add(bin(Op::Div, at("i"), at("columns")), num(1)),
            at("wide"),
        ),
        bin(Op::Rem, at("i"), at("columns")),
    );
    let size = add(
        times(
            add(bin(Op::Div, len(at("map")), at("columns")), num(2)),
            at("wide"),
        ),
        num(1),
    );
    let is = |x: Expr, y: Expr| bin(Op::Eq, x, y);
    let mut body = vec![
        Stmt::Note("The map with closed squares all around.".into()),
        own("wide", Type::Int, wide()),
        own("open", Type::Small, call("filled", vec![size, num(symbols.closed)])),
        own("ours", Type::Int, num(0)),
        own("goal", Type::Int, num(0)),
        each(
            "i",
            num(0),
            len(at("map")),
            vec![
                own("square", Type::Int, place),
                Stmt::Put("open".into(), at("square"), of("map", at("i"))),
                when(
                    is(of("map", at("i")), num(symbols.starts[0])),
                    vec![Stmt::Set("ours".into(), at("square"))],
                ),
                when(
                    is(of("map", at("i")), num(symbols.starts[1])),
                    vec![Stmt::Set("goal".into(), at("square"))],
                ),
            ],
        ),
        own("far", Type::List, call("distances", vec![at("open"), at("wide"), at("goal")])),
        own("whole", Type::Int, of("far", at("ours"))),
        when(
            is(bin(Op::Rem, at("whole"), num(2)), num(1)),
            vec![Stmt::Return(Expr::Bool(true))],
        ),
        Stmt::Note("The squares of shortest ways, layer after layer: layer k is path[first[k]] to path[first[k + 1] - 1].".into()),
        own("path", Type::List, call("filled", vec![len(at("open")), at("ours")])),
        own("index", Type::List, call("filled", vec![len(at("open")), num(-1)])),
        own("first", Type::List, call("filled", vec![add(at("whole"), num(2)), num(0)])),
        beside(),
        own("head", Type::Int, num(0)),
        own("tail", Type::Int, num(1)),
        Stmt::Put("index".into(), at("ours"), num(0)),
    ];
    let nearer = both(
        is(add(of("far", at("other")), num(1)), of("far", at("cell"))),
        less(of("index", at("other")), num(0)),
    );
    body.push(Stmt::While(
        less(at("head"), at("tail")),
        vec![
            own("cell", Type::Int, of("path", at("head"))),
            Stmt::Set("head".into(), add(at("head"), num(1))),
            Stmt::Put(
                "first".into(),
                add(minus(at("whole"), of("far", at("cell"))), num(1)),
                at("head"),
            ),
            each(
                "i",
                num(0),
                num(4),
                vec![
                    own("other", Type::Int, add(at("cell"), of("beside", at("i")))),
                    when(
                        nearer,
                        vec![
                            Stmt::Put("index".into(), at("other"), at("tail")),
                            Stmt::Put("path".into(), at("tail"), at("other")),
                            Stmt::Set("tail".into(), add(at("tail"), num(1))),
                        ],
                    ),
                ],
            ),
        ],
    ));
    let first = |k: Expr| of("first", k);
    let half = || bin(Op::Div, at("whole"), num(2));
    body.extend([
        Stmt::Note("table[j * width + i]: whether the first player, to move, wins with the pieces on places i and j of their layers.".into()),
        own("width", Type::Int, minus(first(add(half(), num(1))), first(half()))),
        own("table", Type::Small, call("filled", vec![times(at("width"), at("width")), num(1)])),
        each(
            "i",
            num(0),
            at("width"),
            vec![Stmt::Put("table".into(), times(at("i"), add(at("width"), num(1))), num(0))],
        ),
    ]);
    let other = |cell: Expr| {
        own(
            "to",
            Type::Int,
            of("index", add(of("path", cell), of("beside", at("s")))),
        )
    };
    // Whoever chooses goes on along the layers; the second player's choice is an «and», the first's an «or».
    let second = vec![
        other(add(at("low"), at("j"))),
        when(
            both(
                bin(Op::Le, at("under"), at("to")),
                less(at("to"), at("low")),
            ),
            vec![each(
                "i",
                num(0),
                at("width"),
                vec![when(
                    is(
                        of(
                            "table",
                            add(times(minus(at("to"), at("under")), at("width")), at("i")),
                        ),
                        num(0),
                    ),
                    vec![Stmt::Put(
                        "between".into(),
                        add(times(at("j"), at("width")), at("i")),
                        num(0),
                    )],
                )],
            )],
        ),
    ];
    let third = vec![
        other(add(at("begin"), at("i"))),
        when(
            both(
                bin(Op::Le, at("after"), at("to")),
                less(at("to"), add(at("after"), at("width"))),
            ),
            vec![each(
                "j",
                num(0),
                at("rows"),
                vec![when(
                    is(
                        of(
                            "between",
                            add(times(at("j"), at("width")), minus(at("to"), at("after"))),
                        ),
                        num(1),
                    ),
                    vec![Stmt::Put(
                        "table".into(),
                        add(times(at("j"), at("narrow")), at("i")),
                        num(1),
                    )],
                )],
            )],
        ),
    ];
    let k = || at("k");
    body.push(each(
        "round",
        num(1),
        add(half(), num(1)),
        vec![
            own("k", Type::Int, minus(half(), at("round"))),
            own("begin", Type::Int, first(k())),
            own("after", Type::Int, first(add(k(), num(1)))),
            own("narrow", Type::Int, minus(at("after"), at("begin"))),
            own(
                "under",
                Type::Int,
                first(minus(minus(at("whole"), k()), num(1))),
            ),
            own("low", Type::Int, first(minus(at("whole"), k()))),
            own(
                "rows",
                Type::Int,
                minus(first(add(minus(at("whole"), k()), num(1))), at("low")),
            ),
            own(
                "between",
                Type::Small,
                call("filled", vec![times(at("rows"), at("width")), num(1)]),
            ),
            each(
                "j",
                num(0),
                at("rows"),
                vec![each("s", num(0), num(4), second)],
            ),
            Stmt::Set(
                "table".into(),
                call("filled", vec![times(at("rows"), at("narrow")), num(0)]),
            ),
            each(
                "i",
                num(0),
                at("narrow"),
                vec![each("s", num(0), num(4), third)],
            ),
            Stmt::Set("width".into(), at("narrow")),
        ],
    ));
    body.push(Stmt::Return(is(of("table", num(0)), num(1))));
    Function {
        name: "wins".into(),
        about: "Whether the first piece wins, which is to move.".into(),
        arguments: vec![("map".into(), Type::Small), ("columns".into(), Type::Int)],
        gives: Type::Bool,
        memory: Memory::Nothing,
        body,
    }
}
