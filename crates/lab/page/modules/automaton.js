// The law as a drawn automaton, and how it reads the position that is chosen.

import { ask } from './api.js';
import { el } from './dom.js';
import { currentTheme } from './theme.js';
import { spoken } from './words.js';

const MEANS = {
  N: 'the player to move wins', P: 'the player to move loses', L: 'the first of the two players wins moving first or second', R: 'the second of the two players wins moving first or second', D: 'a draw',
};

export class Automaton {
  #store;
  #game;
  #body = el('div', { class: 'automaton' });
  #summary = el('summary', {}, 'The automaton, and how it reads the position');
  #work = null;

  /** What is put into the card. */
  element = el('details', { toggle: () => this.show() }, this.#summary, this.#body);

  constructor(store, game) {
    this.#store = store;
    this.#game = game;
  }

  /** Draws it for the position of now, where it is open. */
  async show() {
    if (!this.element.open) return;
    this.#work?.abort();
    const work = new AbortController();
    this.#work = work;
    const { at, mover, position } = this.#store.state;
    const game = this.#game;
    const settled = position?.at ?? at;
    try {
      const told = await ask('automaton', game.id, { at: settled, to_move: game.players[mover], theme: currentTheme() }, work.signal);
      if (this.#work === work) this.#body.replaceChildren(...this.#parts(told, spoken(game, settled)));
    } catch (fault) {
      if (this.#work === work && !work.signal.aborted) this.#body.replaceChildren(el('p', { class: 'note' }, fault.message));
    }
  }

  #parts({ svg, reads, states, run }, where) {
    return [
      svg ? el('div', { class: 'drawing', tabindex: '0', role: 'group', 'aria-label': 'The automaton' }, el('img', { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: `An automaton of ${states} states that ${reads}` }))
        : el('p', { class: 'note' }, `It ${reads}, and its ${states} states are too many for a picture.`),
      ...(run ? reading(run, where) : [el('p', { class: 'note' }, `Of ${where} this automaton says nothing.`)]),
    ].filter(Boolean);
  }
}

function reading({ system, tracks, labels, class: letter }, where) {
  return [
    el('p', {}, `How it reads ${where}, digit by digit (${system}):`),
    el('table', { class: 'digits' },
      el('tbody', {},
        tracks.map(({ name, digits }) => el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}), digits.map((digit) => el('td', {}, digit)))),
        el('tr', { class: 'says' }, el('th', { scope: 'row' }, 'state says'), labels.map((label) => el('td', {}, label || '·'))))),
    el('p', {}, `It ends where it says ${letter}: ${MEANS[letter] ?? letter}.`),
  ];
}
