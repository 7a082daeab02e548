//! A match with its referee: the common part of the screen and the plain output.

use dashu_int::UBig;
use whowins_analysis::{Game, Player, Position, Value};
use whowins_law::changes;
use whowins_views::moved;
use whowins_views::play::{Choice, Finish, Match, Phase, Referee, Reply, Turn};

use super::entry;
use crate::card::short;

/// A match, its referee, and the players who are people.
pub struct Session {
    referee: Referee,
    play: Match,
    /// True if the first player, and the second, are people.
    people: [bool; 2],
    /// True if hints are allowed.
    hints: bool,
    /// True if the result of each move is shown.
    verdicts: bool,
    /// The moves of the current position.
    turn: Option<Turn>,
}

/// An event of the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// The player who acted.
    pub player: Player,
    /// The event as a line of text.
    pub text: String,
}

impl Session {
    /// Creates a match from a position.
    pub fn new(
        mut referee: Referee,
        start: &Position,
        first: Player,
        people: [bool; 2],
        hints: bool,
        verdicts: bool,
    ) -> Self {
        referee.open();
        let play = Match::new(&mut referee, start, first);
        Self {
            referee,
            play,
            people,
            hints,
            verdicts,
            turn: None,
        }
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        self.referee.game()
    }

    /// Returns the match.
    pub fn play(&self) -> &Match {
        &self.play
    }

    /// Returns the next step of the match.
    pub fn phase(&self) -> Phase {
        self.play.phase(&self.referee)
    }

    /// Returns the end of the match, if it is over.
    pub fn finish(&self) -> Option<Finish> {
        match self.phase() {
            Phase::Over(finish) => Some(finish),
            _ => None,
        }
    }

    /// Returns true if a person plays for this player.
    pub fn is_person(&self, player: Player) -> bool {
        self.people[player.index()]
    }

    /// Returns true if it is the computer's turn.
    pub fn waits_for_computer(&self) -> bool {
        match self.phase() {
            Phase::Move { by } | Phase::Block { by, .. } => !self.is_person(by),
            Phase::Over(_) => false,
        }
    }

    /// Returns true if the result of each move is shown.
    pub fn verdicts(&self) -> bool {
        self.verdicts
    }

    /// Shows the result of each move, or stops showing it.
    pub fn set_verdicts(&mut self, verdicts: bool) {
        self.verdicts = verdicts;
        self.turn = None;
    }

    /// Returns the moves of the current position without blocked options.
    pub fn turn(&mut self) -> &Turn {
        if self.turn.is_none() {
            let (position, player) = (self.play.position(), self.play.player());
            let mut turn = match self.verdicts {
                true => self.referee.turn(position, player),
                false => self.referee.moves(position, player),
            };
            let blocked = self.play.blocked();
            turn.choices.retain(|choice| !blocked.contains(&choice.to));
            self.turn = Some(turn);
        }
        self.turn.as_ref().expect("it was just made")
    }

    /// Executes a typed line: a move, or blocks.
    pub fn enter(&mut self, text: &str) -> Result<LogLine, String> {
        self.turn();
        let turn = self.turn.clone().expect("it was just made");
        match self.phase() {
            Phase::Block { .. } => {
                let words = text.trim();
                let parts = match words {
                    "" | "none" | "nothing" => Vec::new(),
                    _ => words.split(';').collect(),
                };
                let mut positions = Vec::new();
                for part in parts {
                    let to = entry::read(self.game(), &turn, part)?;
                    if !positions.contains(&to) {
                        positions.push(to);
                    }
                }
                self.block(positions)
            }
            _ => {
                let to = entry::read(self.game(), &turn, text)?;
                self.go(&to)
            }
        }
    }

    /// Plays the move to a position.
    pub fn go(&mut self, to: &Position) -> Result<LogLine, String> {
        let player = self.play.player();
        self.play.play(&mut self.referee, to)?;
        self.turn = None;
        let ply = self.play.plies().last().expect("one was just played");
        let text = self.move_line(player, &ply.choice);
        Ok(LogLine { player, text })
    }

    /// Blocks options of the player to move.
    pub fn block(&mut self, positions: Vec<Position>) -> Result<LogLine, String> {
        let player = self.play.player().other();
        let name = self.game().player(player);
        let shown: Vec<String> = positions.iter().map(|to| self.game().show(to)).collect();
        let text = match shown.as_slice() {
            [] => format!("{name} blocks nothing"),
            shown => format!("{name} blocks {}", shown.join("; ")),
        };
        self.play.block(&mut self.referee, positions)?;
        self.turn = None;
        Ok(LogLine { player, text })
    }

    fn move_line(&self, player: Player, choice: &Choice) -> String {
        format!(
            "{}: {}",
            self.game().player(player),
            moved(&choice.text, &self.game().show(&choice.to), short)
        )
    }

    /// Lets the computer take its turn, and describes it.
    pub fn computer(&mut self) -> Result<LogLine, String> {
        match self.phase() {
            Phase::Block { by, .. } => {
                let blocks = self.referee.blocks(self.play.position(), by.other());
                let mut line = self.block(blocks.positions)?;
                if !blocks.sure {
                    line.text += " (not sure that this is best)";
                }
                Ok(line)
            }
            Phase::Move { by } => {
                let blocked = self.play.blocked().to_vec();
                let reply = self.referee.reply(self.play.position(), by, &blocked);
                let reply = reply.ok_or("no move was found in the time; allow more with --time")?;
                let mut line = self.go(&reply.choice.to)?;
                // If several moves lead to one position, the reply names the one that was chosen.
                line.text = self.move_line(by, &reply.choice) + &unsure(&reply);
                Ok(line)
            }
            Phase::Over(finish) => Err(finish.why),
        }
    }

