//! Productions of parameters, parts of the position, and starts.

use super::value::only;
use super::writer::{Holds, Layout, Made, Member, Part, Production, World, Writer, nodes};

const KIND: &[Production<()>] = &[
    ("set", |w, ()| w.give("a", "a: set = {1, 2}")),
    ("number", |w, ()| w.give("n", "n: number = 2")),
    ("numbers", |w, ()| {
        w.give("list", "list: numbers = \"1,-1,2\"")
    }),
    ("bits", |w, ()| w.give("code", "code: bits = \"0110\"")),
    ("text", |w, ()| {
        w.give("letters", "letters: text = \"abba\"")
    }),
    ("table", |w, ()| w.give("t", "t: table = \"1,2/0,3\"")),
    ("grid of SYMBOL ...", |w, ()| {
        w.give("map", "map: grid of . # A B = \"A.#/..B\"")
    }),
    ("graph [with numbers | with WORD, ...]", |w, ()| {
        w.give("net", "net: graph = \"a-b, b-c, c>a\"")
    }),
    ("graph [with numbers | with WORD, ...]", |w, ()| {
        w.give("road", "road: graph with numbers = \"p-q 2, q-r 1\"")
    }),
    ("graph [with numbers | with WORD, ...]", |w, ()| {
        w.give("hue", "hue: graph with red, blue = \"u-v red, v>w blue\"")
    }),
];

/// Parts in separate statements, and parts after a colon.
const PART: &[Production<()>] = &[
    ("<= N", |w, ()| w.number_part(" <= 3")),
    ("in N..N", |w, ()| w.number_part(" in 0..3")),
    ("in {WORD, ...}", |w, ()| {
        w.declare("d", Holds::Word, |name| format!("{name} in {{open, shut}}"))
    }),
    (
        "[ring of] [N | N x N] numbers [RANGE] [in halves]",
        |w, ()| match w.below(5) {
            0 => w.declare("h", Holds::NumberBoard, |name| {
                format!("{name}: 2 x 2 numbers <= 2")
            }),
            1 => w.declare("h", Holds::Numbers(None), |name| format!("{name}: numbers")),
            2 => w.declare("h", Holds::Numbers(Some(2)), |name| {
                format!("{name}: ring of 2 numbers <= 3")
            }),
            3 => w.declare("h", Holds::Numbers(Some(4)), |name| {
                format!("{name}: ring of 4 numbers <= 2 in halves")
            }),
            _ => w.declare("h", Holds::Numbers(Some(3)), |name| {
                format!("{name}: 3 numbers in 0..2")
            }),
        },
    ),
    (
        "(row | ring | board) of [SIZE cells of] SYMBOL ... [along DIRECTION, ...]",
        |w, ()| match w.below(3) {
            0 => w.declare("g", Holds::Cells(Layout::Row, true), |name| {
                format!("{name}: row of 3 cells of . x o")
            }),
            1 => w.declare("g", Holds::Cells(Layout::Ring, true), |name| {
                format!("{name}: ring of 3 cells of . x o")
            }),
            _ => w.declare("g", Holds::Cells(Layout::Board, true), |name| {
                format!("{name}: board of 2 x 2 cells of . x o")
            }),
        },
    ),
    ("subset of SET", |w, ()| {
        let member = w.member()?;
        let set = match member {
            Member::Number => "1..3".to_string(),
            Member::Cell(part) => format!("cells of {}", w.parts[part].name),
            Member::Node("map") => return None,
            Member::Node(graph) => format!("nodes of {graph}"),
            Member::Edge(graph) => format!("edges of {graph}"),
        };
        let name = w.part_name("u");
        w.put(
            &name,
            Holds::Subset(member),
            format!("{name}: subset of {set}"),
        )
    }),
    ("squares of GRID [except 'SYMBOL', ...]", |w, ()| {
        w.has("map").then_some(())?;
        // Excluding other squares would give another graph.
        let except = if w.has("net") { " except '#'" } else { "" };
        let name = w.part_name("q");
        w.put(
            &name,
            Holds::Token(Member::Node("map")),
            format!("{name}: squares of map{except}"),
        )
    }),
    ("[N] nodes of GRAPH", |w, ()| {
        let graph = w.graph()?;
        w.tokens(Member::Node(graph), format!("nodes of {graph}"))
    }),
    ("[N] cells of PART", |w, ()| {
        let part =
            w.part(|one| matches!(one, Holds::Cells(Layout::Board, true) | Holds::NumberBoard))?;
        (!w.parts[part].of_each).then_some(())?;
        let on = w.parts[part].name.clone();
        w.tokens(Member::Cell(part), format!("cells of {on}"))
    }),
    ("position row of [N cells of] SYMBOL ...", |w, ()| {
        let is_long = w.one_in(2);
        w.own_part(
            "row",
            Holds::Cells(Layout::Row, is_long),
            if is_long {
                "row of 3 cells of . x o"
            } else {
                "row of . x o"
            },
        )
    }),
    ("position ring of [N cells of] SYMBOL ...", |w, ()| {
        let is_long = w.one_in(2);
        w.own_part(
            "ring",
            Holds::Cells(Layout::Ring, is_long),
            if is_long {
                "ring of 3 cells of . x o"
            } else {
                "ring of . x o"
            },
        )
    }),
    (
        "position board of [N x N cells of] SYMBOL ... [along DIRECTION, ...]",
        |w, ()| match w.below(3) {
            0 => w.own_part(
                "board",
                Holds::Cells(Layout::Board, false),
                "board of . x o",
            ),
            1 => w.own_part(
                "board",
                Holds::Cells(Layout::Board, true),
                "board of 2 x 2 cells of . x o along right, down, down left",
            ),
            _ => w.own_part(
                "board",
                Holds::Cells(Layout::Board, true),
                "board of 2 x 2 cells of . x o",
            ),
        },
    ),
    ("position GRAPH of SYMBOL ...", |w, ()| {
        let graph = w.graph()?;
        w.own_part(graph, Holds::Nodes(graph), &format!("{graph} of . x o"))
    }),
];

