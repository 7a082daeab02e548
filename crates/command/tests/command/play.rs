//! Tests `whowins play`, line by line and on a real terminal.

use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::run::{Ran, answer, file, folder, run};

fn play(arguments: &[&str], input: &str) -> String {
    let mut all = vec!["play"];
    all.extend(arguments);
    answer(&all, input)
}

#[test]
fn a_won_game_is_won() {
    let out = play(&["cowcheck", "--at", "3,4"], "1,2\n0,0\n");
    assert!(
        out.starts_with("Cow Checkers. Bessie: you; Farmer John: the computer."),
        "{out}"
    );
    assert!(
        out.contains("\nBessie: x -= 2, y -= 2 -> 1,2\nFarmer John: "),
        "{out}"
    );
    assert!(
        out.ends_with("Bessie wins after 3 moves: Farmer John cannot move, and so loses.\n"),
        "{out}"
    );
}

#[test]
fn a_lost_game_is_lost() {
    // (3, 5) is lost for the player to move. The computer wins against any move, entered by number,
    // words or position.
    for first in ["1", "2,5", "x -= 1", "to 2,5", "-> 2,5"] {
        let mut input = format!("{first}\n");
        input += &"1\n".repeat(12);
        let out = play(&["cowcheck", "--at", "3,5"], &input);
        assert!(out.contains("\nBessie: x -= 1 -> 2,5\n"), "{first}: {out}");
        assert!(out.contains("Farmer John wins after "), "{first}: {out}");
    }
}

#[test]
fn hints_say_why_and_can_be_off() {
    let out = play(&["cowcheck", "--at", "4,6"], "hint\nquit\n");
    assert!(
        out.contains("hint: x -= 1, y -= 1 -> 3,5: this leaves (3, 5), a P-position: k = 2\n"),
        "{out}"
    );
    assert!(out.ends_with("You left the game.\n"), "{out}");
    let out = play(&["cowcheck", "--at", "3,5"], "hint\nquit\n");
    assert!(
        out.contains("hint: no move wins ((3, 5) is a P-position: k = 2)"),
        "{out}"
    );
    let out = play(&["cowcheck", "--at", "4,6", "--no-hints"], "hint\nquit\n");
    assert!(out.contains("\nhints are off in this match\n"), "{out}");
    let at = [
        "partisangame",
        "--set",
        "a=3,4,5,8,12",
        "--set",
        "b=3,4,5,8,12",
        "--at",
        "40",
    ];
    let out = play(&at, "hint\nquit\n");
    assert!(out.contains("n mod "), "{out}");
    let out = play(&["kayles", "--at", "3,5"], "hint\nquit\n");
    assert!(out.contains("the XOR of the Grundy values"), "{out}");
}

#[test]
fn a_move_and_its_answer_are_taken_back_together() {
    let again = |out: &str, square: &str| out.matches(&format!("{square}\nBessie to move")).count();
    let out = play(&["cowcheck", "--at", "6,9"], "undo\n6,8\nundo\n4,7\nquit\n");
    assert!(out.contains("there is nothing to take back\n"), "{out}");
    assert_eq!(again(&out, "x = 6\n  y = 9"), 2, "{out}");
    let both = ["cowcheck", "--at", "3,4", "--as", "both"];
    let out = play(&both, "3,3\nundo\n1,2\nquit\n");
    assert_eq!(again(&out, "x = 3\n  y = 4"), 2, "{out}");
}

#[test]
fn faulty_lines_get_one_message_each() {
    let out = play(
        &["cowcheck", "--at", "3,4"],
        "nonsense\n99\n3,9\n\n4,\nto\n\u{0}\nmoves\nhelp\nquit\n",
    );
    for message in [
        "unknown move `nonsense`; type its number, words, or the position after it",
        "there is no move 99; the moves are numbered 1 to 10",
        "Bessie cannot move from 3,4 to 3,9\n",
    ] {
        assert_eq!(out.matches(message).count(), 1, "{message}: {out}");
    }
}

#[test]
fn the_input_may_end_before_the_game() {
    let out = play(&["cowcheck", "--at", "6,9"], "6,8\n");
    assert!(
        out.ends_with("The input ended before the game did.\n"),
        "{out}"
    );
    let out = play(&["cowcheck", "--at", "3,4"], "resign\n");
    assert!(
        out.ends_with("Farmer John wins after 0 moves: Bessie gives up.\n"),
        "{out}"
    );
}

