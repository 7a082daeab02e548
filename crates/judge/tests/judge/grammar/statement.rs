//! Productions of statements, and complete texts.

use super::step::{STEP, rewrite};
use super::value::only;
use super::writer::{Definition, Gives, Holds, Is, Layout, Made, Production, World, Writer};

/// Statements in the order of a text. Each may write several lines.
pub const STATEMENT: &[Production<()>] = &[
    ("game \"NAME\"", |_, ()| Some("game \"Random\"".into())),
    (
        "players NAME [with SYMBOL ...], NAME [with SYMBOL ...]",
        |w, ()| {
            let is_said = w.is_partizan || w.has_symbols || w.one_in(3);
            is_said.then(|| match w.has_symbols {
                true => "players A with x, B with o".into(),
                false => "players A, B".into(),
            })
        },
    ),
    ("given NAME, ...: KIND [= VALUE]", Writer::givens),
    ("octal DIGITS.DIGITS", |w, ()| {
        only(w.world, World::Code)?;
        let digits: String = (0..1 + w.below(3)).map(|_| w.digit(0, 7)).collect();
        w.one_in(2)
            .then(|| format!("octal {}.{digits}3", w.word(&["0", "4"])))
    }),
    ("hexadecimal DIGITS.DIGITS", |w, ()| {
        only(w.world, World::Code)?;
        let is_written = w.log.contains(&"octal DIGITS.DIGITS");
        (!is_written).then(|| {
            format!(
                "hexadecimal 0.{}{}",
                w.digit(1, 9),
                w.word(&["3", "A", "F"])
            )
        })
    }),
    ("position heaps", |w, ()| {
        only(w.world, World::Heaps)?;
        Some("position heaps".into())
    }),
    ("position sum of GAME[(NAME = VALUE, ...)], ...", |w, ()| {
        only(w.world, World::Sum)?;
        w.one_in(2)
            .then(|| "position sum of nim, pins(most = 2, start = xx)\nstart 1,2; xxx".into())
    }),
    ("sum of any number of GAME", |w, ()| {
        only(w.world, World::Sum)?;
        let is_written = w
            .log
            .contains(&"position sum of GAME[(NAME = VALUE, ...)], ...");
        (!is_written).then(|| "position sum of any number of pins\nstart xx; xxx".into())
    }),
    (
        "position VARIABLE [of each player] [RANGE | in {WORD, ...}], ...",
        Writer::positions,
    ),
    ("start ITEM, ...", Writer::start_items),
    ("start POSITION", Writer::start_whole),
    ("let NAME[(NAME, ...)] = N", |w, ()| {
        w.define("f", Gives::Number)
    }),
    ("CONDITION", |w, ()| w.define("c", Gives::Condition)),
    ("move STEP; ...", |w, ()| w.define("m", Gives::Steps)),
    ("[else] [PLAYER:] move STEP; ...", Writer::moves),
    (
        "[else] [PLAYER:] choose CHOICE, ... [if CONDITION]; STEP; ...",
        |w, ()| {
            only(w.world, World::Parts)?;
            if w.one_in(2) {
                return None;
            }
            w.scoped(|w| {
                let (choices, guard) = (w.choices(2)?, w.guard());
                let steps = w.steps()?;
                Some(format!("{}choose {choices}{guard}; {steps}", w.player()))
            })
        },
    ),
    (
        "at once PATTERN -> PATTERN [along DIRECTION, ...]",
        |w, ()| {
            w.parts
                .iter()
                .find(|one| matches!(one.holds, Holds::Cells(Layout::Row | Layout::Board, _)))?;
            let is_first = w
                .parts
                .iter()
                .find(|one| matches!(one.holds, Holds::Cells(..) | Holds::Nodes(_)));
            only(
                matches!(
                    is_first?.holds,
                    Holds::Cells(Layout::Row | Layout::Board, _)
                ),
                true,
            )?;
            w.one_in(6).then(|| {
                format!(
                    "at once {}",
                    w.word(&[
                        "x x -> . .",
                        "^ o -> ^ .",
                        "x o -> . . along left",
                        "x o $ -> . o $"
                    ])
                )
            })
        },
    ),
    ("move take AMOUNT, ... [, leaving LEFT, ...]", |w, ()| {
        only(w.world, World::Heaps)?;
        w.many(|w| {
            Some(format!(
                "{}move take {}{}",
                w.player(),
                w.amounts(),
                w.leaving()
            ))
        })
    }),
    ("move split into LEFT, ...", |w, ()| {
        only(w.world, World::Heaps)?;
        let into = w.word(&[
            "two heaps",
            "two unequal heaps",
            "two or three heaps",
            "three different heaps",
        ]);
        w.one_in(2)
            .then(|| format!("{}move split into {into}", w.player()))
    }),
    ("at CONDITION: VERDICT", |w, ()| {
        w.ending(|c, v, _| format!("at {c}: {v}"))
    }),
    ("VERDICT when CONDITION", |w, ()| {
        w.ending(|c, v, e| format!("{v} when {c}{e}"))
    }),
    ("VERDICT as soon as CONDITION", |w, ()| {
        match w.ends_on_the_way {
            true => w.ending(|c, v, _| format!("{v} as soon as {c}")),
            false => None,
        }
    }),
    ("PLAYER wins when no move is left", |w, ()| {
        (w.is_named() && w.is_plain_end() && w.one_in(8))
            .then(|| "A wins when no move is left".into())
    }),
    ("normal play", |w, ()| w.stuck("normal play")),
    ("misère play", |w, ()| {
        let words = w.word(&["misère play", "misere play"]);
        w.stuck(words)
    }),
    (
        "who cannot move (wins | loses | draws) [if CONDITION, else (wins | loses | draws)]",
        |w, ()| {
            let condition = match w.world {
                World::Parts => w.condition()?,
                _ => return None,
            };
            let (one, other) = (
                w.word(&["wins", "loses", "draws"]),
                w.word(&["wins", "loses"]),
            );
            let line = format!("who cannot move {one} if {condition}, else {other}");
            w.stuck("")?;
            Some(if w.one_in(2) {
                line
            } else {
                format!("who cannot move {one}")
            })
        },
    ),
    ("repetition draws", |w, ()| {
        (!w.has_clock && w.world == World::Parts && w.is_partizan_or(2))
            .then(|| "repetition draws".into())
    }),
    ("PLAYER wins by repetition", |w, ()| {
        let is_said = w.log.contains(&"repetition draws") || w.has_clock || w.world != World::Parts;
        let name = if w.is_named() { "B" } else { "Second" };
        (!is_said).then(|| format!("{name} wins by repetition"))
    }),
    (
        "repetition within N moves (is forbidden | loses)",
        |w, ()| {
            let is_sized = w
                .parts
                .iter()
                .all(|one| !matches!(one.holds, Holds::Numbers(None) | Holds::Cells(_, false)));
            let fits =
                w.has_clock && is_sized && w.world == World::Parts && !w.has_score && !w.blocks;
            (fits && w.one_in(10)).then(|| {
                format!(
                    "repetition within 2 moves {}",
                    w.word(&["is forbidden", "loses"])
                )
            })
        },
    ),
    (
        "before each move the opponent blocks up to N (options | option)",
        |w, ()| {
            w.blocks.then(|| {
                format!(
                    "before each move the opponent blocks up to 1 {}",
                    w.word(&["option", "options"])
                )
            })
        },
    ),
    ("highest score wins", |w, ()| {
        (w.has_score && w.one_in(2)).then(|| "highest score wins".into())
    }),
    ("lowest score wins", |w, ()| {
        (w.has_score && !w.log.contains(&"highest score wins")).then(|| "lowest score wins".into())
    }),
    ("at the end: score (+= | -=) N", |w, ()| {
        match w.has_score && w.one_in(2) {
            true => Some(format!(
                "at the end: score {} {}",
                w.word(&["+=", "-="]),
                w.number()?
            )),
            false => None,
        }
    }),
    (
        "example (POSITION | start) [, PLAYER to move]: PLAYER wins [by N]",
        |w, ()| {
            let is_said = w.log.iter().any(|one| one.starts_with("start "));
            let name = if w.is_named() { "A" } else { "First" };
            let line = format!("example start, {name} to move: {name} wins");
            (is_said && w.one_in(4)).then_some(line)
        },
    ),
    ("let GAME = game \"NAME\"", |w, ()| {
        only(w.world, World::Sum)?;
        let nim = match w.log.contains(&"sum of any number of GAME") {
            true => "",
            false => {
                "let nim = game \"Nim\"\nposition heap: numbers\nmove heap[i] -= k for i in places of heap, k >= 1\n"
            }
        };
        Some(format!(
            "{nim}let pins = game \"Pins\"\ngiven most: number = 2\nposition row of . x\nmove x -> .\nmove (most x) -> (most .)"
        ))
    }),
];

