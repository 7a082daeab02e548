//! Laws of kind `remainders`: the winner depends only on the numbers modulo one modulus, in games
//! whose moves need not be linear.

mod coq;

use whowins_analysis::paths::{Layout, first_options};
use whowins_analysis::{Game, Player, Position};
use whowins_verify::firstorder::term;
use whowins_verify::remainders::Remainders;
use whowins_verify::{Budget, Claim, Law, Rejection, Why};

use super::{Asked, Keeps, Kind};
use crate::automatic::oracle::Silence;
use crate::firstorder::{Oracle, lengths, named, refused};
use crate::lines::wording;
use crate::reading::{automata_limits, of_law};
use crate::{Explanation, Finder, Finding, Says, Search};

/// Finds laws of kind `remainders`.
pub(crate) struct RemaindersFinder;

/// Positions with all numbers below this are looked at, by how many numbers there are.
const SIDES: [u64; 3] = [400, 36, 12];
/// No more positions are decided for these.
const POSITIONS: usize = 1 << 20;
/// The largest modulus, and the largest number from which on it is looked for.
const LARGEST: u64 = 60;
/// A modulus may have to be a multiple of the one that the labels show, so that the check sees why.
const TIMES: [u64; 6] = [1, 2, 3, 4, 5, 6];
/// What the checks of all guesses may take.
const STEPS: u64 = 1 << 26;

/// The labels of a box, and where they repeat.
struct Labels {
    side: u64,
    tracks: usize,
    /// For each tuple of numbers below the side, the first number's the most significant.
    says: Vec<String>,
}

impl Labels {
    fn new(oracle: &mut Oracle<'_>, tracks: usize) -> Result<Self, Silence> {
        let side = SIDES[tracks - 1];
        let mut says = Vec::new();
        for at in 0..side.pow(tracks as u32) {
            let digit = |track: usize| at / side.pow((tracks - 1 - track) as u32) % side;
            let numbers: Vec<u64> = (0..tracks).map(digit).collect();
            let signs = oracle.label(&numbers)?;
            if signs.contains(&0) {
                return Err(Silence::Draw);
            }
            let letter = |sign: &i8| if *sign > 0 { 'F' } else { 'S' };
            says.push(signs.iter().map(letter).collect());
        }
        Ok(Self { side, tracks, says })
    }

    fn at(&self, numbers: impl Iterator<Item = u64>) -> &String {
        let at = numbers.fold(0, |at, number| at * self.side + number);
        &self.says[at as usize] // a position of the box
    }

    fn numbers(&self, at: usize, side: u64) -> impl Iterator<Item = u64> + use<> {
        let (at, tracks) = (at as u64, self.tracks);
        (0..tracks).map(move |track| at / side.pow((tracks - 1 - track) as u32) % side)
    }

    /// Whether each number from `from` on may be taken modulo this.
    fn repeat(&self, from: u64, modulus: u64) -> bool {
        let folded = |number: u64| match number.checked_sub(from) {
            Some(past) => from + past % modulus,
            None => number,
        };
        let alike = |at: usize| self.says[at] == *self.at(self.numbers(at, self.side).map(folded));
        (0..self.says.len()).all(alike)
    }

    /// The smallest numbers of places that the labels show: from where on, and by which modulus.
    fn guess(&self) -> Option<(u64, u64)> {
        // Three times at least.
        let most = self.side / 3;
        let sums = 1..=most.min(2 * LARGEST);
        let mut pairs = sums
            .flat_map(|sum| (1..=sum.min(LARGEST)).map(move |modulus| (sum - modulus, modulus)));
        pairs
            .find(|(from, modulus)| from + 3 * modulus <= self.side && self.repeat(*from, *modulus))
    }

    /// The law with these places.
    fn law(&self, lengths: &[usize], from: u64, modulus: u64) -> Option<Remainders> {
        let places = from + modulus;
        let cells = places.checked_pow(self.tracks as u32)?;
        let cells = (0..usize::try_from(cells).ok()?).map(|at| self.numbers(at, places));
        let says = cells.map(|numbers| self.at(numbers).clone());
        (places <= self.side).then(|| Remainders {
            lengths: lengths[1..].to_vec(),
            modulus,
            from,
            says: says.collect(),
        })
    }
}