#[test]
fn either_side_can_be_played_and_either_can_begin() {
    let second = [
        "cowcheck",
        "--at",
        "3,5",
        "--as",
        "farmer john",
        "--first",
        "Bessie",
    ];
    let out = play(&second, "quit\n");
    assert!(
        out.contains("Bessie: the computer; Farmer John: you."),
        "{out}"
    );
    assert!(out.contains("\nBessie: "), "{out}");
    let out = play(
        &["cowcheck", "--at", "3,5", "--first", "Farmer John"],
        "quit\n",
    );
    assert!(
        out.contains("Farmer John: you") && out.contains("Farmer John to move"),
        "{out}"
    );
    let wrong = |arguments: &[&str], says: &str| {
        let Ran { code, err, .. } = run(arguments, "");
        assert_eq!(code, 2, "{err}");
        assert!(err.contains(says), "{err}");
    };
    wrong(
        &["play", "cowcheck", "--at", "3,5", "--as", "Elsie"],
        "--as Elsie: there is no such player\nhelp: the players are Bessie and Farmer John, or write both or none",
    );
    wrong(&["play", "cowcheck", "--at", "3"], "--at: ");
}

#[test]
fn verdicts_are_shown_where_they_are_wanted() {
    let out = play(
        &["tic-tac-toe", "--at", "XX./OO./...", "--verdicts"],
        "quit\n",
    );
    assert!(out.contains("-> XXX/OO./...  (wins in 1)"), "{out}");
    assert!(out.contains("(loses in 2)"), "{out}");
}

#[test]
fn what_is_blocked_cannot_be_played() {
    let out = play(
        &["blocking-wythoff", "--at", "1,2", "--as", "both"],
        "0,2; 1,1\n0,2\n1,0\n1,0\n1,1\nquit\n",
    );
    assert!(
        out.contains("no more than 1 options can be blocked\n"),
        "{out}"
    );
    assert!(out.contains("Second blocks 0,2\n"), "{out}");
    assert!(out.contains("First: y -= 2 -> 1,0\n"), "{out}");
    let far = play(&["blocking-wythoff", "--at", "5,7", "--as", "none"], "");
    assert!(far.contains(" wins after "), "{far}");
}

#[test]
fn far_positions_are_played_by_the_law() {
    let x = "1".repeat(10_000);
    let out = play(
        &["cowcheck", "--at", &format!("{x},5")],
        "hint\nto 3,5\nquit\n",
    );
    let hint = out
        .lines()
        .find(|line| line.starts_with("hint: "))
        .expect("a hint");
    let won = ["(3, 5), a P-position: k = 2", "(8, 5), a P-position: k = 3"];
    assert!(won.iter().any(|won| hint.ends_with(won)), "{hint}");
    let rest = out
        .lines()
        .find(|line| line.ends_with(" that are not listed"))
        .expect("a count");
    assert!(
        rest.contains("and 26 more; `moves` lists them; and 111"),
        "{rest}"
    );
    let far = [
        "cowcheck",
        "--at",
        "1000000000000,1618033988749",
        "--first",
        "Farmer John",
    ];
    let out = play(&[&far[..], &["--as", "Bessie"]].concat(), "quit\n");
    assert!(
        out.contains("Farmer John: x -= 2, y -= 2 -> 999999999998,1618033988747\n"),
        "{out}"
    );
}

