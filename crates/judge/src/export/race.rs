//! Races: two pieces on a map, each moving to the other's start.
//!
//! The solution compares the distance between the starts and, if it is even, pairs of places on
//! shortest paths. `whowins::engine::race` has the theorem and its proof. On a map of squares with
//! side neighbours it is a complete solution.

use whowins::analysis::Game;
use whowins::analysis::tokens::Cell;
use whowins::contest::{Format, Kind};
use whowins::engine::{Engine, Limits};

use super::tree::{Expr, Function, Memory, Op, Stmt, Type, bin, call, get, len, not, num, var};

pub(super) const LAW: &str = "at an odd distance between the starts the first player wins; at an even one unless the second can jump.";

pub(super) const IDEA: [&str; 3] = [
    "The player ahead on shortest paths arrives first, unless the other jumps over before half the distance; at an odd distance that is impossible.",
    "At an even distance only the second player can jump, onto the middle layer, if both took shortest paths.",
    "The pairs of places that lead there are found backwards: one of the second's moves leads on, or all of the first's.",
];

/// The symbols of a map.
pub(super) struct Symbols {
    /// The symbol of closed squares.
    pub(super) closed: u8,
    starts: [u8; 2],
}

/// Returns the symbols of a race on a map that a query sets.
///
/// `game` has the map that the rules name. Returns `None` if it isn't a race, or if the map isn't
/// one of squares with side neighbours.
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
    // The engine's race strategy decides if the game is a race, even if another strategy is cheaper
    // on a small map.
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
    // Find the symbols of closed squares and of the starts.
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
    let sign = |symbol: char| {
        symbols
            .iter()
            .copied()
            .find(|one| char::from(*one) == symbol)
    };
    let places = start.places()?;
    let [a, b] = places.as_slice() else {
        return None;
    };
    let of = |place: &u32| squares.get(*place as usize).copied().map(shown);
    Some(Symbols {
        closed: sign(closed?)?,
        starts: [sign(of(a)?)?, sign(of(b)?)?],
    })
}

fn add(x: Expr, y: Expr) -> Expr {
    bin(Op::Add, x, y)
}

fn take(x: Expr, y: Expr) -> Expr {
    bin(Op::Sub, x, y)
}

fn times(x: Expr, y: Expr) -> Expr {
    bin(Op::Mul, x, y)
}

fn over(x: Expr, y: Expr) -> Expr {
    bin(Op::Div, x, y)
}

fn rest(x: Expr, y: Expr) -> Expr {
    bin(Op::Rem, x, y)
}

fn is(x: Expr, y: Expr) -> Expr {
    bin(Op::Eq, x, y)
}

fn own(name: &str, kind: Type, value: Expr) -> Stmt {
    Stmt::Let(name.into(), kind, value)
}

fn of(list: &str, at: Expr) -> Expr {
    get(var(list), at)
}

fn put(list: &str, at: Expr, value: Expr) -> Stmt {
    Stmt::Put(list.into(), at, value)
}

fn more(list: &str, at: Expr) -> Stmt {
    put(list, at.clone(), add(of(list, at), num(1)))
}

fn when(condition: Expr, body: Vec<Stmt>) -> Stmt {
    Stmt::If(condition, body, Vec::new())
}

fn each(item: &str, list: &str, body: Vec<Stmt>) -> Stmt {
    Stmt::Each(item.into(), list.into(), body)
}

fn filled(size: Expr, value: Expr) -> Expr {
    call("filled", vec![size, value])
}

/// Returns the functions of the solution.
///
/// The last one takes a map with a border of closed squares, row by row, and the distance between
/// rows. It returns true if the first piece, which moves first, wins.
pub(super) fn functions(symbols: &Symbols) -> Vec<Function> {
    vec![distances(symbols), wins(symbols)]
}

/// Returns a loop over the four neighbours of a square.
fn beside() -> Stmt {
    let back = take(num(0), var("wide"));
    let all = vec![num(1), num(-1), var("wide"), back];
    own("beside", Type::List, Expr::List(all))
}

/// Returns a breadth-first search.
fn distances(symbols: &Symbols) -> Function {
    let is_open = not(is(of("map", var("to")), Expr::Sign(symbols.closed)));
    let is_fresh = is(of("far", var("to")), var("size"));
    let found = vec![
        put("far", var("to"), add(of("far", var("cell")), num(1))),
        Stmt::Push("queue".into(), var("to")),
    ];
    let look = vec![
        own("to", Type::Int, add(var("cell"), var("step"))),
        when(bin(Op::And, is_open, is_fresh), found),
    ];
    Function {
        name: "distances".into(),
        about:
            "Returns each square's distance from one square; the map's size if no path leads there."
                .into(),
        arguments: vec![
            ("map".into(), Type::Signs),
            ("wide".into(), Type::Int),
            ("start".into(), Type::Int),
        ],
        gives: Type::List,
        memory: Memory::Nothing,
        body: vec![
            own("size", Type::Int, len(var("map"))),
            own("far", Type::List, filled(var("size"), var("size"))),
            own("queue", Type::Queue, Expr::List(vec![var("start")])),
            beside(),
            put("far", var("start"), num(0)),
            Stmt::Through(
                "cell".into(),
                "queue".into(),
                vec![each("step", "beside", look)],
            ),
            Stmt::Return(var("far")),
        ],
    }
}

