//! What the tests of clusters share.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use whowins_analysis::{Game, Player, Position};
use whowins_cluster::{Cluster, ClusterError, Event, Place, Report, build};
use whowins_engine::Limits;
use whowins_engine::general::Want;
use whowins_rules::{Parameters, Rules};
use whowins_tables::{Build, Finished};

/// An empty folder.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cluster-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// Rules, a position of them, and what is asked.
pub struct Subject {
    pub rules: Rules,
    pub game: Game,
    pub at: Position,
    pub values: Parameters,
    pub want: Want,
    pub only: Option<&'static [Player]>,
    pub size: Option<u64>,
    pub shards: bool,
    pub own: Option<PathBuf>,
    pub every: Duration,
    pub tell: Arc<dyn Fn(&Event) + Send + Sync>,
}

pub fn subject(text: &str, at: &str, want: Want) -> Subject {
    let rules = Rules::parse("rules", text).unwrap_or_else(|faults| panic!("{faults}"));
    let values = Parameters::new();
    let game = rules
        .game(&values)
        .unwrap_or_else(|faults| panic!("{faults}"));
    let at = game.read(at).expect("a position");
    Subject {
        rules,
        game,
        at,
        values,
        want,
        only: None,
        size: None,
        shards: false,
        own: None,
        every: Duration::from_secs(3600),
        tell: Arc::new(|_| {}),
    }
}

impl Subject {
    pub fn asked(&self) -> Build<'_> {
        Build {
            rules: &self.rules,
            values: &self.values,
            at: &self.at,
            want: self.want,
            only: self.only,
            level: 3,
            save_every: self.every,
        }
    }

    /// Positions of the table.
    pub fn states(&self) -> f64 {
        let design = self.asked().design(&Limits::default());
        design.expect("a table").heading.states as f64
    }

    /// The table as one machine writes it.
    pub fn alone(&self, folder: &Path) -> Vec<u8> {
        let path = folder.join("alone.wdb");
        let _ = fs::remove_file(&path);
        whowins_tables::build(&self.asked(), &path, &Limits::default()).expect("built");
        fs::read(&path).expect("it is there")
    }

    pub fn cluster(
        &self,
        place: Place<'_>,
        path: &Path,
        limits: &Limits,
    ) -> Result<(Option<Finished>, Report), ClusterError> {
        let asked = self.asked();
        let cluster = Cluster {
            build: &asked,
            place,
            size: self.size,
            own: self.own.clone(),
            shards: self.shards,
            tell: Arc::clone(&self.tell),
            warn: &|what| panic!("{what}"),
        };
        build(&cluster, path, limits)
    }
}

/// One thread a worker.
pub fn limits() -> Limits {
    Limits::default().with_memory(64 << 20).with_threads(1)
}

/// Two may be on one square, and nobody need get anywhere.
pub fn pursuit(side: usize) -> String {
    let map = vec![".".repeat(side); side].join("/");
    format!(
        "game \"Pursuit\"\nplayers Cop, Robber\ngiven map: grid of . # = \"{map}\"\nposition cop, robber: squares of map except '#'\n\
         Cop: move cop to a neighbour\nRobber: move robber to a neighbour\nCop wins when cop = robber\nrepetition draws"
    )
}

/// A walk that may go round, impartial, with draws.
pub const WALK: &str = "game \"Walk\"\nposition x <= 3000, y <= 200\nmove x += 1\nmove x -= 1, y -= 1\nmove y -= 2\nmove y += 7 if x % 2 = 0\n\
    draw when x = 1000 and y = 100\nthe mover wins when x = 3000\nrepetition draws";
/// Two sides, the last to move loses, play may go on for ever and the rules do not say what that
/// means.
pub const SIDES: &str = "game \"Sides\"\nplayers Left, Right\nposition x <= 700, y <= 400\nLeft: move x += 1\nLeft: move x -= 2, y -= 1\n\
    Right: move y += 1, x -= 1\nRight: move y -= 3\nmove x -= 50\nLeft wins when y = 400\nmisère play";
/// A row with rewriting.
pub const STONES: &str = "game \"Stones\"\nplayers Left, Right\nposition row of . o x\nLeft: move o . -> . o\nLeft: move o x -> . o\n\
    Right: move . x -> x .\nRight: move o x -> x .\nmove x x -> . .\nwho cannot move draws";
/// Long rays, more moves than a byte counts, and play that ends.
pub const NIM: &str = "game \"Nim\"\nposition x <= 79, y <= 49, z <= 30\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove z -= k for k >= 1";
/// Each move is one of a few steps that lower the number, up to some planes at once, sideways too,
/// with guards, ends and draws.
pub const STEPS: &str = "game \"Steps\"\nplayers Left, Right\nposition x <= 90, y <= 150, z <= 20\nLeft: move x -= 1, y += 2\nRight: move x -= 3\n\
    Right: move x -= 1, y -= 1, z += 5 if (y + z) % 3 = 1\nmove y -= 2\nLeft: move y -= 1, z += 1\nmove z -= k for k in 1..2\n\
    Left wins when x = 40 and y = 40\ndraw when x = 7 and z = 9\nmisère play";
/// Rays without a longest move along each axis, all axes, and aslant.
pub const QUEEN: &str = "game \"Queen\"\nposition x, y, z\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove z -= k for k >= 1\n\
    move x -= k, y -= k, z -= k for k >= 1\nmove x -= k, y -= 2 * k for k >= 2";
/// Wythoff's game: rays of two coordinates, whose bricks have several planes.
pub const QUEENS: &str = "game \"Wythoff\"\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 1";
/// A row that is filled: every move lowers the number, by steps of all lengths.
pub const FILL: &str = "game \"Fill\"\nplayers Left, Right\nposition row of . o x\nLeft: move . . -> o .\nLeft: move . x . -> o x .\n\
    Right: move . . -> . x\nRight: move . o -> x o";
/// The same moves for both, by one or two of each heap.
pub const TAKE: &str = "game \"Take\"\nposition x, y, z\nmove x -= 1\nmove x -= 2\nmove y -= 1\nmove y -= 2\nmove z -= 1\nmove z -= 2\n\
    move x -= 1, y -= 1, z -= 1";
