//! Queries near lost positions, which expose wrong laws.

use whowins::contest::{Case, Value};

use crate::cut::cut;
use crate::questions::Questions;
use crate::truth::Truth;

/// Returns lost positions that optimal moves lead to, with their neighbours.
pub(crate) fn near(
    truth: &mut Truth,
    questions: &Questions<'_>,
    input: &Case<'static>,
    most: usize,
) -> Vec<Case<'static>> {
    let format = questions.format;
    let last = format.levels.len() - 1;
    let Some(template) = format.position.clone() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut at = 0;
    let _ = format.each_question(input, &mut |chain| {
        at += 1;
        if at > most {
            return Err(());
        }
        let Ok(position) = truth.position(chain) else {
            return Ok(());
        };
        let player = truth.player();
        let Ok(engine) = truth.engine(chain) else {
            return Ok(());
        };
        let Ok(asked) = engine.answer(&position, player) else {
            return Ok(());
        };
        let Some(best) = asked.answer.best else {
            return Ok(());
        };
        let text = engine.game().show(&best.to);
        if let Some(values) = template.unfill(&text) {
            let values: Vec<(usize, String)> = values
                .into_iter()
                .map(|(field, text)| (field, text.to_string()))
                .collect();
            found.push((at - 1, values));
        }
        Ok(())
    });
    let mut near = Vec::new();
    for (at, values) in found {
        let Some(question) = cut(input, 0, last, at, at + 1) else {
            continue;
        };
        for shift in shifts(&values) {
            let mut moved = question.clone();
            let fits = shift
                .iter()
                .all(|(field, value)| questions.set(&mut moved, *field, value.clone()));
            if fits && questions.is_legal(&moved) {
                near.push(moved);
            }
        }
    }
    near
}

/// Returns the values unchanged, and variants with one number increased or decreased by 1.
fn shifts(values: &[(usize, String)]) -> Vec<Vec<(usize, Value<'static>)>> {
    let plain = |text: &str| match text.parse::<u64>() {
        Ok(number) => Value::Number(number),
        Err(_) => Value::Text(text.as_bytes().to_vec().into()),
    };
    // If one field has the complete position, each of its numbers is changed.
    if let [(field, text)] = values
        && text.contains(',')
    {
        let parts: Vec<&str> = text.split(',').collect();
        let whole =
            |parts: Vec<String>| vec![(*field, Value::Text(parts.join(",").into_bytes().into()))];
        let own = || parts.iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut all = vec![whole(own())];
        for at in 0..parts.len() {
            let Ok(number) = parts[at].parse::<u64>() else {
                continue;
            };
            for near in [number.checked_sub(1), number.checked_add(1)]
                .into_iter()
                .flatten()
            {
                let mut moved = own();
                moved[at] = near.to_string();
                all.push(whole(moved));
            }
        }
        return all;
    }
    let own: Vec<(usize, Value<'static>)> = values
        .iter()
        .map(|(field, text)| (*field, plain(text)))
        .collect();
    let mut all = vec![own.clone()];
    for at in 0..own.len() {
        let Value::Number(number) = own[at].1 else {
            continue;
        };
        for near in [number.checked_sub(1), number.checked_add(1)]
            .into_iter()
            .flatten()
        {
            let mut moved = own.clone();
            moved[at].1 = Value::Number(near);
            all.push(moved);
        }
    }
    all
}
