//! Instances of the Coq theory for this kind: the law of each game, about a term of its own, what
//! its positions are worth by `proofs/ViewWorth.v`, and `proofs/ViewSum.v`, which reads the term as
//! that of the games side by side.

use whowins_analysis::Game;
use whowins_verify::Law;
use whowins_verify::rows::Heaps;
use whowins_verify::sum::{SumOfGames, Summands};

use crate::coq::TERM;

/// What the positions of a game are worth, in Coq. `{}` stands for what a position is told by.
struct Worth {
    /// The type of what a position is told by.
    told_by: &'static str,
    /// What is asked of it, if anything.
    asked: Option<String>,
    /// The position: its parts.
    position: &'static str,
    /// How long each part is, where that is fixed.
    shape: &'static str,
    /// What it is worth.
    value: String,
    /// The proof that each is.
    proof: String,
}

impl Worth {
    /// What the law in this module says of the game's positions.
    fn of(game: &Game, law: &Law, module: &str) -> Result<Self, String> {
        let value = |of: &str| format!("Octal.xs {module}.{of} {{}}");
        let of_list = |value: String, proof: String| Self {
            told_by: "list N",
            asked: None,
            position: "[map Z.of_N {}]",
            shape: "[None]",
            value,
            proof,
        };
        let mex =
            format!("(proj1 (HeapGrundy.grundy_law _ _ _ _ _ _ _ _ _ _ {module}.certificate))");
        match law {
            Law::Grundy(_) => Ok(Self {
                told_by: "N",
                asked: None,
                position: "[[Z.of_N {}]]",
                shape: "[Some 1%nat]",
                value: format!("{module}.value {{}}"),
                proof: format!("heap_worth _ _ _ _ _ _ _ _ _ {module}.the_term {mex}"),
            }),
            Law::ManyHeaps(_) if crate::heap::coq::list_has_values(game) => Ok(of_list(
                value("value"),
                format!("list_worth _ _ _ _ _ _ _ _ _ {module}.the_term {mex} {module}.the_list"),
            )),
            Law::RowHeaps(law) if game.ring().is_none() => {
                let heaps = Heaps::of(game)?;
                let own = format!("{module}.Heaps");
                let worth = crate::octal::coq::worth(&heaps.game, &law.heaps, &own)
                    .ok_or_else(|| silent(game))?;
                let live = heaps.live;
                Ok(Self {
                    told_by: "list nat",
                    asked: Some(format!(
                        "{{}} <> [] -> Forall (fun x => x < ViewBoard.symbols {module}.rules)%nat {{}}"
                    )),
                    position: "[map Z.of_nat {}]",
                    shape: "[None]",
                    value: format!("Octal.xs {own}.grundy (ViewRowHeaps.runs {live} {{}})"),
                    proof: format!(
                        "row_heaps_worth {module}.rules {live} {module}.takings _ _ {module}.the_rows {own}.{TERM} {own}.the_term {module}.{TERM} _ _ _ {module}.the_term {own}.grundy\n  ({worth})"
                    ),
                })
            }
            law => {
                let proof =
                    crate::octal::coq::worth(game, law, module).ok_or_else(|| silent(game))?;
                Ok(of_list(value("grundy"), proof))
            }
        }
    }
}

/// Why a law that says who wins is not enough.
fn silent(game: &Game) -> String {
    format!(
        "of {} the theory in proofs/ says who wins, and not what each position is worth in a sum",
        game.name
    )
}

