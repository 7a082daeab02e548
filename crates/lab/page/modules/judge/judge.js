// The tab Judge: a program that tells who wins, or somebody who answers by hand, held against the truth from the smallest position on.

import { ask } from '../api.js';
import { byId, el, say } from '../dom.js';
import { forTab } from '../keep.js';
import { parts } from '../positions.js';
import { counted, spoken } from '../words.js';
import { withProgress, stopped } from '../progress.js';
import { Person } from './person.js';
import { refutation } from './refute.js';
import { isRight } from './right.js';
import { Failed, Program } from './sandbox.js';

/** How far a run goes, where nothing is wrong. */
const MOST = { positions: 20_000, sizes: 1_000 };
/** More sizes without any position than these end it. */
const EMPTY = 64;

const FIRST = `// Does the player to move win? A position of numbers or heaps
// comes as a list of numbers, any other as its text.
function wins(position) {
  return true;
}
`;

/** What the program is given. */
function given(game, at) {
  const { kind, variables } = game.shape;
  if (kind !== 'heaps' && !(kind === 'numbers' && variables.every(({ words }) => !words?.length))) return at;
  return parts(at).map(Number);
}

function saying(answerer, said, mover) {
  if (answerer instanceof Person) return `You said: ${mover} ${said ? 'wins' : 'does not win'}.`;
  return `It says: ${{ true: 'the player to move wins', false: 'the player to move does not win' }[said] ?? `"${said}"`}.`;
}

export class Judge {
  #store;
  #session;
  #panel = byId('panel-judge');
  #code = el('textarea', { 'aria-label': 'The program, in JavaScript', rows: '12', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off' });
  #mover = el('select', { 'aria-label': 'Who is to move' });
  #box = el('div', { class: 'judged', tabindex: '-1' });
  /** Who answers. */
  #asked = null;
  /** Whether who wins was hidden before somebody began to answer. */
  #veil = null;

  constructor(store, session) {
    this.#store = store;
    this.#session = session;
    this.#code.value = forTab.read('whowins.program', null) ?? FIRST;
    this.#code.addEventListener('input', () => forTab.write('whowins.program', this.#code.value));
    this.#panel.append(
      el('p', { class: 'note' }, 'Paste a function that tells who wins. It runs here, shut in: without network, and without this page. Or answer by hand. Every position is asked, the smallest first.'),
      el('form', { class: 'judge', submit: (event) => {
        event.preventDefault();
        this.#run();
      } }, this.#code, el('div', { class: 'buttons' }, el('button', { type: 'submit', class: 'main' }, 'Judge it'), el('button', { type: 'button', 'data-control': 'hand', click: () => this.#byHand() }, 'Answer by hand'), this.#mover)),
      this.#box,
    );
    store.listen((state, changed) => {
      if (!changed.has('game') || !state.game) return;
      this.#mover.replaceChildren(...state.game.players.map((name) => el('option', { value: name }, `${name} to move`)));
      this.#mover.hidden = state.game.impartial;
      this.#asked?.end();
      this.#box.replaceChildren();
    });
  }

