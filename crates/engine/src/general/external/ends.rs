//! What is known before any news: ends and counts of moves, block after block; and the drawn ends,
//! found again when their turn comes.

use whowins_analysis::{Player, Value};

use super::super::retrograde::before_news;
use super::super::space::{Block, Flow, Space};
use super::super::sweep::Broken;
use super::super::table::{Cell, Cells};
use super::manifest::Stage;
use super::work::Work;
use crate::limits::EngineError;
use crate::together;

impl<S: Space, C: Cell> Work<'_, S, C> {
    /// Decides the ends and counts the moves of the next blocks; sends out what the decisive ends
    /// say. Whether there were any.
    pub fn count(&mut self, next: usize) -> Result<bool, Broken> {
        let missing = |block: &usize| self.has(*block) && !self.counted[*block];
        let numbers: Vec<usize> = (next..self.layout().blocks())
            .filter(missing)
            .take(self.go())
            .collect();
        let Some(last) = numbers.last() else {
            return Ok(false);
        };
        self.stage = Stage::Counting(last + 1);
        let held = self.blocks.take(&numbers).map_err(Broken::Limit)?;
        let found = together::all(numbers.len(), &|at| {
            self.count_block(numbers[at], &held[at].cells)
        })?;
        for ((number, held), draws) in numbers.into_iter().zip(held).zip(found) {
            self.draws[number] = draws;
            self.blocks.give_back(number, held, true);
        }
        Ok(true)
    }

    /// Whether the block has drawn ends.
    fn count_block(&self, number: usize, cells: &Cells<C>) -> Result<bool, Broken> {
        let range = self.layout().range(number);
        let mut sack = self.post.sack(self.plan.sack, false);
        let (mut draws, mut narrow) = (false, false);
        let mut state = Vec::new();
        let mut first = range.start;
        while first < range.end {
            let (run, states) = match self.space.radix() {
                Some(radix) => {
                    let run = radix.tier(first, range.end - first);
                    let states = radix.size(&run);
                    (run, states)
                }
                // Without slots, a state is its own number.
                None => {
                    let run = Block {
                        low: vec![first as i64],
                        high: vec![range.end as i64 - 1],
                    };
                    (run, range.end - first)
                }
            };
            let players = self.layout().players;
            let flow = self
                .space
                .walk_counting(&run, players, &mut |index, end, counts| {
                    for player in &Player::BOTH[..players] {
                        let count = counts[player.index()];
                        if count > C::MOST {
                            narrow = true;
                            return Flow::Break(());
                        }
                        let entry = before_news(self.space, end, count, *player);
                        cells.at(index - range.start, player.index()).set(entry);
                        match entry.value() {
                            Some(Value::Draw) => draws = true,
                            Some(known) => {
                                let mut send = |block, letter| sack.push(block, letter);
                                self.tell(index, *player, known, &mut state, &mut send);
                            }
                            None => {}
                        }
                    }
                    Flow::Continue(())
                });
            if flow.is_break() {
                break;
            }
            first += states;
        }
        if narrow {
            return Err(Broken::Narrow);
        }
        self.whole().map_err(Broken::Limit)?;
        sack.finish().map_err(Broken::Limit)?;
        self.limits.progress.add(range.end - range.start);
        Ok(draws)
    }

    /// Sends out what the drawn ends of the next blocks say. Whether there were any.
    pub fn seed(&mut self, next: usize) -> Result<bool, EngineError> {
        let count = self.layout().blocks();
        let numbers: Vec<usize> = (next..count)
            .filter(|block| self.has(*block) && self.draws[*block])
            .take(self.go())
            .collect();
        let Some(last) = numbers.last() else {
            return Ok(false);
        };
        self.stage = Stage::Seeding(last + 1);
        let held = self.blocks.take(&numbers)?;
        together::each(numbers.len(), &|at| {
            self.seed_block(numbers[at], &held[at].cells)
        })?;
        for (number, held) in numbers.into_iter().zip(held) {
            // Whoever goes on from here asks this block no more.
            self.draws[number] = false;
            self.blocks.give_back(number, held, false);
        }
        Ok(true)
    }

    fn seed_block(&self, number: usize, cells: &Cells<C>) -> Result<(), EngineError> {
        let range = self.layout().range(number);
        let mut sack = self.post.sack(self.plan.sack, false);
        let mut state = Vec::new();
        for player in &Player::BOTH[..self.layout().players] {
            for (index, cell) in range.clone().zip(cells.of(player.index())) {
                if cell.get().value() == Some(Value::Draw) {
                    let mut send = |block, letter| sack.push(block, letter);
                    self.tell(index, *player, Value::Draw, &mut state, &mut send);
                }
            }
        }
        self.whole()?;
        sack.finish()
    }
}
