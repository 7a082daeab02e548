//! Finds what rows are worth that fall into parts of few cells: tables of all rows of up to so many
//! cells.

use whowins_engine::EngineError;
use whowins_engine::values::{NoValue, Positions, refusal};
use whowins_values::{Arena, Cut};
use whowins_verify::Law;
use whowins_verify::values::RowParts;

use super::sheet::Sheet;
use super::table::{NoTable, numbers, show, worked_out};
use crate::{Explanation, Finder, Finding, Says, Search};

/// Tables of all lengths have up to so many rows together, and their values up to so many forms.
const ROWS: usize = 12_000;
const FORMS: usize = 1 << 12;

/// What rows of parts are worth.
pub(super) struct Parts;

impl Finder for Parts {
    fn kind(&self) -> &'static str {
        "row-parts"
    }

    fn says(&self) -> Says {
        Says::Worth
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        let Some(board) = search.game.board().filter(|board| board.row) else {
            return Finding::Foreign("the positions aren't rows".into());
        };
        if let Some(why) = refusal(search.game) {
            return Finding::Foreign(why.to_string());
        }
        let mut stencils = board.moves.iter().flat_map(|rewrite| &rewrite.stencils);
        if board.size.is_some() || stencils.any(|stencil| !stencil.outside.is_empty()) {
            return Finding::Foreign(
                "the rules speak of ends of the row, or of one length, and parts have neither"
                    .into(),
            );
        }
        match law(search, board.alphabet.len()) {
            Ok((law, explanation)) => Finding::Law(Box::new(law), explanation),
            Err(NoTable::Value(NoValue::Cut(Cut::Over(over)))) => Finding::Stopped(over.into()),
            Err(NoTable::Value(NoValue::Cut(Cut::Memory))) => {
                Finding::Stopped(EngineError::Memory {
                    wanted: None,
                    allowed: search.limits.budget.memory,
                })
            }
            Err(why) => Finding::Nothing(why.to_string()),
        }
    }
}

fn law(search: &Search<'_>, symbols: usize) -> Result<(Law, Explanation), NoTable> {
    let game = search.game;
    let mut arena = Arena::new(search.limits.budget.clone());
    let mut positions = Positions::new(game)?;
    let mut tables = Vec::new();
    let mut rows = 0;
    for length in 1.. {
        rows += symbols.pow(length as u32);
        if rows > ROWS || arena.forms() > FORMS {
            break;
        }
        let size = (1, length);
        tables.push(worked_out(
            game,
            size,
            &mut positions,
            &mut arena,
            search.limits,
        )?);
    }
    let mut sheet = Sheet::new(&mut arena);
    let mut lengths = Vec::new();
    for (at, values) in tables.iter().enumerate() {
        show(game, (1, at + 1), values, &mut sheet, search.limits)?;
        lengths.push(numbers(values, &mut sheet)?);
    }
    let explanation = Explanation {
        formula: None,
        source: "values and sums: J. H. Conway 1976; parts by the symbols that cells may yet show"
            .into(),
        found: format!(
            "the values of all rows of up to {} cells were worked out",
            lengths.len()
        ),
    };
    let law = RowParts {
        lengths,
        lines: sheet.finish()?,
    };
    Ok((Law::RowParts(Box::new(law)), explanation))
}
