//! Coq output of terms. The printer follows the structure of the term. `proofs/Core.v` defines the
//! types.

use std::fmt::{self, Display, Formatter, Write};

use dashu_int::IBig;

use crate::term::{Array, Command, Expr, Game, Op, State};

/// Displays a value as a Coq term.
pub struct Coq<'a, T>(pub &'a T);

/// Displays `[a; b; c]`.
struct List<'a, T>(&'a [T]);

impl<'a, T> Display for List<'a, T>
where
    Coq<'a, T>: Display,
{
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('[')?;
        for (at, one) in self.0.iter().enumerate() {
            let between = if at == 0 { "" } else { "; " };
            write!(f, "{between}{}", Coq(one))?;
        }
        f.write_char(']')
    }
}

impl Display for Coq<'_, IBig> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self.0 < IBig::ZERO {
            true => write!(f, "({})", self.0),
            false => write!(f, "{}", self.0),
        }
    }
}

impl Display for Coq<'_, Vec<IBig>> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        List(self.0).fmt(f)
    }
}

impl Display for Coq<'_, State> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        List(self.0).fmt(f)
    }
}

impl Display for Coq<'_, Array> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Array::Const(at) => write!(f, "(K {at})"),
            Array::Part(at) => write!(f, "(P {at})"),
        }
    }
}

impl Display for Coq<'_, Op> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl Display for Coq<'_, Expr> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Expr::Num(number) => write!(f, "(Num {})", Coq(number)),
            Expr::Var(level) => write!(f, "(Var {level})"),
            Expr::Get(array, index, default) => {
                write!(f, "(Get {} {} {})", Coq(array), Coq(&**index), Coq(default))
            }
            Expr::Len(array) => write!(f, "(Len {})", Coq(array)),
            Expr::Bin(op, x, y) => write!(f, "(Bin {} {} {})", Coq(op), Coq(&**x), Coq(&**y)),
            Expr::Ite(condition, yes, no) => {
                write!(
                    f,
                    "(Ite {} {} {})",
                    Coq(&**condition),
                    Coq(&**yes),
                    Coq(&**no)
                )
            }
            Expr::Fold(lo, hi, init, body) => {
                let (lo, hi, init, body) = (Coq(&**lo), Coq(&**hi), Coq(&**init), Coq(&**body));
                write!(f, "(Fold {lo} {hi} {init} {body})")
            }
        }
    }
}

impl Display for Coq<'_, Command> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Command::Guard(condition) => write!(f, "(Guard {})", Coq(condition)),
            Command::Seq(commands) => write!(f, "(seq_of {})", List(commands)),
            Command::Alt(commands) => write!(f, "(alt_of {})", List(commands)),
            Command::When(condition, yes, no) => {
                write!(
                    f,
                    "(When {} {} {})",
                    Coq(condition),
                    Coq(&**yes),
                    Coq(&**no)
                )
            }
            Command::Choose(lo, hi, body) => {
                write!(f, "(Choose {} {}\n  {})", Coq(lo), Coq(hi), Coq(&**body))
            }
            Command::Loop(lo, hi, body) => {
                write!(f, "(Loop {} {}\n  {})", Coq(lo), Coq(hi), Coq(&**body))
            }
            Command::Repeat(fuel, body) => {
                write!(f, "(Repeat {}\n  {})", Coq(fuel), Coq(&**body))
            }
            Command::Set(part, index, value) => {
                write!(f, "(Set_ {part} {} {})", Coq(index), Coq(value))
            }
            Command::Splice(part, index, count, values) => {
                let (index, count) = (Coq(index), Coq(count));
                write!(f, "(Splice {part} {index} {count} {})", List(values))
            }
        }
    }
}

/// Displays the record without a name.
impl Display for Coq<'_, Game> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let game = self.0;
        let some = |number: &Option<IBig>| match number {
            Some(number) => format!("Some {}", Coq(number)),
            None => "None".into(),
        };
        let lines = |lines: Vec<String>| lines.join(";\n    ");
        let consts = game.consts.iter().map(|one| Coq(&one.values).to_string());
        let parts = game
            .parts
            .iter()
            .map(|part| format!("({}, {})", Coq(&part.least), some(&part.most)));
        let tiers = game.tiers.iter().map(|tier| Coq(tier).to_string());
        let ends = game
            .ends
            .iter()
            .map(|end| format!("({}, {})", Coq(&end.when), Coq(&end.pays)));
        writeln!(f, "{{|")?;
        writeln!(f, "  consts := [{}];", lines(consts.collect()))?;
        writeln!(f, "  parts := [{}];", lines(parts.collect()))?;
        writeln!(f, "  tiers := [{}];", lines(tiers.collect()))?;
        writeln!(f, "  ends := [{}];", lines(ends.collect()))?;
        writeln!(f, "  stuck := {};", Coq(&game.stuck))?;
        writeln!(f, "  blocks := {};", game.blocks)?;
        // The theory needs a number here. If the payoff is unknown, its statements are valid for
        // any number.
        write!(
            f,
            "  endless := {} |}}",
            some(&game.endless_pays().cloned())
        )
    }
}
