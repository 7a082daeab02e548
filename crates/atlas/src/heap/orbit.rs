//! Where the orbit of a state begins to repeat.

/// No orbit is followed further.
const FURTHEST: u64 = 1 << 26;

/// The least number of steps after which the state will come again, and after how many it does;
/// `None` where that is more than 2^26. R. P. Brent 1980: at most `3 (first + period)` steps for
/// the period and `2 first + period` for the first, one state kept.
pub(super) fn repeat<S: Copy + PartialEq>(start: S, step: impl Fn(S) -> S) -> Option<(u64, u64)> {
    let (mut waiting, mut ahead) = (start, step(start));
    let (mut reach, mut period) = (1, 1);
    while ahead != waiting {
        if period == reach {
            if reach > FURTHEST {
                return None;
            }
            (waiting, reach, period) = (ahead, 2 * reach, 0);
        }
        ahead = step(ahead);
        period += 1;
    }
    let mut behind = start;
    ahead = (0..period).fold(start, |state, _| step(state));
    let mut first = 0;
    while behind != ahead {
        (behind, ahead) = (step(behind), step(ahead));
        first += 1;
    }
    Some((first, period))
}
