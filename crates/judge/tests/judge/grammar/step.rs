//! Productions of moves: actions, steps, patterns.

use super::value::{layout_of, only};
use super::writer::{Gives, Holds, Is, Layout, Made, Member, Production, Writer};

pub const ACTION: &[Production<()>] = &[
    ("PLACE (:= | += | -=) N", |w, ()| {
        let (place, is) = w.target()?;
        let sign = match is {
            Is::Number => w.word(&[":=", "+=", "-="]),
            _ => ":=",
        };
        Some(format!("{place} {sign} {}", w.deeper(|w| w.value(is))?))
    }),
    ("add N to SUBSET", |w, ()| w.member_change("add", "to")),
    ("remove N from SUBSET", |w, ()| {
        w.member_change("remove", "from")
    }),
    ("TOKEN to CELL", |w, ()| {
        let part = w.part(|one| matches!(one, Holds::Token(_) | Holds::Tokens(_)))?;
        let (name, at) = (w.named(part), w.parts[part].holds);
        match at {
            Holds::Token(at) => Some(format!("{name} to {}", w.deeper(|w| w.value(at.into()))?)),
            Holds::Tokens(at) => {
                let index = w.index();
                Some(format!(
                    "{name}[{index}] to {}",
                    w.deeper(|w| w.value(at.into()))?
                ))
            }
            _ => None,
        }
    }),
    ("erase ARRAY[N]", |w, ()| {
        let part = w.shrinking()?;
        Some(format!("erase {}[{}]", w.named(part), w.index()))
    }),
    ("erase ARRAY[N..N]", |w, ()| {
        let part = w.shrinking()?;
        Some(format!(
            "erase {}[{}..{}]",
            w.named(part),
            w.digit(1, 2),
            w.index()
        ))
    }),
    ("[own | other] score (+= | -=) N", |w, ()| {
        let whose = w.word(&["", "own ", "other "]);
        let sign = w.word(&["+=", "-="]);
        match w.has_score {
            true => Some(format!("{whose}score {sign} {}", w.deeper(Writer::number)?)),
            false => None,
        }
    }),
    ("play again", |_, ()| Some("play again".into())),
];

pub const STEP: &[Production<()>] = &[
    ("ACTION, ... [for CHOICE, ...] [if CONDITION]", |w, ()| {
        let choices = match w.one_in(2) {
            true => Some(w.choices(2)?),
            false => None,
        };
        let guard = w.guard();
        let mut actions = w.draw(ACTION, ())?;
        if w.one_in(3) {
            actions += &format!(", {}", w.draw(ACTION, ())?);
        }
        let choices = choices.map(|one| format!(" for {one}")).unwrap_or_default();
        Some(format!("{actions}{choices}{guard}"))
    }),
    ("pass", |w, ()| (!w.in_each).then(|| "pass".into())),
    ("NAME >= N", |w, ()| w.open_choice(">= 1")),
    ("NAME > N", |w, ()| w.open_choice("> 0")),
    ("NAME[(N, ...)]", |w, ()| w.call(Gives::Steps)),
    (
        "PATTERN -> PATTERN [along DIRECTION, ...] [together] [at NAME] [to NAME] [if CONDITION]",
        |w, ()| rewrite(w, false),
    ),
    ("may repeat", |w, ()| w.repeated("may repeat")),
    ("must repeat", |w, ()| w.repeated("must repeat")),
    (
        "[move] TOKEN to a [free] neighbour [again] [along DIRECTION, ...]",
        Writer::walk,
    ),
    ("choose CHOICE, ... [if CONDITION]", |w, ()| {
        let (choices, guard) = (w.choices(2)?, w.guard());
        (!w.in_each).then(|| format!("choose {choices}{guard}"))
    }),
    ("let NAME = N, ...", |w, ()| {
        let is = w.any(&[Is::Number, Is::Number, Is::Set(Member::Number)])?;
        let value = match is {
            Is::Set(_) => {
                let part = w.part(|one| *one == Holds::Subset(Member::Number))?;
                w.named(part)
            }
            _ => w.deeper(|w| w.value(is))?,
        };
        let name = w.bind("r", is);
        (!w.in_each).then(|| format!("let {name} = {value}"))
    }),
    ("if CONDITION, STEP", |w, ()| {
        let condition = w.deeper(Writer::condition)?;
        let (go, again) = (w.word(&["", "move "]), w.inner()?);
        Some(match again.contains(" to a ") {
            true => format!("if {condition}, {go}{again}"),
            false => format!("if {condition}, {again}"),
        })
    }),
    ("if possible, PATTERN -> PATTERN", |w, ()| {
        Some(format!("if possible, {}", w.scoped(|w| rewrite(w, true))?))
    }),
    ("only if CONDITION", |w, ()| {
        Some(format!("only if {}", w.deeper(Writer::condition)?))
    }),
    ("may STEP", |w, ()| {
        let step = w.inner().filter(|step| !step.starts_with("if "))?;
        Some(format!("may {step}"))
    }),
    ("for each NAME in SET [if CONDITION], STEP", |w, ()| {
        let member = w.member()?;
        let set = w.set(member)?;
        let before = std::mem::replace(&mut w.in_each, true);
        let each = w.scoped(|w| {
            let name = w.bind("k", member.into());
            let guard = w.guard();
            Some(format!("for each {name} in {set}{guard}, {}", w.inner()?))
        });
        w.in_each = before;
        each
    }),
];