/// The body of the module for a law of this kind.
///
/// # Errors
///
/// Where there is none for the law of one of the games, or it says no values.
pub(super) fn sum_of_games(game: &Game, law: &SumOfGames) -> Result<String, String> {
    let summands = Summands::of(game)?;
    let sum = game.program().and_then(|program| program.sum.as_ref());
    let sum = sum.ok_or("the position isn't a sum of games")?;
    // A game that is there several times has one module.
    let mut modules: Vec<String> = Vec::new();
    let mut lemmas = String::new();
    let mut of_each = Vec::new();
    for (own, law) in summands.games.iter().zip(&law.games) {
        let instance =
            crate::coq::instance(own, law).map_err(|why| format!("{}: {}", own.name, why.0))?;
        let known = modules.iter().position(|one| *one == instance);
        let number = known.unwrap_or(modules.len()) + 1;
        let worth = Worth::of(own, law, &format!("Game{number}"))?;
        if known.is_none() {
            lemmas.push_str(&module(number, own, &instance, &worth));
            modules.push(instance);
        }
        of_each.push((number, worth));
    }
    if let (true, Some((_, worth))) = (sum.any, of_each.first()) {
        return Ok(any_number(&lemmas, worth));
    }
    let games: Vec<String> = of_each
        .iter()
        .map(|(number, _)| format!("Game{number}.{TERM}"))
        .collect();
    let games = games.join("; ");
    let name = |at: usize| format!("x{}", at + 1);
    let each = |of: fn(&Worth) -> &str| {
        let each = of_each.iter().enumerate();
        each.map(|(at, (_, worth))| of(worth).replace("{}", &name(at)))
            .collect::<Vec<_>>()
    };
    let binders = of_each.iter().enumerate();
    let binders: Vec<String> = binders
        .map(|(at, (_, worth))| format!("({} : {})", name(at), worth.told_by))
        .collect();
    let (mut asked, mut hypotheses, mut worths) = (String::new(), String::new(), Vec::new());
    for (at, (number, worth)) in of_each.iter().enumerate() {
        let mut own = format!("(worth{number} {}", name(at));
        if let Some(condition) = &worth.asked {
            asked.push_str(&format!("{} ->\n  ", condition.replace("{}", &name(at))));
            hypotheses.push_str(&format!(" some{0} proper{0}", at + 1));
            own.push_str(&format!(" some{0} proper{0}", at + 1));
        }
        worths.push(own + ")");
    }
    let components = of_each.iter().zip(each(|worth| worth.position));
    let components: Vec<String> = components
        .map(|((number, _), position)| format!("(Game{number}.{TERM}, {position})"))
        .collect();
    let proved = worths
        .iter()
        .rev()
        .fold("worths_nil".to_string(), |rest, own| {
            format!("(worths_cons _ _ _ _ _ {own} {rest})")
        });
    Ok(format!(
        "From Coq Require Import ZArith NArith List.\nFrom Whowins Require Import Core ViewOutcome Worth ViewSum ViewWorth.\n\
         Import ListNotations.\n{lemmas}\
         (* The moves of the term are those of these games, each in separate parts. *)\n\
         Lemma the_term : view_sum [{games}] {TERM} = true.\nProof. vm_compute. reflexivity. Qed.\n\
         (* From every position of the sum: whom the nim-sum of the components' values names can force a win in the game of the term, and the other player cannot. *)\n\
         Theorem law : forall {binders},\n  {asked}\
           let value := nim_sum [{values}] in forall P,\n  \
           (value <> 0%N <-> wins {TERM} P (at_turn P (join [{components}]))) /\\\n  \
           (value = 0%N <-> wins {TERM} (negb P) (at_turn P (join [{components}]))).\n\
         Proof.\n  intros {names}{hypotheses}.\n  exact (proj2 (sum_law _ _ the_term [{components}] [{values}] ltac:(repeat constructor)\n    {proved})).\nQed.\n",
        binders = binders.join(" "),
        values = each(|worth| &worth.value).join("; "),
        components = components.join("; "),
        names = (0..of_each.len()).map(name).collect::<Vec<_>>().join(" "),
    ))
}

/// The body for any number of the first game, after the lemmas about it.
fn any_number(lemmas: &str, worth: &Worth) -> String {
    let of = |text: &str| format!("(fun x => {})", text.replace("{}", "x"));
    let (shape, told_by) = (worth.shape, worth.told_by);
    let (here, value) = (of(worth.position), of(&worth.value));
    let asked = worth.asked.as_ref();
    let asked = asked.map(|asked| of(&asked.replacen(" -> ", " /\\ ", 1)));
    let (hypothesis, each) = match &asked {
        None => (
            String::new(),
            "apply Forall_forall. intros x _. split; [exact (worth1 x)|].",
        ),
        Some(_) => (
            " proper".to_string(),
            "revert proper. apply Forall_impl. intros x [some proper]. split; [exact (worth1 x some proper)|].",
        ),
    };
    let asked = asked.map_or(String::new(), |asked| format!("Forall {asked} l ->\n  "));
    let state = format!("(at_turn P (columns {shape} 0 (map {here} l)))");
    format!(
        "From Coq Require Import ZArith NArith List.\nFrom Whowins Require Import Core ViewOutcome Worth ViewSum ViewSumAny ViewWorth.\n\
         Import ListNotations.\n{lemmas}\
         (* The moves of the term are those of the game in any one of the components, whose elements stand one after the other. *)\n\
         Lemma the_term : view_any {shape} Game1.{TERM} {TERM} = true.\nProof. vm_compute. reflexivity. Qed.\n\
         (* Of any number of components: whom the nim-sum of their values names can force a win in the game of the term, and the other player cannot. *)\n\
         Theorem law : forall l : list ({told_by}), {asked}\
           let value := nim_sum (map {value} l) in forall P,\n  \
           (value <> 0%N <-> wins {TERM} P {state}) /\\\n  (value = 0%N <-> wins {TERM} (negb P) {state}).\n\
         Proof.\n  intros l{hypothesis}. apply (any_law_of {shape} Game1.{TERM} {TERM} the_term ({told_by}) {here} {value}).\n  {each}\n  \
           split; [reflexivity|]. intros k n E. destruct k as [|[|k]]; try discriminate E; injection E as <-; reflexivity.\nQed.\n"
    )
}

/// The law of one of the games, and what its positions are worth.
fn module(number: usize, game: &Game, instance: &str, worth: &Worth) -> String {
    let asked = worth
        .asked
        .as_ref()
        .map_or(String::new(), |asked| format!("{asked} -> "));
    let said = format!(
        "{asked}worth Game{number}.{TERM} {} ({})",
        worth.position, worth.value
    );
    format!(
        "(* The law of {name}, about the term of this game. *)\nModule Game{number}.\n{instance}End Game{number}.\n\
         Lemma worth{number} : forall x : {told_by}, {said}.\nProof. exact ({proof}). Qed.\n",
        name = crate::coq::comment(&game.name),
        told_by = worth.told_by,
        said = said.replace("{}", "x"),
        proof = worth.proof,
    )
}
