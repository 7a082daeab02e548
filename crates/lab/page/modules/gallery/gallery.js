// The shipped games, as pictures to choose from, with what one finds them by; before them what one has written oneself.

import { picture } from '../api.js';
import { head } from '../dialogs.js';
import { byId, el } from '../dom.js';
import { drafts } from '../drafts.js';
import { currentTheme } from '../theme.js';
import { counted } from '../words.js';
import { draftCard } from './drafts.js';
import { Find, ORDERS } from './find.js';

/** What tags are told by. */
const GROUPS = {
  'played on': 'Played on', moves: 'Moves', ends: 'Won by', proved: 'Proved', difficulty: 'Difficulty',
};
const WORDS = {
  impartial: 'the same for both', partizan: 'each their own', parts: 'several parts',
  law: 'a law of all positions', strategy: 'a strategy from the start',
};
const percent = (part) => `${Math.round(part * 100)} %`;

/** How hard a game is, and how that is known. */
function hard({ tags, kept }) {
  if (kept === null) return 'difficulty not measured';
  return `${tags.difficulty}: ${percent(kept)} of the moves keep a win`;
}

function card(game, chosen) {
  const { tags, year } = game;
  const told = tags.moves ? [year, tags['played on'], tags.moves, tags.proved === 'nothing yet' ? null : tags.proved].filter(Boolean).join(' · ') : '';
  return el('li', {}, el('button', { type: 'button', class: 'game', 'data-name': game.name, click: () => chosen(game) },
    el('img', { src: picture(game.name, currentTheme()), alt: '', loading: 'lazy', width: 240, height: 160 }),
    el('b', {}, game.title),
    el('span', {}, game.about ?? ''),
    tags.moves ? el('small', {}, told, el('br'), hard(game)) : null));
}

/** The list with what narrows it. What one looked for stays until the page is left. */
class Shown {
  #find;
  #cards;
  #list = el('ul', { class: 'all' });
  #count = el('p', { class: 'count', role: 'status' });
  #tags = [];
  #search;
  element;

  constructor(find, groups, chosen) {
    this.#find = find;
    this.#cards = new Map(find.games.map((game) => [game, card(game, chosen)]));
    this.#search = el('input', { type: 'search', 'aria-label': 'Look for games', placeholder: 'Name, people, year, what is moved ...', value: find.words, input: (event) => {
      find.words = event.target.value;
      this.show();
    } });
    const orders = Object.entries(ORDERS).map(([name, words]) => el('option', { value: name, selected: name === find.order }, words));
    const order = el('select', { 'aria-label': 'Their order', change: (event) => {
      find.order = event.target.value;
      this.show();
    } }, orders);
    this.element = el('div', {},
      el('form', { class: 'find', role: 'search', submit: (event) => event.preventDefault() }, this.#search, order, el('details', { open: matchMedia('(min-width: 700px)').matches },
        el('summary', {}, 'Tags'), groups.map(([group, tags]) => this.#group(group, tags)))),
      this.#count, this.#list);
    this.show();
  }

  #group(group, tags) {
    const buttons = tags.map((tag) => {
      const count = el('i', {});
      const button = el('button', { type: 'button', class: 'tag', click: () => {
        this.#find.turn(group, tag);
        this.show();
      } }, WORDS[tag] ?? tag, ' ', count);
      this.#tags.push(() => {
        const many = this.#find.count(group, tag);
        const wanted = this.#find.wants(group, tag);
        count.textContent = many;
        button.setAttribute('aria-pressed', String(wanted));
        button.disabled = many === 0 && !wanted;
      });
      return button;
    });
    return el('fieldset', {}, el('legend', {}, GROUPS[group] ?? group), buttons);
  }

  show() {
    const { found, games, narrowed } = this.#find;
    this.#tags.forEach((update) => update());
    this.#list.replaceChildren(...found.map((game) => this.#cards.get(game)));
    const all = counted(games.length, 'game');
    this.#count.replaceChildren(narrowed ? `${found.length} of ${all}` : all, narrowed ? el('button', { type: 'button', class: 'plain', click: () => {
      this.#find.clear();
      this.#search.value = '';
      this.show();
      this.#search.focus();
    } }, 'Show all') : '');
  }
}

let find = null;

/** Fills and opens the gallery; `listed` are the shipped games; `chosen(game)` is called with the one taken, `resumed(draft, version)` with what one has written oneself. */
export async function openGallery(listed, chosen, resumed) {
  const dialog = byId('gallery');
  const taken = (then) => (...what) => {
    dialog.close();
    then(...what);
  };
  const own = drafts();
  const rest = el('div', {}, el('p', { class: 'count' }, 'The games are being fetched ...'));
  dialog.replaceChildren(
    head(dialog, 'gallery-heading', 'Games'),
    ...(own.length ? [el('h3', {}, 'My drafts, on this device'), el('ul', { class: 'drafts' }, own.map((draft) => draftCard(draft, taken(resumed))))] : []),
    rest,
  );
  dialog.showModal();
  try {
    const { games, groups } = await listed;
    if (find?.games !== games) find = new Find(games);
    rest.replaceChildren(new Shown(find, groups, taken(chosen)).element);
  } catch (fault) {
    rest.replaceChildren(el('p', { class: 'fault count' }, `The games cannot be listed: ${fault.message}`));
  }
}