impl Writer {
    pub fn givens(&mut self, (): ()) -> Made {
        only(self.world, World::Parts)?;
        let mut lines = Vec::new();
        for (words, write) in KIND {
            if self.one_in(3) {
                lines.extend(self.tried(words, *write, ()));
            }
        }
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    pub fn give(&mut self, name: &'static str, line: &str) -> Made {
        self.givens.push(name);
        Some(format!("given {line}"))
    }

    pub fn positions(&mut self, (): ()) -> Made {
        only(self.world, World::Parts)?;
        let mut lines = Vec::new();
        for _ in 0..1 + self.below(3) {
            lines.extend(self.draw(PART, ()));
        }
        if self.has_clock {
            self.parts.push(Part {
                name: "clock".into(),
                holds: Holds::Number,
                of_each: false,
                start: ["3".into(), "3".into()],
            });
            lines.push("position clock <= 3".into());
        }
        Some(lines.join("\n"))
    }

    pub fn part_name(&mut self, start: &str) -> String {
        self.new_name(start)
    }

    pub fn number_part(&mut self, range: &str) -> Made {
        let (name, range) = (self.part_name("v"), range.to_string());
        let each = self.each();
        self.put(&name, Holds::Number, format!("{name}{each}{range}"))
    }

    /// Writes ` of each player`, or nothing.
    pub fn each(&mut self) -> &'static str {
        match self.is_partizan {
            true => self.may(&[" of each player"]),
            false => "",
        }
    }

    pub fn declare(&mut self, start: &str, holds: Holds, write: fn(&str) -> String) -> Made {
        let name = self.part_name(start);
        let halves = matches!(holds, Holds::Numbers(Some(4)));
        let has_shown = matches!(holds, Holds::Cells(..) | Holds::NumberBoard);
        let each = if halves || has_shown { "" } else { self.each() };
        self.log.push("position NAME [of each player], ...: PART");
        self.put(&name, holds, write(&format!("{name}{each}")))
    }

    /// Writes a part that is named like its kind.
    pub fn own_part(&mut self, name: &str, holds: Holds, line: &str) -> Made {
        let is_new = self.parts.iter().all(|one| one.name != name);
        is_new.then_some(())?;
        self.put(name, holds, line.to_string())
    }

    pub fn tokens(&mut self, at: Member, on: String) -> Made {
        let name = self.part_name("q");
        match self.one_in(3) {
            true => self.put(&name, Holds::Tokens(at), format!("{name}: 2 {on}")),
            false => self.put(&name, Holds::Token(at), format!("{name}: {on}")),
        }
    }

    pub fn put(&mut self, name: &str, holds: Holds, line: String) -> Made {
        let of_each = line.contains(" of each player");
        let start = [self.literal(holds), self.literal(holds)];
        self.parts.push(Part {
            name: name.into(),
            holds,
            of_each,
            start,
        });
        Some(format!("position {line}"))
    }

