// Above the picture: what is shown, for whom, which slice, and the box to go anywhere.

import { byId, el } from './dom.js';
import { boundsOf, numberOf, parts, written } from './positions.js';
import { SHOWS } from './words.js';

export class Tools {
  #box = byId('tools');
  #store;
  #host;
  #controls = {};

  /** `host.go(text)` chooses a position and shows it; returns what is wrong with the text, or null. */
  constructor(store, host) {
    this.#store = store;
    this.#host = host;
    store.listen((state, changed) => {
      if (changed.has('game')) this.#build(state);
      if (state.game) this.#mark(state);
    });
  }

  #build({ game }) {
    const map = ['plane', 'strip', 'heaps'].includes(game.picture);
    const shows = Object.entries(SHOWS).filter(([name]) => name !== 'grundy' || game.impartial);
    this.#controls.shows = map ? shows.map(([name, words]) => el('button', { type: 'button', 'data-show': name, click: () => this.#store.set({ show: name }) }, words)) : [];
    this.#controls.mover = map && !game.impartial
      ? el('select', { 'aria-label': 'For whom', change: (event) => this.#store.set({ mapMover: event.target.value || null }) },
        el('option', { value: '' }, 'whoever starts'),
        ...game.players.map((name) => el('option', { value: name }, `${name} starts`)))
      : null;
    this.#controls.slices = game.shape.kind === 'numbers' ? game.shape.variables.slice(2).map((variable) => this.#slice(variable)) : [];
    this.#controls.goto = this.#goto(game);
    const groups = [
      map ? el('div', { class: 'segments', role: 'group', 'aria-label': 'What the colours show' }, ...this.#controls.shows) : null,
      this.#controls.mover,
      ...this.#controls.slices.map((slice) => slice.label),
      this.#controls.goto,
    ];
    this.#box.replaceChildren(...groups.filter(Boolean));
  }

  #slice(variable) {
    const [least, most] = boundsOf(variable);
    const set = (text) => this.#store.set({ slice: { ...this.#store.state.slice, [variable.name]: text } });
    const input = variable.words?.length
      ? el('select', { change: (event) => set(event.target.value) }, ...variable.words.map((word) => el('option', {}, word)))
      : el('input', { class: 'small', type: 'text', inputmode: 'numeric', change: (event) => {
        const number = numberOf(variable, event.target.value.trim()) ?? least;
        const clipped = most !== null && number > most ? most : number;
        event.target.value = written(variable, clipped);
        set(event.target.value);
      } });
    return { name: variable.name, input, label: el('label', {}, `${variable.name} =`, input) };
  }

  #goto(game) {
    const example = { plane: '1618033988749,2618033988749', strip: '1000000000000', heaps: '3,5,7', row: game.start, board: game.start, tokens: game.start, parts: game.start }[game.picture];
    const input = el('input', { type: 'text', name: 'position', 'aria-label': 'Go to a position', placeholder: `Go to ${example ?? ''}`.slice(0, 40), autocomplete: 'off', spellcheck: 'false' });
    return el('form', { class: 'goto push', submit: (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (!text) return;
      const fault = this.#host.go(game.shape.kind === 'numbers' ? parts(text).join(',') : text);
      input.setAttribute('aria-invalid', String(fault !== null));
    } }, input, el('button', { type: 'submit' }, 'Go'));
  }

  #mark(state) {
    for (const button of this.#controls.shows ?? []) button.setAttribute('aria-pressed', String(button.dataset.show === state.show));
    if (this.#controls.mover) this.#controls.mover.value = state.mapMover ?? '';
    for (const { name, input } of this.#controls.slices ?? []) if (document.activeElement !== input) input.value = state.slice[name] ?? '';
  }
}
