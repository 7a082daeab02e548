//! Numbers, conditions, sets and choices.

use super::step::{PatternSides, along, pattern_of};
use super::writer::{Gives, Holds, Is, Layout, Made, Member, Production, Writer, ends, nodes};

/// Values of each kind.
pub const N: &[Production<Is>] = &[
    ("NUMBER", |w, is| {
        only(is, Is::Number).map(|()| w.digit(0, 3))
    }),
    ("NAME", Writer::name),
    ("N (+ | - | * | / | %) N", |w, is| {
        only(is, Is::Number)?;
        let x = w.operand()?;
        let sign = w.word(&["+", "-", "*", "/", "%"]);
        let y = match sign {
            "/" | "%" => w.digit(1, 3),
            _ => w.operand()?,
        };
        Some(format!("{x} {sign} {y}"))
    }),
    ("- N", |w, is| {
        only(is, Is::Number)?;
        Some(format!("-{}", w.operand()?))
    }),
    ("( N )", |w, is| {
        only(is, Is::Number)?;
        Some(format!("({})", w.deeper(Writer::number)?))
    }),
    ("'SYMBOL'", |w, is| match is {
        Is::Shown => Some(format!("'{}'", w.word(&[".", "x", "o"]))),
        Is::Letter => Some(format!("'{}'", w.word(&["a", "b"]))),
        _ => None,
    }),
    ("own", |w, is| {
        (is == Is::Shown && w.has_symbols).then(|| "own".into())
    }),
    ("other", |w, is| {
        (is == Is::Shown && w.has_symbols).then(|| "other".into())
    }),
    ("node NAME", |w, is| match is {
        Is::Node(graph) if graph != "map" => Some(format!("node {}", w.any(nodes(graph))?)),
        _ => None,
    }),
    ("edge(N, N)", |w, is| match is {
        Is::Edge(graph) => {
            let (a, b) = w.any(ends(graph))?;
            Some(format!("edge(node {a}, node {b})"))
        }
        _ => None,
    }),
    (
        "[own | other] NAME [of PLAYER] [[N] | [N, N]]",
        Writer::place_value,
    ),
    ("NAME(N, ...)", |w, is| {
        only(is, Is::Number)?;
        w.call(Gives::Number)
    }),
    ("min(N, ...)", |w, is| w.function(is, "min")),
    ("max(N, ...)", |w, is| w.function(is, "max")),
    ("gcd(N, ...)", |w, is| w.function(is, "gcd")),
    ("xor(N, ...)", |w, is| w.function(is, "xor")),
    ("abs(N)", |w, is| w.function(is, "abs")),
    ("root(N)", |w, is| w.function(is, "root")),
    ("length(ARRAY)", |w, is| {
        only(is, Is::Number)?;
        let of = |one: &Holds| {
            matches!(
                one,
                Holds::Numbers(_) | Holds::Cells(Layout::Row | Layout::Ring, _)
            )
        };
        match w.part(of) {
            Some(part) if w.one_in(2) => Some(format!("length({})", w.named(part))),
            _ => Some(format!(
                "length({})",
                w.given(&["list", "code", "letters"])?
            )),
        }
    }),
    ("rows(PART)", |w, is| w.size(is, "rows")),
    ("columns(PART)", |w, is| w.size(is, "columns")),
    ("row(CELL)", |w, is| w.coordinate(is, "row")),
    ("column(CELL)", |w, is| w.coordinate(is, "column")),
    ("start of TOKEN", |w, is| {
        let part = w.part(|one| matches!(one, Holds::Token(at) if Is::from(*at) == is))?;
        (!w.parts[part].of_each).then(|| format!("start of {}", w.parts[part].name))
    }),
    (
        "(sum | min | max | xor)(N for CHOICE, ... [if CONDITION])",
        |w, is| {
            only(is, Is::Number)?;
            let fold = w.word(&["sum", "min", "max", "xor"]);
            let (body, of) = w.fold(Writer::number)?;
            Some(format!("{fold}({body} for {of})"))
        },
    ),
    ("(count | first)(CHOICE, ... [if CONDITION])", |w, is| {
        only(is, Is::Number)?;
        let fold = w.word(&["count", "first"]);
        w.deeper(|w| {
            w.scoped(|w| {
                let of = match fold {
                    "first" => {
                        let set = w.set(Member::Number)?;
                        let name = w.bind("k", Is::Number);
                        format!("{name} in {set}")
                    }
                    _ => w.tried("NAME, ... in SET", CHOICE[4].1, ())?,
                };
                Some(format!("{fold}({of}{})", w.guard()))
            })
        })
    }),
    ("(sum | min | max | xor | count)(SET)", |w, is| {
        only(is, Is::Number)?;
        let fold = w.word(&["sum", "min", "max", "xor", "count"]);
        let member = match fold {
            "count" => w.member()?,
            _ => Member::Number,
        };
        Some(format!("{fold}({})", w.set(member)?))
    }),
    ("sorted(SET)[N]", |w, is| {
        only(is, Is::Number)?;
        let set = w.set(Member::Number)?;
        Some(format!("sorted({set})[{}]", w.digit(1, 2)))
    }),
];

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

