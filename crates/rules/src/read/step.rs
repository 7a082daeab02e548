//! Moves and their steps.

use super::scan::{DEEPEST, Read, Reader, error, is_name};
use crate::tree::{Action, Expr, ExprKind, Step, StepKind};

impl Reader<'_> {
    /// `STEP; ...`
    pub(super) fn steps(&mut self) -> Read<Vec<Step>> {
        let mut steps: Vec<Step> = Vec::new();
        loop {
            let step = self.step()?;
            if let StepKind::Repeat(_) = step.kind
                && !steps.last().is_some_and(repeats)
            {
                let help =
                    "write it after the repeated step: move own other . -> . . own; may repeat";
                return Err(error(step.span, "the repeated step is missing", help));
            }
            steps.push(step);
            if !self.take(";") {
                self.note("`;`");
                return Ok(steps);
            }
        }
    }

    fn step(&mut self) -> Read<Step> {
        self.steps_open += 1;
        let start = self.here();
        let kind = match self.steps_open <= DEEPEST {
            true => self.step_kind()?,
            false => {
                let at = self.take_token();
                let help = "name a part of the move: let NAME = move STEP; ...";
                return Err(error(at, "this is nested too deeply", help));
            }
        };
        self.steps_open -= 1;
        Ok(Step {
            kind,
            span: self.since(start),
        })
    }

    /// Whether a pattern's arrow stands in this step, and whether a comma stands before it.
    fn arrow(&self) -> (bool, bool) {
        let text = self.text(self.here()..self.end);
        let (mut comma, mut quoted, mut skip) = (false, false, false);
        let bytes = text.as_bytes();
        for (at, byte) in bytes.iter().enumerate() {
            if skip {
                skip = *byte != b'\n';
                continue;
            }
            match byte {
                b'"' => quoted = !quoted,
                _ if quoted => {}
                b'/' if bytes.get(at + 1) == Some(&b'/') => skip = true,
                b'-' if bytes.get(at + 1) == Some(&b'>') => return (true, comma),
                b';' => break,
                b',' => comma = true,
                _ => {}
            }
        }

        (false, comma)
    }

    /// Whether the next word is one of the language here, not a name or symbols of a pattern.
    fn word_here(&self, word: &str) -> bool {
        if !self.sees(word) {
            return false;
        }
        let (arrow, comma) = self.arrow();
        let is_changed = matches!(
            self.second(),
            ":=" | "+=" | "-=" | "[" | "=" | "++" | "--" | "," | "for" | ""
        );
        let is_name = self.names.declares(word) && (is_changed || self.second() == "to");
        !(is_name || arrow && !comma && self.names.spells(word))
    }

    fn step_kind(&mut self) -> Read<StepKind> {
        if self.word_here("move") {
            self.take_token();
            if self.sees("choose") && !self.names.declares("choose") {
                let at = self.take_token();
                let help = "write choose ..., without `move`; the steps go after `;`";
                return Err(error(at, "a choice isn't a move", help));
            }
        }
        if self.word_here("if") {
            return self.step_if();
        }
        if self.word_here("only") {
            self.take_token();
            self.need("if", "`if`")?;
            return Ok(StepKind::OnlyIf(self.condition()?));
        }
        if matches!(self.next(), "may" | "must") && self.word_here(self.next()) {
            return self.step_may();
        }
        if self.word_here("for") {
            return self.step_for_each();
        }
        if self.word_here("choose") && self.second() != "(" {
            self.form = "choose x in SET, 1 <= k <= 3 if CONDITION; STEP; ...";
            self.take_token();
            let choices = self.choices()?;
            let guard = self.guard()?;
            return Ok(StepKind::Choose(choices, guard));
        }
        if self.word_here("let") && is_name(self.second()) {
            return self.step_let();
        }
        if self.sees_heaps() {
            return self.heap_step();
        }
        let first = self.char_at(self.here()).unwrap_or(' ');
        let is_pattern = !super::scan::is_letter(first) && self.names.symbols.contains(&first);
        if is_pattern || self.arrow().0 {
            return self.rewrite().map(StepKind::Rewrite);
        }
        self.act()
    }

    fn step_if(&mut self) -> Read<StepKind> {
        self.form = "if CONDITION, STEP; if possible, PATTERN -> PATTERN";
        self.take_token();
        if self.sees("possible") && self.second() == "," {
            self.take_token();
            self.take_token();
            let step = self.step()?;
            let is_write =
                |action: &Action| matches!(action, Action::Write(..) | Action::Score(..));
            if let StepKind::Act { actions, .. } = &step.kind
                && actions.iter().all(is_write)
            {
                let help = "say when: if CONDITION, ...; or leave it to the player: may ...";
                return Err(error(
                    step.span,
                    "where numbers change, nothing says what is possible",
                    help,
                ));
            }
            return Ok(StepKind::IfPossible(Box::new(step)));
        }
        let condition = self.condition()?;
        self.need(",", "`,` and what is done then")?;
        Ok(StepKind::If(condition, Box::new(self.step()?)))
    }

    fn step_may(&mut self) -> Read<StepKind> {
        self.form = "may STEP; may repeat; must repeat";
        let must = self.sees("must");
        let start = self.take_token().start;
        if self.take("repeat") {
            return Ok(StepKind::Repeat(must));
        }
        if must {
            self.note("`repeat`");
            return Err(self.unexpected());
        }
        if matches!(self.next(), "only" | "if") && !self.names.declares(self.next()) {
            let end = self.take_token().end;
            let help = "write: if CONDITION, may STEP; or: only if CONDITION, as a separate step";
            return Err(error(start..end, "a condition isn't a step", help));
        }
        Ok(StepKind::May(Box::new(self.step()?)))
    }

    fn step_for_each(&mut self) -> Read<StepKind> {
        self.form = "for each x in SET if CONDITION, STEP";
        let at = self.take_token();
        if !self.take("each") {
            let help = "write for each x in SET, STEP; or behind the step, as the player's choice: STEP for x in SET";
            return Err(error(
                at,
                "nothing is done yet that this could choose for",
                help,
            ));
        }
        let name = self.name()?;
        self.need("in", "`in`")?;
        let set = self.set()?;
        let guard = self.guard()?;
        self.need(",", "`,` and what is done for each")?;
        let step = self.step()?;
        Ok(StepKind::ForEach(name, set, guard, Box::new(step)))
    }

    fn step_let(&mut self) -> Read<StepKind> {
        self.form = "let NAME = NUMBER, NAME = NUMBER; STEP";
        self.take_token();
        let mut values = Vec::new();
        loop {
            let name = self.name()?;
            self.need("=", "`=`")?;
            values.push((name, self.condition()?));
            if !self.take(",") {
                return Ok(StepKind::Let(values));
            }
        }
    }

    /// `ACTION, ... [for CHOICE, ...] [if C]`, or a step of a token.
    fn act(&mut self) -> Read<StepKind> {
        self.form = "move x -= k, y += 1 for k in 1..3 if CONDITION; move TOKEN to a neighbour";
        if let Some(walk) = self.walk()? {
            return Ok(walk);
        }
        let mut actions = vec![self.action()?];
        while self.take(",") {
            actions.push(self.action()?);
        }
        if actions.len() > 1
            && let Some(Action::Pass(at)) = actions.iter().find(|a| matches!(a, Action::Pass(_)))
        {
            let help = "write the change alone: who changes something makes a move";
            return Err(error(
                at.clone(),
                "a pass needs a step that changes something",
                help,
            ));
        }
        self.note("`,`");
        self.note("`for`");
        let choices = match self.take("for") {
            true => {
                if self.sees("each") && is_name(self.second()) {
                    let help = "write for each x in SET, STEP: the repeated step goes after it";
                    return Err(error(
                        self.take_token(),
                        "`for each` goes before its step",
                        help,
                    ));
                }
                self.choices()?
            }
            false => Vec::new(),
        };
        let guard = self.guard()?;
        if guard.is_some() && choices.is_empty() && self.sees("for") {
            let help = "write ... for k in 1..3 if ...: first the choice, then its condition";
            return Err(error(self.take_token(), "`for` goes before `if`", help));
        }
        Ok(StepKind::Act {
            actions,
            choices,
            guard,
        })
    }

    /// Reads `TOKEN to a [free] neighbour [again] [along DIRECTION]`.
    fn walk(&mut self) -> Read<Option<StepKind>> {
        // The tokens before `to a neighbour` come first, so that nothing is read twice.
        let mut before = self.tokens(self.at);
        let mut window = ("", "", "");
        let found = loop {
            let Some((_, token)) = before.next() else {
                break false;
            };
            window = (window.1, window.2, token);
            match window {
                ("to", "a", "free" | "neighbour" | "neighbor") => break true,
                (_, _, ";" | "," | ":=" | "+=" | "-=" | "->") => break false,
                _ => {}
            }
        };
        drop(before);
        if !found {
            return Ok(None);
        }
        let target = self.target()?;
        self.need("to", "`to`")?;
        self.need("a", "`a`")?;
        let free = self.take("free");
        if !self.take("neighbour") && !self.take("neighbor") {
            self.note("`neighbour`");
            return Err(self.unexpected());
        }
        self.take("again");
        let along = match self.take("along") {
            true => self.directions()?,
            false => Vec::new(),
        };
        self.note("`along` with directions");
        let kind = match target.index.is_empty() {
            true => ExprKind::Name(target.part, target.whose),
            false => ExprKind::Index(target.part, target.whose, target.index),
        };
        let token = Expr {
            kind,
            span: target.span,
        };
        Ok(Some(StepKind::Walk { token, free, along }))
    }
}

/// Whether a step can be repeated: it moves one piece, also where it may or under a condition.
fn repeats(step: &Step) -> bool {
    match &step.kind {
        StepKind::Rewrite(_) | StepKind::Walk { .. } => true,
        StepKind::If(_, inner) | StepKind::IfPossible(inner) | StepKind::May(inner) => {
            repeats(inner)
        }
        _ => false,
    }
}
