//! `whowins proofs`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use crate::failure::Failure;
use crate::output;

/// The files of the folder that are not Coq theories.
const OTHERS: [(&str, &str); 3] = [
    ("order.txt", include_str!("../proofs/order.txt")),
    ("check.sh", include_str!("../proofs/check.sh")),
    ("_CoqProject", include_str!("../proofs/_CoqProject")),
];

/// Returns the name and the text of each theory.
macro_rules! theories {
    ($($name:ident)*) => {
        [$((
            concat!(stringify!($name), ".v"),
            include_str!(concat!("../proofs/", stringify!($name), ".v")),
        )),*]
    };
}

/// The theories of `proofs/order.txt`, in its order.
static THEORIES: &[(&str, &str)] = &theories! {
    Core Game Window Heap ViewForms ViewWays ViewPaths ViewNumbers ViewRays ViewOutcome Known
    TakeAway Euclid Greedy Moore ViewHeap Octal Staircase Nimble Turtles Breaking Value ValueLines
    ValueGrowth ValueHeaps ValueRuns ValueTurns ValueTable ValueParts ValueKinds ValueRowParts
    HeapGrundy ViewList MisereList SparseSpace Vector VectorEnd Directional Patch Border Wythoff
    EllysCheckers Digits Explore ValueRegular ValueCuts HeapDigits Arithmetic AutomaticGraph Lattice
    GrundyRows MisereQuotient Rewriting Boards Tracker Guessed FirstOrder Large LargeOctal Beatty
    ViewLattice ViewLatticeLaws ViewVectors ViewTidy ViewBoardTerm ViewBoard ViewRowWindow ViewRow
    ViewHeaps ViewValues ViewRuns ViewRowHeaps ViewRing Worth Placed ViewSum ViewSumAny ViewWorth
    ViewKinds ViewParity ViewRowParts ViewRegular ViewCuts ViewStrings Remainders ViewRemainders
    ViewFinite LargeTerm ViewBorder WindowExamples OctalSubtraction OctalKayles OctalDawsonsKayles
    ArithmeticKenyon ArithmeticLasker RewritingCheckers GrundyRowsWythoff Audit
};

/// Write the Coq theory that exported laws depend on.
///
/// With this folder, anyone can check the law of a game without the project:
/// `whowins law kayles --coq theory/Kayles.v` writes a law. In the folder, `bash check.sh`
/// compiles the theory once, in a few minutes, and `coqc -Q . Whowins Kayles.v` checks the law.
#[derive(Args)]
pub struct Proofs {
    /// Write the files to FOLDER, which is created if it is missing
    #[arg(short, long, value_name = "FOLDER", help_heading = "Output")]
    output: PathBuf,
}

impl Proofs {
    /// Writes the files.
    pub fn run(self) -> Result<(), Failure> {
        let folder = self.output;
        output::write_folder(&folder, THEORIES.iter().chain(&OTHERS).copied())?;
        let mut out = io::stdout().lock();
        writeln!(
            out,
            "{}: {} theories; there, `bash check.sh` compiles them and looks for axioms, and \
             `coqc -Q . Whowins LAW.v` checks a law",
            folder.display(),
            THEORIES.len()
        )?;
        Ok(out.flush()?)
    }
}
