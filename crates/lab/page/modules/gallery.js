// The shipped games, as pictures to choose from; and the dialog that tells the keys.

import { picture } from './api.js';
import { byId, el, say } from './dom.js';
import { drafts, dropDraft } from './drafts.js';
import { known, templates } from './language.js';
import { currentTheme } from './theme.js';

const FOLDERS = { seeds: 'The five the project began with, and their kin', classic: 'Classics', contest: 'From contests' };

function head(dialog, id, words) {
  return el('div', { class: 'head' }, el('h2', { id }, words), el('button', { type: 'button', click: () => dialog.close() }, 'Close'));
}

/** Fills and opens the gallery; `chosen(game)` is called with the one taken, `resumed(draft, version)` with what one has written oneself. */
export function openGallery(games, chosen, resumed) {
  const dialog = byId('gallery');
  const own = drafts();
  const folders = [...new Set(games.map((game) => game.folder))];
  dialog.replaceChildren(
    head(dialog, 'gallery-heading', 'Games'),
    ...(own.length ? [el('h3', {}, 'My drafts, on this device'), el('ul', { class: 'drafts' }, own.map((draft) => draftCard(dialog, draft, resumed)))] : []),
    ...folders.flatMap((folder) => [
      el('h3', {}, FOLDERS[folder] ?? folder),
      el('ul', {}, games.filter((game) => game.folder === folder).map((game) => card(dialog, game, chosen))),
    ]),
  );
  dialog.showModal();
}

function card(dialog, game, chosen) {
  const source = picture(game.name, currentTheme());
  return el('li', {}, el('button', { type: 'button', class: 'game', click: () => {
    dialog.close();
    chosen(game);
  } },
  el('img', { src: source, alt: '', loading: 'lazy', width: 240, height: 160 }),
  el('b', {}, game.title),
  el('span', {}, game.about ?? '')));
}

/** «26 Nov, 14:05» */
const time = (when) => new Date(when).toLocaleString([], { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

function draftCard(dialog, draft, resumed) {
  const item = el('li', { class: 'draft' });
  const open = (version) => () => {
    dialog.close();
    resumed(draft, version);
  };
  const shown = () => {
    const [last, ...earlier] = [...draft.versions].reverse();
    item.replaceChildren(...[
      el('button', { type: 'button', class: 'game', click: open(last) }, el('b', {}, draft.title), el('span', {}, `${time(last.when)}${draft.from ? `, from ${draft.from}` : ''}`)),
      el('div', { class: 'buttons' },
        earlier.length ? el('details', {}, el('summary', {}, `Earlier versions: ${earlier.length}`), el('ol', {}, earlier.map((version) => el('li', {}, el('button', {
          type: 'button', class: 'plain', click: open(version),
        }, time(version.when)))))) : null,
        el('button', { type: 'button', class: 'plain drop', 'aria-label': `Delete the draft ${draft.title}`, click: drop }, 'Delete')),
    ]);
  };
  const drop = () => {
    const back = dropDraft(draft.id);
    const keep = el('button', { type: 'button', class: 'plain', click: () => {
      back();
      shown();
      item.querySelector('.game').focus();
    } }, 'Keep it');
    item.replaceChildren(el('p', { class: 'note' }, `«${draft.title}» is deleted. `, keep));
    keep.focus();
    say(`The draft ${draft.title} is deleted.`);
  };
  shown();
  return item;
}

/** Opens the list of whole games to begin with; `chosen(template)` is called with the one taken. */
export async function openNew(chosen) {
  await known;
  const dialog = byId('new');
  dialog.replaceChildren(
    head(dialog, 'new-heading', 'New game'),
    el('p', { class: 'note lead' }, 'A small whole game of each kind, to be changed. What you write is kept on this device.'),
    el('ul', {}, templates.map((template) => el('li', {}, el('button', { type: 'button', class: 'game', 'data-kind': template.kind, click: () => {
      dialog.close();
      chosen(template);
    } }, el('b', {}, template.title), el('span', {}, template.about))))),
  );
  dialog.showModal();
}

const KEYS = [
  [['←', '→', '↑', '↓'], 'pan the map; on a strip, choose the next heap'],
  [['+', '−', '0'], 'zoom in, zoom out, back to the beginning'],
  [['Shift', '←→↑↓'], 'the neighbouring position'],
  [['Enter'], 'choose the position in the middle of the map'],
  [['Tab'], 'go from part to part; moves of a position are a list of buttons'],
  [['j', 'k'], 'in a trace: one step on, one step back'],
  [['Ctrl', 'Space'], 'in the rules: what can be written here; arrows choose, Enter writes'],
  [['F1'], 'in the rules: read what the word at the caret means'],
  [['Ctrl', 'Z'], 'undo in the rules, also back to the game before; Ctrl Y or Ctrl Shift Z: again'],
  [['Esc'], 'leave the rules, close what is open'],
];

/** Opens the list of keys. */
export function openHelp() {
  const dialog = byId('help');
  dialog.replaceChildren(
    head(dialog, 'help-heading', 'Keys'),
    el('dl', { class: 'keys' }, KEYS.flatMap(([keys, words]) => [el('dt', {}, keys.map((key) => el('kbd', {}, key))), el('dd', {}, words)])),
  );
  dialog.showModal();
}
