//! What a board, row, ring or graph shows: `has` and `connects`.

use super::scan::{Read, Reader};
use crate::tree::{Expr, ExprKind, Side, Terminal};

impl Reader<'_> {
    /// `PART has PATTERN [along DIRECTION, ...] [over N]`
    pub(super) fn has(&mut self) -> Read<Expr> {
        let start = self.here();
        let part = self.name()?;
        self.take_token();
        let pattern = self.pattern(false)?;
        let mut along = Vec::new();
        let mut over = None;
        loop {
            if along.is_empty() && self.take("along") {
                along = self.directions()?;
            } else if over.is_none() && self.take("over") {
                over = Some(Box::new(self.sum()?));
            } else {
                break;
            }
        }
        Ok(self.made(
            start,
            ExprKind::Has {
                part,
                pattern,
                along,
                over,
            },
        ))
    }

    /// `PART connects A to B [through T]`
    pub(super) fn connects(&mut self) -> Read<Expr> {
        let start = self.here();
        let part = self.name()?;
        self.take_token();
        let from = Box::new(self.terminal()?);
        self.need("to", "`to`")?;
        let to = Box::new(self.terminal()?);
        let mut through = None;
        if self.take("through") {
            through = Some(Box::new(self.sum()?));
        }
        self.note("`through`");
        Ok(self.made(
            start,
            ExprKind::Connects {
                part,
                from,
                to,
                through,
            },
        ))
    }

    fn terminal(&mut self) -> Read<Terminal> {
        let side = match self.next() {
            "top" => Some(Side::Top),
            "bottom" => Some(Side::Bottom),
            "left" => Some(Side::Left),
            "right" => Some(Side::Right),
            _ => None,
        };
        match side.filter(|_| !self.names.declares(self.next()) && !self.chooses(self.next())) {
            Some(side) => Ok(Terminal::Edge(side, self.take_token())),
            None => Ok(Terminal::At(self.sum()?)),
        }
    }
}
