// The picture in words: what is drawn, as a text and a small table that can be read without seeing.

import { byId, el } from './dom.js';
import { CLASSES } from './colours.js';
import { axesOf } from './positions.js';
import { grouped, valueWords } from './words.js';

const SIZE = 16;

/** The sign of a value in the table. */
const sign = (show, value) => (value === undefined ? '…' : show === 'outcome' ? CLASSES[value] ?? ' ' : value === 65535 ? ' ' : value);

/** Writes the words, when they are open. */
export function showWords(state, view) {
  const box = byId('in-words');
  if (!byId('as-text').open || !state.game || !view) return;
  const { game, show, law } = state;
  if (state.veil) {
    box.replaceChildren(el('p', {}, 'Who wins is hidden.'));
    return;
  }
  const near = view.near(SIZE);
  const first = law?.laws?.[0]?.statement;
  box.replaceChildren(
    el('p', {}, `${game.name}. ${first ?? ''}`),
    near.tokens ? el('p', {}, near.tokens.map(([name, place]) => `${name} stands on ${place}`).join('; '))
      : near.parts ? el('p', {}, near.parts.map(([name, text]) => `${name}: ${text}`).join('; '))
        : near.rows ? el('p', {}, near.rows.map((row) => row.join(' ')).join(' / '))
        : near.count ? strip(game, show, near) : plane(game, show, state.slice, near),
  );
}

function strip(game, show, { from, read, count }) {
  const items = [];
  for (let at = 0; at < Math.min(count, 64); at += 1) {
    const value = read(at);
    if (value !== undefined) items.push(el('li', {}, `${grouped(from + BigInt(at))}: ${valueWords(game, show, value)}`));
  }
  return el('ul', {}, ...items);
}

function plane(game, show, slice, { x, y, read }) {
  const [across, along] = axesOf(game.shape, slice).map((at) => (at === null ? '' : game.shape.variables[at].name));
  const columns = Array.from({ length: SIZE }, (_, i) => i);
  const rows = Array.from({ length: SIZE }, (_, j) => SIZE - 1 - j);
  return el('table', {},
    el('caption', {}, `${along} upwards, ${across} to the right`),
    el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, along), ...columns.map((i) => el('th', { scope: 'col' }, grouped(x + BigInt(i)))))),
    el('tbody', {}, rows.map((j) => el('tr', {}, el('th', { scope: 'row' }, grouped(y + BigInt(j))),
      ...columns.map((i) => {
        const letter = String(sign(show, read(i, j)));
        return el('td', { class: letter }, letter);
      })))));
}
