//! Runs the cases of `testdata/*.toml` with every strategy that accepts the position, including the
//! proved law.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use whowins::analysis::{Game, Player, Value};
use whowins::engine::{Engine, Limits, Outcome};
use whowins::rules::{Parameters, Rules};

/// A file of cases. Its own keys are defaults for all cases.
#[derive(Deserialize)]
struct File {
    #[serde(flatten)]
    common: Common,
    case: Vec<Case>,
}

#[derive(Deserialize, Clone, Default)]
struct Common {
    /// A file below `games`, without its extension.
    game: Option<String>,
    /// Alternatively, the text of the rules.
    rules: Option<String>,
    set: Option<BTreeMap<String, String>>,
    /// The source of the expected answer.
    source: Option<String>,
}

#[derive(Deserialize)]
struct Case {
    #[serde(flatten)]
    own: Common,
    position: String,
    to_move: Option<String>,
    /// The name of a player, or "draw".
    winner: Option<String>,
    outcome: Option<String>,
    remoteness: Option<u64>,
}

/// Maximum table size in states. Larger tables are skipped.
const STATES: u64 = 30_000_000;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(name)
}

fn rules_of(common: &Common) -> String {
    match (&common.game, &common.rules) {
        (Some(game), None) => {
            let path = folder("games").join(format!("{game}.game"));
            std::fs::read_to_string(&path)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        }
        (None, Some(rules)) => rules.clone(),
        _ => panic!("a case names a game or gives its rules, one of the two"),
    }
}

/// A game with its solver, shared by all cases with the same rules and parameters, so that the law
/// is found once.
struct Solver {
    game: Game,
    engine: Engine,
}

impl Solver {
    fn new(place: &str, text: &str, set: &BTreeMap<String, String>) -> Self {
        let rules = Rules::parse(place, text).unwrap_or_else(|faults| panic!("{faults}"));
        let mut parameters = Parameters::new();
        for (name, value) in set {
            let parameter = rules.parameters().iter().find(|p| p.name == *name);
            let parameter = parameter.unwrap_or_else(|| panic!("{place}: no parameter {name}"));
            let value = parameter.kind.read(value);
            let value = value.unwrap_or_else(|e| panic!("{place}: {e}"));
            parameters.insert(name.clone(), value);
        }
        let game = rules.game(&parameters);
        let engine = whowins::solver(&rules, &parameters, &Limits::default());
        Self {
            game: game.unwrap_or_else(|faults| panic!("{faults}")),
            engine: engine.unwrap_or_else(|faults| panic!("{faults}")),
        }
    }
}

/// The solvers by rules and parameters.
type Solvers = BTreeMap<(String, BTreeMap<String, String>), Solver>;

/// Runs a case and returns the number of strategies that answered it.
fn run(solvers: &mut Solvers, place: &str, file: &Common, case: &Case) -> usize {
    let own = &case.own;
    let alone = own.game.is_some() || own.rules.is_some();
    let text = rules_of(if alone { own } else { file });
    let set = own.set.as_ref().or(file.set.as_ref());
    let set = set.cloned().unwrap_or_default();
    let Solver { game, engine } = solvers
        .entry((text, set))
        .or_insert_with_key(|(text, set)| Solver::new(place, text, set));
    assert!(
        own.source.is_some() || file.source.is_some(),
        "{place}: no source"
    );
    assert!(
        case.winner.is_some() || case.outcome.is_some(),
        "{place}: says nothing"
    );
    let position = game
        .read(&case.position)
        .unwrap_or_else(|e| panic!("{place}: {e}"));
    let player = |name: &str| {
        Player::BOTH
            .into_iter()
            .find(|player| game.player(*player) == name)
            .unwrap_or_else(|| panic!("{place}: no player {name}"))
    };
    let to_move = case.to_move.as_deref().map_or(Player::First, player);
    let mut answered = 0;
    for strategy in engine.strategies() {
        let name = strategy.name();
        let explores = game_is_explored(game, &position);
        match strategy.estimate(&position) {
            None => continue,
            Some(cost) if name == "general solver" && cost > STATES && !explores => continue,
            Some(_) => {}
        }
        // The number of states of a sum of heaps is unknown before exploration, so large sums are
        // skipped.
        let most = match name {
            "general solver" if game.codes().is_some() => 1 << 18,
            _ => u64::MAX,
        };
        let solved = strategy.try_solve(&position, most);
        let solved = solved.unwrap_or_else(|error| panic!("{place}, {name}: {error}"));
        let Some(solved) = solved else { continue };
        let values = strategy.values(&position);
        assert_eq!(
            values,
            Ok([solved.to_move[0].value, solved.to_move[1].value]),
            "{place}, {name}"
        );
        if let Some(outcome) = &case.outcome {
            assert_eq!(solved.outcome().letter(), outcome, "{place}, {name}");
        }
        let answer = &solved.to_move[to_move.index()];
        if let Some(winner) = &case.winner {
            let value = match winner.as_str() {
                "draw" => Value::Draw,
                winner if player(winner) == to_move => Value::Win,
                _ => Value::Loss,
            };
            assert_eq!(answer.value, value, "{place}, {name}");
        }
        if name == "general solver" || answer.remoteness.is_some() {
            let wanted = case.remoteness.or(answer.remoteness);
            assert_eq!(answer.remoteness, wanted, "{place}, {name}");
        }
        answered += 1;
    }
    let chosen = engine
        .solve(&position)
        .unwrap_or_else(|e| panic!("{place}: {e}"));
    assert_eq!(
        chosen.outcome(),
        Outcome::of(chosen.to_move[0].value, chosen.to_move[1].value)
    );
    if let Some(outcome) = &case.outcome {
        assert_eq!(
            chosen.outcome().letter(),
            outcome,
            "{place}, as the engine chooses"
        );
    }
    answered
}

/// Returns true if the states can only be found by exploration, and the position is small enough
/// for it.
fn game_is_explored(game: &Game, position: &whowins::analysis::Position) -> bool {
    let numbered = whowins::engine::general::General::new(
        game.clone(),
        whowins::engine::general::Want::Outcome,
        Limits::default(),
    )
    .states(position)
    .is_some();
    // The extent of exploration is unknown in advance: allow numbers up to a thousand, and heaps of
    // 16 in total.
    !numbered
        && game
            .state_of(position)
            .is_some_and(|slots| match game.heaps() {
                Some(_) => slots.iter().sum::<i64>() <= 16,
                None => slots.iter().all(|slot| *slot <= 1000),
            })
}

#[test]
fn every_case_has_one_answer() {
    let mut cases = 0;
    let mut solvers = Solvers::new();
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder("testdata"))
        .expect("the folder of cases")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    files.sort();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a file of cases");
        let file: File =
            toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        for case in &file.case {
            let place = format!("{name} at {}", case.position);
            assert!(
                run(&mut solvers, &place, &file.common, case) > 0,
                "{place}: no strategy took it"
            );
            cases += 1;
        }
    }
    assert!(cases > 150, "only {cases} cases were found");
}