    /// Returns the best move and the reason.
    pub fn hint(&mut self) -> Result<String, String> {
        if !self.hints {
            return Err("hints are off in this match".into());
        }
        let law = self.referee.law();
        // The hint needs the law for its reason.
        let _ = law.law();
        self.turn = None;
        match self.phase() {
            Phase::Over(finish) => Err(format!("the game is over: {}", finish.why)),
            Phase::Block { by, .. } => {
                let blocks = self.referee.blocks(self.play.position(), by.other());
                let shown: Vec<String> = blocks
                    .positions
                    .iter()
                    .map(|to| self.game().show(to))
                    .collect();
                let what = match shown.as_slice() {
                    [] => "block nothing".to_string(),
                    shown => format!("block {}", shown.join("; ")),
                };
                let why = blocks.why.map_or(String::new(), |why| format!(": {why}"));
                Ok(what + &why)
            }
            Phase::Move { by } => Ok(self.advice(by)),
        }
    }

    fn advice(&mut self, by: Player) -> String {
        let blocked = self.play.blocked().to_vec();
        let turn = self.referee.turn(self.play.position(), by);
        let reply = self.referee.reply(self.play.position(), by, &blocked);
        let Some(Reply { choice, sure, sees }) = reply else {
            return "no move was found in the time; allow more with --time".into();
        };
        let described = moved(&choice.text, &self.game().show(&choice.to), short);
        let why = choice.why.map_or(String::new(), |why| format!(": {why}"));
        match choice.value {
            Some(Value::Win) => format!("{described}{why}"),
            Some(Value::Draw) if sure => format!("no move wins; {described} holds the draw{why}"),
            Some(Value::Loss) if sure => {
                let here = turn.why.map_or(String::new(), |why| format!(" ({why})"));
                let long = choice
                    .remoteness
                    .map_or("one move is as good as another", |_| "the longest defence");
                format!("no move wins{here}; {long}: {described}")
            }
            _ => {
                let moves = sees.unwrap_or(0);
                format!(
                    "{described}; the game is not solved from here, {}",
                    ahead(moves)
                )
            }
        }
    }

    /// Takes back the last move of a person and all later moves.
    pub fn undo(&mut self) -> Result<(), String> {
        let mine = self
            .play
            .plies()
            .iter()
            .rposition(|ply| self.is_person(ply.player));
        let keep = mine.ok_or("there is nothing to take back")?;
        while self.play.plies().len() > keep {
            self.play.undo();
        }
        self.turn = None;
        Ok(())
    }

    /// Resigns for the person to move, or for the first person.
    pub fn resign(&mut self) -> Result<(), String> {
        let mover = self.play.player();
        let mine = [mover, mover.other()]
            .into_iter()
            .find(|player| self.is_person(*player));
        let player = mine.ok_or("no person plays in this match, so nobody can resign")?;
        self.play.resign(&self.referee, player);
        Ok(())
    }

    /// Returns the number of moves that are not listed.
    pub fn more(&mut self) -> Option<String> {
        let listed = self.turn().choices.len() + self.play.blocked().len();
        let turn = self.turn();
        match &turn.total {
            Some(total) => {
                let listed = UBig::from(listed);
                (*total > listed).then(|| short(&(total - listed).to_string()))
            }
            None => Some("others".into()),
        }
    }

    /// Returns the result and the reason, once the match is over.
    pub fn verdict(&self) -> Option<String> {
        let finish = self.finish()?;
        let count = self.play.plies().len();
        let moves = if count == 1 {
            "1 move".into()
        } else {
            format!("{count} moves")
        };
        Some(match finish.winner {
            Some(winner) => format!(
                "{} wins after {moves}: {}.",
                self.game().player(winner),
                finish.why
            ),
            None => format!("Nobody wins, after {moves}: {}.", finish.why),
        })
    }
}

/// Describes how sure a reply is.
fn unsure(reply: &Reply) -> String {
    match (reply.sure, reply.sees) {
        (true, _) => String::new(),
        (false, Some(moves)) => format!(" (not solved: {})", ahead(moves)),
        (false, None) => " (not sure that this is best)".into(),
    }
}

fn ahead(moves: u64) -> String {
    match moves {
        0 => "and it looks no move ahead".into(),
        1 => "it sees 1 move ahead".into(),
        moves => format!("it sees {moves} moves ahead"),
    }
}

/// Describes the result of a move in a word or two.
pub fn verdict(choice: &Choice) -> String {
    let lasts = |moves: Option<u64>| moves.map_or(String::new(), |moves| format!(" in {moves}"));
    match choice.value {
        Some(Value::Win) => format!("wins{}", lasts(choice.remoteness)),
        Some(Value::Loss) => format!("loses{}", lasts(choice.remoteness)),
        Some(Value::Draw) => "draws".into(),
        None => "?".into(),
    }
}

/// Describes a move briefly, for a list next to a picture of the position.
pub fn brief(game: &Game, from: &Position, choice: &Choice) -> String {
    let to = game.show(&choice.to);
    if let Some(shape) = game.numbers() {
        let mut variables = shape.variables.iter();
        return match variables.all(|variable| variable.words.is_empty()) {
            true => format!("{} -> {to}", changes(shape, from, &choice.to)),
            false => moved(&choice.text, &to, str::to_owned),
        };
    }
    match game.board().is_some() || game.program().is_some() {
        true => choice.text.clone(),
        false => to,
    }
}
