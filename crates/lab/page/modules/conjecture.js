// A conjecture that one types: proved of all positions, or refuted by the smallest.

import { prove } from './api.js';
import { byId, el, say } from './dom.js';
import { stopped, withProgress } from './progress.js';
import { spoken } from './words.js';

const LOOKS = { proved: ['good', '✓ Proved'], refuted: ['bad', '✗ Refuted'], open: ['calm', 'Neither proved nor refuted'] };

export class Conjecture {
  #store;
  #session;
  #box = byId('conjecture');
  #input = el('input', { type: 'text', 'aria-label': 'A conjecture', placeholder: 'P iff x = y', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
  #told = el('div', { class: 'told' });
  #work = null;

  constructor(store, session) {
    this.#store = store;
    this.#session = session;
    this.#box.append(
      el('summary', {}, 'Try a conjecture'),
      el('p', { class: 'note' }, 'Such as "P iff x ^ y = 0", "if x > 2 * y then N". N, P, L, R and D stand for who wins: the next, the previous, the first-named, the second-named player, nobody.'),
      el('form', { submit: (event) => {
        event.preventDefault();
        this.#decide();
      } }, this.#input, el('button', { type: 'submit' }, 'Decide')),
      this.#told,
    );
    store.listen((state, changed) => {
      if (changed.has('game')) this.#begin(state.game);
      // It comes once the law has its place: what stood there before would jump.
      this.#box.hidden = state.veil || state.stale || !state.game || state.searched !== state.game.id;
    });
  }

  /** An example that speaks of this game. */
  #begin(game) {
    this.#work?.abort();
    this.#told.replaceChildren();
    const [x, y] = game?.shape.variables?.map(({ name }) => name) ?? [];
    this.#input.placeholder = y ? `P iff ${x} = ${y}` : x ? `P iff ${x} mod 4 = 0` : 'P iff …';
  }

  async #decide() {
    this.#work?.abort();
    const work = new AbortController();
    this.#work = work;
    const { game, at } = this.#store.state;
    const statement = this.#input.value.trim();
    if (!statement) return;
    let parts;
    try {
      const proof = await withProgress(this.#told, 'Deciding it', (signal) => prove(game.id, statement, at, signal), work.signal);
      parts = this.#parts(proof, game);
    } catch (fault) {
      if (this.#work !== work || work.signal.aborted) return;
      parts = stopped(fault) ? [el('p', { class: 'note' }, 'Stopped.')] : faultOf(fault);
    }
    if (this.#work !== work) return;
    this.#told.replaceChildren(...parts);
    say(this.#told.textContent);
  }

  #parts({ status, statement, own, checked, why, counterexample: found }, game) {
    const [look, words] = LOOKS[status] ?? LOOKS.open;
    return [
      el('p', {}, el('span', { class: `badge ${look}` }, words)),
      el('p', { class: 'sentence' }, statement),
      status === 'proved' ? el('p', { class: 'note' }, own ? 'The statement itself is the law that the verifier accepted.' : 'It follows from the law that was found and verified, by automata.') : null,
      checked?.length ? el('details', {}, el('summary', {}, 'What was checked'), el('ul', { class: 'done' }, checked.map((line) => el('li', {}, line)))) : null,
      found ? el('p', {}, `${found.smallest ? 'The smallest position at which it is wrong' : 'It is wrong at'}: ${spoken(game, found.position)}, ${found.to_move} to move. ${found.why}.`) : null,
      found ? el('p', {}, el('button', { type: 'button', click: () => this.#go(found, game) }, 'Go there')) : null,
      why ? el('p', { class: 'note' }, why) : null,
    ].filter(Boolean);
  }

  #go({ position, to_move: mover }, game) {
    this.#session.goTo(position, Math.max(0, game.players.indexOf(mover)));
    this.#store.set({ tab: 'moves' });
  }
}

/** A statement that cannot be read: what is wrong, where, and the mend. */
function faultOf({ message, diagnostics }) {
  const [first] = diagnostics ?? [];
  if (!first) return [el('p', { class: 'fault' }, message)];
  return [
    el('p', { class: 'fault' }, `At letter ${first.from[1]}: ${first.message}`),
    first.help ? el('p', { class: 'note' }, first.help) : null,
  ].filter(Boolean);
}
