//! Test helpers for tables.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use whowins_analysis::{Game, Player, Position};
use whowins_engine::Limits;
use whowins_engine::general::Want;
use whowins_rules::{Parameters, Rules};
use whowins_tables::{Build, Finished, TableError, build};

/// A loopy impartial walk with draws.
pub const WALK: &str = "game \"Walk\"\nposition x <= 3000, y <= 200\nmove x += 1\nmove x -= 1, y -= 1\nmove y -= 2\nmove y += 7 if x % 2 = 0\n\
    draw when x = 1000 and y = 100\nthe mover wins when x = 3000\nrepetition draws";

/// Returns an empty folder.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("tables-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

pub struct Subject {
    pub rules: Rules,
    pub game: Game,
    pub at: Position,
}

/// Returns rules with a position.
pub fn subject(text: &str, at: &str) -> Subject {
    let rules = Rules::parse("rules", text).unwrap_or_else(|faults| panic!("{faults}"));
    let game = rules
        .game(&Parameters::new())
        .unwrap_or_else(|faults| panic!("{faults}"));
    let at = game.read(at).expect("a position");
    Subject { rules, game, at }
}

impl Subject {
    pub fn build(
        &self,
        path: &Path,
        want: Want,
        only: Option<&[Player]>,
        limits: &Limits,
    ) -> Result<Finished, TableError> {
        let values = Parameters::new();
        let table = Build {
            rules: &self.rules,
            values: &values,
            at: &self.at,
            want,
            only,
            level: 3,
            save_every: Duration::ZERO,
        };
        build(&table, path, limits)
    }
}

pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Runs `work` and requests a stop once the file has changed.
pub fn stopped_by<T>(file: &Path, limits: &Limits, work: impl FnOnce() -> T) -> T {
    let made = || fs::metadata(file).and_then(|known| known.modified()).ok();
    let before = made();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) && (made().is_none() || made() == before) {
                std::thread::sleep(Duration::from_micros(100));
            }
            limits.budget.stop();
        });
        let done = work();
        over.store(true, Ordering::Relaxed);
        done
    })
}

/// Returns limits with less memory than the table needs, but enough for a few blocks.
pub fn little(want: Want) -> Limits {
    Limits::default()
        .with_memory(match want {
            Want::Outcome => 512 << 10,
            Want::Remoteness => 256 << 10,
        })
        .with_threads(2)
}

/// Returns the path of a file next to a table.
pub fn beside(path: &Path, end: &str) -> PathBuf {
    PathBuf::from(format!("{}.{end}", path.display()))
}

pub fn assert_nothing_beside(path: &Path) {
    for end in ["part", "state", "state.new", "work"] {
        assert!(!beside(path, end).exists(), "{end}");
    }
}

/// Returns the table file of a run in memory.
pub fn bytes_in_memory(folder: &Path, subject: &Subject, want: Want) -> Vec<u8> {
    let path = folder.join("memory.wdb");
    let _ = fs::remove_file(&path);
    subject
        .build(&path, want, None, &Limits::default())
        .expect("built");
    fs::read(&path).expect("it is there")
}
