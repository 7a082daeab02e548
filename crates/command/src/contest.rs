//! `whowins contest`: reads a contest's input, asks the engine that `solve` asks, and prints the contest's output.

use std::cell::Cell;
use std::io::{BufWriter, Read, Write};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use dashu_int::UBig;
use whowins::contest::{cowcheck, ellyscheckers, gam, partisangame, tabgame};
use whowins::shipped;
use whowins_analysis::{Game, Position, Value};
use whowins_engine::{Engine, EngineError, Limits};
use whowins_law::LawSource;
use whowins_rules::{ParameterValue, Parameters, Rules};

use crate::failure::Failure;
use crate::game::LimitArguments;
use crate::watch::unless_interrupted;

/// A contest problem in its own format.
#[derive(Args)]
pub struct Contest {
    /// The problem
    problem: Problem,

    #[command(flatten)]
    limits: LimitArguments,
}

/// The problems whose formats are known; each has its rules in a shipped game of the same name.
#[derive(Clone, Copy, ValueEnum)]
enum Problem {
    /// USACO US Open 2011, Cow Checkers
    Cowcheck,
    /// TopCoder SRM 701, PartisanGame
    Partisangame,
    /// Baltic OI 2008, Game
    Gam,
    /// TopCoder SRM 534, Elly's Checkers
    Ellyscheckers,
    /// CodeChef September 2018, Table Game
    Tabgame,
}

impl Problem {
    fn name(self) -> &'static str {
        match self {
            Self::Cowcheck => "cowcheck",
            Self::Partisangame => "partisangame",
            Self::Gam => "gam",
            Self::Ellyscheckers => "ellyscheckers",
            Self::Tabgame => "tabgame",
        }
    }
}

/// Longer inputs are refused, whatever the memory.
const LONGEST: u64 = 1 << 30;
/// Shorter ones are read, however little memory tables may take.
const SHORT: u64 = 1 << 20;

/// Makes engines for one problem's game.
struct Asker {
    rules: Rules,
    limits: Limits,
    /// Whether a budget ran out: a format passes on only the words of a fault.
    ran_out: Cell<bool>,
}

impl Asker {
    fn game(&self, values: Parameters) -> Result<Game, String> {
        self.rules
            .game(&values)
            .map_err(|faults| faults.to_string())
    }

    fn engine(&self, values: &Parameters) -> Result<Engine, String> {
        whowins::solver(&self.rules, values, &self.limits).map_err(|faults| faults.to_string())
    }

    /// An engine that shares its law with those of other values.
    fn sharing(&self, law: &Arc<LawSource>, values: &Parameters) -> Result<Engine, String> {
        whowins::solver_with(Arc::clone(law), &self.rules, values, &self.limits)
            .map_err(|faults| faults.to_string())
    }

    fn words(&self, error: &EngineError) -> String {
        self.ran_out.set(error.is_budget());
        error.to_string()
    }

    /// Whether the first-named player, to move, wins.
    fn first_wins(&self, engine: &mut Engine, position: &Position) -> Result<bool, String> {
        match engine
            .values(position)
            .map_err(|error| self.words(&error))?[0]
        {
            Value::Win => Ok(true),
            Value::Loss => Ok(false),
            Value::Draw => Err("nobody can force a win".into()),
        }
    }
}

impl Contest {
    /// Answers standard input on standard output.
    pub fn run(self) -> Result<(), Failure> {
        let limits = self.limits.limits();
        let input = read_input(limits.budget.memory)?;
        let name = self.problem.name();
        let rules = shipped::rules(name)
            .ok_or_else(|| Failure::Input(format!("the game {name} is not shipped")))??;
        let asker = Asker {
            rules,
            limits,
            ran_out: Cell::new(false),
        };
        let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
        let done = match self.problem {
            Problem::Cowcheck => cow_checkers(&asker, &input, &mut out),
            Problem::Partisangame => partisan_game(&asker, &input, &mut out),
            Problem::Gam => baltic_game(&asker, &input, &mut out),
            Problem::Ellyscheckers => ellys_checkers(&asker, &input, &mut out),
            Problem::Tabgame => table_game(&asker, &input, &mut out),
        };
        out.flush()?;
        done.map_err(|failure| match failure {
            Failure::Input(message) if asker.ran_out.get() => Failure::Budget(message),
            other => other,
        })
    }
}

