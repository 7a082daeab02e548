//! The state of the screen, and the effect of each key.

use std::collections::BTreeSet;
use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use whowins_analysis::Position;
use whowins_views::play::{Choice, Phase};

use super::goban::{Way, towards};
use super::view::View;
use super::worker::Order;

/// Thinking is displayed only if it takes longer than this.
const SHORT: Duration = Duration::from_millis(100);
/// The longest typed line, in bytes.
const LONGEST: usize = 20_000;

/// The state of the screen, without the match itself.
#[derive(Default)]
pub struct App {
    /// The match; `None` before it is known.
    pub view: Option<View>,
    /// The index of the chosen move.
    pub chosen: usize,
    /// The options marked for blocking.
    pub marked: BTreeSet<usize>,
    /// The line that is being typed.
    pub entry: Option<String>,
    /// The last message.
    pub message: Option<String>,
    /// True if the worker has been busy for a while.
    pub thinking: bool,
    /// True if the keys are explained.
    pub help: bool,
}

/// The effect of a key outside the screen.
#[derive(Debug, PartialEq, Eq)]
pub enum Asked {
    /// No effect.
    Nothing,
    /// An order for the match.
    Order(Order),
    /// Stop thinking.
    Stop,
    /// Leave the match.
    Leave,
}

impl App {
    /// Updates the match.
    pub fn take(&mut self, view: View) {
        let same = self
            .view
            .as_ref()
            .is_some_and(|before| before.position == view.position);
        if !same {
            self.chosen = 0;
            self.message = None;
        }
        self.marked.clear();
        self.chosen = self.chosen.min(view.choices.len().saturating_sub(1));
        self.thinking = false;
        self.view = Some(view);
    }

    /// Shows a message.
    pub fn say(&mut self, message: String) {
        self.message = Some(message);
        self.thinking = false;
    }

    /// Returns true if it is the computer's turn.
    pub fn waits_for_computer(&self) -> bool {
        self.view
            .as_ref()
            .is_some_and(|view| view.acts().is_some() && !view.waits_for_person())
    }

    /// Returns true if the computer plays against itself, so that each move needs a pause.
    pub fn is_watched(&self) -> bool {
        self.view
            .as_ref()
            .is_some_and(|view| view.people == [false; 2])
    }

    /// Updates if the worker is busy, and for how long. Returns true if the picture changes.
    pub fn is_busy(&mut self, busy: bool, time: Duration) -> bool {
        let thinking = busy && time > SHORT;
        std::mem::replace(&mut self.thinking, thinking) != thinking
    }

    /// Returns the result once the match is over.
    pub fn verdict(&self) -> Option<&str> {
        self.view.as_ref()?.verdict.as_deref()
    }

    /// Returns the moves to choose from; empty if it is the computer's turn.
    pub fn choices(&self) -> &[Choice] {
        match &self.view {
            Some(view) if view.waits_for_person() => &view.choices,
            _ => &[],
        }
    }

    /// Returns the chosen move.
    pub fn choice(&self) -> Option<&Choice> {
        self.choices().get(self.chosen)
    }

    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent) -> Asked {
        if key.kind == KeyEventKind::Release {
            return Asked::Nothing;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c' | 'd') => Asked::Leave,
                _ => Asked::Nothing,
            };
        }
        if self.entry.is_some() {
            return self.typed(key.code);
        }
        let shown_help = std::mem::take(&mut self.help);
        match key.code {
            KeyCode::Char('q') => Asked::Leave,
            KeyCode::Esc if self.thinking => Asked::Stop,
            KeyCode::Esc => {
                self.message = None;
                Asked::Nothing
            }
            KeyCode::Char('?') => {
                self.help = !shown_help;
                Asked::Nothing
            }
            KeyCode::Char('v') => Asked::Order(Order::Verdicts),
            KeyCode::Char('h') => Asked::Order(Order::Hint),
            KeyCode::Char('u') => Asked::Order(Order::Undo),
            KeyCode::Char('r') => Asked::Order(Order::Resign),
            KeyCode::Enter => self.enter(),
            KeyCode::Char(' ') => {
                self.mark();
                Asked::Nothing
            }
            KeyCode::Char('t' | '/') => {
                self.entry = Some(String::new());
                Asked::Nothing
            }
            KeyCode::Char(digit) if digit.is_ascii_digit() => {
                self.entry = Some(digit.to_string());
                Asked::Nothing
            }
            code => {
                self.walk(code);
                Asked::Nothing
            }
        }
    }

    fn typed(&mut self, code: KeyCode) -> Asked {
        let Some(entry) = &mut self.entry else {
            return Asked::Nothing;
        };
        match code {
            KeyCode::Esc => self.entry = None,
            KeyCode::Backspace if entry.is_empty() => self.entry = None,
            KeyCode::Backspace => {
                entry.pop();
            }
            KeyCode::Enter => {
                let text = self.entry.take().unwrap_or_default();
                self.message = None;
                return Asked::Order(Order::Enter(text));
            }
            KeyCode::Char(letter) if entry.len() < LONGEST => entry.push(letter),
            _ => {}
        }
        Asked::Nothing
    }

    /// Plays the chosen move, or blocks the marked options.
    fn enter(&mut self) -> Asked {
        let Some(view) = self.view.as_ref().filter(|view| view.waits_for_person()) else {
            return Asked::Nothing;
        };
        if let Phase::Block { .. } = view.phase {
            let marked = self.marked.iter().filter_map(|at| view.choices.get(*at));
            let positions: Vec<Position> = marked.map(|choice| choice.to.clone()).collect();
            return Asked::Order(Order::Block(positions));
        }
        match self.choice() {
            Some(choice) => Asked::Order(Order::Go(choice.to.clone())),
            None => Asked::Nothing,
        }
    }

    /// Marks the chosen option for blocking, or removes the mark.
    fn mark(&mut self) {
        let Some(Phase::Block { most, .. }) = self.view.as_ref().map(|view| &view.phase) else {
            return;
        };
        let most = *most;
        if self.choice().is_none() || self.marked.remove(&self.chosen) {
            return;
        }
        if self.marked.len() < most {
            self.marked.insert(self.chosen);
        } else {
            self.message = Some(format!("no more than {most} can be blocked"));
        }
    }

    /// Chooses another move.
    fn walk(&mut self, code: KeyCode) {
        let last = self.choices().len().saturating_sub(1);
        let way = match code {
            KeyCode::Up => Some(Way::Up),
            KeyCode::Down => Some(Way::Down),
            KeyCode::Left => Some(Way::Left),
            KeyCode::Right => Some(Way::Right),
            _ => None,
        };
        self.chosen = match (way, code) {
            (Some(way), _) => match &self.view {
                Some(view) => towards(&view.game, &view.position, self.choices(), self.chosen, way),
                None => 0,
            },
            (_, KeyCode::Tab | KeyCode::Char('j' | 'n')) if self.chosen == last => 0,
            (_, KeyCode::Tab | KeyCode::Char('j' | 'n')) => self.chosen + 1,
            (_, KeyCode::BackTab | KeyCode::Char('k' | 'p')) => {
                self.chosen.checked_sub(1).unwrap_or(last)
            }
            (_, KeyCode::PageDown) => (self.chosen + 10).min(last),
            (_, KeyCode::PageUp) => self.chosen.saturating_sub(10),
            (_, KeyCode::Home) => 0,
            (_, KeyCode::End) => last,
            _ => self.chosen,
        };
    }
}
