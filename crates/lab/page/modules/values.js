// The tab Values: what the chosen position is worth as a game by itself, how hot it is, and its parts and moves.

import { ask } from './api.js';
import { byId, el } from './dom.js';
import { stopped, withProgress } from './progress.js';
import { currentTheme } from './theme.js';
import { spoken } from './words.js';

const MEANS = {
  N: () => 'the player to move wins', P: () => 'the player to move loses',
  L: ([first]) => `${first} wins moving first or second`, R: ([, second]) => `${second} wins moving first or second`,
};

/** More moves than these are behind a fold. */
const SEEN = 12;

export class Values {
  #store;
  #panel = byId('panel-values');
  #box = el('div', { class: 'values' });
  #work = null;
  #shown = null;

  constructor(store) {
    this.#store = store;
    this.#panel.append(this.#box);
    store.listen((state) => this.#show(state));
  }

  async #show({ tab, game, at, position, play, puzzle, veil, theme }) {
    if (tab !== 'values' || !game || !at) return;
    const settled = position?.at === at ? at : null;
    const hidden = Boolean(play || puzzle || veil);
    const key = JSON.stringify([game.id, settled, hidden, theme]);
    if (key === this.#shown || (settled === null && !hidden)) return;
    this.#shown = key;
    this.#work?.abort();
    const work = new AbortController();
    this.#work = work;
    if (hidden) {
      this.#box.replaceChildren(el('p', { class: 'note' }, 'Values are kept back, as who wins is.'));
      return;
    }
    let parts;
    try {
      const told = await withProgress(this.#box, 'Working the value out', (signal) => ask('value', game.id, { at, theme: currentTheme() }, signal), work.signal);
      parts = card(told, spoken(game, at));
    } catch (fault) {
      if (work.signal.aborted) return;
      const [first] = fault.diagnostics ?? [];
      const why = first ? `${first.message}; ${first.help ?? ''}` : fault.message;
      parts = [el('p', { class: 'note' }, stopped(fault) ? 'Stopped.' : `No value: ${why}`)];
      // Who chooses it again asks again.
      if (stopped(fault)) this.#shown = null;
    }
    if (this.#work === work) this.#box.replaceChildren(...parts);
  }
}

function card({ form, whole, outcome, players, left_stop: left, right_stop: right, mean, temperature, birthday, reduced, atomic_weight: weight, svg, terms, moves }, where) {
  const facts = [['who wins', MEANS[outcome]?.(players) ?? outcome], ['mean', mean], ['temperature', temperature], ['stops', `${left} and ${right}`],
    ['atomic weight', weight], ['reduced', reduced === form ? null : reduced], ['birthday', birthday]];
  return [
    el('p', { class: 'at long' }, where),
    el('p', { class: 'form', tabindex: '0', role: 'group', 'aria-label': 'The canonical form' }, form),
    whole ? null : el('p', { class: 'note' }, 'The form is too long to be written whole.'),
    el('dl', { class: 'facts' }, facts.filter(([, text]) => text !== null && text !== undefined).flatMap(([name, text]) => [el('dt', {}, name), el('dd', {}, text)])),
    ...partsOf(terms?.[0]?.parts ?? []),
    svg ? el('figure', {}, el('img', { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: `Thermograph: mean ${mean}, temperature ${temperature}, stops ${left} and ${right}` }),
      el('figcaption', { class: 'note' }, `The thermograph: how hot it is. ${players[0]} plays from the left wall, ${players[1]} from the right.`)) : null,
    ...movesOf(moves ?? []),
  ].filter(Boolean);
}

function partsOf(parts) {
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  if (all < 2) return [];
  return [el('table', { class: 'parts' }, el('caption', {}, `Its ${all} parts`),
    el('thead', {}, el('tr', {}, ['where', 'part', 'value', 'temperature'].map((name) => el('th', { scope: 'col' }, name)))),
    el('tbody', {}, parts.map((part) => el('tr', {}, el('td', {}, part.count > 1 ? `${part.place}, and ${part.count - 1} more` : part.place ?? ''), el('td', { class: 'code' }, part.position), el('td', {}, part.form), el('td', {}, part.temperature)))))];
}

function movesOf(moves) {
  const rows = moves.map(({ player, text, count, form, wins, temperature, hottest }) => el('tr', { class: wins ? 'win' : '' },
    el('td', {}, player), el('td', {}, count > 1 ? `${text} (the same in ${count} parts)` : text), el('td', {}, form), el('td', {}, hottest ? el('b', {}, `${temperature}, hottest`) : temperature), el('td', {}, wins ? '✓ wins' : '')));
  if (!rows.length) return [el('p', { class: 'note' }, 'There is no move.')];
  const table = (list) => el('table', { class: 'parts' },
    el('thead', {}, el('tr', {}, ['who', 'move', 'value after it', 'temperature', 'wins'].map((name) => el('th', { scope: 'col' }, name)))), el('tbody', {}, list));
  return [el('h3', {}, 'Moves'), table(rows.slice(0, SEEN)), rows.length > SEEN ? el('details', {}, el('summary', {}, `${rows.length - SEEN} more`), table(rows.slice(SEEN))) : null];
}