#[test]
fn every_shipped_game_is_played_to_its_end() {
    let set = |name: &str| -> &[&str] {
        match name {
            "partisangame" => &["--set", "a=1,2,5", "--set", "b=2,3"],
            "tabgame" => &["--set", "row=01101", "--set", "column=110101"],
            _ => &[],
        }
    };
    for game in whowins::shipped::all()
        .into_iter()
        .step_by(crate::cases(3, 1))
    {
        let at: &[&str] = match game.name {
            "four-in-a-row" => &["..../..../XOXO/XOXO"],
            "clobber" => &["xoxo/oxox/xoxo"],
            "cop-and-robber" => &["a c"],
            "ellys-board" => {
                let row = format!("{}o.o.", ".".repeat(46));
                let rows = [vec![".".repeat(50); 49], vec![row]].concat();
                &[&*rows.join("/").leak()]
            }
            "ellyscheckers" | "ellys-capture" => &["ooo.o..oo."],
            "dash" | "tic-tac-toe" | "gam" => &[],
            "partisangame" | "take-from-a-set" | "all-but" => &["37"],
            "nim" => &["5,8,13"],
            "tabgame" => &["4,5"],
            "grundys-game" | "kayles" | "dawsons-kayles" | "laskers-nim" | "kenyons-game"
            | "ruler-game" | "misere-kayles" => &["11,5"],
            _ => &["9,12"],
        };
        let mut arguments = vec![game.name, "--as", "none", "--memory", "64M"];
        if let [at] = at {
            arguments.extend(["--at", at]);
        }
        arguments.extend(set(game.name));
        let out = play(&arguments, "");
        let last = out.lines().last().unwrap_or_default();
        assert!(
            last.contains(" wins after ") || last.starts_with("Nobody wins, after "),
            "{}: {last}",
            game.name
        );
    }
}

/// Tests that an unsolved game is played by looking ahead, and that the computer says so.
#[test]
fn what_is_not_solved_is_played_by_looking_ahead() {
    let rules = "game \"Wide\"\nplayers Left, Right\nposition board of . o x\nLeft: move o . -> . o along right, down, up\n\
                 Right: move x . -> . x along left, up, down\nmove o x -> . .\nrepetition draws\n";
    let at = "o.o.x/..o.x/o...x/ox..x";
    let name = file("wide.game", rules);
    let out = play(
        &[name, "--at", at, "--memory", "4K", "--time", "1"],
        "1\nhint\nquit\n",
    );
    assert!(out.contains("(not solved: it sees "), "{out}");
    assert!(
        out.contains("the game is not solved from here, it sees "),
        "{out}"
    );
}

/// A separate terminal for the command, in tmux.
struct Terminal(String);

impl Terminal {
    fn start(command: &str) -> Self {
        let shell = format!("{command}; code=$?; stty -a; echo left with $code; sleep 60");
        Self::open(&shell, 90)
    }