/// Directions on a board. The first two also apply to a row.
pub const DIRECTION: &[Production<Layout>] = &[
    ("right", |_, _| Some("right".into())),
    ("left", |_, _| Some("left".into())),
    ("up", |_, layout| aslant(layout, "up")),
    ("down", |_, layout| aslant(layout, "down")),
    ("up left", |_, layout| aslant(layout, "up left")),
    ("up right", |_, layout| aslant(layout, "up right")),
    ("down left", |_, layout| aslant(layout, "down left")),
    ("down right", |_, layout| aslant(layout, "down right")),
    ("all directions", |_, _| Some("all directions".into())),
    ("straight lines", |_, layout| {
        aslant(layout, "straight lines")
    }),
    ("diagonals", |_, layout| aslant(layout, "diagonals")),
    ("forward [left | right]", |w, layout| {
        w.forward(layout, "forward")
    }),
    ("back [left | right]", |w, layout| w.forward(layout, "back")),
];

/// Writes a cell before and after a move.
type Cell = fn(&mut Writer) -> Option<(String, String)>;

/// Cells of a pattern, before and after a move.
const CELL: &[(&str, Cell)] = &[
    ("SYMBOL", |w| {
        let (before, after) = (w.word(&[".", "x", "o"]), w.word(&[".", "x", "o"]));
        Some((before.into(), after.into()))
    }),
    ("?", |_| Some(("?".into(), "?".into()))),
    ("own", |w| {
        w.has_symbols
            .then(|| ("own".into(), w.word(&["own", ".", "x"]).into()))
    }),
    ("other", |w| {
        w.has_symbols
            .then(|| ("other".into(), w.word(&["?", ".", "o"]).into()))
    }),
    ("(any CELL ...)", |w| {
        let (before, after) = (w.word(&[".", "x", "(not o)"]), w.word(&[".", "x", "?"]));
        Some((format!("(any {before})"), format!("(any {after})")))
    }),
    ("(some CELL ...)", |w| {
        let (before, after) = (w.word(&[".", "x .", "(x or o)"]), w.word(&["x", "o", "?"]));
        let after = if before.contains(" .") {
            format!("{after} ?")
        } else {
            after.into()
        };
        Some((format!("(some {before})"), format!("(some {after})")))
    }),
    ("(N CELL)", |w| {
        let times = match w.given(&["n"]) {
            Some(name) if w.below(2) == 0 => name.to_string(),
            _ => w.digit(1, 2),
        };
        let (before, after) = (w.word(&[".", "x", "(not o)"]), w.word(&[".", "x", "?"]));
        Some((format!("({times} {before})"), format!("({times} {after})")))
    }),
    ("(CELL or CELL ...)", |w| {
        let (before, after) = (w.word(&["(x or o)", "(. or x)"]), w.word(&["?", ".", "x"]));
        Some((before.into(), after.into()))
    }),
    ("(not CELL)", |w| {
        Some((
            format!("(not {})", w.word(&[".", "x", "o"])),
            w.word(&["?", "."]).into(),
        ))
    }),
];

/// The requested sides of a pattern.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PatternSides {
    Left,
    Both,
}

fn aslant(layout: Layout, words: &str) -> Made {
    only(layout, Layout::Board)?;
    Some(words.into())
}

