//! Files that were damaged: tables, atlases, the work of a build that was stopped. The input is a
//! script of damages.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use whowins::analysis::{Game, Player, Position};
use whowins::engine::Limits;
use whowins::engine::general::Want;
use whowins::rules::{Parameters, Rules};
use whowins_atlas::{Kind, run, verify};
use whowins_tables::{Build, Known, Table, TableError, build};

/// One player's walk that may go round, with draws: a table that is built by looking back from the
/// ends.
const WALK: &str = "game \"Walk\"\nposition x <= 300, y <= 60\nmove x += 1\nmove x -= 1, y -= 1\nmove y -= 2\nmove y += 7 if x % 2 = 0\n\
    draw when x = 100 and y = 10\nthe mover wins when x = 300\nrepetition draws";
const AT: &str = "9,60";

/// The bytes after the damages that the script asks for: each takes six of its bytes.
fn damaged(whole: &[u8], script: &[u8]) -> Vec<u8> {
    let mut bytes = whole.to_vec();

    for step in script.chunks_exact(6) {
        let place = u32::from_le_bytes([step[1], step[2], step[3], 0]) as usize;
        let Some(last) = bytes.len().checked_sub(1) else {
            break;
        };

        // Near the start, near the end, or anywhere.
        let at = match step[0] >> 6 {
            0 => place % 256,
            1 => last.saturating_sub(place % 256),
            _ => place % (last + 1),
        }
        .min(last);
        let value = step[4];

        match step[0] % 6 {
            0 => bytes[at] ^= 1 << (value % 8),
            1 => bytes[at] = value,
            2 => bytes.truncate(at),
            3 => bytes.insert(at, value),
            4 => {
                let to = (at + usize::from(value)).min(last);
                bytes.drain(at..to);
            }
            _ => {
                let to = (at + usize::from(value)).min(last);
                let copied = bytes[at..to].to_vec();
                let into = usize::from(step[5]) * (last + 1) / 256;

                for (offset, byte) in copied.into_iter().enumerate() {
                    if let Some(cell) = bytes.get_mut(into + offset) {
                        *cell = byte;
                    }
                }
            }
        }
    }
    bytes
}

/// A name that no other call uses, in a folder of this process.
fn place(name: &str) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let folder = std::env::temp_dir().join(format!("whowins-attack-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a temporary folder");
    folder.join(format!("{}-{name}", COUNT.fetch_add(1, Ordering::Relaxed)))
}

fn sibling(path: &Path, end: &str) -> PathBuf {
    PathBuf::from(format!("{}.{end}", path.display()))
}

fn one_thread() -> Limits {
    Limits::default().with_threads(1)
}

struct Whole {
    game: Game,
    bytes: Vec<u8>,
    /// Some positions, and what the whole table knows of them.
    known: Vec<(Position, [Known; 2])>,
}

fn built(rules: &Rules, game: &Game, path: &Path, limits: &Limits) -> Result<(), TableError> {
    let at = game.read(AT).expect("a position");
    let table = Build {
        rules,
        values: &Parameters::new(),
        at: &at,
        want: Want::Remoteness,
        only: None,
        level: 1,
        save_every: Duration::ZERO,
    };
    build(&table, path, limits).map(|_| ())
}

fn walk() -> (Rules, Game) {
    let rules = Rules::parse("walk", WALK).unwrap_or_else(|errors| panic!("{errors}"));
    let game = rules
        .game(&Parameters::new())
        .unwrap_or_else(|errors| panic!("{errors}"));
    (rules, game)
}

fn whole() -> &'static Whole {
    static WHOLE: OnceLock<Whole> = OnceLock::new();
    WHOLE.get_or_init(|| {
        let (rules, game) = walk();
        let path = place("whole.wdb");
        built(&rules, &game, &path, &one_thread()).expect("it is built");
        let table = Table::open(&path).expect("it is whole");
        let known = (0..40)
            .map(|at| {
                let text = format!("{},{}", at * 37 % 301, at * 23 % 61);
                let position = game.read(&text).expect("a position");
                let known = table.values(&position).expect("it is covered");
                (position, known)
            })
            .collect();
        let bytes = fs::read(&path).expect("it is there");
        let _ = fs::remove_file(&path);
        Whole { game, bytes, known }
    })
}

