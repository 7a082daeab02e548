// The law as a card: the sentence, the formula, proved or observed, what was checked, the files.

import { ask, fileOf } from './api.js';
import { Automaton } from './automaton.js';
import { byId, el, say } from './dom.js';
import { stopped, withProgress } from './progress.js';
import { counted } from './words.js';

const MATHML = 'http://www.w3.org/1998/Math/MathML';

/** The server's <math> as an element; anything else in it is left out. */
function mathOf(text) {
  const parsed = new DOMParser().parseFromString(text, 'application/xml').documentElement;
  if (parsed.namespaceURI !== MATHML || parsed.localName !== 'math') return [];
  for (const element of parsed.querySelectorAll('*')) if (element.namespaceURI !== MATHML) element.remove();
  return pieces(document.importNode(parsed, true));
}

/** A formula in pieces that lines may break between: words are text, and a piece ends with a comma, a colon or a full stop. */
function pieces(math) {
  const parts = [];
  let run = null;
  for (const child of [...(math.querySelector(':scope > mrow') ?? math).children]) {
    const text = child.textContent.trim();
    const stop = child.localName === 'mo' && /^[,.:;]$/.test(text);
    if (child.localName === 'mtext' || stop) {
      parts.push(stop ? text : ` ${text}`);
      run = null;
      continue;
    }
    if (!run) {
      run = document.createElementNS(MATHML, 'math');
      parts.push(' ', run);
    }
    run.append(child);
  }
  return parts;
}

const BADGES = {
  proved: ['good', '✓ Proved'],
  observed: ['warn', '~ Observed, not proved'],
  none: ['calm', 'No law found'],
};

export class LawCard {
  #store;
  #box = byId('law');
  #work = null;
  #automaton = null;
  #veil = el('p', { class: 'note' }, 'The law is hidden, as who wins is.');

  constructor(store) {
    this.#store = store;
    this.#veil.hidden = true;
    this.#box.after(this.#veil);
    store.listen((state, changed) => {
      if (changed.has('game')) this.#load(state.game);
      if (['position', 'theme'].some((name) => changed.has(name))) this.#automaton?.show();
      this.#box.hidden = state.veil;
      this.#veil.hidden = !state.veil;
    });
  }

  async #load(game) {
    this.#work?.abort();
    const work = new AbortController();
    this.#work = work;
    this.#box.replaceChildren();
    this.#automaton = null;
    try {
      const law = await withProgress(this.#box, 'Looking for a law and its proof', (signal) => ask('law', game.id, {}, signal), work.signal);
      if (this.#work !== work) return;
      this.#store.set({ law, searched: game.id });
      this.#show(law, game);
    } catch (fault) {
      if (this.#work !== work) return;
      this.#store.set({ searched: game.id });
      const again = el('button', { type: 'button', click: () => this.#load(game) }, 'Look again');
      this.#box.replaceChildren(el('p', { class: stopped(fault) ? 'note' : 'fault' }, stopped(fault) ? 'Stopped.' : fault.message), again);
    }
  }

  #show(law, game) {
    const [first, ...others] = law.laws ?? [];
    const [look, words] = law.stopped ? ['calm', 'No law found in the time given'] : BADGES[law.status] ?? BADGES.none;
    const tried = law.tried ?? [];
    const observed = tried.filter((entry) => entry.result === 'observed');
    const math = law.mathml ? mathOf(law.mathml) : [];
    const open = law.for ? ` for ${law.for}` : '';
    this.#box.replaceChildren(...[
      el('p', {}, el('span', { class: `badge ${look}` }, words + open)),
      first ? el('p', { class: 'sentence' }, first.statement) : null,
      !first && observed.length ? el('p', { class: 'sentence' }, observed[0].why) : null,
      !first && !observed.length ? el('p', { class: 'note' }, 'Answers come from tables, as far as they reach. What was tried is told below.') : null,
      math.length ? el('div', { class: 'formula', tabindex: '0', role: 'group', 'aria-label': 'Formula' }, math)
        : first?.formula ? el('div', { class: 'formula', tabindex: '0', role: 'group', 'aria-label': 'Formula' }, first.formula) : null,
      first?.source ? el('p', { class: 'source' }, first.source) : null,
      this.#files(law, game),
      law.stopped ? el('p', {}, el('button', { type: 'button', click: () => this.#load(game) }, 'Look again')) : null,
      first?.checked?.length ? el('details', {}, el('summary', {}, 'What was checked'), el('ul', { class: 'done' }, first.checked.map((line) => el('li', {}, line)))) : null,
      law.automaton ? this.#drawn(game) : null,
      others.length ? el('details', {}, el('summary', {}, `Also proved: ${counted(others.length, 'law')}`), el('ul', { class: 'done' },
        others.map((other) => el('li', {}, other.statement)))) : null,
      tried.length && !first ? el('details', {}, el('summary', {}, `What was tried: ${counted(tried.length, 'kind')}`), el('ul', {},
        tried.map((entry) => el('li', {}, el('span', { class: 'kind' }, `${entry.kind}: `), entry.why)))) : null,
      el('p', { class: 'foot' }, foot(first, law)),
    ].filter(Boolean));
    say(`${words}${open}. ${first?.statement ?? ''}`);
  }

  #drawn(game) {
    this.#automaton = new Automaton(this.#store, game);
    return this.#automaton.element;
  }

  #files(law, game) {
    if (!law.certificate && !law.coq) return null;
    const link = (path, words) => el('a', { class: 'button', ...fileOf(path, game.id) }, words);
    return el('p', { class: 'files' },
      law.certificate ? link('law.cert', '↓ Certificate') : null,
      law.coq ? link('law.v', '↓ Coq file') : null);
  }
}

function foot(first, law) {
  if (!first) return law.seconds === undefined ? '' : `Searched for ${law.seconds.toFixed(1)} s.`;
  const all = (first.search_seconds ?? 0) + (first.check_seconds ?? 0);
  return `Found and checked by the verifier in ${all < 0.01 ? 'under 10 ms' : `${all.toFixed(2)} s`}.`;
}
