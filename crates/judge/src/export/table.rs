//! Solutions with small tables: the window of a heap with finite subtraction sets, and the strips
//! at a border to which a law reduces every position.

use whowins::analysis::{Game, Player, Stuck};
use whowins::core;
use whowins::verify::Law;

use super::input::{Form, Reply};
use super::naive::{Look, brute};
use super::tree::{
    Expr, Function, Memory, Op, Stmt, Type, bin, call, choice, get, len, not, num, var,
};
use super::{Before, Body, Given, Wanted};

pub(super) const CONSTANT: [&str; 3] = [
    "Away from the border an outcome depends on a few outcomes around it, and these on a few cells of the border.",
    "All patterns of those cells were checked: the outcome is always the same one step further along the direction.",
    "So each place has the outcome of one at the border, where the rules are applied row by row.",
];

fn function(
    name: &str,
    about: &str,
    arguments: Vec<(String, Type)>,
    gives: Type,
    body: Vec<Stmt>,
) -> Function {
    Function {
        name: name.into(),
        about: about.into(),
        arguments,
        gives,
        memory: Memory::Nothing,
        body,
    }
}

fn int(name: &str) -> (String, Type) {
    (name.to_string(), Type::Int)
}

fn add(x: Expr, y: Expr) -> Expr {
    bin(Op::Add, x, y)
}

fn take(x: Expr, y: Expr) -> Expr {
    bin(Op::Sub, x, y)
}

