// Moves on a drawn position: which places belong to which move, and what a click on one means.

/**
 * `changes(option)` gives the places a move touches: { from: [keys], to: [keys] }. A click on a place that belongs to one move makes it; where it belongs to several
 * the place is picked, and the next clicks decide: on a place that only one move of those has, or on the last place of a move.
 */
export class Spots {
  #changes;
  #options = [];
  picked = new Set();

  constructor(changes) {
    this.#changes = changes;
  }

  set options(options) {
    this.#options = options.map((option) => ({ option, ...this.#changes(option) }));
    this.picked = new Set();
  }

  /** All places that belong to a move. */
  get keys() {
    return new Set(this.#options.flatMap(({ from, to }) => [...from, ...to]));
  }

  /** Whether there are moves, each of one place alone: stones that are set. */
  get single() {
    return this.#options.length > 0 && this.#options.every(({ from, to }) => new Set([...from, ...to]).size === 1);
  }

  /** The moves that have a place beside what is picked; all that have it, where there is none of those. */
  movesOf(key) {
    const having = (places) => this.#options.filter(({ from, to }) => [...places].every((place) => from.includes(place) || to.includes(place)));
    const both = having(new Set([...this.picked, key]));
    return both.length ? both : having([key]);
  }

  /** A click: the move it makes, or null where one has to pick on. */
  click(key) {
    if (this.picked.has(key)) {
      this.picked = new Set();
      return null;
    }
    const moves = this.movesOf(key);
    const has = ({ from, to }, place) => from.includes(place) || to.includes(place);
    const goesOn = moves.some((move) => [...this.picked].every((place) => has(move, place)));
    const places = new Set(goesOn ? [...this.picked, key] : [key]);
    // A piece that can go to several places is picked first; a place reached by one move is that move.
    const ends = moves.filter(({ to }) => to.includes(key));
    const starts = moves.filter(({ from }) => from.includes(key));
    const whole = moves.filter(({ from, to }) => places.size > 1 && new Set([...from, ...to]).size === places.size);
    const decided = moves.length === 1 ? moves[0] : starts.length === 0 && ends.length === 1 ? ends[0] : whole.length === 1 ? whole[0] : null;
    this.picked = decided || !moves.length ? new Set() : places;
    return decided?.option ?? null;
  }
}
