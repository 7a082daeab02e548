// Moves on a drawn position: which places belong to which move, and what a click on one means.

/**
 * `changes(option)` gives the places a move touches: { from: [keys], to: [keys] }. A click on a place that belongs to one move
 * makes it; where it belongs to several the place is picked, and the next click on a place of one of those decides.
 */
export class Spots {
  #changes;
  #options = [];
  picked = null;

  constructor(changes) {
    this.#changes = changes;
  }

  set options(options) {
    this.#options = options.map((option) => ({ option, ...this.#changes(option) }));
    this.picked = null;
  }

  /** All places that belong to a move. */
  get keys() {
    return new Set(this.#options.flatMap(({ from, to }) => [...from, ...to]));
  }

  /** The moves that a place belongs to, given what is picked. */
  movesOf(key) {
    const touching = this.#options.filter(({ from, to }) => from.includes(key) || to.includes(key));
    if (this.picked === null || this.picked === key) return touching;
    const both = touching.filter(({ from, to }) => from.includes(this.picked) || to.includes(this.picked));
    return both.length ? both : touching;
  }

  /** A click: the move it makes, or null where one has to pick on. */
  click(key) {
    const moves = this.movesOf(key);
    if (this.picked === key) {
      this.picked = null;
      return null;
    }
    // A piece that can go to several places is picked first; a place reached by one move is that move.
    const ends = moves.filter(({ to }) => to.includes(key));
    const starts = moves.filter(({ from }) => from.includes(key));
    const decided = moves.length === 1 ? moves[0] : starts.length === 0 && ends.length === 1 ? ends[0] : null;
    this.picked = decided ? null : moves.length ? key : null;
    return decided?.option ?? null;
  }
}
