// Undo and redo of what stands in the rules, from game to game; it lasts as long as the tab, also where the page is loaded again.

import { forTab } from './keep.js';

const NAME = 'whowins.undo';
const MOST = { states: 200, letters: 400_000 };
/** What is typed in one go is one step. */
const REST = 700;

const same = (one, other) => one && one.name === other.name && one.rules === other.rules && JSON.stringify(one.values) === JSON.stringify(other.values);

export class Undo {
  #states;
  #at;
  #last = 0;
  #kept = 0;

  constructor() {
    const { states, at } = forTab.read(NAME, {});
    this.#states = Array.isArray(states) ? states : [];
    this.#at = Math.min(at ?? -1, this.#states.length - 1);
  }

  /** The state of now, or none: { name, shippedRules, rules, values, draft, at }. */
  get now() {
    return this.#states[this.#at] ?? null;
  }

  get canUndo() {
    return this.#at > 0;
  }

  get canRedo() {
    return this.#at < this.#states.length - 1;
  }

  /** Takes a new state, or what changed about the one of now without being a step. */
  note(state, now = Date.now()) {
    const { now: last } = this;
    if (same(last, state)) {
      Object.assign(last, state);
    } else {
      const typed = last && last.name === state.name && Math.abs(last.rules.length - state.rules.length) <= 2;
      const goesOn = typed && now - this.#last < REST && this.canUndo && !this.canRedo && this.#states[this.#at - 1].name === state.name;
      this.#last = typed ? now : 0;
      this.#states.length = this.#at + 1;
      if (goesOn) this.#states[this.#at] = state;
      else this.#states.push(state);
      while (this.#states.length > MOST.states || this.#states.reduce((sum, { rules }) => sum + rules.length, 0) > MOST.letters && this.#states.length > 1) this.#states.shift();
      this.#at = this.#states.length - 1;
    }
    this.#keep();
  }

  /** One step back (-1) or forward (1): the state that is to be shown. */
  step(by) {
    this.#at = Math.max(0, Math.min(this.#states.length - 1, this.#at + by));
    this.#last = 0;
    this.#keep();
    return this.now;
  }

  #keep() {
    clearTimeout(this.#kept);
    this.#kept = setTimeout(() => this.flush(), 200);
  }

  /** Keeps it at once: the page may go. */
  flush() {
    forTab.write(NAME, { states: this.#states, at: this.#at });
  }
}