/// Sets, by what their members are.
pub const SET: &[Production<Member>] = &[
    ("N..N", |w, member| {
        only(member, Member::Number)?;
        let (low, high) = w.ends();
        Some(format!("{low}..{high}"))
    }),
    ("{N, N..N, ...}", |w, member| {
        only(member, Member::Number)?;
        let first = w.short(3);
        let (low, high) = w.ends();
        Some(match w.below(3) {
            0 => format!("{{{first}, {low}..{high}}}"),
            1 => format!("{{{first}, {}, 1}}", w.short(4)),
            _ => format!("{{{first}}}"),
        })
    }),
    ("NAME", |w, member| {
        let chosen: Vec<String> = w
            .names
            .iter()
            .filter(|one| one.1 == Is::Set(member))
            .map(|one| one.0.clone())
            .collect();
        if let Some(name) = w.any(&chosen).filter(|_| w.random.below(2) == 0) {
            return Some(name);
        }
        if member == Member::Number && w.one_in(3) {
            return w.given(&["a", "list"]).map(Into::into);
        }
        let part = w.part(|one| match one {
            Holds::Subset(of) => *of == member,
            Holds::Numbers(_) => member == Member::Number,
            _ => false,
        })?;
        Some(w.named(part))
    }),
    ("ARRAY[N..N]", |w, member| {
        only(member, Member::Number)?;
        let (low, high) = w.ends();
        match w.part(|one| matches!(one, Holds::Numbers(_))) {
            Some(part) => Some(format!("{}[{low}..{high}]", w.named(part))),
            None => Some(format!("{}[{low}..{high}]", w.given(&["list"])?)),
        }
    }),
    ("TABLE[N]", |w, member| {
        only(member, Member::Number)?;
        Some(format!("{}[{}]", w.given(&["t"])?, w.digit(1, 2)))
    }),
    ("digits(N)", |w, member| {
        only(member, Member::Number)?;
        Some(format!("digits({})", w.deeper(Writer::number)?))
    }),
    ("places of ARRAY", |w, member| {
        only(member, Member::Number)?;
        let of = |one: &Holds| {
            matches!(
                one,
                Holds::Numbers(_) | Holds::Tokens(_) | Holds::Cells(Layout::Row | Layout::Ring, _)
            )
        };
        let part = w.part(of)?;
        Some(format!("places of {}", w.named(part)))
    }),
    ("cells of PART", |w, member| match member {
        Member::Cell(part) => Some(format!("cells of {}", w.parts[part].name)),
        _ => None,
    }),
    ("nodes of GRAPH", |_, member| match member {
        Member::Node(graph) if graph != "map" => Some(format!("nodes of {graph}")),
        _ => None,
    }),
    ("edges of GRAPH", |_, member| match member {
        Member::Edge(graph) => Some(format!("edges of {graph}")),
        _ => None,
    }),
    ("ends of EDGE", |w, member| match member {
        Member::Node(graph) if graph != "map" => Some(format!(
            "ends of {}",
            w.deeper(|w| w.value(Is::Edge(graph)))?
        )),
        _ => None,
    }),
    ("squares of GRID", |w, member| {
        only(member, Member::Node("map"))?;
        w.part(|one| matches!(one, Holds::Token(Member::Node("map"))))?;
        Some("squares of map".into())
    }),
    ("neighbours of N [along DIRECTION, ...]", |w, member| {
        let of = w.deeper(|w| w.value(member.into()));
        match member {
            Member::Cell(part) => {
                let layout = layout_of(w.parts[part].holds)?;
                Some(format!("neighbours of {}{}", of?, along(w, layout)))
            }
            Member::Node("map") => {
                Some(format!("neighbours of {}{}", of?, along(w, Layout::Board)))
            }
            Member::Node(_) => Some(format!("neighbours of {}", of?)),
            _ => None,
        }
    }),
];