impl Writer {
    /// Writes a complete text.
    pub fn text(&mut self) -> String {
        let mut lines = Vec::new();
        for (words, write) in STATEMENT {
            self.depth = 3;
            self.names.clear();
            lines.extend(self.tried(words, *write, ()));
        }
        lines.join("\n") + "\n"
    }

    /// Writes several lines of one kind.
    pub fn many(&mut self, write: fn(&mut Self) -> Made) -> Made {
        let lines: Vec<String> = (0..1 + self.below(3)).filter_map(|_| write(self)).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    pub fn define(&mut self, start: &str, gives: Gives) -> Made {
        only(self.world, World::Parts)?;
        if !self.one_in(3) {
            return None;
        }
        let name = self.new_name(start);
        let (mut arguments, mut words) = (Vec::new(), Vec::new());
        for _ in 0..self.below(3) {
            let is = match self.member()? {
                _ if gives == Gives::Steps => Is::Number,
                member => member.into(),
            };
            arguments.push(is);
            words.push(self.bind("z", is));
        }
        let body = match gives {
            Gives::Number => self.number()?,
            Gives::Condition => self.condition()?,
            Gives::Steps => format!(
                "move {}",
                self.draw(STEP, ())
                    .filter(|step| !step.contains("repeat") && !step.starts_with("choose"))?
            ),
        };
        self.definitions.push(Definition {
            name: name.clone(),
            arguments,
            gives,
        });
        let arguments = match words.is_empty() {
            true => String::new(),
            false => format!("({})", words.join(", ")),
        };
        Some(format!("let {name}{arguments} = {body}"))
    }

    pub fn is_named(&self) -> bool {
        self.log
            .contains(&"players NAME [with SYMBOL ...], NAME [with SYMBOL ...]")
    }

    /// Writes `PLAYER: `, or nothing.
    pub fn player(&mut self) -> String {
        match (self.is_partizan, self.is_named()) {
            (true, true) => self.may(&["A: ", "B: "]).into(),
            (true, false) => self.may(&["First: ", "Second: "]).into(),
            _ => String::new(),
        }
    }

    /// Writes the steps of a move. The last one decrements the clock.
    pub fn steps(&mut self) -> Made {
        let mut steps = vec![self.draw(STEP, ())?];
        while self.one_in(3) && steps.len() < 3 {
            steps.push(self.draw(STEP, ())?);
        }
        if self.has_clock {
            steps.push("clock -= 1".into());
        }
        Some(steps.join("; "))
    }

    pub fn moves(&mut self, (): ()) -> Made {
        only(self.world, World::Parts)?;
        let mut lines: Vec<String> = Vec::new();
        for at in 0..1 + self.below(3) {
            self.depth = 3;
            let or = if at > 0 && self.one_in(6) {
                "else "
            } else {
                ""
            };
            let player = self.player();
            let steps = match self.one_in(5) {
                true => self
                    .scoped(|w| w.tried("PATTERN", |w, ()| rewrite(w, false), ()))
                    .map(|one| match self.has_clock {
                        true => format!("{one}; clock -= 1"),
                        false => one,
                    }),
                false => None,
            };
            let steps = match steps {
                Some(steps) => steps,
                None => self.scoped(Self::steps)?,
            };
            let go = if steps.starts_with("choose") {
                ""
            } else {
                "move "
            };
            lines.push(format!("{or}{player}{go}{steps}"));
        }
        Some(lines.join("\n"))
    }

    pub fn amounts(&mut self) -> &'static str {
        self.log.extend([
            "a number in SET",
            "COUNT, ... [unequal | different] (heaps | heap)",
            "[at most] (no | one | two | ... | seven | N)",
            "N",
            "N..N",
            "any number",
            "N or more",
            "a number in {N, N..N, ...}",
        ]);
        self.word(&[
            "1",
            "2",
            "1 or 3",
            "1..2",
            "any number",
            "2 or more",
            "a number in {1, 3..4}",
        ])
    }

