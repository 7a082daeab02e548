//! Instances of the Coq theory for this kind: the law of the heaps, about a term of its own, and
//! `proofs/ViewRowHeaps.v`, which carries it over to the row's term.

use whowins_analysis::{By, Game, Laid, Player, Ring, Stuck};
use whowins_verify::Law;
use whowins_verify::rows::{Heaps, RowHeaps, Taking};
use whowins_verify::values::HeapValues;

use crate::coq::TERM;

/// The body of the module for a law of this kind.
///
/// # Errors
///
/// Where there is none for the law of the heaps, or the rules are too large.
pub(super) fn row_heaps(game: &Game, law: &RowHeaps) -> Result<String, String> {
    let heaps = Heaps::of(game)?;
    if heaps.slides.is_some() {
        return Err(
            "proofs/ViewRowHeaps.v has runs of cells that are written over; this law is of gaps between coins that slide"
                .into(),
        );
    }
    let of_heaps = crate::coq::instance(&heaps.game, &law.heaps).map_err(|why| why.0)?;
    if let Some(ring) = game.ring() {
        return of_ring(&ring, &heaps, &of_heaps, &law.heaps);
    }
    let board = game.board().ok_or("the positions aren't rows")?;
    let parts = Parts::of(&law.heaps);
    let (live, symbols) = (heaps.live, &board.alphabet);
    let takings = Player::BOTH.map(|player| {
        let all = heaps.takings[player.index()].iter();
        format!("[{}]", all.map(taking).collect::<Vec<_>>().join("; "))
    });
    Ok(format!(
        "From Coq Require Import NArith ZArith List Bool.\nFrom Whowins Require Import Core Boards ViewOutcome ViewBoard ViewRow ViewRowHeaps.\nImport ListNotations.\n{rules}\
         (* The law of heaps that are as long as the row's runs of {symbol}, about the term of their game. *)\n\
         Module Heaps.\n{of_heaps}End Heaps.\n\
         (* The moves of each player in a run: the number of cells left before, the symbols written, the number of cells left after. *)\n\
         Definition takings (P : bool) : list taking := if P then {left} else {right}.\n\
         Lemma the_rows : view_row_heaps rules {live} takings {codes} = true.\nProof. vm_compute. reflexivity. Qed.\n\
         (* From rows of every length, with the heaps that their runs are, who can force a win in the game of the term. *)\n\
         Theorem law : forall cells, cells <> [] -> Forall (fun x => x < symbols rules)%nat cells -> let heaps := ViewRowHeaps.runs {live} cells in\n  {statement}.\n\
         Proof.\n  intros cells some proper heaps. pose proof (row_heaps_term rules {live} takings _ _ the_rows Heaps.Rules.the_game Heaps.the_term {TERM} _ _ _ the_term cells some proper) as alike.\n  \
           {proof}\nQed.\n",
        rules = crate::rows::term_coq::rules(game, board)?,
        symbol = symbols
            .get(usize::from(live))
            .map_or(String::new(), |symbol| crate::coq::comment(
                &symbol.to_string()
            )),
        left = takings[0],
        right = takings[1],
        codes = parts.codes,
        statement = parts.statement,
        proof = parts.proof,
    ))
}

/// The body for a ring, whose moves are read off its term.
fn of_ring(ring: &Ring, heaps: &Heaps, of_heaps: &str, law: &Law) -> Result<String, String> {
    let live = heaps.live;
    let turn = |(by, laid): &(By, Vec<Laid>)| -> Result<String, String> {
        let laid = laid.iter().map(|one| {
            let takes = Taking::of(&one.rule, live).ok_or("a move takes no run")?;
            Ok::<_, String>(format!("({}, {})", one.back, taking(&takes)))
        });
        let laid: Vec<String> = laid.collect::<Result<_, _>>()?;
        let by = match by {
            By::Both => "None",
            By::Only(Player::First) => "Some true",
            By::Only(Player::Second) => "Some false",
        };
        Ok(format!("({by}, [{}])", laid.join("; ")))
    };
    let turns: Vec<String> = ring.moves.iter().map(turn).collect::<Result<_, _>>()?;
    let (says, proof, codes) = said_of_heaps(law);
    Ok(format!(
        "From Coq Require Import NArith ZArith List Bool.\nFrom Whowins Require Import Core ViewOutcome ViewRowHeaps ViewRing.\nImport ListNotations.\n\
         (* The law of heaps that are as long as the ring's runs, about the term of their game. *)\n\
         Module Heaps.\n{of_heaps}End Heaps.\n\
         (* The ring: its symbols, the one whose runs are heaps, the player of each move and the part of a run that the move takes, misère play. *)\n\
         Definition the_ring : ring_rules := RingRules {symbols} {live} [{turns}] {misere}.\n\
         Lemma the_term : view_ring the_ring {codes} {TERM} = true.\nProof. vm_compute. reflexivity. Qed.\n\
         (* That Q wins these heaps with P to move. *)\n\
         Definition says (Q P : bool) (heaps : list N) : Prop := {says}.\n\
         Lemma says_so : forall Q P l, wins Heaps.Rules.the_game Q (ViewHeaps.heaps P l) <-> says Q P l.\nProof. {proof} Qed.\n\
         (* From rings of every length with a cell of another symbol by the heaps that their runs are, and from all others by what one move leaves of them. *)\n\
         Theorem law :\n  (forall cells, parted {live} cells -> forall P Q, wins {TERM} Q (ring_of P cells) <-> says Q P (cyc {live} cells)) /\\\n  \
           (forall n P, (wins {TERM} P (ring_of P (repeat {live} n)) <->\n    \
             (exists r, In r (ring_takings the_ring P) /\\ looks r <= n /\\ says P (negb P) (close (N.of_nat (n - length (written r)))))%nat \\/\n    \
             ({misere} = true /\\ forall r, In r (ring_takings the_ring P) -> (n < looks r)%nat)) /\\\n  \
            (wins {TERM} (negb P) (ring_of P (repeat {live} n)) <->\n    \
             (forall r, In r (ring_takings the_ring P) -> (looks r <= n)%nat -> says (negb P) (negb P) (close (N.of_nat (n - length (written r))))) /\\\n    \
             ({misere} = true -> exists r, In r (ring_takings the_ring P) /\\ (looks r <= n)%nat))).\n\
         Proof. exact (ring_law the_ring {codes} {TERM} the_term Heaps.Rules.the_game Heaps.the_term says says_so). Qed.\n",
        symbols = ring.symbols,
        turns = turns.join("; "),
        misere = ring.stuck == Stuck::Wins,
    ))
}

