//! Every hexadecimal game with few digits after the point: a move may leave up to three heaps.

use super::listed::{Games, Listed};
use crate::known::compare_hexadecimal;

/// The games of up to `digits` digits, the last not 0, `limit` seconds each.
pub fn hexadecimal(digits: u32, limit: u32) -> Games {
    let mut games = Vec::new();
    for length in 1..=digits as usize {
        let codes = 1..1u32 << (4 * length);
        games.extend(codes.filter(|code| code & 15 != 0).map(|code| {
            let key = format!("0.{code:0length$X}");
            Listed {
                text: format!("game \"{key}\"\nhexadecimal {key}\n"),
                key,
            }
        }));
    }
    Games {
        columns: "code,result,kind,states,law",
        games,
        kind: None,
        limit,
        known: (digits == 2).then_some(compare_hexadecimal),
    }
}