    pub fn leaving(&mut self) -> String {
        let left = self.word(&[
            "nothing",
            "one heap",
            "at most two heaps",
            "no heap or two unequal heaps",
            "2 heaps",
            "one, two heaps",
        ]);
        match self.one_in(2) {
            true => format!(", leaving {left}"),
            false => String::new(),
        }
    }

    /// Returns true if the winner depends only on the moves.
    pub fn is_plain_end(&self) -> bool {
        self.world == World::Parts && !self.has_score && !self.blocks
    }

    pub fn is_partizan_or(&mut self, of: usize) -> bool {
        self.is_partizan || self.one_in(of)
    }

    pub fn ending(&mut self, write: fn(&str, &str, &str) -> String) -> Made {
        if self.world != World::Parts || self.blocks || !self.one_in(4) {
            return None;
        }
        let name = self.word(if self.is_named() {
            &["A", "B"]
        } else {
            &["First", "Second"]
        });
        let condition = match self.own_cells() {
            Some(condition) => condition,
            None => self.condition()?,
        };
        let (words, who) = match self.below(5) {
            0 => ("PLAYER", name),
            1 => ("the player to move", "the player to move"),
            2 if ["= own", "showing own"]
                .iter()
                .any(|one| condition.contains(one)) =>
            {
                ("a player", "a player")
            }
            3 if write("", "", "").starts_with("at ") => ("the mover", "the mover"),
            _ => ("the player who moved", "the player who moved"),
        };
        let verdict = match self.below(6) {
            0 => {
                self.log.push("draw");
                "draw".to_string()
            }
            1 if self.has_score => {
                self.log.push("the game ends");
                "the game ends".to_string()
            }
            _ => {
                let other = match write("", "", "").starts_with("at ") && self.one_in(3) {
                    true => format!(" if {}, else wins", self.condition()?),
                    false => String::new(),
                };
                self.log.extend([
                    words,
                    "WHO (wins | loses) [if CONDITION, else (wins | loses)]",
                ]);
                match other.is_empty() {
                    true => format!("{who} {}", self.word(&["wins", "loses", "win", "lose"])),
                    false => format!("{who} loses{other}"),
                }
            }
        };
        Some(write(&condition, &verdict, ""))
    }

    /// Sometimes writes a condition about the cells of one player.
    pub fn own_cells(&mut self) -> Made {
        let part = self.part(|one| matches!(one, Holds::Cells(..)))?;
        let fits = self.has_symbols && self.one_in(3);
        fits.then(|| format!("no cells of {} showing own", self.parts[part].name))
    }

    pub fn stuck(&mut self, words: &str) -> Made {
        const ALL: [&str; 4] = [
            "normal play",
            "misère play",
            "who cannot move (wins | loses | draws) [if CONDITION, else (wins | loses | draws)]",
            "PLAYER wins when no move is left",
        ];
        let said = self.log.iter().filter(|one| ALL.contains(one)).count();
        // This statement is already in the log.
        let fits =
            said == 1 && (self.is_plain_end() || matches!(self.world, World::Heaps | World::Sum));
        (fits && self.one_in(4)).then(|| words.to_string())
    }
}
