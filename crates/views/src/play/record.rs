//! A match: who played what, and how it stands.

use whowins_analysis::{Player, Position};

use super::referee::Referee;
use super::turn::{Choice, Finish};

/// A position that comes back so often, with the same player to move, ends the match.
const REPEATS: usize = 3;

/// One move of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Who moved.
    pub player: Player,
    /// The position before.
    pub from: Position,
    /// What the opponent had blocked.
    pub blocked: Vec<Position>,
    /// The move.
    pub choice: Choice,
}

/// What the match waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// This player says which options the other may not take, so many at most.
    Block {
        /// Who blocks.
        by: Player,
        /// How many options.
        most: usize,
    },
    /// This player moves.
    Move {
        /// Who moves.
        by: Player,
    },
    /// Nothing: it is over.
    Over(Finish),
}

/// A match between two players, with its history.
#[derive(Clone, Debug)]
pub struct Match {
    position: Position,
    player: Player,
    plies: Vec<Ply>,
    blocked: Option<Vec<Position>>,
    finish: Option<Finish>,
}

impl Match {
    /// A match from a position, with this player to move first.
    pub fn new(referee: &mut Referee, start: &Position, first: Player) -> Self {
        let position = referee.settled(start);
        let finish = referee.finish(&position, first);
        Self {
            position,
            player: first,
            plies: Vec::new(),
            blocked: None,
            finish,
        }
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Who is to move, blocks aside.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The moves so far.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The positions that the player to move may not go to.
    pub fn blocked(&self) -> &[Position] {
        self.blocked.as_deref().unwrap_or_default()
    }

    /// What it waits for.
    pub fn phase(&self, referee: &Referee) -> Phase {
        let most = referee.game().ending.blocked as usize;
        match &self.finish {
            Some(finish) => Phase::Over(finish.clone()),
            None if most > 0 && self.blocked.is_none() => Phase::Block {
                by: self.player.other(),
                most,
            },
            None => Phase::Move { by: self.player },
        }
    }

    /// Blocks options of the player to move.
    ///
    /// # Errors
    ///
    /// When they are too many, or one is no option; one message.
    pub fn block(&mut self, referee: &mut Referee, positions: Vec<Position>) -> Result<(), String> {
        let Phase::Block { most, .. } = self.phase(referee) else {
            return Err("there is nothing to block now".into());
        };
        if positions.len() > most {
            return Err(format!("no more than {most} options can be blocked"));
        }
        for position in &positions {
            if referee
                .legal(&self.position, self.player, position)
                .is_none()
            {
                if referee.ran_out() {
                    return Err(format!(
                        "whether {} is an option was not found out in the time; allow more with --time",
                        referee.game().show(position)
                    ));
                }
                return Err(format!(
                    "{} isn't an option of {}, so it needs no block",
                    referee.game().show(position),
                    referee.game().player(self.player)
                ));
            }
        }
        if self.all_blocked(referee, &positions) {
            let mut finish = referee.stuck(self.player);
            finish.why = format!("every option is blocked: {}", finish.why);
            self.finish = Some(finish);
        }
        self.blocked = Some(positions);
        Ok(())
    }

    fn all_blocked(&self, referee: &mut Referee, positions: &[Position]) -> bool {
        let turn = referee.moves(&self.position, self.player);
        !positions.is_empty()
            && turn.is_whole()
            && turn.choices.len() <= positions.len()
            && turn
                .choices
                .iter()
                .all(|choice| positions.contains(&choice.to))
    }

    /// Plays a move of the player to move.
    ///
    /// # Errors
    ///
    /// When the match does not wait for a move, or the position is no option; one message.
    pub fn play(&mut self, referee: &mut Referee, to: &Position) -> Result<(), String> {
        let game = referee.game();
        match self.phase(referee) {
            Phase::Move { .. } => {}
            Phase::Block { by, .. } => {
                return Err(format!("{} blocks first", game.player(by)));
            }
            Phase::Over(finish) => return Err(format!("the game is over: {}", finish.why)),
        }
        if self.blocked().contains(to) {
            return Err(format!("{} is blocked", game.show(to)));
        }
        let choice = referee
            .legal(&self.position, self.player, to)
            .ok_or_else(|| {
                let game = referee.game();
                if referee.ran_out() {
                    return format!(
                        "whether {} can move to {} was not found out in the time; allow more with --time",
                        game.player(self.player),
                        game.show(to)
                    );
                }
                format!(
                    "{} cannot move from {} to {}",
                    game.player(self.player),
                    game.show(&self.position),
                    game.show(to)
                )
            })?;
        let (next, before) = (
            choice.next,
            std::mem::replace(&mut self.position, choice.to.clone()),
        );
        self.plies.push(Ply {
            player: self.player,
            from: before,
            blocked: self.blocked.take().unwrap_or_default(),
            choice,
        });
        self.player = next;
        self.finish = referee
            .finish(&self.position, self.player)
            .or_else(|| self.repeated(referee));
        Ok(())
    }

    /// The end by repetition, where the position has come back too often.
    fn repeated(&self, referee: &Referee) -> Option<Finish> {
        let here = |ply: &&Ply| ply.player == self.player && ply.from == self.position;
        let before = self.plies.iter().filter(here).count();
        let game = referee.game();
        (before + 1 >= REPEATS).then(|| {
            let pays = game.pays_by_repetition(&self.position);
            let more = match &pays {
                None => ", and the rules do not say what endless play means",
                Some(_) if game.wins_by_repetition().is_some() => "",
                Some(_) if !game.ending.repetition_draws => ": what was gained counts",
                Some(_) => ": repetition draws",
            };
            Finish {
                winner: pays.as_ref().and_then(Player::winning),
                why: format!("the position has come back a third time{more}"),
            }
        })
    }

    /// Takes back the last move; whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(ply) = self.plies.pop() else {
            // Blocks before the first move can be taken back too.
            let had = self.blocked.take().is_some();
            self.finish = self.finish.take().filter(|_| !had);
            return had;
        };
        self.position = ply.from;
        self.player = ply.player;
        self.blocked = None;
        self.finish = None;
        true
    }

    /// A player gives up.
    pub fn resign(&mut self, referee: &Referee, player: Player) {
        if self.finish.is_none() {
            self.finish = Some(Finish {
                winner: Some(player.other()),
                why: format!("{} gives up", referee.game().player(player)),
            });
        }
    }
}
