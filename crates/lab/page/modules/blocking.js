// Games in which the opponent may block some of the options before each move.

import { el } from './dom.js';
import { listed } from './words.js';

/** What the computer blocks before the person moves: moves that win, as many as may be blocked. */
export function barred(game, position) {
  if (!game.blocked) return [];
  return position.options.filter((option) => option.value === 'win').slice(0, game.blocked).map((option) => option.to);
}

/** The computer's options as boxes to tick, at most as many as may be blocked; `chosen(list)` ends the choice. */
export function chooseBlocked(game, position, chosen) {
  const boxes = position.options.map((option) => {
    const box = el('input', { type: 'checkbox', value: option.to, change: () => limit() });
    return { box, line: el('li', {}, el('label', { class: 'block' }, box, `${listed(game, option.to)} `, el('span', { class: 'how' }, option.text))) };
  });
  const ticked = () => boxes.filter(({ box }) => box.checked).map(({ box }) => box.value);
  const limit = () => {
    const full = ticked().length >= game.blocked;
    for (const { box } of boxes) box.disabled = full && !box.checked;
  };
  return el('div', { class: 'moves' },
    el('p', { class: 'why' }, `Block up to ${game.blocked} of these, for this move alone:`),
    el('p', { class: 'buttons' }, el('button', { type: 'button', class: 'main', 'data-control': 'go', click: () => chosen(ticked()) }, 'Let the computer move')),
    el('ul', { 'aria-label': 'Moves to block' }, boxes.map(({ line }) => line)));
}
