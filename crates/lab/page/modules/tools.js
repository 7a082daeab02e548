// Above the picture: what is shown, for whom, which slice, and the box to go anywhere. Below it: what is hidden, what is kept.

import { byId, el } from './dom.js';
import { boundsOf, numberOf, parts, written } from './positions.js';
import { saveMenu } from './save.js';
import { SHOWS } from './words.js';

export class Tools {
  #box = byId('tools');
  #store;
  #host;
  #controls = {};

  /** `host.go(text)` chooses a position and shows it, and gives back what is wrong with the text, or null; `host.save(form)` saves the picture. */
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
    const shows = Object.entries(SHOWS).filter(([name]) => name !== 'grundy' || game.grundy);
    this.#controls.shows = map ? shows.map(([name, words]) => el('button', { type: 'button', 'data-show': name, click: () => this.#store.set({ show: name }) }, words)) : [];
    this.#controls.mover = map && !game.impartial
      ? el('select', { 'aria-label': 'For whom', change: (event) => this.#store.set({ mapMover: event.target.value || null }) },
        el('option', { value: '' }, 'either starts'),
        ...game.players.map((name) => el('option', { value: name }, `${name} starts`)))
      : null;
    this.#controls.slices = game.shape.kind === 'numbers' ? game.shape.variables.slice(2).map((variable) => this.#slice(variable)) : [];
    this.#controls.goto = this.#goto(game);
    this.#controls.veil = el('button', { type: 'button', class: 'veil', title: 'For a class: colours, verdicts and the law are hidden until they are asked for', click: () => this.#store.set({ veil: !this.#store.state.veil }) }, 'Hide who wins');
    const groups = [
      map ? el('div', { class: 'segments', role: 'group', 'aria-label': 'What the colours show' }, ...this.#controls.shows) : null,
      this.#controls.mover,
      ...this.#controls.slices.map((slice) => slice.label),
      this.#controls.goto,
    ];
    this.#box.replaceChildren(...groups.filter(Boolean));
    byId('keep').replaceChildren(this.#controls.veil, saveMenu(game, this.#host.save));
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
    this.#controls.veil?.setAttribute('aria-pressed', String(state.veil));
    if (this.#controls.mover) this.#controls.mover.value = state.mapMover ?? '';
    for (const { name, input } of this.#controls.slices ?? []) if (document.activeElement !== input) input.value = state.slice[name] ?? '';
  }
}
