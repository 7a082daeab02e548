//! News worked off, block by block.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use whowins_analysis::Player;

use super::super::retrograde::news;
use super::super::space::Space;
use super::super::table::{Cell, Cells};
use super::blocks::Layout;
use super::mail::{Letter, Letters, Sack, opened};
use super::work::Work;
use crate::limits::EngineError;
use crate::together;

impl<S: Space, C: Cell> Work<'_, S, C> {
    /// Works off the letters of some blocks: those in memory first, then those that have most.
    /// Whether there were any.
    pub fn spread(&mut self) -> Result<bool, EngineError> {
        let stored = if self.remoteness { self.level } else { 0 };
        let numbers = self.with_letters();
        if numbers.is_empty() {
            return Ok(false);
        }
        self.work_off(&numbers, stored)?;
        Ok(true)
    }

    fn with_letters(&self) -> Vec<usize> {
        let waiting = |block: &usize| self.post.waiting(*block);
        let mut numbers: Vec<usize> = self.blocks.in_memory().to_vec();
        numbers.retain(|block| waiting(block) > 0);
        if numbers.is_empty() {
            let all = 0..self.layout().blocks();
            numbers.extend(all.filter(|block| self.has(*block) && waiting(block) > 0));
        }
        let most = self.go();
        if numbers.len() > most {
            numbers.select_nth_unstable_by_key(most, |block| Reverse(waiting(block)));
            numbers.truncate(most);
        }
        numbers
    }

    fn work_off(&mut self, numbers: &[usize], stored: u32) -> Result<(), EngineError> {
        let held = self.blocks.take(numbers)?;
        let changed: Vec<AtomicBool> = numbers.iter().map(|_| AtomicBool::new(false)).collect();
        // All are taken before any is worked off: what is sent meanwhile waits for its turn.
        let take = |block: &usize| Mutex::new(Some(self.post.take(*block)));
        let letters: Vec<Mutex<Option<Letters>>> = numbers.iter().map(take).collect();
        together::each(numbers.len(), &|at| {
            let mut own = letters[at].lock().unwrap_or_else(PoisonError::into_inner);
            let letters = own.take().unwrap_or_default();
            let mut task = Task {
                number: numbers[at],
                cells: &held[at].cells,
                stored,
                open: Vec::new(),
                decided: 0,
                changed: false,
            };
            let mut sack = self.post.sack(self.plan.sack, self.remoteness);
            let mut state = Vec::new();
            self.post.each(letters, &mut |letter| {
                task.hear(letter, self.layout());
                while let Some(cell) = task.open.pop() {
                    self.tell_of(cell, &mut task, &mut state, &mut sack);
                }
            })?;
            self.whole()?;
            self.decided.fetch_add(task.decided, Relaxed);
            self.limits.progress.add(task.decided);
            changed[at].store(task.changed, Relaxed);
            sack.finish()
        })?;
        for ((number, held), changed) in numbers.iter().zip(held).zip(changed) {
            self.blocks.give_back(*number, held, changed.into_inner());
        }
        Ok(())
    }

    /// Tells the predecessors of a cell that was decided: at once those in its block, if levels do
    /// not matter and there is room.
    fn tell_of(
        &self,
        cell: usize,
        task: &mut Task<'_, C>,
        state: &mut Vec<i64>,
        sack: &mut Sack<'_, '_>,
    ) {
        let layout = self.layout();
        let (player, at) = layout.cell(cell);
        let Some(known) = task.cells.of(player)[at].get().value() else {
            return;
        };
        let index = layout.range(task.number).start + at as u64;
        self.tell(
            index,
            Player::BOTH[player],
            known,
            state,
            &mut |block, letter| {
                let at_once = !self.remoteness && block == task.number;
                if at_once && task.open.len() < self.plan.sack {
                    task.hear(letter, layout);
                } else {
                    sack.push(block, letter);
                }
            },
        );
    }
}

/// Works off the letters of one block.
struct Task<'w, C> {
    number: usize,
    cells: &'w Cells<C>,
    /// The remoteness of what is decided.
    stored: u32,
    /// Cells of this block that were decided, and whose predecessors do not know it yet.
    open: Vec<usize>,
    decided: u64,
    changed: bool,
}

impl<C: Cell> Task<'_, C> {
    #[inline]
    fn hear(&mut self, letter: Letter, layout: Layout) {
        let Some((number, known)) = opened(letter) else {
            return;
        };
        let (player, at) = layout.cell(number);
        let Some(cell) = self.cells.of(player).get(at) else {
            return;
        };
        self.changed |= cell.get().value().is_none();
        if news::<C, false>(cell, known, self.stored) {
            self.decided += 1;
            self.open.push(number);
        }
    }
}
