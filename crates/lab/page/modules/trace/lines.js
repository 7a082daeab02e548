// Many lines in a box: only those that are seen are in the page.

import { el } from '../dom.js';

const HEIGHT = 22;

export class Lines {
  box = el('div', { class: 'lines', tabindex: '0', role: 'group', 'aria-label': 'Lines of the trace' });
  #tall = el('div', { class: 'tall' });
  #lines = [];
  #now = -1;
  #chosen;

  constructor(chosen) {
    this.#chosen = chosen;
    this.box.append(this.#tall);
    this.box.addEventListener('scroll', () => this.#paint());
    new ResizeObserver(() => this.#paint()).observe(this.box);
  }

  set lines(lines) {
    this.#lines = lines;
    this.#tall.style.height = `${lines.length * HEIGHT}px`;
    this.#paint();
  }

  /** Marks a line and brings it into view. */
  set now(line) {
    this.#now = line;
    const { scrollTop, clientHeight } = this.box;
    const top = line * HEIGHT;
    if (top < scrollTop || top > scrollTop + clientHeight - 3 * HEIGHT) this.box.scrollTop = Math.max(0, top - clientHeight / 2);
    this.#paint();
  }

  #paint() {
    const first = Math.max(0, Math.floor(this.box.scrollTop / HEIGHT) - 4);
    const last = Math.min(this.#lines.length, first + Math.ceil((this.box.clientHeight || 300) / HEIGHT) + 8);
    this.#tall.replaceChildren(...Array.from({ length: Math.max(0, last - first) }, (_, past) => {
      const index = first + past;
      const look = index === this.#now ? 'now' : index < this.#now ? 'past' : null;
      const line = el('p', { class: look, 'aria-current': index === this.#now ? 'step' : null, click: () => this.#chosen(index) }, this.#lines[index]);
      line.style.top = `${index * HEIGHT}px`;
      return line;
    }));
  }
}
