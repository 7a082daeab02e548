// Where the parts meet: the state, the picture that fits the game, the link in the address.

import { listed, Refusal, shipped } from './api.js';
// For tests, which ask as the page does.
export { request } from './transport.js';
import { Address } from './address.js';
import { showWords } from './aloud.js';
import { byId, el, say, toast } from './dom.js';
import { Conjecture } from './conjecture.js';
import { Editor } from './editor.js';
import { openHelp, openNew } from './dialogs.js';
import { openGallery } from './gallery/gallery.js';
import { History } from './history.js';
import { Judge } from './judge/judge.js';
import { LawCard } from './law.js';
import { showLegend } from './legend.js';
import { linkOf, readLink } from './link.js';
import { Moves } from './moves.js';
import { showParameters } from './parameters.js';
import { Plane } from './plane/plane.js';
import { Play } from './play.js';
import { tuple } from './positions.js';
import { Session } from './session.js';
import { Puzzles } from './puzzles.js';
import { save } from './save.js';
import { createStore } from './store.js';
import { Strip } from './strip/strip.js';
import { Board } from './field/board.js';
import { Parts } from './field/parts.js';
import { Tokens } from './field/tokens.js';
import { setupTheme } from './theme.js';
import { Tabs } from './tabs.js';
import { Tools } from './tools.js';
import { Trace } from './trace/trace.js';
import { Values } from './values.js';

const PICTURES = { plane: Plane, strip: Strip, heaps: Strip, row: Board, board: Board, tokens: Tokens, parts: Parts };

const store = createStore({
  name: null, shippedRules: null, opened: '', draft: null, rules: '', values: {}, diagnostics: [], parameters: [], stale: false,
  game: null, law: null, searched: null, show: 'outcome', slice: {}, mapMover: null, view: '', wishedView: null,
  at: null, chosen: null, mover: 0, position: null, asking: null, trail: [], hot: null, tab: 'moves', play: null, puzzle: null, veil: false, theme: 0, whole: null,
});
const { state } = store;
const session = new Session(store);
const address = new Address(store, session, {
  look: (at) => {
    view.view = at;
  },
  gallery: () => showGallery(),
});
const history = new History(store, (wish) => address.opened(address.open(wish)));
const editor = new Editor((text) => session.edit(text), (by) => history.step(by));
/** The list of the shipped games, once somebody wants to look at it. */
let games = null;
let view = null;
let kind = null;
let drawn = 0;

const host = {
  pick(at) {
    if (state.puzzle) {
      puzzles.try(at);
      return;
    }
    if (!state.play) {
      session.select(at);
      return;
    }
    const option = play.theirs && state.position.options.find((candidate) => candidate.to === at);
    if (option) play.move(option);
    else if (play.theirs) say('No move leads there.');
  },
  follow(option) {
    if (state.puzzle) puzzles.try(option.to);
    else if (state.play) play.move(option);
    else session.follow(option);
  },
  read(where, what) {
    const words = [el('b', {}, where), what ? `  ${what}` : ''];
    const box = byId('readout');
    if (box.textContent !== where + (what ? `  ${what}` : '')) box.replaceChildren(...words);
  },
  moved() {
    clearTimeout(drawn);
    drawn = setTimeout(() => {
      store.set({ view: view.view });
      showWords(state, view);
    }, 250);
  },
  scaled(whole) {
    store.set({ whole });
  },
  drawn() {
    if (byId('as-text').open) host.moved();
  },
};

const play = new Play(store, session);
const puzzles = new Puzzles(store, session);
new Tabs(store);
new Moves(store, session);
new LawCard(store);
new Conjecture(store, session);
new Values(store);
new Judge(store, session);
new Trace(store);
new Tools(store, {
  go(text) {
    if (!state.game) return 'no game';
    if (state.game.shape.kind === 'numbers' && !tuple(state.game.shape, text)) {
      toast(`Write ${state.game.shape.variables.map((variable) => variable.name).join(',')} as numbers`);
      return 'no position';
    }
    if (!state.play && !state.puzzle) session.goTo(text);
    view.goTo(text);
    view.focus();
    return null;
  },
  save: (form) => save(form, state, view),
});

