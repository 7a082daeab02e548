// The page's address: what it says is opened, and what is open is written there; Back and Forward go through games and positions.

import { Refusal, shipped } from './api.js';
import { byId, el, say, toast } from './dom.js';
import { draftOf } from './drafts.js';
import { linkOf, readLink } from './link.js';

/** What one goes back to and forward: the game and the position. */
const placeOf = (state) => JSON.stringify([state.name, state.rules === state.shippedRules, state.values, state.chosen, state.mover]);

export class Address {
  #store;
  #session;
  #look;
  #gallery;
  #writing = 0;
  #place = null;
  /** Links and games that are being opened: until then the address is theirs. */
  #opening = 0;
  /** How many links were opened: the last is the one that counts. */
  #links = 0;

  /** `look(view)` turns the picture to what a link says; `gallery()` shows all games. */
  constructor(store, session, { look, gallery }) {
    this.#store = store;
    this.#session = session;
    this.#look = look;
    this.#gallery = gallery;
    // Where it leads is read off the event: meanwhile the address may have been written anew, for the state before.
    window.addEventListener('hashchange', (event) => {
      const { hash } = new URL(event.newURL);
      this.#place = null;
      this.opened(this.openLink(hash)).catch((fault) => toast(fault.message));
    });
  }

  /** Writes what is open there, once it has come to rest. */
  write() {
    clearTimeout(this.#writing);
    this.#writing = setTimeout(async () => {
      const { state } = this.#store;
      if (!state.game || state.play || state.puzzle || this.#opening) return;
      const link = `#${await linkOf(state, state)}`;
      if (this.#opening) return;
      const before = this.#place;
      this.#place = placeOf(state);
      if (location.hash === link) return;
      if (before === null || before === this.#place) window.history.replaceState(null, '', link);
      else window.history.pushState(null, '', link);
    }, 250);
  }

  /** The address is written again once this is done. */
  async opened(work) {
    this.#opening += 1;
    try {
      await work;
    } finally {
      this.#opening -= 1;
      this.#place ??= placeOf(this.#store.state);
      this.write();
    }
  }

  /** Whether what a link says of the game is so already. */
  #isOpen(wish) {
    const { state } = this.#store;
    const given = (values) => JSON.stringify(Object.entries(values).sort());
    return state.game && !state.stale && wish.name === state.name && wish.rules === state.rules && given(wish.values) === given(state.values);
  }

  /** Opens rules with all that a link says. */
  open(wish) {
    if (!this.#isOpen(wish)) return this.#session.open(wish);
    this.#session.revisit(wish);
    if (wish.view) this.#look(wish.view);
    return null;
  }

  openShipped(game, link) {
    return this.open({ ...link, name: game.name, rules: game.rules, shippedRules: game.rules, values: { ...game.set, ...link.values } });
  }

  async openLink(hash) {
    this.#links += 1;
    const turn = this.#links;
    const link = await readLink(hash);
    if (link.fault) toast(link.fault);
    if (link.rules !== undefined) return this.open({ ...link, name: link.name ?? null, draft: draftOf(link.rules) });
    try {
      const game = await shipped(link.name);
      return turn === this.#links ? this.openShipped(game, link) : null;
    } catch (fault) {
      if (!(fault instanceof Refusal) || fault.status !== 404) throw fault;
      return this.#unknown(fault);
    }
  }

  /** A game that is not there is told of; what is open stays, and where nothing is, the nearest names are offered. */
  #unknown({ message, near }) {
    const told = `${message[0].toUpperCase()}${message.slice(1)}`;
    if (this.#store.state.game) {
      toast(told);
      return;
    }
    say(told);
    byId('title').textContent = 'No such game';
    const offered = near.map((name) => el('a', { class: 'button', href: `#game=${encodeURIComponent(name)}` }, name));
    byId('stage').replaceChildren(el('div', { class: 'empty' }, el('p', {}, told),
      el('p', { class: 'buttons' }, offered, el('button', { type: 'button', click: this.#gallery }, 'All games'))));
    document.body.classList.add('ready', 'no-game');
  }
}
