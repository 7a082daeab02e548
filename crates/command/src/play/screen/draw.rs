//! The screen's layout.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, List, ListItem, ListState, Paragraph, Wrap};
use whowins_analysis::Player;
use whowins_views::play::Phase;

use super::app::App;
use super::board::{CHOSEN, FAINT, board, mark};
use super::view::View;
use crate::play::session::{brief, verdict};

/// The smallest screen that shows a match.
const LEAST: (u16, u16) = (24, 8);
/// Narrower screens show the moves below the board.
const SIDE_BY_SIDE: u16 = 64;

/// A longer count of moves is not written out, in digits.
const MANY: usize = 15;
/// The longest text of a move in a line.
const WIDEST: usize = 200;

const HELP: &str = "\
arrows            choose a move on the board
Tab, Shift-Tab    the next move, the one before
PgUp, PgDn        ten further
Enter             play it (or block what is marked)
Space             mark an option to be blocked
t or a digit      type a move: its number, its words,
                  or the position after it
h                 the best move, and why
v                 show what each move brings
u                 take back your last move and the reply
r                 give up
Esc               stop the thinking, close a message
q, Ctrl-C         leave";

/// Draws the entire screen.
pub fn draw(app: &App, frame: &mut Frame) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let text = "too small: make the terminal larger, or leave with q and play with --plain";
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    let Some(view) = &app.view else {
        let text = if app.thinking {
            "thinking; Esc stops it"
        } else {
            ""
        };
        frame.render_widget(Paragraph::new(text), area);
        return;
    };

    let message = broken(said(app, view), usize::from(area.width));
    let lines = u16::try_from(message.len())
        .unwrap_or(u16::MAX)
        .clamp(1, area.height / 3);
    let [head, middle, said, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(4),
        Constraint::Length(lines),
        Constraint::Length(1),
    ])
    .areas(area);
    frame.render_widget(
        Line::styled(title(view), Style::new().add_modifier(Modifier::BOLD)),
        head,
    );

    if app.help {
        let block = Block::new().borders(Borders::ALL).title(" keys ");
        frame.render_widget(Paragraph::new(HELP).block(block), middle);
    } else {
        let [left, right] = match area.width >= SIDE_BY_SIDE {
            true => {
                Layout::horizontal([Constraint::Min(30), Constraint::Percentage(42)]).areas(middle)
            }
            false => {
                Layout::vertical([Constraint::Percentage(60), Constraint::Min(3)]).areas(middle)
            }
        };
        draw_board(app, view, left, frame);
        draw_moves(app, view, right, frame);
    }
    frame.render_widget(Paragraph::new(message), said);
    let all = "Enter plays  h hint  v verdicts  u undo  t type  ? keys  q leave";
    let some = "Enter h v u t ? q";
    let short = usize::from(keys.width) < all.len();
    frame.render_widget(Line::styled(if short { some } else { all }, FAINT), keys);
}

/// Breaks lines between words, or inside a word that is too long.
fn broken(lines: Vec<Line<'static>>, width: usize) -> Vec<Line<'static>> {
    let mut all = Vec::new();
    for line in lines {
        if line.width() <= width || line.spans.len() != 1 {
            all.push(line);
            continue;
        }
        let style = line.style;
        let mut row = String::new();
        for word in line.to_string().split(' ') {
            let long = row.chars().count() + 1 + word.chars().count() > width;
            if long && !row.is_empty() {
                all.push(Line::styled(std::mem::take(&mut row), style));
            }
            if !row.is_empty() {
                row.push(' ');
            }
            for letter in word.chars() {
                if row.chars().count() >= width {
                    all.push(Line::styled(std::mem::take(&mut row), style));
                }
                row.push(letter);
            }
        }
        all.push(Line::styled(row, style));
    }
    all
}

fn title(view: &View) -> String {
    let sides = Player::BOTH.map(|player| {
        let who = if view.people[player.index()] {
            "you"
        } else {
            "computer"
        };
        format!("{} ({who})", view.game.player(player))
    });
    let moves = if view.count == 1 { "move" } else { "moves" };
    format!(
        "{}: {} against {}, {} {moves}",
        view.game.name, sides[0], sides[1], view.count
    )
}

/// Returns the lines below the board: the result, the typed line or the last message, and the
/// player to move.
fn said(app: &App, view: &View) -> Vec<Line<'static>> {
    if let Some(entry) = &app.entry {
        let shown: String = entry
            .chars()
            .rev()
            .take(200)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect();
        return vec![Line::from(vec![
            Span::raw("move: "),
            Span::raw(shown),
            Span::styled(" ", CHOSEN),
        ])];
    }
    let mut lines: Vec<Line> = Vec::new();
    if let Some(last) = view.log.last() {
        lines.push(Line::from(last.clone()));
    }
    let name = |player: Player| view.game.player(player).to_string();
    lines.push(match &view.phase {
        Phase::Over(_) => Line::styled(
            view.verdict.clone().unwrap_or_default(),
            Style::new().add_modifier(Modifier::BOLD),
        ),
        _ if app.thinking => Line::from("thinking; Esc stops it"),
        Phase::Move { by } => Line::from(format!("{} to move", name(*by))),
        Phase::Block { by, most } => Line::from(format!(
            "{} to block up to {most} of these options of {}: Space marks, Enter continues",
            name(*by),
            name(by.other())
        )),
    });
    lines.extend(app.message.iter().cloned().map(Line::from));
    lines
}

fn draw_board(app: &App, view: &View, area: Rect, frame: &mut Frame) {
    let block = Block::new().borders(Borders::ALL);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let lines = board(
        app,
        view,
        usize::from(inner.width),
        usize::from(inner.height),
    );
    frame.render_widget(Paragraph::new(lines), inner);
}

fn draw_moves(app: &App, view: &View, area: Rect, frame: &mut Frame) {
    let choices = app.choices();
    let block = Block::new().borders(Borders::ALL);

    if choices.is_empty() {
        let rows = usize::from(area.height.saturating_sub(2));
        let from = view.log.len().saturating_sub(rows);
        let log: Vec<Line> = view.log[from..].iter().cloned().map(Line::from).collect();
        frame.render_widget(Paragraph::new(log).block(block.title(" played ")), area);
        return;
    }
    let (at, count) = (app.chosen + 1, choices.len());
    let title = match &view.more {
        None => format!(" move {at} of {count} "),
        Some(more) if more.len() > MANY => format!(" move {at} of {count}, and very many more "),
        Some(more) => format!(" move {at} of {count}, and {more} more "),
    };
    let block = block.title(title);
    let items = choices.iter().enumerate().map(|(at, choice)| {
        let blocked = if app.marked.contains(&at) { "x " } else { "" };
        let mut spans = vec![Span::styled(format!("{:>3} ", at + 1), FAINT)];
        if view.verdicts {
            let (symbol, style) = mark(choice.value);
            spans.push(Span::styled(
                format!("{symbol} {:<12}", verdict(choice)),
                style,
            ));
        }
        let text: String = brief(&view.game, &view.position, choice)
            .chars()
            .take(WIDEST)
            .collect();
        spans.push(Span::raw(format!("{blocked}{text}")));
        ListItem::new(Line::from(spans))
    });
    let list = List::new(items).block(block).highlight_style(CHOSEN);
    let mut state = ListState::default().with_selected(Some(app.chosen));
    frame.render_stateful_widget(list, area, &mut state);
}