/// A damaged table is refused, or it answers as the complete one.
pub fn table(script: &[u8]) {
    let whole = whole();
    let bytes = damaged(&whole.bytes, script);
    let path = place("damaged.wdb");
    fs::write(&path, &bytes).expect("it can be written");
    let opened = Table::open(&path);
    match &opened {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(table) => {
            for (position, known) in &whole.known {
                match table.values(position) {
                    Ok(found) => assert_eq!(found, *known, "{}", whole.game.show(position)),
                    Err(error) => assert!(!error.to_string().is_empty()),
                }
                for player in Player::BOTH {
                    let _ = table.answer(position, player);
                }
            }
            let sound = table.check(&one_thread());
            assert!(
                sound.is_err() || bytes == whole.bytes,
                "a change was not seen"
            );
        }
    }
    let _ = fs::remove_file(&path);
}

fn atlas_bytes() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| {
        let path = place("whole.atlas");
        let kind: Kind = "subtraction --partizan --max 3".parse().expect("a survey");
        let (summary, stopped) = run(&kind, Some(&path), &one_thread()).expect("it runs");
        assert!(summary.finished() && stopped.is_none());
        let bytes = fs::read(&path).expect("it is there");
        let _ = fs::remove_file(&path);
        bytes
    })
}

/// A damaged atlas is refused, or its rows are what they were.
pub fn atlas(script: &[u8]) {
    let whole = atlas_bytes();
    let bytes = damaged(whole, script);
    let path = place("damaged.atlas");
    fs::write(&path, &bytes).expect("it can be written");
    match verify(&path, &one_thread()) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(summary) => assert!(
            bytes == whole || !summary.finished(),
            "a change was not seen"
        ),
    }
    let _ = fs::remove_file(&path);
}

/// What a build left that was stopped where its work does not fit the memory: the part, the state,
/// the work.
fn left() -> &'static [(&'static str, Vec<u8>)] {
    static LEFT: OnceLock<Vec<(&'static str, Vec<u8>)>> = OnceLock::new();
    LEFT.get_or_init(|| {
        let (rules, game) = walk();
        let path = place("stopped.wdb");
        let limits = outside();
        let state = sibling(&path, "state");
        std::thread::scope(|scope| {
            scope.spawn(|| {
                // It is written early, again and again; a build that is over has removed it.
                for _ in 0..100_000 {
                    if state.exists() || path.exists() {
                        break;
                    }
                    std::thread::sleep(Duration::from_micros(50));
                }
                limits.budget.stop();
            });
            let _ = built(&rules, &game, &path, &limits);
        });
        let mut files = Vec::new();
        for end in ["part", "state", "work"] {
            let file = sibling(&path, end);
            if let Ok(bytes) = fs::read(&file) {
                files.push((end, bytes));
            }
            let _ = fs::remove_file(&file);
        }
        let _ = fs::remove_file(&path);
        files
    })
}

/// Less memory than the table takes.
fn outside() -> Limits {
    one_thread().with_memory(24 << 10)
}

/// Damaged work of a build is set aside, or refused, or gone on with to the same bytes.
pub fn partial(script: &[u8]) {
    // The scripts share one folder's names, not one file.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let path = place("resumed.wdb");
    let (which, script) = script.split_first().unwrap_or((&0, &[]));

    for (number, (end, bytes)) in left().iter().enumerate() {
        let bytes = match which >> number & 1 {
            0 => bytes.clone(),
            _ => damaged(bytes, script),
        };
        fs::write(sibling(&path, end), bytes).expect("it can be written");
    }
    let (rules, game) = walk();
    match built(&rules, &game, &path, &outside()) {
        Ok(()) => {
            let bytes = fs::read(&path).expect("it is there");
            assert!(
                bytes == whole().bytes,
                "other bytes than an undisturbed build's"
            );
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let (Some(folder), Some(name)) = (path.parent(), path.file_name()) {
        let name = name.to_string_lossy();
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(&*name) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}
