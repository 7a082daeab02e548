// A match looked over: which of one's moves gave away what one had.

const WORTH = { win: 2, draw: 1, loss: 0 };

/**
 * What each of one's moves did, told as they are found: `ask(entry)` answers the position before a move, and the list given back has for each
 * move `{ had, has, better }`: what the position was worth to its player, what it is worth after the move, and a move that would have kept it.
 * Where who wins is not worked out, `null`.
 */
export async function review(past, side, ask) {
  const marks = [];
  for (const entry of past) {
    marks.push(entry.mover === side ? markOf(entry, await ask(entry)) : null);
  }
  return marks;
}

function markOf({ to }, { value, options }) {
  const made = options.find((option) => option.to === to);
  if (!(value in WORTH) || !made || !(made.value in WORTH)) return null;
  const better = WORTH[made.value] < WORTH[value] ? options.find((option) => option.value === value) ?? null : null;
  return { had: value, has: made.value, better };
}

/** The first move after which less was to be had than before. */
export const firstMistake = (marks) => marks.findIndex((mark) => mark?.better);

/** What is to be said of a whole match, beside its first mistake. */
export function summary(marks, told) {
  const own = marks.filter(Boolean);
  if (own.length === 0) return 'Who wins was not worked out here, so nothing can be said.';
  const at = firstMistake(marks);
  if (at < 0) {
    return { win: 'You made no mistake: the win was yours from the start.', draw: 'You made no mistake: with best play it is a draw.', loss: 'You made no mistake: it was lost from the start, against best play.' }[own[0].had];
  }
  const { had, has, better } = marks[at];
  const [before, after] = [{ win: 'You had a win', draw: 'You had a draw' }[had], { draw: 'and let it become a draw', loss: 'and gave it away' }[has]];
  const rest = marks.filter((mark) => mark?.better).length - 1;
  return `${before}, ${after} with move ${at + 1}. ${told(better)}, would have kept it${better.why ? `: ${better.why}` : ''}.${rest > 0 ? ` ${rest === 1 ? 'One more mistake is' : `${rest} more mistakes are`} marked in the list.` : ''}`;
}
