//! Productions of conditions.

use super::step::{PatternSides, along, pattern_of};
use super::value::layout_of;
use super::writer::{Gives, Holds, Is, Layout, Made, Member, Production, Writer};

pub const CONDITION: &[Production<()>] = &[
    ("CONDITION or CONDITION", |w, ()| w.joined("or")),
    ("CONDITION and CONDITION", |w, ()| w.joined("and")),
    ("not CONDITION", |w, ()| {
        Some(format!("not ({})", w.deeper(Writer::condition)?))
    }),
    ("( CONDITION )", |w, ()| {
        Some(format!("({})", w.deeper(Writer::condition)?))
    }),
    (
        "N (= | != | < | <= | > | >= | divides) N ...",
        Writer::comparison,
    ),
    ("N in SET", |w, ()| {
        let member = w.member()?;
        let x = w.deeper(|w| w.value(member.into()))?;
        Some(format!("{x} in {}", w.set(member)?))
    }),
    ("no SET", |w, ()| {
        let member = w.member()?;
        Some(format!("no {}", w.set(member)?))
    }),
    ("some SET", |w, ()| {
        let member = w.member()?;
        Some(format!("some {}", w.set(member)?))
    }),
    ("prime(N)", |w, ()| {
        Some(format!("prime({})", w.deeper(Writer::number)?))
    }),
    ("all(CONDITION for CHOICE, ... [if CONDITION])", |w, ()| {
        let (body, of) = w.fold(Writer::condition)?;
        Some(format!("all({body} for {of})"))
    }),
    ("any(CONDITION for CHOICE, ... [if CONDITION])", |w, ()| {
        let (body, of) = w.fold(Writer::condition)?;
        Some(format!("any({body} for {of})"))
    }),
    (
        "PART has PATTERN [along DIRECTION, ...] [over CELL]",
        |w, ()| {
            let part = w.part(|one| matches!(one, Holds::Cells(..)))?;
            let layout = layout_of(w.parts[part].holds)?;
            let pattern = pattern_of(w, part, PatternSides::Left)?.0;
            let along = match pattern.contains('/') {
                true => String::new(),
                false => along(w, layout),
            };
            let over = match w.one_in(3) {
                true => w.deeper(|w| w.value(Is::Cell(part))),
                false => None,
            };
            let over = over.map(|cell| format!(" over {cell}")).unwrap_or_default();
            Some(format!("{} has {pattern}{along}{over}", w.parts[part].name))
        },
    ),
    ("PART connects END to END [through N]", Writer::connects),
    ("TOKEN at 'SYMBOL'", |w, ()| {
        let part = w.part(|one| matches!(one, Holds::Token(Member::Node("map"))))?;
        let symbol = w.word(&[".", "A", "B"]);
        Some(format!("{} at '{symbol}'", w.named(part)))
    }),
    ("NAME[(N, ...)]", |w, ()| w.call(Gives::Condition)),
];

impl Writer {
    pub fn joined(&mut self, word: &str) -> Made {
        let (x, y) = (self.deeper(Self::condition)?, self.deeper(Self::condition)?);
        Some(match self.one_in(2) {
            true => format!("({x}) {word} ({y})"),
            false => format!("{x} {word} {y}"),
        })
    }

    pub fn comparison(&mut self, (): ()) -> Made {
        const SIGNS: [&str; 7] = ["=", "!=", "<", "<=", ">", ">=", "divides"];
        let mut kinds = vec![Is::Number; 4];
        kinds.extend(
            self.parts
                .iter()
                .filter(|one| matches!(one.holds, Holds::Cells(..) | Holds::Nodes(_)))
                .map(|_| Is::Shown),
        );
        kinds.extend(
            self.names
                .iter()
                .map(|one| one.1)
                .filter(|one| !matches!(one, Is::Set(_))),
        );
        kinds.extend(self.given(&["letters"]).map(|_| Is::Letter));
        let is = self.any(&kinds)?;
        let (sign, again) = (self.word(&SIGNS), self.word(&["<", "<="]));
        self.deeper(|w| match is {
            Is::Number => {
                let (x, y) = (w.number()?, w.number()?);
                Some(match w.one_in(6) {
                    true => format!("{x} {again} {y} {again} {}", w.number()?),
                    false => format!("{x} {sign} {y}"),
                })
            }
            Is::Edge("hue") if w.one_in(2) => Some(format!("hue[{}] = red", w.value(is)?)),
            _ => {
                let x = match is {
                    Is::Shown | Is::Letter => w.place_value(is)?,
                    _ => w.value(is)?,
                };
                Some(format!("{x} {} {}", w.word(&["=", "!="]), w.value(is)?))
            }
        })
    }

    pub fn connects(&mut self, (): ()) -> Made {
        let part = self.part(|one| matches!(one, Holds::Cells(..) | Holds::Nodes(_)))?;
        let (is, sides) = match self.parts[part].holds {
            Holds::Nodes(graph) => (Is::Node(graph), &[][..]),
            Holds::Cells(Layout::Board, _) => {
                (Is::Cell(part), &["top", "bottom", "left", "right"][..])
            }
            Holds::Cells(Layout::Row, _) => (Is::Cell(part), &["left", "right"][..]),
            _ => (Is::Cell(part), &[][..]),
        };
        let end = |w: &mut Self| match w.below(3) {
            0 => w.any(sides).map(Into::into),
            1 => w.tried("'SYMBOL'", Self::value, Is::Shown),
            _ => w.deeper(|w| w.value(is)),
        };
        let (from, to) = (end(self)?, end(self)?);
        let through = match self.one_in(3) {
            true => String::new(),
            false => format!(
                " through {}",
                self.tried("'SYMBOL'", Self::value, Is::Shown)?
            ),
        };
        Some(format!(
            "{} connects {from} to {to}{through}",
            self.parts[part].name
        ))
    }
}
