//! How play ends.

use super::Checker;
use crate::syntax::{Node, Rule};
use whowins_analysis::{End, Goal, Player, Stuck, Verdict};

pub(super) fn stuck(node: Node<'_>) -> Stuck {
    let form = node.into_inner().next().expect("an ending has a form");
    match form.as_rule() {
        Rule::stuck_normal => Stuck::Loses,
        Rule::stuck_misere => Stuck::Wins,
        _ => match form
            .into_inner()
            .map(|part| part.as_rule())
            .find(|rule| matches!(rule, Rule::wins | Rule::loses | Rule::draws))
        {
            Some(Rule::wins) => Stuck::Wins,
            Some(Rule::draws) => Stuck::Draws,
            _ => Stuck::Loses,
        },
    }
}

impl<'a> Checker<'a> {
    /// `at CONDITION: VERDICT` and `VERDICT when CONDITION`.
    pub(super) fn goal(&mut self, node: Node<'a>) -> Option<Goal> {
        let mut when = None;
        let mut verdict = None;
        let mut passing = false;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::condition => when = Some(self.condition(part)?),
                Rule::verdict => verdict = Some(self.verdict(part.into_inner().next()?)?),
                Rule::passing => passing = true,
                _ => {}
            }
        }
        Some(Goal {
            when: when?,
            passing,
            verdict: verdict?,
        })
    }

    fn verdict(&mut self, node: Node<'a>) -> Option<Verdict> {
        let mover = |rule: Rule| match rule {
            Rule::wins => End::MoverWins,
            _ => End::MoverLoses,
        };
        match node.as_rule() {
            Rule::verdict_draw => Some(Verdict::Is(End::Draw)),
            Rule::verdict_player => {
                let mut parts = node.into_inner();
                let (player, result) = (parts.next()?, parts.next()?);
                let player: Player = self.player(player)?;
                Some(Verdict::Is(End::Wins(match result.as_rule() {
                    Rule::wins => player,
                    _ => player.other(),
                })))
            }
            _ => {
                let parts: Vec<Node<'a>> = node.into_inner().collect();
                let results: Vec<End> = parts
                    .iter()
                    .map(|part| part.as_rule())
                    .filter(|rule| matches!(rule, Rule::wins | Rule::loses))
                    .map(mover)
                    .collect();
                match parts.iter().find(|p| p.as_rule() == Rule::condition) {
                    Some(condition) => Some(Verdict::Depends(
                        self.condition(condition.clone())?,
                        results[0],
                        results[1],
                    )),
                    None => Some(Verdict::Is(results[0])),
                }
            }
        }
    }
}
