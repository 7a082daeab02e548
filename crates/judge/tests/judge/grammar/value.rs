//! Productions of numbers, cells, nodes and edges.

use super::condition::CONDITION;
use super::set::CHOICE;
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

/// Returns `Some` if both are equal.
pub fn only<T: PartialEq>(found: T, wanted: T) -> Option<()> {
    (found == wanted).then_some(())
}

/// Returns the layout of the cells of a part.
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

    /// Writes ` if CONDITION`, or nothing.
    pub fn guard(&mut self) -> String {
        let guard = match self.one_in(2) {
            true => self.deeper(Self::condition),
            false => None,
        };
        guard.map(|one| format!(" if {one}")).unwrap_or_default()
    }

    /// Writes an operand of an operator.
    pub fn operand(&mut self) -> Made {
        let text = self.deeper(Self::number)?;
        let is_plain = !text.starts_with('-') && (!text.contains(' ') || self.one_in(3));
        Some(if is_plain { text } else { format!("({text})") })
    }

    /// Writes a digit or a name, so that ranges stay short.
    pub fn short(&mut self, most: usize) -> String {
        let name = match self.one_in(2) {
            true => self.tried("NAME", Self::name, Is::Number),
            false => None,
        };
        name.unwrap_or_else(|| self.digit(1, most))
    }

    /// Writes the ends of a range. It must not be known to be empty.
    pub fn ends(&mut self) -> (String, String) {
        match self.below(4) {
            0 => (self.short(1), format!("{} + 2", self.short(2))),
            1 => (self.digit(0, 1), format!("min({}, 4)", self.short(3))),
            2 => ("1".into(), self.short(3)),
            _ => (self.digit(0, 2), self.digit(2, 4)),
        }
    }

    /// Returns a new name for a chosen value.
    pub fn bind(&mut self, start: &str, is: Is) -> String {
        let name = self.new_name(start);
        self.names.push((name.clone(), is));
        name
    }

    /// Returns a visible name with this kind of value.
    pub fn name(&mut self, is: Is) -> Made {
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

    /// Returns one of these parameters.
    pub fn given(&mut self, of: &[&'static str]) -> Option<&'static str> {
        let all: Vec<&'static str> = of.iter().copied().filter(|one| self.has(one)).collect();
        self.any(&all)
    }

    /// Writes an index. It must not be known to be outside of two elements.
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

    /// Writes a part or an element with this kind of value.
    pub fn place_value(&mut self, is: Is) -> Made {
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

    /// Writes a number from a parameter.
    pub fn datum(&mut self) -> Made {
        Some(match self.given(&["list", "code", "t", "road", "hue"])? {
            "t" => format!("t[{}, {}]", self.index(), self.index()),
            "road" => format!("road[{}]", self.deeper(|w| w.value(Is::Edge("road")))?),
            "hue" => return None,
            name => format!("{name}[{}]", self.index()),
        })
    }

    pub fn function(&mut self, is: Is, name: &str) -> Made {
        only(is, Is::Number)?;
        let x = self.deeper(Self::number)?;
        Some(match name {
            "abs" | "root" => format!("{name}({x})"),
            _ => format!("{name}({x}, {})", self.deeper(Self::number)?),
        })
    }

    pub fn size(&mut self, is: Is, of: &str) -> Made {
        only(is, Is::Number)?;
        match self.part(|one| matches!(one, Holds::NumberBoard | Holds::Cells(Layout::Board, _))) {
            Some(part) => Some(format!("{of}({})", self.parts[part].name)),
            None => Some(format!("{of}({})", self.given(&["t"])?)),
        }
    }

    pub fn coordinate(&mut self, is: Is, of: &str) -> Made {
        only(is, Is::Number)?;
        let part =
            self.part(|one| matches!(one, Holds::NumberBoard | Holds::Cells(Layout::Board, _)))?;
        Some(format!(
            "{of}({})",
            self.deeper(|w| w.value(Is::Cell(part)))?
        ))
    }

    /// Writes a definition applied to arguments.
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

    /// Writes the body and the range of a fold.
    pub fn fold(&mut self, body: fn(&mut Self) -> Made) -> Option<(String, String)> {
        self.deeper(|w| {
            w.scoped(|w| {
                let over = w.choices(2)?;
                let guard = w.guard();
                Some((body(w)?, format!("{over}{guard}")))
            })
        })
    }
}
