//! What a text declares and nothing speaks of.

use super::Lower;
use super::parts::Kind;
use crate::tree::PartKind;

impl<'a> Lower<'a> {
    /// Warns of parameters and symbols that nothing speaks of. Linear in what is declared and where
    /// play starts.
    pub(super) fn look_for_what_is_idle(&mut self) {
        let text = self.text;
        for given in &text.givens {
            let name = &given.name.text;
            let found = self.data.iter().find(|one| one.name == *name);
            if found.is_some_and(|one| !one.used.get()) {
                let message = format!("nothing speaks of the parameter `{name}`");
                self.warn(given.name.span.clone(), message, "drop it");
            }
        }
        for (at, part) in text.parts.iter().enumerate() {
            let (PartKind::Cells { symbols, .. } | PartKind::Nodes { symbols }) = &part.kind else {
                continue;
            };
            if let Some(Kind::Cells(..) | Kind::Nodes(..)) =
                self.parts.get(at).map(|part| &part.kind)
            {
                self.look_for_idle_symbols(at, symbols);
            }
        }
    }

    /// Something speaks of whatever a part shows.
    pub(super) fn mention_all(&self, part: usize) {
        let all = self.symbols(part).iter().map(|symbol| (part, *symbol));
        self.mentioned.borrow_mut().extend(all);
    }

    fn look_for_idle_symbols(&mut self, part: usize, symbols: &[(char, crate::diagnostic::Span)]) {
        let core = self.parts[part].core[0];
        let shown = |number: usize| {
            let state = self.started.as_ref();
            state.is_some_and(|state| state[core].iter().any(|one| *one == number.into()))
        };
        let idle = |(number, (symbol, _)): &(usize, &(char, _))| {
            // The first is that of an empty cell.
            let is_mentioned = self.mentioned.borrow().contains(&(part, *symbol));
            *number > 0 && !is_mentioned && !shown(*number)
        };
        let idle: Vec<_> = symbols.iter().enumerate().filter(idle).collect();
        for (_, (symbol, span)) in idle {
            let message = format!("no move and no start mentions `{symbol}`");
            let help = format!("drop `{symbol}`, or add a move that mentions it");
            self.warn(span.clone(), message, help);
        }
    }
}
