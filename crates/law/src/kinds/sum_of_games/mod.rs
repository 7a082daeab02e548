//! Laws of kind `sum-of-games`: games beside one another, by a law of each one's Grundy values.

mod coq;

use dashu_int::UBig;
use whowins_analysis::program::Program;
use whowins_analysis::{Budget, Game, Player, Position, Value};
use whowins_engine::Limits;
use whowins_verify::Law;
use whowins_verify::sum::{SumOfGames, Summands, says_values};

use super::{Asked, Keeps, Kind};
use crate::octal;
use crate::{Explanation, Finder, Finding, Says, Search};

/// Finds laws of kind `sum-of-games`.
pub(crate) struct SumOfGamesFinder;

impl Finder for SumOfGamesFinder {
    fn kind(&self) -> &'static str {
        "sum-of-games"
    }

    fn says(&self) -> Says {
        Says::Outcome
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        if !search.compiled.open.is_empty() {
            return Finding::Foreign("a parameter is left open".into());
        }
        let summands = match Summands::of(search.game) {
            Ok(summands) => summands,
            Err(why) => return Finding::Foreign(why),
        };
        let (mut laws, mut told) = (Vec::new(), Vec::new());
        for game in &summands.games {
            let own = Search {
                game,
                at: None,
                ..*search
            };
            match of_values(&own) {
                Ok((law, explanation)) => {
                    laws.push(law);
                    told.push((game.name.clone(), explanation));
                }
                Err(finding) => return *finding,
            }
        }
        let formula = told.iter().map(|(name, own)| {
            let formula = own.formula.as_ref()?;
            Some(format!("of {name} {formula}"))
        });
        let formula: Option<Vec<String>> = formula.collect();
        let formula = formula.map(|all| {
            format!(
                "P-positions: the nim-sum of the components' values is 0; {}",
                all.join("; ")
            )
        });
        let found = told
            .iter()
            .map(|(name, own)| format!("{name}: {}", own.found));
        let explanation = Explanation {
            formula,
            source: "R. Sprague 1935, P. M. Grundy 1939".into(),
            found: found.collect::<Vec<_>>().join("; "),
        };
        let law = SumOfGames { games: laws };
        Finding::Law(Box::new(Law::SumOfGames(law)), explanation)
    }
}

/// A law of the Grundy values of one of the games; else what the search for it came to.
fn of_values(search: &Search<'_>) -> Result<(Law, Explanation), Box<Finding>> {
    let mut last = Finding::Nothing(format!(
        "no kind of law says the Grundy values of {}",
        search.game.name
    ));
    let all = crate::heap::finders().into_iter();
    let all = all.chain(crate::heap::of_lists());
    let all = all.chain(crate::octal::finders());
    for finder in all.chain(super::of_rows()) {
        match finder.find(search) {
            Finding::Law(law, explanation) if says_values(&law, search.game) => {
                return Ok((*law, explanation));
            }
            stopped @ Finding::Stopped(_) => return Err(Box::new(stopped)),
            Finding::Law(..) | Finding::Foreign(_) => {}
            other => last = other,
        }
    }
    Err(Box::new(last))
}

/// Larger numbers are not laid out.
const LAID_OUT: u64 = 1 << 16;

/// A component after a move to the Grundy value `wanted`, less than its own, by its game's law; the
/// program is the game's as the sum has it.
fn moved(
    law: &Law,
    (game, program): (&Game, &Program),
    position: &Position,
    wanted: &UBig,
    budget: &Budget,
) -> Option<Position> {
    let right = |to: &Position| law.claim().grundy(game, to).as_ref() == Some(wanted);
    if let Law::ManyHeaps(law) = law {
        return crate::heap::winning_move(law, game, position, wanted, budget, right);
    }
    if let (Some(breaking), Some(heaps)) = (game.heaps(), position.naturals()) {
        let limits = Limits {
            budget: budget.clone(),
            ..Limits::default()
        };
        let repeats = match law {
            Law::GuySmith(law) => Some((law.preperiod, law.period)),
            _ => None,
        };
        let beside = u32::try_from(wanted).ok();
        let near = beside
            .and_then(|beside| octal::winning_move(breaking, &heaps, beside, repeats, &limits));
        let far = || octal::huge::winning_move(breaking, law, &heaps, wanted);
        return near.or_else(far).map(Position::list);
    }
    if position
        .naturals()?
        .iter()
        .any(|one| *one > LAID_OUT.into())
    {
        return None;
    }
    let state = program.read(&game.show(position)).ok()?;
    let options = program.term.options(&state, budget).ok()?;
    let mut all = options.iter().map(|state| game.read(&program.show(state)));
    all.find_map(|to| to.ok().filter(|to| right(to)))
}

impl Kind for SumOfGamesFinder {
    fn best(&self, law: &Law, asked: &Asked<'_>, keeps: &Keeps<'_>) -> Option<(Position, Player)> {
        let (Law::SumOfGames(law), Value::Win) = (law, asked.value) else {
            return None;
        };
        let summands = Summands::of(asked.game).ok()?;
        let sum = asked.game.program()?.sum.as_ref()?;
        let each = law.each(asked.game, asked.position)?;
        let total = each.iter().fold(UBig::ZERO, |sum, (_, value)| sum ^ value);
        let next = asked.player.other();
        let mut components: Vec<_> = each.iter().map(|(own, _)| own.clone()).collect();
        for (at, (own, value)) in each.iter().enumerate() {
            let wanted = value ^ &total;
            if wanted >= *value {
                continue;
            }
            let game = (&summands.games[own.game], &*sum.games[own.game].1);
            let of_game = &law.games[own.game];
            let Some(to) = moved(of_game, game, &own.position, &wanted, asked.budget) else {
                continue;
            };
            // The sum's term may be too large to look for the move in it; that of the component is
            // not.
            let is_move = game.0.is_move(asked.player, &own.position, (&to, next)) == Some(true);
            components[at].position = to;
            let to = summands.join(&components);
            if let Some(to) = to.filter(|to| is_move || keeps(to, next)) {
                return Some((to, next));
            }
            components[at].position = own.position.clone();
        }
        None
    }

    fn coq(&self, game: &Game, law: &Law) -> Result<String, String> {
        match law {
            Law::SumOfGames(law) => coq::sum_of_games(game, law),
            _ => Err("the law isn't of a sum of games".into()),
        }
    }
}
