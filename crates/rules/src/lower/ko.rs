//! `repetition within N moves is forbidden` (or `loses`): earlier positions are parts of the term,
//! and no move leads to one of them, or who makes it has lost.

use whowins_core::{Array, Command, Expr};

use super::scope::{all_of, equal};
use super::{Hidden, Lower};
use crate::tree::RepetitionKind;

/// The most moves that are looked back on.
const LONGEST: i64 = 16;

/// A position that is remembered: for each part that is read, the part that holds it, and its
/// length.
type Slot = Vec<(usize, usize, usize)>;

/// What is remembered.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// The position before the move at hand; nothing between moves.
    now: Slot,
    /// Those before it, the last one first.
    before: Vec<Slot>,
}

impl<'a> Lower<'a> {
    /// Makes room for earlier positions, where they are asked about.
    pub(super) fn remember_positions(&mut self) -> Option<()> {
        let text = self.text;
        let repetition = text.repetition.as_ref()?;
        let within = repetition.within.as_ref()?;
        let loses = repetition.kind == RepetitionKind::Loses;
        if !loses && repetition.kind != RepetitionKind::Forbidden {
            let help = "write: repetition within 2 moves is forbidden, or: repetition within 2 moves loses";
            let message = "only what is forbidden or loses is counted in moves";
            return self.error(repetition.span.clone(), message, help);
        }
        let moves = self.written(within)?;
        if !(2..=LONGEST).contains(&moves) {
            let message = format!("from 2 to {LONGEST} moves can be looked back on");
            let help = "write: repetition within 2 moves is forbidden";
            return self.error(within.span.clone(), message, help);
        }
        let mut parts = vec![(0, 1)];
        for at in 0..self.parts.len() {
            let Some(length) = self.length_of(at) else {
                let name = &self.parts[at].name;
                let message =
                    format!("`{name}` has any size, so that earlier positions have no place");
                let help = "say how many cells or numbers there are";
                return self.error(repetition.span.clone(), message, help);
            };
            let part = &self.parts[at];
            let cores = &part.core[..1 + usize::from(part.of_each)];
            parts.extend(cores.iter().map(|core| (*core, length as usize)));
        }
        let mut memory = Memory {
            now: self.slot("now", &parts),
            before: Vec::new(),
        };
        for back in 1..moves {
            memory
                .before
                .push(self.slot(&format!("before{back}"), &parts));
        }
        self.memory = Some(memory);
        if loses {
            self.repeated = Some(self.hidden("repeated", 0, Some(1), 0));
        }
        Some(())
    }

    fn slot(&mut self, name: &str, parts: &[(usize, usize)]) -> Slot {
        let mut slot = Vec::new();
        for (core, length) in parts {
            let mut part = self.term_parts[*core].clone();
            part.name = format!("{name}_{}", part.name);
            part.least -= 1;
            let rest = vec![part.least.clone(); *length];
            self.term_parts.push(part);
            let part = self.term_parts.len() - 1;
            self.hidden.push(Hidden { part, rest });
            slot.push((*core, part, *length));
        }
        slot
    }

    /// Before a move: the position is remembered.
    pub(super) fn look(&self) -> Vec<Command> {
        let now = self.memory.iter().flat_map(|memory| &memory.now);
        now.map(|(core, part, length)| self.copied(*core, *part, *length))
            .collect()
    }

    /// After a move: it leads to no position that is remembered, and they move on.
    pub(super) fn compare_with_before(&self) -> Vec<Command> {
        let Some(memory) = &self.memory else {
            return Vec::new();
        };
        let mut all = Vec::new();
        for slot in &memory.before {
            let same = slot
                .iter()
                .map(|(core, part, length)| self.same(*core, *part, *length));
            let same = all_of(same.collect());
            all.push(match self.repeated {
                None => Command::Guard(!same),
                Some(part) => Command::when(same, Command::set(part, Expr::num(1))),
            });
        }
        let slots: Vec<&Slot> = std::iter::once(&memory.now).chain(&memory.before).collect();
        for pair in slots.windows(2).rev() {
            for ((_, from, length), (_, to, _)) in pair[0].iter().zip(pair[1]) {
                all.push(self.copied(*from, *to, *length));
            }
        }
        for (_, part, length) in &memory.now {
            let least = Expr::Num(self.term_parts[*part].least.clone());
            let clear = Command::Set(*part, Expr::Var(self.bound), least);
            all.push(Command::Loop(
                Expr::num(0),
                Expr::num(*length),
                Box::new(clear),
            ));
        }
        all
    }

    fn copied(&self, from: usize, to: usize, length: usize) -> Command {
        let index = Expr::Var(self.bound);
        let value = Expr::get(Array::Part(from), index.clone());
        let copy = Command::Set(to, index, value);
        Command::Loop(Expr::num(0), Expr::num(length), Box::new(copy))
    }

    fn same(&self, a: usize, b: usize, length: usize) -> Expr {
        let (index, so_far) = (Expr::Var(self.bound), Expr::Var(self.bound + 1));
        let get = |part| Expr::get(Array::Part(part), index.clone());
        let body = so_far.and(equal(get(a), get(b)));
        Expr::fold(Expr::num(0), Expr::num(length), Expr::num(1), body)
    }
}
