//! Folds, functions and definitions that are used.

use super::scan::{Read, Reader, error};
use crate::tree::{Choice, Compare, Expr, ExprKind, Fold, SetKind, Word};

impl Reader<'_> {
    /// `NAME(...)`: a fold, a function or a definition.
    pub(super) fn call(&mut self) -> Read<Expr> {
        let start = self.here();
        let name = self.name()?;
        let fold = match name.text.as_str() {
            "sum" => Some(Fold::Sum),
            "min" => Some(Fold::Min),
            "max" => Some(Fold::Max),
            "all" => Some(Fold::All),
            "any" => Some(Fold::Any),
            "xor" => Some(Fold::Xor),
            "count" => Some(Fold::Count),
            "first" => Some(Fold::First),
            _ => None,
        };
        let fold = fold.filter(|_| !self.names.words.contains(&name.text));
        if name.text == "sorted" && !self.names.declares("sorted") {
            return self.sorted(start, name);
        }
        if name.text == "digits" && !self.names.declares("digits") {
            let help = "write sum(digits(n)), or d in digits(n)";
            return Err(error(name.span, "the digits are a set, not a number", help));
        }
        let kind = self.deeper(|reader| {
            reader.take_token();
            match fold {
                Some(fold) => reader.fold(fold, name),
                None => Ok(ExprKind::Call(name, reader.arguments()?)),
            }
        })?;
        Ok(Expr {
            kind,
            span: self.since(start),
        })
    }

    /// `sorted(SET)[N]`: the least member that so many members do not exceed.
    fn sorted(&mut self, start: usize, name: Word) -> Read<Expr> {
        let (set, place) = self.deeper(|reader| {
            reader.take_token();
            let set = reader.set()?;
            reader.need(")", "`)`")?;
            reader.need("[", "`[` and the place, such as sorted(heap)[1]")?;
            let place = reader.sum()?;
            reader.need("]", "`]`")?;
            Ok((set, place))
        })?;
        let span = self.since(start);
        // No name in a text has a blank.
        let word = |text: &str| Word {
            text: text.into(),
            span: name.span.clone(),
        };
        let says = |kind| Expr {
            kind,
            span: span.clone(),
        };
        let (one, other) = (word("sorted one"), word("sorted other"));
        let value = |word: &Word| says(ExprKind::Name(word.clone(), None));
        let through = |word: &Word| vec![Choice::In(vec![word.clone()], set.clone())];
        let chain = |x: Expr, more: Vec<Expr>| {
            let more = more.into_iter().map(|y| (Compare::AtMost, y));
            says(ExprKind::Chain(Box::new(x), more.collect()))
        };
        let below = chain(value(&other), vec![value(&one)]);
        let count = ExprKind::Fold(Fold::Count, None, through(&other), Some(Box::new(below)));
        let enough = chain(says(ExprKind::Number("1".into())), vec![place, says(count)]);
        let value = Some(Box::new(value(&one)));
        let least = ExprKind::Fold(Fold::Min, value, through(&one), Some(Box::new(enough)));
        Ok(says(least))
    }

    /// `N, ...)`, after the opening bracket.
    pub(super) fn arguments(&mut self) -> Read<Vec<Expr>> {
        let mut arguments = Vec::new();
        if self.take(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.condition()?);
            if !self.take(",") {
                break;
            }
        }
        self.note("`,`");
        self.need(")", "`)`")?;
        Ok(arguments)
    }

    /// What stands in the brackets of a fold, and the closing one.
    fn fold(&mut self, fold: Fold, name: Word) -> Read<ExprKind> {
        let counts = matches!(fold, Fold::Count | Fold::First);
        let (has_for, has_bound) = self.fold_form();
        if has_for && counts {
            let help = format!("write {}(x in SET if CONDITION)", name.text);
            return Err(error(
                name.span,
                format!("`{}` takes no `for`", name.text),
                help,
            ));
        }
        if has_for {
            let body = self.condition()?;
            self.need("for", "`for`")?;
            let choices = self.choices()?;
            let guard = self.guard()?;
            self.need(")", "`)`")?;
            return Ok(ExprKind::Fold(
                fold,
                Some(Box::new(body)),
                choices,
                guard.map(Box::new),
            ));
        }
        if counts && (has_bound || self.names_in_set(self.at)) {
            let choices = self.choices()?;
            let guard = self.guard()?;
            self.need(")", "`)`")?;
            return Ok(ExprKind::Fold(fold, None, choices, guard.map(Box::new)));
        }
        let set = self.set()?;
        let bare = matches!(fold, Fold::All | Fold::Any | Fold::First);
        if bare || self.sees("in") || self.sees("=") {
            let (text, span) = (&name.text, name.span.clone());
            let help = match counts {
                true => format!("write {text}(x in SET if CONDITION)"),
                false => format!("write {text}(... for x in SET)"),
            };
            return Err(error(
                span,
                format!("the set that `{text}` goes through is missing"),
                help,
            ));
        }
        if self.sees(",")
            && set.showing.is_none()
            && let SetKind::Of(first) = set.kind
        {
            self.take_token();
            let mut arguments = vec![first];
            arguments.append(&mut self.arguments()?);
            return Ok(ExprKind::Call(name, arguments));
        }
        self.need(")", "`)`")?;
        Ok(ExprKind::FoldSet(fold, Box::new(set)))
    }

    /// `[if C]`
    pub(super) fn guard(&mut self) -> Read<Option<Expr>> {
        self.note("`if`");
        match self.take("if") {
            true => self.condition().map(Some),
            false => Ok(None),
        }
    }

    /// Whether `for`, and whether a bound, stands in the brackets whose inside begins here.
    fn fold_form(&self) -> (bool, bool) {
        let (mut depth, mut bound) = (0_usize, false);
        for (_, token) in self.tokens(self.at) {
            match token {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" if depth == 0 => break,
                ")" | "]" | "}" => depth -= 1,
                "for" if depth == 0 => return (true, bound),
                "<" | "<=" | ">" | ">=" if depth == 0 => bound = true,
                ";" => break,
                _ => {}
            }
        }
        (false, bound)
    }
}
