//! Productions of sets and choices.

use super::step::along;
use super::value::{layout_of, only};
use super::writer::{Holds, Is, Layout, Made, Member, Production, Writer};

/// Sets by the kind of their members.
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

impl Writer {
    /// Writes a choice of up to `most` values.
    pub fn choices(&mut self, most: usize) -> Made {
        let first = self.draw(CHOICE, ())?;
        if most < 2 || !self.one_in(4) {
            return Some(first);
        }
        Some(format!("{first}, {}", self.draw(CHOICE, ())?))
    }

    pub fn between(&mut self, write: fn(&str, &str, &str) -> String) -> Made {
        let (low, high) = self.ends();
        let name = self.bind("k", Is::Number);
        Some(write(&name, &low, &high))
    }

    /// Returns an available kind of members.
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

    /// Writes a set with few subsets.
    pub fn base(&mut self, member: Member) -> Made {
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
}