pub const CHOICE: &[Production<()>] = &[
    ("NAME <= N", |w, ()| {
        w.between(|name, _, high| format!("{name} <= {high}"))
    }),
    ("NAME < N", |w, ()| {
        w.between(|name, _, high| format!("{name} < {high}"))
    }),
    ("NAME = N", |w, ()| {
        w.between(|name, low, _| format!("{name} = {low}"))
    }),
    ("N <= NAME <= N", |w, ()| {
        let (below, above) = (w.word(&["<", "<="]), w.word(&["<", "<="]));
        let (low, high) = w.ends();
        let high = if below == "<" || above == "<" {
            format!("{high} + 2")
        } else {
            high
        };
        let name = w.bind("k", Is::Number);
        Some(format!("{low} {below} {name} {above} {high}"))
    }),
    ("NAME, ... in SET", |w, ()| {
        let member = w.member()?;
        let set = w.set(member)?;
        let name = w.bind("k", member.into());
        if w.one_in(4) {
            let second = w.bind("k", member.into());
            return Some(format!("{name}, {second} in {set}"));
        }
        Some(format!("{name} in {set}"))
    }),
    ("subsets of SET", |w, ()| {
        let member = w.member()?;
        let base = w.base(member)?;
        let name = w.bind("s", Is::Set(member));
        Some(format!("{name} in subsets of {base}"))
    }),
];

/// Only where both are the same.
pub fn only<T: PartialEq>(found: T, wanted: T) -> Option<()> {
    (found == wanted).then_some(())
}

/// How the cells of a part lie.
pub fn layout_of(holds: Holds) -> Option<Layout> {
    match holds {
        Holds::Cells(layout, _) => Some(layout),
        Holds::NumberBoard => Some(Layout::Board),
        _ => None,
    }
}

impl Writer {
    pub fn value(&mut self, is: Is) -> Made {
        self.draw(N, is)
    }

    pub fn number(&mut self) -> Made {
        self.value(Is::Number)
    }

    pub fn condition(&mut self) -> Made {
        self.draw(CONDITION, ())
    }

    /// ` if CONDITION`, or nothing.
    pub fn guard(&mut self) -> String {
        let guard = match self.one_in(2) {
            true => self.deeper(Self::condition),
            false => None,
        };
        guard.map(|one| format!(" if {one}")).unwrap_or_default()
    }

    /// A number next to a sign.
    fn operand(&mut self) -> Made {
        let text = self.deeper(Self::number)?;
        let is_plain = !text.starts_with('-') && (!text.contains(' ') || self.one_in(3));
        Some(if is_plain { text } else { format!("({text})") })
    }

    /// A digit or a name, so that ranges are short.
    fn short(&mut self, most: usize) -> String {
        let name = match self.one_in(2) {
            true => self.tried("NAME", Self::name, Is::Number),
            false => None,
        };
        name.unwrap_or_else(|| self.digit(1, most))
    }

    /// Where a range begins and ends; not known to be empty.
    fn ends(&mut self) -> (String, String) {
        match self.below(4) {
            0 => (self.short(1), format!("{} + 2", self.short(2))),
            1 => (self.digit(0, 1), format!("min({}, 4)", self.short(3))),
            2 => ("1".into(), self.short(3)),
            _ => (self.digit(0, 2), self.digit(2, 4)),
        }
    }

    /// A name for a value that is chosen.
    pub fn bind(&mut self, start: &str, is: Is) -> String {
        let name = self.new_name(start);
        self.names.push((name.clone(), is));
        name
    }

    /// A name of such a value.
    fn name(&mut self, is: Is) -> Made {
        let mut all: Vec<String> = self
            .names
            .iter()
            .filter(|one| one.1 == is)
            .map(|one| one.0.clone())
            .collect();
        if is == Is::Number {
            let numbers = self
                .parts
                .iter()
                .filter(|one| one.holds == Holds::Number && !one.of_each && one.name != "clock");
            all.extend(numbers.map(|one| one.name.clone()));
            all.extend(self.given(&["n"]).map(Into::into));
            if self.parts.iter().any(|one| one.holds == Holds::Word) {
                all.push("shut".into());
            }
        }
        self.any(&all)
    }