/// Writes ` along DIRECTION, ...`, or nothing.
pub fn along(w: &mut Writer, layout: Layout) -> String {
    if w.one_in(2) {
        return String::new();
    }
    let first = w.draw(DIRECTION, layout).unwrap_or_default();
    let second = match w.one_in(3) {
        true => w.draw(DIRECTION, layout).filter(|one| *one != first),
        false => None,
    };
    let second = second.map(|one| format!(", {one}")).unwrap_or_default();
    format!(" along {first}{second}")
}

/// Writes a pattern of a part and its replacement.
pub fn pattern_of(w: &mut Writer, part: usize, sides: PatternSides) -> Option<(String, String)> {
    const KEY: &str = "[^] CELL ... [$] [/ ...]";
    let holds = w.parts[part].holds;
    w.log.push(KEY);
    let is_net = matches!(holds, Holds::Nodes(_));
    if sides == PatternSides::Both
        && matches!(holds, Holds::Cells(Layout::Row, false))
        && w.one_in(5)
    {
        w.log.push("nothing");
        return Some((
            w.word(&["x", "x x", ". o"]).into(),
            w.word(&["nothing", ".", "o x ."]).into(),
        ));
    }
    if holds == Holds::Cells(Layout::Board, true) && w.one_in(4) {
        let (top, bottom) = (w.word(&["", "^ / "]), w.word(&["", " / $"]));
        let (before, after) = (
            w.word(&["x / .", "x . / o ?", ". / x"]),
            w.word(&["x", "."]),
        );
        let after = match before {
            "x . / o ?" => format!(". {after} / ? ?"),
            "x / ." => format!(". / {after}"),
            _ => format!("{after} / ."),
        };
        return Some((
            format!("{top}{before}{bottom}"),
            format!("{top}{after}{bottom}"),
        ));
    }
    loop {
        let count = 1 + w.below(if is_net { 2 } else { 3 });
        let (mut before, mut after) = (Vec::new(), Vec::new());
        while before.len() < count {
            let (words, write) = CELL[w.below(CELL.len())];
            if is_net && words.contains("CELL ...") && words != "(CELL or CELL ...)"
                || is_net && words == "(N CELL)"
            {
                continue;
            }
            if let Some((x, y)) = write(w) {
                w.log.push(words);
                before.push(x);
                after.push(y);
            }
        }
        let owns = |side: &[String]| side.iter().filter(|one| *one == "own").count();
        let shows = before
            .iter()
            .any(|one| !one.starts_with("(any") && one != "?");
        let changes = before
            .iter()
            .zip(&after)
            .any(|(x, y)| x != y && !y.contains('?'));
        if !changes || owns(&after) > owns(&before) || !shows {
            continue;
        }
        let edge = match holds {
            Holds::Cells(Layout::Row | Layout::Board, _) => w.word(&["", "", "", "^", "$"]),
            _ => "",
        };
        let (first, last) = match edge {
            "^" => ("^ ", ""),
            "$" => ("", " $"),
            _ => ("", ""),
        };
        return Some((
            format!("{first}{}{last}", before.join(" ")),
            format!("{first}{}{last}", after.join(" ")),
        ));
    }
}

/// Writes a pattern and its replacement for the first part with symbols.
pub fn rewrite(w: &mut Writer, is_plain: bool) -> Made {
    let is_shown = |one: &Holds| matches!(one, Holds::Cells(..) | Holds::Nodes(_));
    let part = w.parts.iter().position(|one| is_shown(&one.holds))?;
    let (before, after) = pattern_of(w, part, PatternSides::Both)?;
    let changes = before.split(' ').count() != after.split(' ').count() || after == "nothing";
    let layout = layout_of(w.parts[part].holds);
    let along = match layout {
        Some(layout) if !before.contains('/') && !changes => along(w, layout),
        _ => String::new(),
    };
    let mut text = format!("{before} -> {after}{along}");
    if is_plain || before.contains('/') || changes {
        return Some(text);
    }
    let is_all = along == " along all directions" && layout == Some(Layout::Board);
    let starts = |side: &str| side.starts_with(|c| ".xo".contains(c)) && !side.starts_with("oth");
    if is_all && starts(&before) && starts(&after) {
        return Some(text + " together");
    }
    let is = match w.parts[part].holds {
        Holds::Nodes(graph) => Is::Node(graph),
        _ => Is::Cell(part),
    };
    if w.one_in(3) && !w.in_each {
        text += &format!(" at {}", w.bind("c", is));
    }
    if w.one_in(3) && !w.in_each {
        text += &format!(" to {}", w.bind("c", is));
    }
    Some(text + &w.guard())
}

