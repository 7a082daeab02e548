// The shipped games, as pictures to choose from; and the dialog that tells the keys.

import { picture } from './api.js';
import { byId, el } from './dom.js';
import { currentTheme } from './theme.js';

const FOLDERS = { seeds: 'The five the project began with, and their kin', classic: 'Classics', contest: 'From contests' };

function head(dialog, id, words) {
  return el('div', { class: 'head' }, el('h2', { id }, words), el('button', { type: 'button', click: () => dialog.close() }, 'Close'));
}

/** Fills and opens the gallery; `chosen(game)` is called with the one taken. */
export function openGallery(games, chosen) {
  const dialog = byId('gallery');
  const folders = [...new Set(games.map((game) => game.folder))];
  dialog.replaceChildren(
    head(dialog, 'gallery-heading', 'Games'),
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

const KEYS = [
  [['←', '→', '↑', '↓'], 'pan the map; on a strip, choose the next heap'],
  [['+', '−', '0'], 'zoom in, zoom out, back to the beginning'],
  [['Shift', '←→↑↓'], 'the neighbouring position'],
  [['Enter'], 'choose the position in the middle of the map'],
  [['Tab'], 'go from part to part; moves of a position are a list of buttons'],
  [['j', 'k'], 'in a trace: one step on, one step back'],
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
