//! Tests the drawn screen and the effects of keys.

use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use whowins_analysis::Player;
use whowins_command::inside::{App, Asked, News, Order, Session, draw, obey};
use whowins_engine::Limits;
use whowins_rules::{Parameters, Rules};
use whowins_views::play::Referee;

/// A screen with its match, without threads.
struct Table {
    session: Session,
    app: App,
    log: Vec<String>,
}

impl Table {
    fn of(rules: &Rules, at: &str, people: [bool; 2]) -> Self {
        let limits = Limits::default().with_memory(1 << 26).with_threads(1);
        let time = Duration::from_secs(20);
        let referee = Referee::new(rules, &Parameters::new(), &limits, time).expect("a game");
        let start = referee.game().read(at).expect("a position");
        let session = Session::new(referee, &start, Player::First, people, true, false);
        let mut table = Self {
            session,
            app: App::default(),
            log: Vec::new(),
        };
        table.order(Order::Look);
        table
    }

    fn shipped(name: &str, at: &str) -> Self {
        let rules = whowins::shipped::rules(name).expect("it is shipped");
        Self::of(&rules.expect("it has no faults"), at, [true, false])
    }

    fn order(&mut self, order: Order) {
        match obey(&mut self.session, &mut self.log, order) {
            News::View(view) => self.app.take(*view),
            News::Message(message) => self.app.say(message),
        }
    }

    /// Presses keys, and lets the computer answer.
    fn press(&mut self, keys: &[KeyCode]) -> &mut Self {
        for key in keys {
            if let Asked::Order(order) = self.app.key(KeyEvent::new(*key, KeyModifiers::NONE)) {
                self.order(order);
            }
            while self.app.waits_for_computer() {
                self.order(Order::Computer);
            }
        }
        self
    }

    fn type_in(&mut self, text: &str) -> &mut Self {
        self.press(&[KeyCode::Char('t')]);
        for letter in text.chars() {
            self.press(&[KeyCode::Char(letter)]);
        }
        self.press(&[KeyCode::Enter])
    }

    fn screen(&self, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
        terminal
            .draw(|frame| draw(&self.app, frame))
            .expect("it is drawn");
        terminal.backend().to_string()
    }
}

#[test]
fn pairs_are_squares_of_a_board() {
    let mut table = Table::shipped("cowcheck", "6,9");
    table.press(&[KeyCode::Char('v'), KeyCode::Char('h'), KeyCode::Left]);
    insta::assert_snapshot!(table.screen(90, 22));
}

#[test]
fn rows_and_boards_are_cells() {
    let mut table = Table::shipped("ellyscheckers", "o.ooo.o..o.");
    table.press(&[KeyCode::Right]);
    insta::assert_snapshot!("row", table.screen(76, 14));
    let mut table = Table::shipped("tic-tac-toe", "X../.O./...");
    table.press(&[KeyCode::Down, KeyCode::Right]);
    insta::assert_snapshot!("board", table.screen(76, 14));
}

#[test]
fn tokens_stand_on_their_map() {
    let mut table = Table::shipped("gam", "1,1 4,4");
    table.press(&[KeyCode::Tab]);
    insta::assert_snapshot!("map", table.screen(76, 14));
    let table = Table::shipped("cop-and-robber", "a c");
    insta::assert_snapshot!("graph", table.screen(76, 14));
}

#[test]
fn heaps_are_piles() {
    let table = Table::shipped("nim", "5,8,13");
    insta::assert_snapshot!("tuple", table.screen(76, 14));
    let table = Table::shipped("kayles", "3,12");
    insta::assert_snapshot!("heaps", table.screen(76, 14));
}

#[test]
fn small_terminals_are_made_do_with() {
    let mut table = Table::shipped("cowcheck", "6,9");
    insta::assert_snapshot!("narrow", table.screen(40, 24));
    insta::assert_snapshot!("tiny", table.screen(20, 5));
    table.press(&[KeyCode::Char('?')]);
    insta::assert_snapshot!("help", table.screen(60, 20));
    for (width, height) in (1..50).flat_map(|width| (1..20).map(move |height| (width, height))) {
        table.screen(width, height);
    }
}

#[test]
fn options_are_marked_to_be_blocked() {
    let rules = whowins::shipped::rules("blocking-wythoff").expect("it is shipped");
    let mut table = Table::of(&rules.expect("it has no faults"), "2,3", [false, true]);
    table.press(&[
        KeyCode::Tab,
        KeyCode::Char(' '),
        KeyCode::Tab,
        KeyCode::Char(' '),
    ]);
    insta::assert_snapshot!("marking", table.screen(76, 14));
    table.press(&[KeyCode::Enter]);
    assert!(table.log[0].contains("blocks"), "{:?}", table.log);
}

#[test]
fn a_won_game_is_won_and_can_be_taken_back() {
    let mut table = Table::shipped("cowcheck", "3,4");
    table.type_in("1,2");
    insta::assert_snapshot!("answered", table.screen(76, 16));
    assert!(table.app.verdict().is_none());
    // From (1, 2), every move of the computer allows a move to (0, 0).
    table.type_in("to 0,0");
    insta::assert_snapshot!("won", table.screen(76, 16));
    assert!(
        table
            .app
            .verdict()
            .is_some_and(|verdict| verdict.starts_with("Bessie wins"))
    );
    table.press(&[KeyCode::Char('u'), KeyCode::Char('u'), KeyCode::Char('u')]);
    assert!(table.app.verdict().is_none());
    assert_eq!(table.app.view.as_ref().map(|view| view.count), Some(0));
}

#[test]
fn faulty_entries_get_one_message() {
    let mut table = Table::shipped("cowcheck", "3,4");
    table.type_in("3,9");
    insta::assert_snapshot!("illegal", table.screen(76, 12));
    table.type_in("nonsense");
    insta::assert_snapshot!("nonsense", table.screen(76, 12));
}

#[test]
fn keys_leave_and_stop() {
    let mut table = Table::shipped("cowcheck", "3,4");
    let key = |code| KeyEvent::new(code, KeyModifiers::NONE);
    let ctrl_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    table.app.entry = Some("4".into());
    assert_eq!(table.app.key(ctrl_c), Asked::Leave);
    assert_eq!(table.app.key(key(KeyCode::Char('q'))), Asked::Nothing);
    table.app.entry = None;
    assert_eq!(table.app.key(key(KeyCode::Char('q'))), Asked::Leave);
    table.app.thinking = true;
    assert_eq!(table.app.key(key(KeyCode::Esc)), Asked::Stop);
}

/// Tests that a position too large to draw is played like any other.
#[test]
fn far_positions_are_played() {
    let x = "1".repeat(300);
    let mut table = Table::shipped("cowcheck", &format!("{x},5"));
    insta::assert_snapshot!("far", table.screen(76, 14));
    table.press(&[KeyCode::Char('h')]);
    let hint = table.app.message.clone().expect("a hint");
    assert!(hint.contains("k = "), "{hint}");
    table.type_in("to 3,5");
    assert!(table.app.verdict().is_some() || table.app.view.as_ref().is_some_and(|v| v.count == 2));
}
