//! The screen's layout.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Borders, List, ListItem, ListState, Paragraph, Wrap};
use whowins_rules::Player;
use whowins_views::play::Phase;

use super::app::App;
use super::board::{CHOSEN, FAINT, board, mark};
use super::view::View;
use crate::play::session::verdict;

/// Less is too small to show a match.
const LEAST: (u16, u16) = (24, 8);
/// Narrower screens have the moves below the board.
const SIDE_BY_SIDE: u16 = 64;

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

/// Draws everything.
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
    let message = said(app, view);
    let lines = wrapped(&message, area.width).clamp(1, area.height / 3);
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
    frame.render_widget(
        Paragraph::new(Text::from(message)).wrap(Wrap { trim: false }),
        said,
    );
    let all = "Enter plays  h hint  v verdicts  u undo  t type  ? keys  q leave";
    let some = "Enter h v u t ? q";
    let short = usize::from(keys.width) < all.len();
    frame.render_widget(Line::styled(if short { some } else { all }, FAINT), keys);
}

/// How many lines a text takes at this width, at least.
fn wrapped(lines: &[Line], width: u16) -> u16 {
    let width = usize::from(width.max(1));
    let count: usize = lines
        .iter()
        .map(|line| line.width().div_ceil(width).max(1))
        .sum();
    // Words that are not broken can take a line more.
    u16::try_from(count + usize::from(count > 1)).unwrap_or(u16::MAX)
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

/// What is said below: the end, the line that is typed, or the last message, and who is to move.
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
            "{} to block up to {most} of these options of {}: Space marks, Enter goes on",
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
    let all = match (choices.len(), &view.more) {
        (0, _) => " moves ".to_string(),
        (count, None) => format!(" move {} of {count} ", app.chosen + 1),
        (count, Some(more)) => format!(" move {} of {count}, and {more} more ", app.chosen + 1),
    };
    let block = Block::new().borders(Borders::ALL).title(all);
    if choices.is_empty() {
        let rows = usize::from(area.height.saturating_sub(2));
        let from = view.log.len().saturating_sub(rows);
        let log: Vec<Line> = view.log[from..].iter().cloned().map(Line::from).collect();
        frame.render_widget(Paragraph::new(log).block(block.title(" played ")), area);
        return;
    }
    let items = choices.iter().enumerate().map(|(at, choice)| {
        let blocked = if app.marked.contains(&at) { "x " } else { "" };
        let mut spans = vec![Span::styled(format!("{:>3} ", at + 1), FAINT)];
        if app.verdicts {
            let (symbol, style) = mark(choice.value);
            spans.push(Span::styled(
                format!("{symbol} {:<10}", verdict(choice)),
                style,
            ));
        }
        let to: String = view.game.show(&choice.to).chars().take(60).collect();
        spans.push(Span::raw(format!("{blocked}{} -> {to}", choice.text)));
        ListItem::new(Line::from(spans))
    });
    let list = List::new(items).block(block).highlight_style(CHOSEN);
    let mut state = ListState::default().with_selected(Some(app.chosen));
    frame.render_stateful_widget(list, area, &mut state);
}