    /// One of these parameters.
    pub fn given(&mut self, of: &[&'static str]) -> Option<&'static str> {
        let all: Vec<&'static str> = of.iter().copied().filter(|one| self.has(one)).collect();
        self.any(&all)
    }

    /// An index that is not known to lie outside of two places.
    pub fn index(&mut self) -> String {
        let chosen: Vec<String> = self
            .names
            .iter()
            .filter(|one| one.1 == Is::Number)
            .map(|one| one.0.clone())
            .collect();
        match self.any(&chosen) {
            Some(name) if self.below(3) > 0 => name,
            _ => self.digit(1, 2),
        }
    }

    /// What a part, or an element of it, is.
    fn place_value(&mut self, is: Is) -> Made {
        let of_data = self.one_in(4);
        let holds = match is {
            Is::Number => match self.below(3) {
                0 => self.part(|one| matches!(one, Holds::Number | Holds::Word)),
                1 => self.part(|one| matches!(one, Holds::Numbers(_))),
                _ => self.part(|one| matches!(one, Holds::NumberBoard)),
            },
            Is::Cell(_) | Is::Node(_) => self.part(
                |one| matches!(one, Holds::Token(at) | Holds::Tokens(at) if Is::from(*at) == is),
            ),
            Is::Shown => self.part(|one| matches!(one, Holds::Cells(..) | Holds::Nodes(_))),
            _ => None,
        };
        let Some(part) = holds.filter(|_| !of_data) else {
            return match is {
                Is::Number => self.datum(),
                Is::Letter => Some(format!("{}[{}]", self.given(&["letters"])?, self.index())),
                _ => None,
            };
        };
        let name = self.named(part);
        let holds = self.parts[part].holds;
        Some(match holds {
            Holds::Number | Holds::Word | Holds::Token(_) => name,
            Holds::Nodes(graph) => {
                format!("{name}[{}]", self.deeper(|w| w.value(Is::Node(graph)))?)
            }
            Holds::NumberBoard | Holds::Cells(Layout::Board, _) if self.one_in(2) => {
                format!("{name}[{}, {}]", self.index(), self.index())
            }
            Holds::NumberBoard | Holds::Cells(..) if self.one_in(2) => {
                format!("{name}[{}]", self.deeper(|w| w.value(Is::Cell(part)))?)
            }
            Holds::NumberBoard | Holds::Cells(Layout::Board, _) => return None,
            _ => format!("{name}[{}]", self.index()),
        })
    }

    /// A number out of a parameter.
    fn datum(&mut self) -> Made {
        Some(match self.given(&["list", "code", "t", "road", "hue"])? {
            "t" => format!("t[{}, {}]", self.index(), self.index()),
            "road" => format!("road[{}]", self.deeper(|w| w.value(Is::Edge("road")))?),
            "hue" => return None,
            name => format!("{name}[{}]", self.index()),
        })
    }

    fn function(&mut self, is: Is, name: &str) -> Made {
        only(is, Is::Number)?;
        let x = self.deeper(Self::number)?;
        Some(match name {
            "abs" | "root" => format!("{name}({x})"),
            _ => format!("{name}({x}, {})", self.deeper(Self::number)?),
        })
    }

    fn size(&mut self, is: Is, of: &str) -> Made {
        only(is, Is::Number)?;
        match self.part(|one| matches!(one, Holds::NumberBoard | Holds::Cells(Layout::Board, _))) {
            Some(part) => Some(format!("{of}({})", self.parts[part].name)),
            None => Some(format!("{of}({})", self.given(&["t"])?)),
        }
    }

    fn coordinate(&mut self, is: Is, of: &str) -> Made {
        only(is, Is::Number)?;
        let part =
            self.part(|one| matches!(one, Holds::NumberBoard | Holds::Cells(Layout::Board, _)))?;
        Some(format!(
            "{of}({})",
            self.deeper(|w| w.value(Is::Cell(part)))?
        ))
    }

    /// A definition with values for its arguments.
    pub fn call(&mut self, gives: Gives) -> Made {
        let all: Vec<_> = self
            .definitions
            .iter()
            .filter(|one| one.gives == gives)
            .cloned()
            .collect();
        let definition = self.any(&all)?;
        if definition.arguments.is_empty() {
            return Some(definition.name);
        }
        let mut arguments = Vec::new();
        for is in definition.arguments {
            arguments.push(self.deeper(|w| w.value(is))?);
        }
        Some(format!("{}({})", definition.name, arguments.join(", ")))
    }

    /// What is gathered, and what it is gathered over.
    fn fold(&mut self, body: fn(&mut Self) -> Made) -> Option<(String, String)> {
        self.deeper(|w| {
            w.scoped(|w| {
                let over = w.choices(2)?;
                let guard = w.guard();
                Some((body(w)?, format!("{over}{guard}")))
            })
        })
    }

    /// What is chosen, up to so many.
    pub fn choices(&mut self, most: usize) -> Made {
        let first = self.draw(CHOICE, ())?;
        if most < 2 || !self.one_in(4) {
            return Some(first);
        }
        Some(format!("{first}, {}", self.draw(CHOICE, ())?))
    }

    fn between(&mut self, write: fn(&str, &str, &str) -> String) -> Made {
        let (low, high) = self.ends();
        let name = self.bind("k", Is::Number);
        Some(write(&name, &low, &high))
    }

    /// What members of sets there are here.
    pub fn member(&mut self) -> Option<Member> {
        let mut all = vec![Member::Number; 3];
        for (at, part) in self.parts.iter().enumerate() {
            match part.holds {
                Holds::NumberBoard | Holds::Cells(..) if !part.of_each => {
                    all.push(Member::Cell(at))
                }
                Holds::Token(Member::Node("map")) => all.push(Member::Node("map")),
                _ => {}
            }
        }
        for graph in ["net", "road", "hue"]
            .into_iter()
            .filter(|one| self.has(one))
        {
            all.extend([Member::Node(graph), Member::Edge(graph)]);
        }
        self.any(&all)
    }

    pub fn set(&mut self, member: Member) -> Made {
        let set = self.deeper(|w| w.draw(SET, member))?;
        let is_shown = ["cells of", "nodes of", "neighbours of"]
            .iter()
            .any(|one| set.starts_with(one));
        let shows = match member {
            Member::Cell(part) => matches!(self.parts[part].holds, Holds::Cells(..)),
            Member::Node(graph) => self
                .parts
                .iter()
                .any(|one| one.holds == Holds::Nodes(graph)),
            _ => false,
        };
        if !is_shown || !shows || !self.one_in(3) {
            return Some(set);
        }
        let symbol = self.deeper(|w| w.tried("[showing N]", Writer::value, Is::Shown));
        Some(match symbol {
            Some(symbol) => format!("{set} showing {symbol}"),
            None => set,
        })
    }

    /// A set with few subsets.
    fn base(&mut self, member: Member) -> Made {
        let shows = |w: &Self, part: usize| matches!(w.parts[part].holds, Holds::Cells(..));
        match member {
            Member::Cell(part) if shows(self, part) && self.one_in(2) => {
                let symbol = self.tried("'SYMBOL'", Self::value, Is::Shown)?;
                Some(format!(
                    "cells of {} showing {symbol}",
                    self.parts[part].name
                ))
            }
            Member::Cell(part) => Some(format!("cells of {}", self.parts[part].name)),
            Member::Node("map") => None,
            Member::Node(graph) => Some(format!("nodes of {graph}")),
            Member::Edge(graph) => Some(format!("edges of {graph}")),
            Member::Number => match self
                .part(|one| matches!(one, Holds::Numbers(Some(_)) | Holds::Subset(Member::Number)))
            {
                Some(part) if matches!(self.parts[part].holds, Holds::Subset(_)) => {
                    Some(self.named(part))
                }
                Some(part) => Some(format!("places of {}", self.named(part))),
                None => Some(format!("{}..3", self.digit(0, 1))),
            },
        }
    }

    fn joined(&mut self, word: &str) -> Made {
        let (x, y) = (self.deeper(Self::condition)?, self.deeper(Self::condition)?);
        Some(match self.one_in(2) {
            true => format!("({x}) {word} ({y})"),
            false => format!("{x} {word} {y}"),
        })
    }

    fn comparison(&mut self, (): ()) -> Made {
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

    fn connects(&mut self, (): ()) -> Made {
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