/// Who wins `heaps`, by the law of these: as a statement of Q and P, with its proof, and the codes.
fn said_of_heaps(law: &Law) -> (String, &'static str, &'static str) {
    let outcome = |won: &str, lost: &str| format!("if eqb P Q then {won} else {lost}");
    let codes = "(fun _ => Heaps.digits) (fun _ => Heaps.beyond)";
    match law {
        Law::HeapValues(law) => {
            let sum = sum_of(law);
            let says = format!(
                "match Q, P with\n  | true, true => ViewValues.left_first {sum} | false, true => ~ ViewValues.left_first {sum}\n  \
                 | true, false => ViewValues.left_second {sum} | false, false => ~ ViewValues.left_second {sum} end"
            );
            (
                says,
                "intros Q P l. destruct (proj2 Heaps.law l) as [a [b [c d]]]. destruct Q, P; apply iff_sym; [exact a|exact c|exact b|exact d].",
                "(ViewValues.code Heaps.left_code Heaps.right_code) (fun _ => 0%N)",
            )
        }
        Law::MisereQuotient(_) => (
            outcome(
                "Heaps.lost (Heaps.sum heaps) = false",
                "Heaps.lost (Heaps.sum heaps) = true",
            ),
            "intros Q P l. destruct (Heaps.law P l) as [won lost]. destruct Q, P; apply iff_sym; first [exact won|exact lost].",
            codes,
        ),
        _ => (
            outcome(
                "Octal.xs Heaps.grundy heaps <> 0%N",
                "Octal.xs Heaps.grundy heaps = 0%N",
            ),
            "intros Q P l. destruct (proj2 Heaps.law P l) as [won lost]. destruct Q, P; apply iff_sym; first [exact won|exact lost].",
            codes,
        ),
    }
}

/// The sum of what `heaps` are worth.
fn sum_of(law: &HeapValues) -> String {
    format!(
        "Heaps.left_code Heaps.right_code Heaps.the_sheet (ViewValues.worths {} {} {} Heaps.values heaps)",
        law.preperiod.max(1),
        law.period,
        law.saltus
    )
}

fn taking(taking: &Taking) -> String {
    let written: Vec<String> = taking.written.iter().map(u8::to_string).collect();
    format!(
        "Taking {} [{}] {}",
        taking.before,
        written.join("; "),
        taking.behind
    )
}

/// What a law of heaps says of the row.
struct Parts {
    /// The code of each player, and what holds of all larger numbers.
    codes: &'static str,
    /// Of `cells` and the `heaps` that they are.
    statement: String,
    /// From `alike`: that who wins is the same.
    proof: &'static str,
}

impl Parts {
    fn of(law: &Law) -> Self {
        let outcome = |won: &str, lost: &str, law: &'static str| Self {
            codes: "(fun _ => Heaps.digits) (fun _ => Heaps.beyond)",
            statement: format!(
                "forall P, ({won} <-> wins {TERM} P (row_of P cells)) /\\ ({lost} <-> wins {TERM} (negb P) (row_of P cells))"
            ),
            proof: law,
        };
        match law {
            Law::HeapValues(law) => Self::of_values(law),
            Law::MisereQuotient(_) => outcome(
                "Heaps.lost (Heaps.sum heaps) = false",
                "Heaps.lost (Heaps.sum heaps) = true",
                "intro P. destruct (Heaps.law P heaps) as [won lost]. split; [exact (iff_trans won (alike P P))|exact (iff_trans lost (alike P (negb P)))].",
            ),
            _ => outcome(
                "Octal.xs Heaps.grundy heaps <> 0%N",
                "Octal.xs Heaps.grundy heaps = 0%N",
                "intro P. destruct (proj2 Heaps.law P heaps) as [won lost]. split; [exact (iff_trans won (alike P P))|exact (iff_trans lost (alike P (negb P)))].",
            ),
        }
    }

    fn of_values(law: &HeapValues) -> Self {
        let sum = sum_of(law);
        let wins =
            |winner: bool, mover: bool| format!("wins {TERM} {winner} (row_of {mover} cells)");
        let (first, second) = ("ViewValues.left_first", "ViewValues.left_second");
        Self {
            codes: "(ViewValues.code Heaps.left_code Heaps.right_code) (fun _ => 0%N)",
            statement: format!(
                "({first} {sum} <-> {}) /\\\n  (~ {first} {sum} <-> {}) /\\\n  ({second} {sum} <-> {}) /\\\n  (~ {second} {sum} <-> {})",
                wins(true, true),
                wins(false, true),
                wins(true, false),
                wins(false, false),
            ),
            proof: "destruct (proj2 Heaps.law heaps) as [a [b [c d]]]. split; [exact (iff_trans a (alike true true))|split; [exact (iff_trans b (alike true false))|split;\n    \
                    [exact (iff_trans c (alike false true))|exact (iff_trans d (alike false false))]]].",
        }
    }
}
