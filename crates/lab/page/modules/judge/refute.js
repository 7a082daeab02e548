// Why an answer is wrong: the move that wins, or what refutes every move.

import { el } from '../dom.js';
import { answeredBy, stepOf } from '../words.js';

/** So many moves are refuted one by one. */
const MOST = 6;

/** What becomes of a move that does not win. */
async function refuted(session, game, option, mover, signal) {
  const move = stepOf(game, option);
  if (option.value === 'draw') return `${move}: only a draw.`;
  if (option.end) return `${move}: the game is over, and lost.`;
  const next = option.again ? mover : 1 - mover;
  const { move: reply } = await session.positionOf(option.to, next, signal);
  if (!reply || next === mover) return `${move}: lost.`;
  return `${move}: ${answeredBy(game, next, reply)}.`;
}

/** The refutation of a wrong answer about a position, as elements. */
export async function refutation(session, game, at, mover, signal) {
  const { value, move, options, end, why, more } = await session.positionOf(at, mover, signal);
  if (end) return [el('p', { class: 'why' }, `The game is over here. ${end.why ?? ''}`)];
  if (value === 'win' && move) {
    const { why: reason } = options.find(({ to }) => to === move.to) ?? {};
    return [el('p', { class: 'why' }, `A move that wins: ${stepOf(game, move)}${reason ? `: ${reason}` : ''}.`)];
  }
  if (!options.length) return [el('p', { class: 'why' }, `${game.players[mover]} cannot move here. ${why ?? ''}`)];
  const all = [];
  for (const option of options.slice(0, MOST)) all.push(await refuted(session, game, option, mover, signal));
  const rest = options.length - all.length + Number(more ?? 0);
  return [
    el('p', { class: 'why' }, 'No move wins:'),
    el('ul', { class: 'refuted' }, all.map((words) => el('li', {}, words)), rest > 0 ? el('li', {}, `And so on, for ${rest} more.`) : null),
  ];
}