    /// Runs a command line in a terminal with this number of columns.
    fn open(shell: &str, columns: usize) -> Self {
        // A separate server for each, because a server that is shutting down accepts no new
        // session.
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let terminal = Self(format!("whowins-{}-{number}", process::id()));
        terminal.tmux(&[
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            &columns.to_string(),
            "-y",
            "24",
            shell,
        ]);
        terminal
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let output = process::Command::new("tmux")
            .args(["-L", &self.0])
            .args(arguments)
            .current_dir(folder())
            .env("TERM", "xterm-256color")
            .output()
            .expect("tmux is there: `cargo xtask test` installs it, or apt-get install tmux");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Waits until the screen shows a text.
    fn shows(&self, text: &str) -> String {
        let began = Instant::now();
        loop {
            let screen = self.tmux(&["capture-pane", "-p"]);
            if screen.contains(text) {
                return screen;
            }
            assert!(
                began.elapsed() < Duration::from_secs(60),
                "no `{text}` on\n{screen}"
            );
            thread::sleep(Duration::from_millis(50));
        }
    }

    fn press(&self, keys: &[&str]) {
        let mut arguments = vec!["send-keys"];
        arguments.extend(keys);
        self.tmux(&arguments);
    }

    /// Returns true if the terminal is restored.
    fn is_restored(&self) -> bool {
        let flags = self.tmux(&["display-message", "-p", "#{alternate_on} #{cursor_flag}"]);
        let screen = self.tmux(&["capture-pane", "-p"]);
        flags.trim() == "0 1" && screen.contains(" icanon") && screen.contains(" echo ")
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

fn on_terminal(arguments: &str) -> Terminal {
    Terminal::start(&format!(
        "'{}' play {arguments}",
        env!("CARGO_BIN_EXE_whowins")
    ))
}

#[test]
fn on_a_terminal_a_won_game_is_won() {
    let terminal = on_terminal("cowcheck --at 3,4");
    terminal.shows("Bessie to move");
    terminal.press(&["h"]);
    terminal.shows("this leaves (1, 2), a P-position: k = 1");
    terminal.press(&["1,2", "Enter"]);
    terminal.shows("Farmer John: ");
    terminal.press(&["t", "0,0", "Enter"]);
    terminal.shows("Bessie wins after 3 moves");
    terminal.press(&["u"]);
    terminal.shows("Bessie to move");
    terminal.press(&["0,0", "Enter"]);
    terminal.shows("Bessie wins after 3 moves");
    terminal.press(&["q"]);
    terminal.shows("left with 0");
    assert!(terminal.is_restored(), "{}", terminal.shows(""));
}

#[test]
fn ctrl_c_and_a_signal_leave_the_terminal_as_it_was() {
    let terminal = on_terminal("tic-tac-toe");
    terminal.shows("X to move");
    terminal.press(&["C-c"]);
    terminal.shows("left with 0");
    assert!(terminal.is_restored(), "{}", terminal.shows(""));
    let pid = format!("play-{}.pid", process::id());
    let program = env!("CARGO_BIN_EXE_whowins");
    let terminal = Terminal::start(&format!(
        "sh -c 'echo $$ > {pid}; exec \"{program}\" play tic-tac-toe'"
    ));
    terminal.shows("X to move");
    let number = std::fs::read_to_string(folder().join(&pid)).expect("it was written");
    let ended = process::Command::new("kill")
        .args(["-TERM", number.trim()])
        .status();
    assert!(ended.expect("kill is there").success());
    terminal.shows("error: stopped before the match was over");
    terminal.shows("left with 3");
    assert!(terminal.is_restored(), "{}", terminal.shows(""));
}

/// Tests that a map uses the columns of the terminal without wrapping lines.
#[test]
fn a_map_fits_the_terminal() {
    let map = |columns, arguments: &str| {
        let program = env!("CARGO_BIN_EXE_whowins");
        let shell = format!("'{program}' map --no-pager {arguments}; echo left with $?; sleep 60");
        Terminal::open(&shell, columns).shows("left with ")
    };
    // 32 cells have gaps if there is space, and none otherwise.
    let wide = map(90, "cowcheck --no-law --size 32x4");
    assert!(wide.contains("\n 0 P N N N N"), "{wide}");
    let narrow = map(40, "cowcheck --no-law --size 32x4");
    assert!(narrow.contains("\n 0 PNNNN"), "{narrow}");
    let refused = map(30, "cowcheck --no-law --size 32x4");
    let told = refused.replace('\n', "");
    assert!(told.contains("ask for --size 27x4"), "{refused}");
    let usual = map(30, "cowcheck --no-law");
    assert!(usual.contains("left with 0"), "{usual}");
}

/// Tests that every listed game has a first position: its start, or a small position, which is
/// printed.
#[test]
fn every_listed_game_can_be_played_without_a_position() {
    let given: [(&str, &[&str]); 2] = [
        ("partisangame", &["--set", "a=1,2,5", "--set", "b=4,5"]),
        ("tabgame", &["--set", "row=0110", "--set", "column=1101"]),
    ];
    for game in whowins::shipped::all() {
        let set = given.iter().find(|(name, _)| *name == game.name);
        let set = set.map_or(&[][..], |(_, set)| set);
        let rules = whowins::shipped::rules(game.name).expect("it is shipped");
        let rules = rules.expect("it is read");
        let line = [&["play", game.name, "--plain", "--as", "both"], set].concat();
        let ran = run(&line, "quit\n");
        assert_eq!(ran.code, 0, "{}: {ran:?}", game.name);
        let has_start = rules
            .source()
            .lines()
            .any(|line| line.starts_with("start "));
        let said = ran
            .err
            .contains("(a small first position; choose another with --at)");
        assert_eq!(said, !has_start, "{}: {ran:?}", game.name);
    }
    let ran = run(&["play", "cowcheck", "--plain"], "quit\n");
    assert!(ran.err.contains("position: 7,5 (a small"), "{ran:?}");
}

/// Tests that an extra turn is shown by the player to move next, also in sums.
#[test]
fn in_a_sum_the_turn_passes() {
    let sum = file(
        "turns-of-a-sum.game",
        "game \"Two\"\nposition sum of kayles, nim-heaps\n",
    );
    let line = [sum, "--at", "5,3; 4", "--plain", "--as", "second"];
    let out = play(&line, &"1\n".repeat(20));
    assert!(out.contains("Second to move"), "{out}");
    assert!(!out.contains("plays again"), "{out}");
}
