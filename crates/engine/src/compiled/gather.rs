//! Conditions of many folds as one: "something is so somewhere", said once for each direction, goes
//! through all places once, and what all directions ask of a place is asked first.
//!
//! `(if (fold p q 0 64 0 (if q 1 A)) 1 (fold p q 0 64 0 (if q 1 B)))` has the value of `(fold p q 0
//! 64 0 (if q 1 (if A 1 B)))` where `A` and `B` are 0 or 1, and tests that `A` and `B` share are
//! made before the others: expressions are total and change nothing, so their order is free.

use whowins_core::{Command, End, Expr, Game, Op};

use super::expr::is;

/// The game with its conditions gathered: the same value at every state.
pub(super) fn gathered(game: &Game) -> Game {
    let end = |end: &End| End {
        when: expr(&end.when, 0),
        pays: expr(&end.pays, 0),
    };
    Game {
        tiers: game.tiers.iter().map(|one| command(one, 0)).collect(),
        ends: game.ends.iter().map(end).collect(),
        stuck: expr(&game.stuck, 0),
        endless: game.endless.as_ref().map(|one| expr(one, 0)),
        ..game.clone()
    }
}

/// A command under so many variables.
fn command(this: &Command, depth: usize) -> Command {
    let all = |all: &[Command]| all.iter().map(|one| command(one, depth)).collect();
    let under = |one: &Command| Box::new(command(one, depth + 1));
    let value = |one: &Expr| expr(one, depth);
    match this {
        Command::Guard(condition) => Command::Guard(value(condition)),
        Command::Seq(parts) => Command::Seq(all(parts)),
        Command::Alt(parts) => Command::Alt(all(parts)),
        Command::When(condition, yes, no) => {
            let [yes, no] = [yes, no].map(|one| Box::new(command(one, depth)));
            Command::When(value(condition), yes, no)
        }
        Command::Choose(lo, hi, body) => Command::Choose(value(lo), value(hi), under(body)),
        Command::Loop(lo, hi, body) => Command::Loop(value(lo), value(hi), under(body)),
        Command::Repeat(fuel, body) => Command::Repeat(value(fuel), Box::new(command(body, depth))),
        Command::Set(part, index, to) => Command::Set(*part, value(index), value(to)),
        Command::Splice(part, index, count, values) => Command::Splice(
            *part,
            value(index),
            value(count),
            values.iter().map(value).collect(),
        ),
    }
}

fn expr(this: &Expr, depth: usize) -> Expr {
    let under = |one: &Expr| expr(one, depth);
    match this {
        Expr::Num(_) | Expr::Var(_) | Expr::Len(_) => this.clone(),
        Expr::Get(array, index, default) => {
            Expr::Get(*array, Box::new(under(index)), default.clone())
        }
        Expr::Bin(op, x, y) => Expr::bin(*op, under(x), under(y)),
        Expr::Ite(c, yes, no) => either(Expr::ite(under(c), under(yes), under(no)), depth),
        Expr::Fold(lo, hi, init, body) => {
            let body = expr(body, depth + 2);
            let fold = Expr::fold(under(lo), under(hi), under(init), body);
            match somewhere(&fold, depth) {
                Some((lo, hi, test)) => anywhere(lo, hi, vec![test], depth),
                None => fold,
            }
        }
    }
}

/// Whether its value is 0 or 1 everywhere, under so many variables.
fn is_flag(expr: &Expr, depth: usize) -> bool {
    match expr {
        Expr::Bin(Op::Eq | Op::Lt | Op::Le, ..) => true,
        Expr::Ite(_, yes, no) => is_flag(yes, depth) && is_flag(no, depth),
        Expr::Fold(..) => somewhere(expr, depth).is_some(),
        _ => is(expr, 0) || is(expr, 1),
    }
}

/// "Somewhere from the first to before the second this holds", a test that is 0 or 1 and does not
/// look at what was found before.
fn somewhere(fold: &Expr, depth: usize) -> Option<(&Expr, &Expr, &Expr)> {
    let Expr::Fold(lo, hi, init, body) = fold else {
        return None;
    };
    let Expr::Ite(found, yes, test) = &**body else {
        return None;
    };
    let is_one = is(init, 0) && **found == Expr::Var(depth + 1) && is(yes, 1);
    (is_one && is_flag(test, depth + 2) && !test.mentions(depth + 1)).then_some((lo, hi, test))
}