impl Finder for RemaindersFinder {
    fn kind(&self) -> &'static str {
        "remainders"
    }

    fn says(&self) -> Says {
        Says::Outcome
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        match attempt(search) {
            Ok(finding) => finding,
            Err(Silence::Engine(error)) => Finding::Stopped(error),
            Err(Silence::Draw) => Finding::Foreign("some positions are draws".into()),
            Err(Silence::TooFar) => {
                Finding::Nothing("small positions are too large to be worked out".into())
            }
        }
    }
}

fn attempt(search: &Search<'_>) -> Result<Finding, Silence> {
    let foreign = |why: &str| Ok(Finding::Foreign(why.into()));
    if !search.compiled.open.is_empty() {
        return foreign("a parameter is left open");
    }
    if search.game.numbers().is_none() && search.game.program().is_none() {
        return foreign("positions are not made of numbers");
    }
    let game = term(search.game);
    let Some(lengths) = lengths(search.game, &named(search)) else {
        return foreign("the rules do not say how many numbers a position has; name one with --at");
    };
    let lengths: Vec<usize> = std::iter::once(1).chain(lengths).collect();
    let layout = match Layout::new(&game, &lengths, &[]) {
        Ok(layout) => layout,
        Err(refusal) => return Ok(Finding::Foreign(refused(refusal).to_string())),
    };
    if layout.tracks() > SIDES.len() || !layout.domain().is_empty() {
        return foreign(
            "positions are not of up to three numbers without a largest value, and some of few values",
        );
    }
    let work = &search.limits.budget;
    let mut oracle = Oracle::new(&game, &layout, work);
    oracle.allow(POSITIONS);
    let labels = Labels::new(&mut oracle, layout.tracks())?;
    let side = labels.side;
    let Some((from, modulus)) = labels.guess() else {
        return Ok(Finding::Nothing(format!(
            "who wins does not repeat by a modulus of up to {LARGEST} in the positions with numbers below {side}"
        )));
    };
    let budget = Budget::of(STEPS).within(work).on(search.limits.threads);
    let mut last = String::new();
    for times in TIMES {
        let modulus = modulus * times;
        for from in [from, from + modulus] {
            let Some(law) = labels.law(&lengths, from, modulus) else {
                continue;
            };
            match law.check(search.game, &budget) {
                Ok(_) => return Ok(found(search, law, &oracle)),
                Err(Rejection {
                    why: Why::Rules,
                    message,
                }) => return Ok(Finding::Foreign(message)),
                Err(Rejection {
                    why: Why::Budget, ..
                }) if work.over().is_some() => {
                    let over = search.limits.check().err();
                    return Err(Silence::Engine(
                        over.unwrap_or(whowins_engine::EngineError::Stopped),
                    ));
                }
                Err(rejection) => last = rejection.to_string(),
            }
        }
    }
    Ok(Finding::Observed {
        pattern: format!("who wins repeats modulo {modulus} from {from} on; not proved: {last}"),
        up_to: format!("the positions with numbers below {side}"),
    })
}

fn found(search: &Search<'_>, law: Remainders, oracle: &Oracle<'_>) -> Finding {
    let mut explanation = Explanation {
        formula: None,
        source: "The outcome is a kernel (von Neumann and Morgenstern 1944) of classes of remainders; the moves are abstracted (Cousot and Cousot 1977; Granger 1989)."
            .into(),
        found: format!(
            "modulus {}, from {} on; checked on {} small positions",
            law.modulus,
            law.from,
            oracle.asked()
        ),
    };
    let law = Law::Remainders(law);
    let words =
        of_law(&law, search.game).and_then(|law| wording(&law, &automata_limits(search.limits)));
    explanation.formula = words.map(|words| words.to_string());
    Finding::Law(Box::new(law), explanation)
}

impl Kind for RemaindersFinder {
    fn best(&self, _: &Law, asked: &Asked<'_>, keeps: &Keeps<'_>) -> Option<(Position, Player)> {
        let state = asked.position.core_state(asked.player);
        let options = first_options(&term(asked.game), &state, asked.budget);
        let mut read = options
            .iter()
            .filter_map(|option| asked.game.of_core(option));
        read.find(|(to, next)| keeps(to, *next))
    }

    fn coq(&self, game: &Game, law: &Law) -> Result<String, String> {
        match law {
            Law::Remainders(law) => coq::remainders(&term(game), law),
            _ => Err("the law is of another kind".into()),
        }
    }
}
