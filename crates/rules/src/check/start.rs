//! The line that says where play starts.

use dashu_int::UBig;

use super::Checker;
use crate::diagnostic::Diagnostic;
use crate::syntax::{Node, Rule};
use whowins_analysis::Position;
use whowins_analysis::board::Board;
use whowins_analysis::numbers::Numbers;

impl<'a> Checker<'a> {
    pub(super) fn start_numbers(&mut self, numbers: &Numbers, node: Node<'a>) -> Option<Position> {
        let whole = self.span(&node);
        let mut values: Vec<Option<UBig>> = vec![None; numbers.variables.len()];
        let mut count = 0;
        for (at, part) in node
            .into_inner()
            .filter(|p| p.as_rule() == Rule::start_number)
            .enumerate()
        {
            count += 1;
            let parts: Vec<Node<'a>> = part.into_inner().collect();
            let (name, value) = match parts.as_slice() {
                [name, value] => (Some(name), value),
                [value] => (None, value),
                _ => return None,
            };
            let variable = match name {
                Some(name) => match numbers
                    .variables
                    .iter()
                    .position(|v| v.name == name.as_str())
                {
                    Some(variable) => variable,
                    None => {
                        let span = self.span(name);
                        self.unknown_name(span, name.as_str());
                        return None;
                    }
                },
                None => at,
            };
            let words = numbers
                .variables
                .get(variable)
                .map(|v| v.words.as_slice())
                .unwrap_or_default();
            let number = words
                .iter()
                .position(|word| word == value.as_str())
                .map(UBig::from)
                .or_else(|| UBig::from_str_radix(value.as_str(), 10).ok());
            let Some(number) = number else {
                let span = self.span(value);
                self.fault(
                    Diagnostic::new(
                        span,
                        format!("«{}» is no value of this variable", value.as_str()),
                    )
                    .help("write a number, or one of the variable's words"),
                );
                return None;
            };
            if let Some(entry) = values.get_mut(variable) {
                *entry = Some(number);
            }
        }
        let complete: Option<Vec<UBig>> = values.into_iter().collect();
        match complete {
            Some(values) if count == values.len() => {
                let inside = values
                    .iter()
                    .zip(&numbers.variables)
                    .all(|(value, variable)| {
                        *value >= UBig::from(variable.least as u64)
                            && variable
                                .most
                                .is_none_or(|most| *value <= UBig::from(most as u64))
                    });
                if !inside {
                    self.value_fault(
                        Diagnostic::new(
                            whole,
                            "the start lies outside the ranges of the variables",
                        )
                        .help("start inside them"),
                    );
                }
                Some(Position::Numbers(values))
            }
            _ => {
                let names: Vec<&str> = numbers.variables.iter().map(|v| v.name.as_str()).collect();
                self.fault(
                    Diagnostic::new(
                        whole,
                        format!("the start needs one value for each of {}", names.join(", ")),
                    )
                    .help(format!(
                        "write one number for each, such as: start {}",
                        vec!["3"; names.len()].join(", ")
                    )),
                );
                None
            }
        }
    }

    pub(super) fn start_heaps(&mut self, node: Node<'a>) -> Option<Position> {
        let mut heaps: Vec<UBig> = node
            .into_inner()
            .filter(|part| part.as_rule() == Rule::start_number)
            .filter_map(|part| UBig::from_str_radix(part.as_str().trim(), 10).ok())
            .filter(|heap| *heap != UBig::ZERO)
            .collect();
        heaps.sort();
        Some(Position::Heaps(heaps))
    }

    pub(super) fn start_board(&mut self, board: &Board, node: Node<'a>) -> Option<Position> {
        let whole = self.span(&node);
        let rows: Vec<Node<'a>> = node
            .into_inner()
            .filter(|p| p.as_rule() == Rule::start_row)
            .collect();
        let mut cells = Vec::new();
        let mut columns = 0;
        for (row, part) in rows.iter().enumerate() {
            let before = cells.len();
            for symbol in part.clone().into_inner() {
                cells.push(self.symbol(board, &symbol)?);
            }
            if row == 0 {
                columns = cells.len();
            } else if cells.len() - before != columns {
                let span = self.span(part);
                self.fault(
                    Diagnostic::new(
                        span,
                        format!(
                            "this row has {} cells, the first has {columns}",
                            cells.len() - before
                        ),
                    )
                    .help("make all rows equally long"),
                );
                return None;
            }
        }
        if board.row && rows.len() != 1
            || board.size.is_some_and(|size| size != (rows.len(), columns))
        {
            self.fault(
                Diagnostic::new(whole, "the start has another size than the positions")
                    .help("write it with as many cells as the position line says"),
            );
            return None;
        }
        Some(Position::Board {
            rows: rows.len(),
            columns,
            cells,
        })
    }
}