    /// Writes the contents of a part at the start.
    pub fn literal(&mut self, holds: Holds) -> String {
        let cells = |w: &mut Self, count: usize| -> String {
            (0..count).map(|_| w.word(&[".", "x", "o"])).collect()
        };
        match holds {
            Holds::Number => self.digit(0, 3),
            Holds::Word => self.word(&["open", "shut"]).into(),
            Holds::Numbers(None) => self.word(&["2,1", "0,3,1", "1"]).into(),
            Holds::Numbers(Some(count)) => (0..count)
                .map(|_| self.digit(0, 2))
                .collect::<Vec<_>>()
                .join(","),
            Holds::NumberBoard => format!("{},1/0,{}", self.digit(0, 2), self.digit(0, 2)),
            Holds::Cells(Layout::Board, _) => format!("{}/{}", cells(self, 2), cells(self, 2)),
            Holds::Cells(..) => cells(self, 3),
            Holds::Nodes(_) => format!("{} {} {}", cells(self, 1), cells(self, 1), cells(self, 1)),
            Holds::Subset(Member::Number) => self.word(&["{}", "{1, 3}", "all", "{2}"]).into(),
            Holds::Subset(Member::Node(graph)) => format!("{{{}}}", self.word(nodes(graph))),
            Holds::Subset(_) => self.word(&["{}", "all"]).into(),
            Holds::Token(Member::Node("map")) => self
                .word(&["'A'", "'B'", "row 1 column 2", "row 2 column 1"])
                .into(),
            Holds::Token(Member::Node(graph)) => self.word(nodes(graph)).into(),
            Holds::Token(_) => format!("row 1 column {}", self.digit(1, 2)),
            Holds::Tokens(Member::Node(graph)) => format!("{0} {0}", self.word(nodes(graph))),
            Holds::Tokens(_) => self.word(&["1,1 1,2", "1,1 1,1"]).into(),
        }
    }

    pub fn start_items(&mut self, (): ()) -> Made {
        only(self.world, World::Parts)?;
        let is_token = |one: &Part| matches!(one.holds, Holds::Token(_));
        if self.parts.iter().all(|one| !is_token(one)) && self.one_in(3) {
            return None;
        }
        let mut items = Vec::new();
        if self.one_in(3)
            && self
                .parts
                .iter()
                .all(|one| !matches!(one.holds, Holds::Cells(_, false) | Holds::Numbers(None)))
        {
            self.log.push("empty");
            items.push("empty".to_string());
        }
        for part in self.parts.clone() {
            let Part {
                name,
                start: [first, second],
                ..
            } = &part;
            if let (Holds::Nodes(graph), true) = (part.holds, items.contains(&"empty".into())) {
                self.log.push("'SYMBOL' at PLACE");
                items.push(format!("'x' at {}", self.word(nodes(graph))));
                continue;
            }
            let (at, words) = match is_token(&part) {
                true => ("at", "TOKEN [of PLAYER] at PLACE"),
                false => ("=", "PART [of PLAYER] = VALUE"),
            };
            self.log.push(words);
            if is_token(&part) {
                self.log.push(match first.as_bytes() {
                    [b'\'', ..] => "'SYMBOL'",
                    [b'r', b'o', b'w', b' ', ..] => "row N column N",
                    _ => "NODE",
                });
            }
            match part.of_each {
                true => items.push(format!(
                    "{name} of A {at} {first}, {name} of B {at} {second}"
                )),
                false => items.push(format!("{name} {at} {first}")),
            }
        }
        Some(format!("start {}", items.join(", ")))
    }

    pub fn start_whole(&mut self, (): ()) -> Made {
        let is_said = self.log.contains(&"start ITEM, ...");
        match self.world {
            World::Parts if is_said => return None,
            World::Sum => return None,
            World::Heaps | World::Code => {
                return Some(format!("start {},{}", self.digit(1, 4), self.digit(3, 5)));
            }
            World::Parts => {}
        }
        let is_number = |one: &Part| matches!(one.holds, Holds::Number | Holds::Word);
        let mut text = String::new();
        for (at, part) in self.parts.iter().enumerate() {
            let follows = at
                .checked_sub(1)
                .map(|before| is_number(part) && is_number(&self.parts[before]));
            text += match follows {
                None => "",
                Some(true) => ",",
                Some(false) => "; ",
            };
            let between = if is_number(part) { "," } else { "; " };
            text += &match part.of_each {
                true => part.start.join(between),
                false => part.start[0].clone(),
            };
        }
        Some(format!("start {text}"))
    }
}