  get #side() {
    return this.#mover.value || this.#store.state.game.players[0];
  }

  #run() {
    const program = new Program(({ at }) => given(this.#store.state.game, at));
    return this.#begin(program, (judged) => withProgress(this.#box, 'Asking it, the smallest position first', async (signal) => {
      await program.start(this.#code.value);
      return judged(signal);
    }));
  }

  /** Asks whoever sits there. Who wins is hidden meanwhile. */
  async #byHand() {
    const { state, set } = this.#store;
    const { game } = state;
    const mover = this.#side;
    const person = new Person(this.#box, game, mover, (at) => this.#session.goTo(at, game.players.indexOf(mover)));
    this.#veil ??= state.veil;
    set({ veil: true, play: null, puzzle: null });
    this.#box.focus();
    await this.#begin(person, (judged) => judged(new AbortController().signal));
    // One who begins anew is asked on.
    if (this.#asked instanceof Person && this.#asked !== person) return;
    set({ veil: this.#veil });
    this.#veil = null;
  }

  /** Judges whoever answers; `within` runs it. */
  async #begin(asked, within) {
    this.#asked?.end();
    this.#asked = asked;
    const { game } = this.#store.state;
    const mover = this.#side;
    const tally = { asked: 0, unknown: 0, size: null, order: '', whole: false };
    let told;
    try {
      told = await within((signal) => this.#judged(asked, game, mover, tally, signal));
    } catch (fault) {
      const why = stopped(fault) ? 'Stopped.' : `It cannot be judged: ${fault.message}`;
      told = [el('p', { class: stopped(fault) ? 'note' : 'fault' }, why), ...(tally.asked ? [this.#far(tally)] : [])];
    } finally {
      asked.end();
    }
    if (this.#asked !== asked || this.#store.state.game !== game) return;
    this.#box.replaceChildren(...told);
    say(this.#box.textContent);
  }

  async #judged(answerer, game, mover, tally, signal) {
    const end = performance.now() + answerer.patience;
    for (let [size, from, empty] = [0, 0, 0]; ;) {
      const told = await ask('questions', game.id, { to_move: mover, size: String(size), from: String(from) }, signal);
      const asked = told.positions.filter(({ winner }) => winner !== null);
      tally.order = told.order;
      tally.unknown += told.positions.length - asked.length;
      const { all, failure, enough } = await answerer.ask(asked);
      signal.throwIfAborted();
      const wrong = all.findIndex((said, at) => !isRight(said, asked[at].winner, mover));
      if (wrong >= 0 || failure) {
        const at = wrong >= 0 ? wrong : all.length;
        tally.asked += at;
        const why = wrong >= 0 ? await refutation(this.#session, game, asked[at].at, game.players.indexOf(mover), signal).catch(() => []) : [];
        return this.#wrong(game, mover, asked[at], wrong >= 0 ? saying(answerer, all[wrong], mover) : `It fails: ${failure.message}.`, why, tally);
      }
      tally.asked += all.length;
      if (all.length) tally.size = size;
      if (enough) return this.#right(tally);
      if (told.more) {
        from += told.positions.length;
        if (!told.positions.length) throw new Failed('no position of this size is answered within the limits');
      } else {
        empty = told.positions.length ? 0 : empty + 1;
        tally.whole = told.largest !== null && size >= told.largest;
        [size, from] = [size + 1, 0];
      }
      if (tally.whole || tally.asked >= MOST.positions || performance.now() > end || size > MOST.sizes || empty > EMPTY) return this.#right(tally);
    }
  }

  #wrong(game, mover, { at, winner }, said, why, tally) {
    const truth = winner === 'draw' ? 'Nobody can force a win' : `${winner} wins`;
    return [
      el('p', { class: 'verdict' }, el('span', { class: 'badge bad' }, '✗ Wrong'), el('span', {}, 'The smallest position at which it is wrong:')),
      el('p', { class: 'at' }, spoken(game, at)),
      el('p', {}, `${said} ${truth}, with ${mover} to move.`),
      ...why,
      el('p', {}, el('button', { type: 'button', click: () => this.#go(at, mover) }, 'Go there')),
      this.#far(tally),
    ];
  }

  #right(tally) {
    return [
      el('p', { class: 'verdict' }, el('span', { class: 'badge good' }, tally.whole ? '✓ Right at every position' : '✓ Nothing wrong so far')),
      this.#far(tally),
    ];
  }

  #far({ asked, unknown, size, order, whole }) {
    const size_ = size === null || whole ? '' : `, up to size ${size}`;
    const left = unknown ? ` ${counted(unknown, 'position')} could not be decided, and were left out.` : '';
    return el('p', { class: 'note' }, `${counted(asked, 'position')} asked and right${size_}, ${order}.${left}`);
  }

  #go(at, mover) {
    const { game } = this.#store.state;
    this.#session.goTo(at, game.players.indexOf(mover));
    this.#store.set({ tab: 'moves' });
  }
}