impl Writer {
    /// Writes an assignable place. Returns it with the kind of its contents.
    fn target(&mut self) -> Option<(String, Is)> {
        self.log
            .push("[own | other] NAME [of PLAYER] [[N] | [N, N]]");
        let part =
            self.part(|one| !matches!(one, Holds::Subset(_) | Holds::Token(_) | Holds::Tokens(_)))?;
        let name = self.named(part);
        Some(match self.parts[part].holds {
            Holds::Number | Holds::Word => (name, Is::Number),
            Holds::Numbers(_) => (format!("{name}[{}]", self.index()), Is::Number),
            Holds::NumberBoard => match self.one_in(2) {
                true => (
                    format!("{name}[{}, {}]", self.index(), self.index()),
                    Is::Number,
                ),
                false => (
                    format!("{name}[{}]", self.deeper(|w| w.value(Is::Cell(part)))?),
                    Is::Number,
                ),
            },
            Holds::Nodes(graph) => (
                format!("{name}[{}]", self.deeper(|w| w.value(Is::Node(graph)))?),
                Is::Shown,
            ),
            Holds::Cells(Layout::Board, _) => (
                format!("{name}[{}, {}]", self.index(), self.index()),
                Is::Shown,
            ),
            _ => (format!("{name}[{}]", self.index()), Is::Shown),
        })
        .map(|(place, is)| match is {
            // The new contents must be a single symbol; `other` and the contents of other cells may
            // not be.
            Is::Shown => (place, Is::Shown),
            is => (place, is),
        })
    }

    fn member_change(&mut self, word: &str, way: &str) -> Made {
        let part = self.part(|one| matches!(one, Holds::Subset(_)))?;
        let Holds::Subset(member) = self.parts[part].holds else {
            return None;
        };
        let value = self.deeper(|w| w.value(member.into()))?;
        Some(format!("{word} {value} {way} {}", self.named(part)))
    }

    /// Returns an array or row without a fixed size.
    fn shrinking(&mut self) -> Option<usize> {
        self.part(|one| matches!(one, Holds::Numbers(None) | Holds::Cells(Layout::Row, false)))
    }

    /// Writes a choice of a number to subtract without an upper bound.
    fn open_choice(&mut self, from: &str) -> Made {
        let part = self.part(|one| matches!(one, Holds::Number | Holds::Numbers(_)))?;
        let name = self.named(part);
        let place = match self.parts[part].holds {
            Holds::Number => name,
            _ => format!("{name}[{}]", self.index()),
        };
        let choice = self.bind("k", Is::Number);
        (!self.in_each).then(|| format!("{place} -= {choice} for {choice} {from}"))
    }

    /// Writes a nested step. Its names aren't visible outside.
    fn inner(&mut self) -> Made {
        self.deeper(|w| w.scoped(|w| w.draw(STEP, ())))
            .filter(|step| {
                let alone = ["choose", "let", "only if"];
                !step.contains("; ") && !alone.iter().any(|one| step.starts_with(one))
            })
    }

    fn repeated(&mut self, words: &str) -> Made {
        if self.in_each || self.ends_on_the_way {
            return None;
        }
        let step = match self.one_in(2) {
            true => rewrite(self, true)?,
            false => self.tried(
                "[move] TOKEN to a [free] neighbour [again] [along DIRECTION, ...]",
                Self::walk,
                (),
            )?,
        };
        let fits = !step.contains("together") && !step.contains("nothing");
        fits.then(|| format!("{step}; {words}"))
    }

    fn walk(&mut self, (): ()) -> Made {
        let part = self.part(|one| matches!(one, Holds::Token(_) | Holds::Tokens(_)))?;
        let (name, free) = (self.named(part), self.word(&["", "free "]));
        let (name, at) = match self.parts[part].holds {
            Holds::Tokens(at) => (format!("{name}[{}]", self.index()), at),
            Holds::Token(at) => (name, at),
            _ => return None,
        };
        let again = self.may(&[" again"]);
        let beside = self.word(&["neighbour", "neighbour", "neighbor"]);
        let along = match at {
            Member::Cell(part) => along(self, layout_of(self.parts[part].holds)?),
            Member::Node("map") => along(self, Layout::Board),
            _ => String::new(),
        };
        Some(format!("{name} to a {free}{beside}{again}{along}"))
    }

    fn forward(&mut self, layout: Layout, word: &str) -> Made {
        match layout {
            Layout::Board => Some(format!("{word}{}", self.word(&["", " left", " right"]))),
            _ => Some(word.into()),
        }
    }
}
