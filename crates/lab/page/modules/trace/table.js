// The table that fills in beside the lines: for each player and heap whether the one who is to move wins.

import { el } from '../dom.js';

const ACROSS = 10;
const MOST = 3000;

export class Table {
  box = el('div', { class: 'filled', tabindex: '0', role: 'group', 'aria-label': 'The table so far' });
  #boxes = new Map();
  #cells = [];
  #filled = 0;

  /** An empty table for heaps 0 to `most`, a row for each of the players. */
  lay(players, most) {
    this.#boxes.clear();
    this.#cells = [];
    this.#filled = 0;
    const last = Math.min(most, MOST);
    const blocks = [];
    for (let first = 0; first <= last; first += ACROSS) {
      const heaps = Array.from({ length: ACROSS }, (_, past) => first + past).filter((heap) => heap <= last);
      blocks.push(el('tr', {}, el('td', { class: 'corner' }), ...heaps.map((heap) => el('th', { scope: 'col' }, heap))));
      for (const player of players) {
        blocks.push(el('tr', {}, el('th', { scope: 'row' }, player.slice(0, 7)), ...heaps.map((heap) => {
          const cell = el('td', {});
          this.#boxes.set(`${players.indexOf(player)},${heap}`, cell);
          return cell;
        })));
      }
    }
    this.box.replaceChildren(el('table', {}, el('tbody', {}, ...blocks)));
  }

  /** All cells that the lines fill, in the order of the lines. */
  set cells(cells) {
    this.#cells = cells;
  }

  /** Shows the table as it is after a line: forward or back from where it was. */
  after(line) {
    while (this.#filled < this.#cells.length && this.#cells[this.#filled].line <= line) this.#put(this.#filled++, true);
    while (this.#filled > 0 && this.#cells[this.#filled - 1].line > line) this.#put(--this.#filled, false);
    for (const box of this.box.querySelectorAll('.now')) box.classList.remove('now');
    const last = this.#cells[this.#filled - 1];
    const box = last && last.line === line ? this.#box(last) : null;
    box?.classList.add('now');
    const inside = this.box.clientHeight;
    if (box) {
      const top = box.offsetTop;
      if (top < this.box.scrollTop || top > this.box.scrollTop + inside - 30) this.box.scrollTop = top - inside / 2;
    }
    return last && last.line === line ? last : null;
  }

  #box({ player, n }) {
    return this.#boxes.get(`${player},${n}`) ?? null;
  }

  #put(index, filled) {
    const cell = this.#cells[index];
    const box = this.#box(cell);
    if (!box) return;
    // A cell that an earlier line filled stays.
    const before = !filled && this.#cells.slice(0, index).some((other) => other.player === cell.player && other.n === cell.n);
    if (before) return;
    box.className = filled ? (cell.value === 'N' ? 'win' : 'loss') : '';
    box.textContent = filled ? (cell.value === 'N' ? '1' : '0') : '';
  }
}