/// Returns functions that project a place along a direction to the border, where two strips are
/// computed once per border. Also returns the values to compute before the queries.
pub(super) fn strips(
    law: &Law,
    game: &Game,
    shape: &Form,
    parameters: &[Given],
) -> Option<(Vec<Function>, Before)> {
    let Law::Constant(law) = law else {
        return None;
    };
    (*shape == Form::Numbers(2)
        && law.direction.iter().all(|step| *step > 0)
        && game.is_impartial())
    .then_some(())?;
    // Both numbers must be bounded by the lengths of parameters.
    let numbers = game.numbers()?;
    let sides: Option<Vec<Expr>> = numbers
        .variables
        .iter()
        .map(|one| {
            let most = one.most?;
            // Placeholder borders share one length; the parameter names in the rules distinguish
            // them.
            let mut bounding = parameters
                .iter()
                .filter(|one| one.values.len() as i64 == most);
            bounding.next().map(|_| Expr::Num(most))
        })
        .collect();
    sides?;
    let lists: Vec<(String, Type)> = parameters.iter().map(Given::argument).collect();
    let given: Vec<Expr> = parameters.iter().map(|one| var(&one.name)).collect();
    let names: Vec<String> = numbers
        .variables
        .iter()
        .map(|one| one.name.to_lowercase())
        .collect();
    let cell = brute(game, shape, parameters, 0, &Look::Table)
        .ok()
        .filter(|one| one.constants.is_empty())?;
    let (x, y) = (var(&names[0]), var(&names[1]));
    let [fx, fy] = [
        law.from[0] + law.direction[0],
        law.from[1] + law.direction[1],
    ];
    // The longest border bounds both sides, and so does the position of the border itself.
    let longest = given.iter().fold(num(0), |most, one| match most {
        Expr::Num(0) => len(one.clone()),
        most => bin(Op::Max, most, len(one.clone())),
    });
    let mut functions = cell.functions;
    if let Some(last) = functions.last_mut()
        && numbers.variables.iter().all(|one| one.least >= 0)
    {
        last.body = joined(std::mem::take(&mut last.body));
    }
    let mut asked = vec![x.clone(), y.clone()];
    asked.extend(given.iter().cloned());
    asked.extend([var("table"), var("side")]);
    let put = Stmt::Put(
        "table".into(),
        add(bin(Op::Mul, x.clone(), var("side")), y.clone()),
        choice(call("wins_at", asked), num(1), num(0)),
    );
    let mut sizes = vec![int("width"), int("side")];
    sizes.extend(lists);
    functions.push(function(
        "strip",
        "",
        sizes,
        Type::Small,
        vec![
            Stmt::Let(
                "table".into(),
                Type::Small,
                call("zeros", vec![bin(Op::Mul, var("width"), var("side"))]),
            ),
            Stmt::For(
                names[0].clone(),
                num(0),
                var("width"),
                vec![Stmt::For(names[1].clone(), num(0), var("side"), vec![put])],
            ),
            Stmt::Return(var("table")),
        ],
    ));
    let strip = |width: Expr, side: Expr| {
        let mut all = vec![width, side];
        all.extend(given.iter().cloned());
        call("strip", all)
    };
    let side = || var("side");
    let before = vec![
        ("side".to_string(), Type::Int, add(longest, num(1))),
        ("low_x".to_string(), Type::Small, strip(num(fx), side())),
        ("low_y".to_string(), Type::Small, strip(side(), num(fy))),
    ];
    let steps = bin(
        Op::Min,
        bin(
            Op::Div,
            take(x.clone(), num(law.from[0])),
            num(law.direction[0]),
        ),
        bin(
            Op::Div,
            take(y.clone(), num(law.from[1])),
            num(law.direction[1]),
        ),
    );
    let far = bin(
        Op::And,
        bin(Op::Le, num(law.from[0]), x.clone()),
        bin(Op::Le, num(law.from[1]), y.clone()),
    );
    let mut arguments = vec![int(&names[0]), int(&names[1])];
    arguments.extend(before.iter().map(|(name, kind, _)| (name.clone(), *kind)));
    let small = |name: &Expr, step: i64| take(name.clone(), bin(Op::Mul, var("steps"), num(step)));
    functions.push(function(
        "first_wins",
        "Returns true if the player to move wins: the direction leads down to a place at the border with the same outcome.",
        arguments,
        Type::Bool,
        vec![
            Stmt::Let("steps".into(), Type::Int, choice(far, steps, num(0))),
            Stmt::Let("across".into(), Type::Int, small(&x, law.direction[0])),
            Stmt::Let("along".into(), Type::Int, small(&y, law.direction[1])),
            Stmt::Return(bin(
                Op::Eq,
                choice(
                    bin(Op::Lt, var("across"), num(fx)),
                    get(var("low_x"), add(bin(Op::Mul, var("across"), side()), var("along"))),
                    get(var("low_y"), add(bin(Op::Mul, var("across"), num(fy)), var("along"))),
                ),
                num(1),
            )),
        ],
    ));
    Some((functions, before))
}

/// Merges adjacent table lookups of a function into one. Outcomes are random, so each branch would
/// be mispredicted. Variables must be nonnegative.
fn joined(body: Vec<Stmt>) -> Vec<Stmt> {
    let yes = || vec![Stmt::Return(Expr::Bool(true))];
    let (mut out, mut above, mut lost): (Vec<Stmt>, Vec<Expr>, Option<Expr>) = Default::default();
    for one in body {
        let looked = match &one {
            Stmt::If(condition, then, no) if no.is_empty() && *then == yes() => {
                look(condition, &above)
            }
            _ => None,
        };
        if let Some(look) = looked {
            lost = Some(match lost.take() {
                Some(known) => bin(Op::BitAnd, known, look),
                None => look,
            });
            continue;
        }
        let won = lost.take().map(|all| bin(Op::Eq, all, num(0)));
        if let Stmt::If(Expr::Bin(Op::Eq, x, zero), then, _) = &one
            && matches!((&**x, &**zero), (Expr::Var(_), Expr::Num(0)))
            && matches!(then.as_slice(), [Stmt::Return(_)])
        {
            above.push((**x).clone());
        }
        match (won, &one) {
            (Some(won), Stmt::Return(Expr::Bool(false))) => out.push(Stmt::Return(won)),
            (won, _) => {
                out.extend(won.map(|won| Stmt::If(won, yes(), Vec::new())));
                out.push(one);
            }
        }
    }
    out
}