/// A condition of several, those of the same range gathered; the expression itself where it is
/// none.
fn either(this: Expr, depth: usize) -> Expr {
    let mut all = Vec::new();
    disjuncts(&this, &mut all);
    if all.len() < 2 || !all.iter().all(|one| is_flag(one, depth)) {
        return this;
    }
    let mut others = Vec::new();
    let mut ranges: Vec<(&Expr, &Expr, Vec<&Expr>)> = Vec::new();
    for one in all {
        match somewhere(one, depth) {
            None => others.push(one.clone()),
            Some((lo, hi, test)) => {
                let known = ranges.iter_mut().find(|(a, b, _)| (*a, *b) == (lo, hi));
                match known {
                    Some((.., tests)) => tests.push(test),
                    None => ranges.push((lo, hi, vec![test])),
                }
            }
        }
    }
    let gathered = ranges.into_iter();
    others.extend(gathered.map(|(lo, hi, tests)| anywhere(lo, hi, tests, depth)));
    any_of(others)
}

fn disjuncts<'a>(this: &'a Expr, all: &mut Vec<&'a Expr>) {
    match this {
        Expr::Ite(one, yes, other) if is(yes, 1) => {
            disjuncts(one, all);
            disjuncts(other, all);
        }
        _ => all.push(this),
    }
}

fn conjuncts<'a>(this: &'a Expr, all: &mut Vec<&'a Expr>) {
    match this {
        Expr::Ite(one, other, no) if is(no, 0) => {
            conjuncts(one, all);
            conjuncts(other, all);
        }
        _ => all.push(this),
    }
}

/// One of these, which are 0 or 1.
fn any_of(mut all: Vec<Expr>) -> Expr {
    if all.iter().any(|one| is(one, 1)) {
        return Expr::num(1);
    }
    let last = all.pop().unwrap_or_else(|| Expr::num(0));
    all.into_iter().rev().fold(last, |other, one| one.or(other))
}

/// All of these conditions, as 0 or 1.
fn all_of(mut all: Vec<Expr>, depth: usize) -> Expr {
    let last = match all.pop() {
        None => Expr::num(1),
        Some(last) if is_flag(&last, depth) => last,
        Some(last) => last.and(Expr::num(1)),
    };
    all.into_iter()
        .rev()
        .fold(last, |other, one| one.and(other))
}

/// One of these tests holds somewhere from here to there: what all of them ask comes first, and of
/// that what one element is.
fn anywhere(lo: &Expr, hi: &Expr, tests: Vec<&Expr>, depth: usize) -> Expr {
    let inside = depth + 2;
    let split = |test| {
        let mut all = Vec::new();
        conjuncts(test, &mut all);
        all
    };
    let tests: Vec<Vec<&Expr>> = tests.into_iter().map(split).collect();
    let shared = |one: &&&Expr| tests.iter().all(|test| test.contains(*one));
    let shared: Vec<&Expr> = tests[0].iter().filter(shared).copied().collect();
    let rest = |test: &Vec<&Expr>| {
        let rest = test.iter().filter(|one| !shared.contains(*one));
        all_of(rest.map(|one| (*one).clone()).collect(), inside)
    };
    let rest = any_of(tests.iter().map(rest).collect());
    let is_element =
        |one: &&Expr| matches!(one, Expr::Bin(Op::Eq, x, _) if matches!(**x, Expr::Get(..)));
    let (first, then): (Vec<&Expr>, Vec<&Expr>) = shared.into_iter().partition(is_element);
    let mut all: Vec<Expr> = first.into_iter().chain(then).cloned().collect();
    if !is(&rest, 1) {
        all.push(rest);
    }
    let test = all_of(all, inside);
    let body = Expr::Var(depth + 1).or(test);
    Expr::fold(lo.clone(), hi.clone(), Expr::num(0), body)
}
