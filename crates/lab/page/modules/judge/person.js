// Somebody who answers by hand: asked like a program, one position after another, while who wins is hidden.

import { el, say } from '../dom.js';
import { spoken } from '../words.js';
import { isRight } from './right.js';

export class Person {
  /** Nobody is hurried. */
  patience = Infinity;
  #box;
  #game;
  #mover;
  #look;
  #answer = null;
  #right = 0;

  /** Asks in `box` who wins with `mover` to move; `look(at)` shows a position. */
  constructor(box, game, mover, look) {
    this.#box = box;
    this.#game = game;
    this.#mover = mover;
    this.#look = look;
  }

  /** What is said of each position, up to the first wrong answer; `enough` where somebody has had enough. */
  async ask(asked) {
    const all = [];
    for (const { at, winner } of asked) {
      const said = await this.#one(at);
      if (said === null) return { all, failure: null, enough: true };
      all.push(said);
      if (!isRight(said, winner, this.#mover)) break;
      this.#right += 1;
    }
    return { all, failure: null };
  }

  #one(at) {
    this.#look(at);
    const again = this.#box.contains(document.activeElement);
    return new Promise((resolve) => {
      this.#answer = resolve;
      const button = (said, words, look = null) => el('button', { type: 'button', class: look, click: () => resolve(said) }, words);
      const wins = button(true, `${this.#mover} wins`);
      this.#box.replaceChildren(
        el('p', { class: 'at' }, spoken(this.#game, at)),
        el('p', {}, `${this.#mover} is to move. Who wins?`),
        el('div', { class: 'buttons hand' }, wins, button(false, `${this.#mover} does not win`), button(null, 'Enough', 'plain')),
        el('p', { class: 'note' }, this.#right ? `${this.#right} right so far` : 'The smallest first'),
      );
      if (again) wins.focus();
      this.#box.scrollIntoView({ block: 'nearest' });
      say(`${spoken(this.#game, at)}. ${this.#mover} is to move. Who wins?`);
    });
  }

  /** Ends it. */
  end() {
    this.#answer?.(null);
  }
}