/// Returns the table element that must be 0, if the condition is only that and these variables are
/// positive.
fn look(condition: &Expr, above: &[Expr]) -> Option<Expr> {
    match condition {
        Expr::Bin(Op::And, least, rest) => match &**least {
            Expr::Bin(Op::Le, one, x) if **one == num(1) && above.contains(x) => look(rest, above),
            _ => None,
        },
        Expr::Bin(Op::Eq, at, zero) if **zero == num(0) => match &**at {
            Expr::Get(list, _) if **list == var("table") => Some((**at).clone()),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the sets that the players subtract from one heap, if all moves have this form.
fn taken(game: &Game, parameters: &[Given]) -> Option<[Vec<String>; 2]> {
    let term = game.core();
    let [core::Command::Seq(turn)] = term.tiers.as_slice() else {
        return None;
    };
    let [moves, pass] = turn.as_slice() else {
        return None;
    };
    (*pass == core::Command::pass_turn()
        && term.ends.is_empty()
        && game.ending.stuck == Stuck::Loses)
        .then_some(())?;
    let single;
    let all = match moves {
        core::Command::Alt(all) => all.as_slice(),
        other => {
            single = [other.clone()];
            &single
        }
    };
    let mut sets = [Vec::new(), Vec::new()];
    for one in all {
        let (players, choose) = match one {
            core::Command::Seq(parts) => match parts.as_slice() {
                [core::Command::Guard(condition), choose] => {
                    let player = (0..2).find(|player| {
                        *condition
                            == core::Expr::bin(
                                core::Op::Eq,
                                core::Expr::part(0),
                                core::Expr::num(*player),
                            )
                    })?;
                    (vec![player as usize], choose)
                }
                _ => return None,
            },
            choose => (vec![0, 1], choose),
        };
        let core::Command::Choose(lo, core::Expr::Len(array @ core::Array::Const(at)), body) =
            choose
        else {
            return None;
        };
        let wanted = core::Command::set(
            1,
            core::Expr::bin(
                core::Op::Sub,
                core::Expr::part(1),
                core::Expr::get(*array, core::Expr::Var(0)),
            ),
        );
        (*lo == core::Expr::num(0) && **body == wanted).then_some(())?;
        let values: Option<Vec<i64>> = term.consts[*at]
            .values
            .iter()
            .map(|value| i64::try_from(value).ok())
            .collect();
        let values = values?;
        let given = parameters.iter().find(|one| one.values == values)?;
        for player in players {
            sets[player].push(given.name.clone());
        }
    }
    Some(sets)
}

/// Returns a solution for one heap with subtraction sets from the input: the outcomes of the last
/// heaps as bits, until they repeat.
pub(super) fn window(wanted: &Wanted<'_>) -> Option<Body> {
    let (game, parameters, player) = (wanted.game, wanted.parameters, wanted.player);
    (wanted.form == Some(Form::Numbers(1)) && !parameters.is_empty()).then_some(())?;
    let sets = taken(game, parameters)?;
    let mut functions = vec![function(
        "bits",
        "A set of numbers from 1 to 64 as bits.",
        vec![("taken".to_string(), Type::List)],
        Type::Int,
        vec![
            Stmt::Let("all".into(), Type::Int, num(0)),
            Stmt::For(
                "i".into(),
                num(0),
                len(var("taken")),
                vec![Stmt::Set(
                    "all".into(),
                    bin(
                        Op::BitOr,
                        var("all"),
                        bin(Op::Shl, num(1), take(get(var("taken"), var("i")), num(1))),
                    ),
                )],
            ),
            Stmt::Return(var("all")),
        ],
    )];
    let mask = |player: usize| {
        let all = sets[player]
            .iter()
            .map(|name| call("bits", vec![var(name)]));
        all.reduce(|all, one| bin(Op::BitOr, all, one))
            .unwrap_or(num(0))
    };
    let wins =
        |own: &str, lost: &str| not(bin(Op::Eq, bin(Op::BitAnd, var(own), var(lost)), num(0)));
    // Bit i is set if the player to move loses the heap that is i + 1 smaller than the current one.
    let shifted = |name: &str, won: &str| {
        let kept = bin(Op::BitAnd, bin(Op::Shl, var(name), num(1)), var("full"));
        Stmt::Set(
            name.into(),
            bin(Op::BitOr, kept, choice(var(won), num(0), num(1))),
        )
    };
    let asked = if player == Player::First {
        "first"
    } else {
        "second"
    };
    let body = vec![
        Stmt::Let("taken_first".into(), Type::Int, mask(0)),
        Stmt::Let("taken_second".into(), Type::Int, mask(1)),
        Stmt::Let("full".into(), Type::Int, num(0)),
        Stmt::For("i".into(), num(0), num(64), vec![Stmt::Set("full".into(), bin(Op::BitOr, var("full"), bin(Op::Shl, num(1), var("i"))))]),
        Stmt::Let("lost_first".into(), Type::Int, num(0)),
        Stmt::Let("lost_second".into(), Type::Int, num(0)),
        Stmt::Note("The window as it was at heap 'seen'; a window that comes back shows a period (Brent 1980).".into()),
        Stmt::Let("old_first".into(), Type::Int, num(0)),
        Stmt::Let("old_second".into(), Type::Int, num(0)),
        Stmt::Let("seen".into(), Type::Int, num(0)),
        Stmt::Let("power".into(), Type::Int, num(1)),
        Stmt::Let("heap".into(), Type::Int, num(0)),
        Stmt::Let("most".into(), Type::Int, var("n")),
        Stmt::While(
            bin(Op::Lt, var("heap"), var("most")),
            vec![
                Stmt::Let("won_first".into(), Type::Bool, wins("taken_first", "lost_second")),
                Stmt::Let("won_second".into(), Type::Bool, wins("taken_second", "lost_first")),
                shifted("lost_first", "won_first"),
                shifted("lost_second", "won_second"),
                Stmt::Set("heap".into(), add(var("heap"), num(1))),
                Stmt::If(
                    bin(
                        Op::And,
                        bin(Op::Eq, var("lost_first"), var("old_first")),
                        bin(Op::Eq, var("lost_second"), var("old_second")),
                    ),
                    vec![Stmt::Set(
                        "most".into(),
                        add(var("heap"), bin(Op::Rem, take(var("most"), var("heap")), take(var("heap"), var("seen")))),
                    )],
                    Vec::new(),
                ),
                Stmt::If(
                    bin(Op::Eq, var("heap"), var("power")),
                    vec![
                        Stmt::Set("power".into(), bin(Op::Mul, var("power"), num(2))),
                        Stmt::Set("seen".into(), var("heap")),
                        Stmt::Set("old_first".into(), var("lost_first")),
                        Stmt::Set("old_second".into(), var("lost_second")),
                    ],
                    Vec::new(),
                ),
            ],
        ),
        Stmt::Return(if asked == "first" { wins("taken_first", "lost_second") } else { wins("taken_second", "lost_first") }),
    ];
    let mut arguments = vec![int("n")];
    arguments.extend(parameters.iter().map(Given::argument));
    functions.push(function(
        "wins",
        "Returns true if the player to move wins.",
        arguments,
        Type::Bool,
        body,
    ));
    Some(Body {
        form: Form::Numbers(1),
        reply: Reply::Plain,
        reader: None,
        constants: Vec::new(),
        functions,
        before: Vec::new(),
        by: "window".into(),
        comment: vec![
            "Law: who wins a heap hangs on who wins the 64 heaps below it, so the outcomes repeat as soon as such a window comes back.".into(),
            "Proof: every move takes at most 64. Two heaps with the same windows below have the same outcomes. So do the heaps after them.".into(),
            "Source: Golomb 1966; Fraenkel and Kotzig 1987 for different sets.".into(),
        ],
        most: None,
    })
}