/// All of standard input, where it is no longer than half the memory.
fn read_input(memory: u64) -> Result<Vec<u8>, Failure> {
    let most = (memory / 2).clamp(SHORT, LONGEST);
    let mut input = Vec::new();
    let stdin = std::io::stdin().lock();
    unless_interrupted(|| stdin.take(most + 1).read_to_end(&mut input))
        .map_err(|error| Failure::Input(format!("standard input cannot be read: {error}")))?;
    match input.len() as u64 > most {
        true if most == LONGEST => Err(Failure::Input(format!(
            "the input is longer than {LONGEST} bytes; is it the right file?"
        ))),
        true => Err(Failure::Budget(format!(
            "the input is longer than {most} bytes, half the memory that is allowed; allow more with --memory"
        ))),
        false => Ok(input),
    }
}

fn cow_checkers(asker: &Asker, input: &[u8], out: &mut impl Write) -> Result<(), Failure> {
    let mut engine = asker.engine(&Parameters::new()).map_err(Failure::Input)?;
    cowcheck::answer(input, out, &mut |x, y| {
        asker.first_wins(
            &mut engine,
            &Position::Numbers(vec![UBig::from(x), UBig::from(y)]),
        )
    })?;
    Ok(())
}

fn partisan_game(asker: &Asker, input: &[u8], out: &mut impl Write) -> Result<(), Failure> {
    let set = |numbers: &[u64]| ParameterValue::Set(numbers.iter().map(|n| *n as i64).collect());
    partisangame::answer(input, out, &mut |test| {
        let values =
            Parameters::from([("a".into(), set(&test.alice)), ("b".into(), set(&test.bob))]);
        asker.first_wins(
            &mut asker.engine(&values)?,
            &Position::Numbers(vec![test.heap.clone()]),
        )
    })?;
    Ok(())
}

fn baltic_game(asker: &Asker, input: &[u8], out: &mut impl Write) -> Result<(), Failure> {
    gam::answer(input, out, &mut |test| {
        let rows = test
            .rows
            .iter()
            .map(|row| row.iter().map(|cell| char::from(*cell)).collect())
            .collect();
        let game = asker.game(Parameters::from([(
            "map".into(),
            ParameterValue::Grid(rows),
        )]))?;
        let start = game.start.clone().ok_or("the map has no start")?;
        let mut engine = Engine::new(game, asker.limits.clone());
        let [value, _] = engine.values(&start).map_err(|error| asker.words(&error))?;
        Ok(match value {
            Value::Win => gam::Winner::A,
            Value::Loss => gam::Winner::B,
            Value::Draw => gam::Winner::Draw,
        })
    })?;
    Ok(())
}

fn ellys_checkers(asker: &Asker, input: &[u8], out: &mut impl Write) -> Result<(), Failure> {
    let mut engine = asker.engine(&Parameters::new()).map_err(Failure::Input)?;
    ellyscheckers::answer(input, out, &mut |test| {
        let cells: Vec<u8> = test
            .cells
            .iter()
            .map(|cell| u8::from(*cell == b'o'))
            .collect();
        let position = Position::Board {
            rows: 1,
            columns: cells.len(),
            cells,
        };
        asker.first_wins(&mut engine, &position)
    })?;
    Ok(())
}

fn table_game(asker: &Asker, input: &[u8], out: &mut impl Write) -> Result<(), Failure> {
    let bits =
        |digits: &[u8]| ParameterValue::Bits(digits.iter().map(|digit| *digit == b'1').collect());
    // The law holds for every border, so it is found once.
    let law = LawSource::search(&asker.rules, &Parameters::new(), &asker.limits);
    let law = Arc::new(law);
    tabgame::answer(input, out, &mut |test| {
        let values = Parameters::from([
            ("row".into(), bits(test.row)),
            ("column".into(), bits(test.column)),
        ]);
        let mut engine = asker.sharing(&law, &values)?;
        test.queries
            .iter()
            .map(|(x, y)| {
                let position = Position::Numbers(vec![UBig::from(*x), UBig::from(*y)]);
                asker.first_wins(&mut engine, &position)
            })
            .collect()
    })?;
    Ok(())
}
