// What drawn positions share: places that are buttons, arrows over them, the same calls as maps have.

import { el, svg } from '../dom.js';
import { arrowHead, arrowPath } from './arrows.js';
import { Sheet } from './sheet.js';
import { Spots } from './spots.js';

/** Units of a drawing that a cell is wide. */
export const UNIT = 56;

/** Longer positions are not told whole. */
const LONG = 200;

/**
 * A drawn position. What extends it says: `changes(option)` (the places a move touches), `size()` (width and height), `drawing()` (its parts), `below()`, `ends(option)`
 * (from where to where its arrow goes, or null), `label(key, moves, wins)`, `click(key)` and `near()`.
 */
export class Field {
  state = null;
  spots = null;
  /** What is seen of it, and how large. */
  sheet = new Sheet(UNIT, () => this.draw(), () => this.home());
  #drawn = null;
  #field = el('div', { class: 'field' });

  constructor(stage, host) {
    this.stage = stage;
    this.host = host;
    stage.replaceChildren(this.#field);
    stage.dataset.ready = 'true';
  }

  update(state, changed) {
    this.state = state;
    if (!this.spots || ['game', 'at', 'position'].some((name) => changed.has(name))) {
      this.spots = new Spots((option) => this.changes(option));
      this.spots.options = this.options;
    }
    if (changed.size === 1 && changed.has('hot') && this.#drawn) this.#arrows();
    else this.draw();
  }

  destroy() {
    this.stage.replaceChildren();
  }

  focus() {
    (this.#field.querySelector('.spot') ?? this.stage).focus();
  }

  // How near it is looked at is nobody else's.
  view = '';

  /** Where to look first from nearer. */
  home() {
    return null;
  }

  goTo() {}

  get options() {
    const { at, position } = this.state;
    return position?.at === at ? position.options : [];
  }

  /** Whether who wins is kept back. */
  get hidden() {
    return this.state.play !== null || this.state.veil;
  }

  draw() {
    const { at, game } = this.state;
    if (!at) {
      this.#field.replaceChildren(el('p', { class: 'caption' }, 'Write a position in the box above.'));
      return;
    }
    const focused = document.activeElement?.dataset?.key;
    const [width, height] = this.size();
    const below = this.below();
    if (this.#field.firstChild !== this.sheet.element) this.#field.replaceChildren(this.sheet.element, below);
    else this.#field.lastChild.replaceWith(below);
    this.sheet.size = [width, height];
    this.#drawn = svg('svg', { viewBox: `-4 -4 ${width + 8} ${height + 8}`, role: 'group', 'aria-label': `${game.name}: ${at.length > LONG ? `${at.slice(0, LONG)}…` : at}` },
      svg('defs', {}, arrowHead('head'), arrowHead('head-wins', 'wins')), this.drawing(), svg('g', { class: 'arrows' }));
    this.sheet.show(this.#drawn);
    this.#arrows();
    if (focused) this.#field.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
    this.host.drawn();
  }

  /** A place at (x, y): a button where a move touches it, or where `always`. */
  spot(key, x, y, halo, parts, always = false) {
    const moves = always ? [] : this.spots.movesOf(key);
    const wins = !this.hidden && moves.some(({ option }) => option.value === 'win');
    const can = always || moves.length > 0;
    const act = () => this.click(key, moves);
    return svg('g', {
      class: can ? `spot can ${wins ? 'wins' : ''} ${this.spots.picked.has(key) ? 'picked' : ''}` : null,
      transform: `translate(${x} ${y})`, 'data-key': can ? key : null, tabindex: can ? '0' : null, role: can ? 'button' : 'img',
      'aria-label': this.label(key, moves, wins),
      click: can ? act : null,
      keydown: can ? (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        act();
      } : null,
    }, ...parts, halo);
  }

  #arrows() {
    const layer = this.#drawn?.querySelector('.arrows');
    layer?.replaceChildren(...this.options.flatMap((option) => {
      const hot = option.to === this.state.hot;
      const wins = !this.hidden && option.value === 'win';
      const ends = this.ends(option, wins || hot);
      if (!ends) return [];
      const [from, to] = ends;
      if (!from) return hot ? [svg('circle', { class: 'arrow hot', cx: to[0], cy: to[1], r: UNIT * 0.42 })] : [];
      return [arrowPath(from, to, UNIT, wins ? 'wins' : '', hot)];
    }));
  }
}