function showPicture(changed) {
  if (!state.game) return;
  if (changed.has('game') && (kind !== PICTURES[state.game.picture] || state.wishedView !== null)) {
    view?.destroy();
    kind = PICTURES[state.game.picture] ?? Plane;
    view = new kind(byId('stage'), host);
    if (state.wishedView) view.view = state.wishedView;
    store.set({ view: state.wishedView || null, wishedView: null });
  }
  view.update(state, changed);
  document.body.classList.add('ready');
}

store.listen((_, changed) => {
  if (changed.has('rules')) editor.text = state.rules;
  if (changed.has('diagnostics')) editor.diagnostics = state.diagnostics;
  if (changed.has('parameters') || changed.has('values')) showParameters(state.parameters, state.values, (name, text) => session.setValue(name, text));
  if (changed.has('game')) {
    byId('title').textContent = state.game.name ?? 'A game without a name';
    document.title = `${state.game.name ?? 'A game'} · whowins lab`;
  }
  for (const part of [document.body, byId('stage')]) part.classList.toggle('stale', state.stale);
  if (!state.game && state.stale) showFault();
  if (state.game) document.body.classList.remove('no-game');
  showPicture(changed);
  if (state.game && ['game', 'show', 'law', 'veil', 'whole'].some((name) => changed.has(name))) showLegend(state);
  if (['game', 'law', 'at', 'show', 'veil'].some((name) => changed.has(name))) showWords(state, view);
  if (!changed.has('hot') || changed.size > 1) address.write();
});

/** Rules that could not be read yet, with nothing to show before them: a link, or a page that was loaded again. */
function showFault() {
  byId('title').textContent = state.name ?? 'Rules with a fault';
  document.body.classList.add('no-game');
  byId('stage').replaceChildren(el('p', { class: 'empty' }, 'There is no picture until the rules can be read. What is at fault stands below them.'));
}

/** Nothing could be opened: the server refused, or doesn't run. */
function showRefused(fault) {
  const message = fault instanceof Refusal ? `${fault.message[0].toUpperCase()}${fault.message.slice(1)}` : `The server does not answer: ${fault.message}`;
  say(message);
  byId('title').textContent = fault.kind === 'token' ? 'This browser is not let in' : 'No answer';
  document.body.classList.add('ready', 'no-game');
  byId('stage').replaceChildren(el('p', { class: 'empty' }, message));
}

byId('copy-link').addEventListener('click', async () => {
  const fragment = `#${await linkOf(state, state)}`;
  window.history.replaceState(null, '', fragment);
  try {
    await navigator.clipboard.writeText(location.href);
    toast('Link copied');
  } catch {
    toast('The link is in the address bar');
  }
});
async function openDraft(draft, { rules, values }) {
  const from = draft.from ? await shipped(draft.from).catch(() => null) : null;
  return address.open({ name: from?.name ?? null, shippedRules: from?.rules ?? null, rules, values, slice: {}, draft: draft.id });
}

function showGallery() {
  games ??= listed().catch((fault) => {
    games = null;
    throw fault;
  });
  openGallery(games, (game) => address.opened(address.openShipped(game, {})), (draft, version) => address.opened(openDraft(draft, version)));
}
byId('open-gallery').addEventListener('click', showGallery);
byId('open-new').addEventListener('click', () => openNew(({ rules }) => address.opened(address.open({ name: null, rules, values: {}, slice: {} }))));
byId('open-help').addEventListener('click', openHelp);
byId('as-text').addEventListener('toggle', () => showWords(state, view));
setupTheme(() => store.set({ theme: state.theme + 1 }));
try {
  const left = history.left(await readLink(location.hash));
  await address.opened(left ? address.open(left) : address.openLink(location.hash));
} catch (fault) {
  showRefused(fault);
}