/// Returns the function that computes which pairs of places on shortest paths lead to the jump,
/// from the middle back.
fn wins(symbols: &Symbols) -> Function {
    let at = |x: &str| var(x);
    let [ours, goal] = symbols.starts;
    let find = |sign: u8| Expr::Find(Box::new(at("map")), sign);
    let from = |start: &str| call("distances", vec![at("map"), at("wide"), at(start)]);
    let on_the_way = vec![
        put("slot", at("i"), of("width", of("near", at("i")))),
        more("width", of("near", at("i"))),
        each(
            "step",
            "beside",
            vec![when(
                bin(
                    Op::Lt,
                    of("far", add(at("i"), at("step"))),
                    of("far", at("i")),
                ),
                vec![more("ways", at("i"))],
            )],
        ),
        when(
            is(of("near", at("i")), of("far", at("i"))),
            vec![Stmt::Push(
                "caught".into(),
                add(times(at("i"), at("size")), at("i")),
            )],
        ),
    ];
    let layer = |sum: Expr| of("width", over(add(sum, num(1)), num(2)));
    let rows = layer(take(at("whole"), at("round")));
    let row = layer(add(at("whole"), at("round")));
    let back = vec![
        own(
            "a",
            Type::Int,
            add(
                over(at("pair"), at("size")),
                times(at("step"), take(num(1), at("turn"))),
            ),
        ),
        own(
            "b",
            Type::Int,
            add(rest(at("pair"), at("size")), times(at("step"), at("turn"))),
        ),
        when(
            not(is(
                add(of("near", at("a")), of("far", at("b"))),
                take(at("whole"), at("round")),
            )),
            vec![Stmt::Continue],
        ),
        own(
            "place",
            Type::Int,
            add(times(of("slot", at("a")), at("row")), of("slot", at("b"))),
        ),
        more("count", at("place")),
        when(
            is(
                of("count", at("place")),
                Expr::If(
                    Box::new(is(at("turn"), num(1))),
                    Box::new(num(1)),
                    Box::new(of("ways", at("a"))),
                ),
            ),
            vec![Stmt::Push(
                "before".into(),
                add(times(at("a"), at("size")), at("b")),
            )],
        ),
    ];
    let size = || at("size");
    let body = vec![
        own("size", Type::Int, len(at("map"))),
        own("ours", Type::Int, find(ours)),
        own("goal", Type::Int, find(goal)),
        own("near", Type::List, from("ours")),
        own("far", Type::List, from("goal")),
        own("whole", Type::Int, of("far", at("ours"))),
        when(
            is(rest(at("whole"), num(2)), num(1)),
            vec![Stmt::Return(Expr::Bool(true))],
        ),
        Stmt::Note("Squares of shortest ways: their places within their layers, and how many steps lead on; those of the middle layer.".into()),
        beside(),
        own("slot", Type::List, filled(size(), num(0))),
        own("width", Type::List, filled(add(at("whole"), num(1)), num(0))),
        own("ways", Type::List, filled(size(), num(0))),
        own("caught", Type::Queue, Expr::List(Vec::new())),
        Stmt::For(
            "i".into(),
            num(0),
            size(),
            vec![when(is(add(of("near", at("i")), of("far", at("i"))), at("whole")), on_the_way)],
        ),
        Stmt::For(
            "round".into(),
            num(1),
            add(at("whole"), num(1)),
            vec![
                own("turn", Type::Int, rest(at("round"), num(2))),
                own("row", Type::Int, row),
                own("count", Type::Small, filled(times(rows, at("row")), num(0))),
                own("before", Type::Queue, Expr::List(Vec::new())),
                each("pair", "caught", vec![each("step", "beside", back)]),
                Stmt::Set("caught".into(), at("before")),
            ],
        ),
        Stmt::Return(is(len(at("caught")), num(0))),
    ];
    Function {
        name: "wins".into(),
        about: "Returns true if the first piece, which is to move, wins.".into(),
        arguments: vec![("map".into(), Type::Signs), ("wide".into(), Type::Int)],
        gives: Type::Bool,
        memory: Memory::Nothing,
        body,
    }
}
