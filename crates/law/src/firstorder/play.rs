//! A winning move at positions of any size, by the automata of the paths and of the law.

use dashu_int::UBig;
use whowins_analysis::paths::{Layout, Path, Paths};
use whowins_analysis::{Budget, Game, Player, Position};
use whowins_automata::{Dfa, Limits, NumerationSystem, System, Theory};
use whowins_verify::firstorder::{FirstOrder, define_digits, multiples, step, term};

use crate::automatic::numerals::Numerals;

/// The most a track can grow by in a move, as a factor, so that some digits more hold it.
const GROWTH: u64 = 1 << 12;

/// A position after a move that keeps what the player to move gets and is `right`, and who is to
/// move there, as neither the digits' automata nor the change of base is believed; `None` where the
/// law has none. The law is to be one that was verified for this game.
///
/// Runs the automaton of each path that leads to positions of the value sought along the position's
/// digits, with the new digits left open: linear in the number of digits, but for the change of
/// base.
pub fn winning_move(
    law: &FirstOrder,
    game: &Game,
    position: &Position,
    player: Player,
    budget: &Budget,
    right: impl Fn(&Position, Player) -> bool,
) -> Option<(Position, Player)> {
    let game_term = term(game);
    let layout = law.layout(&game_term).ok()?;
    let (memory, tracks) = layout.read(&position.core_state(player))?;
    if let Some(moves) = multiples(&game_term) {
        let won = law.says_of(memory, &tracks)?;
        let lost = |to: &[UBig]| law.says_of(1 - memory, to) == Some(won);
        return super::multiples::winning_move(moves, &tracks, player, lost, right);
    }
    let system = law.numerals()?;
    let limits = Limits::default().within(budget);
    let mut theory = Theory::new(system.clone(), &limits).ok()?;
    define_digits(&mut theory).ok()?;
    let sign = law.says_of(memory, &tracks)?;
    let word = padded(&Numerals::new(system)?, &tracks);
    for tier in Paths::new(&game_term, &layout, budget).tiers(memory).ok()? {
        for path in tier {
            let to = after(law, &layout, &mut theory, &path, sign, &word, &limits);
            let Some(to) = to else { continue };
            let found = game.of_core(&layout.state(path.memory, &to));
            if let Some((to, next)) = found.filter(|(to, next)| right(to, *next)) {
                return Some((to, next));
            }
        }
    }
    None
}

/// The tracks after a path to a position of this value, from the tracks whose digits are given.
fn after(
    law: &FirstOrder,
    layout: &Layout,
    theory: &mut Theory<System>,
    path: &Path,
    sign: i8,
    word: &[Vec<u8>],
    limits: &Limits,
) -> Option<Vec<UBig>> {
    let tracks = layout.tracks();
    let (formula, names) = step(path, tracks).ok()?;
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let moves = theory.automaton(&names, &formula).ok()?;
    let labels = law.labels()?;
    let accepting = labels
        .says
        .iter()
        .map(|says| says.get(path.memory) == Some(&sign))
        .collect();
    let digits = vec![theory.system().digits(); tracks];
    let goal = Dfa::new(digits, labels.next.concat(), accepting, 0, limits).ok()?;
    let all: Vec<usize> = (0..2 * tracks).collect();
    let digits = moves.digits().to_vec();
    let into = moves
        .join(&all, &goal, &all[tracks..], digits, |a, b| a && b, limits)
        .ok()?;
    let found = into.completion(word)?;
    let track = |at: usize| {
        let digits: Vec<u8> = found.iter().map(|tuple| tuple[at]).collect();
        theory.system().value(&digits)
    };
    Some((0..tracks).map(track).collect())
}

/// The digits of the tracks, with room before them for larger numbers.
fn padded(system: &Numerals, tracks: &[UBig]) -> Vec<Vec<u8>> {
    let more = system.digits(GROWTH).len().next_multiple_of(system.block());
    let letters = system.long_word(tracks);
    let tuples = letters.iter().map(|letter| {
        let tuple = system.tuple(*letter, tracks.len());
        tuple.into_iter().map(|digit| digit as u8).collect()
    });
    vec![vec![0; tracks.len()]; more]
        .into_iter()
        .chain(tuples)
        .collect()
}
