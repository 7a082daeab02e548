// What one finds games by: words, tags, an order. Tags of one group are each other's alternatives; groups narrow one another.

/** Orders, by their names. */
export const ORDERS = {
  listed: 'as they are listed',
  title: 'by name',
  year: 'the oldest first',
  easy: 'the easiest first',
};

/** Letters without their marks, small. */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** What words are looked for in. */
const textOf = (game) => plain([game.name, game.title, game.about, game.year, ...Object.values(game.tags)].join(' '));

/** The smaller number first, and where there is none last. */
const byNumber = (of) => (one, other) => {
  const [a, b] = [of(one), of(other)];
  if (a === null || b === null) return (a === null) - (b === null);
  return a - b;
};
const COMPARE = {
  listed: () => 0,
  title: (one, other) => one.title.localeCompare(other.title),
  year: byNumber(({ year }) => year ?? null),
  easy: byNumber(({ kept }) => (kept ?? null) === null ? null : -kept),
};

/** A list of games in which one looks for some. */
export class Find {
  words = '';
  order = 'listed';
  /** The tags wanted, by group. */
  #wanted = new Map();
  #texts;

  constructor(games) {
    this.games = games;
    this.#texts = new Map(games.map((game) => [game, textOf(game)]));
  }

  wants(group, tag) {
    return this.#wanted.get(group)?.has(tag) ?? false;
  }

  /** Wants a tag, or no more. */
  turn(group, tag) {
    const tags = this.#wanted.get(group) ?? new Set();
    if (!tags.delete(tag)) tags.add(tag);
    if (tags.size) this.#wanted.set(group, tags);
    else this.#wanted.delete(group);
  }

  /** Whether anything is looked for. */
  get narrowed() {
    return this.words.trim() !== '' || this.#wanted.size > 0;
  }

  clear() {
    this.words = '';
    this.#wanted.clear();
  }

  #suits(game, except = null) {
    const words = plain(this.words).split(/\s+/).filter(Boolean);
    return words.every((word) => this.#texts.get(game).includes(word))
      && [...this.#wanted].every(([group, tags]) => group === except || tags.has(game.tags[group]));
  }

  /** The games found, in the order wished. */
  get found() {
    return this.games.filter((game) => this.#suits(game)).sort(COMPARE[this.order]);
  }

  /** How many games one would find with this tag and what is wanted of the other groups. */
  count(group, tag) {
    return this.games.filter((game) => game.tags[group] === tag && this.#suits(game, group)).length;
  }
}
