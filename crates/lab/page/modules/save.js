// The picture as a file, as SVG or PNG, and the table behind it as CSV or text.

import { asked } from './api.js';
import { download, el, svg, toast } from './dom.js';
import { currentTheme } from './theme.js';

const PICTURES = { svg: 'Picture (SVG)', png: 'Picture (PNG)' };
const TABLES = { csv: 'Table (CSV)', txt: 'Table (text)' };
const MAPS = ['plane', 'strip', 'heaps'];
/** Pixels of a PNG for one of the page's, where the picture is not made of pixels already. */
const FINE = 2;
/** What a drawing's look is made of. */
const LOOK = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'opacity', 'visibility', 'display',
  'font-family', 'font-size', 'font-weight', 'letter-spacing', 'text-anchor', 'dominant-baseline', 'marker-end'];

/** The menu above the picture; `save(form)` is called with what was chosen. */
export function saveMenu(game, save) {
  const forms = MAPS.includes(game.picture) ? { ...PICTURES, ...TABLES } : PICTURES;
  const menu = el('details', { class: 'menu', keydown: (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    event.stopPropagation();
    close();
  }, focusout: (event) => {
    if (!menu.contains(event.relatedTarget)) menu.open = false;
  } }, el('summary', {}, 'Save'), el('ul', {}, Object.entries(forms).map(([form, words]) => el('li', {}, el('button', { type: 'button', 'data-form': form, click: () => {
    close();
    save(form);
  } }, words)))));
  const close = () => {
    menu.open = false;
    menu.querySelector('summary').focus();
  };
  return menu;
}

const fileName = (game, ending) => `${(game.name ?? 'game').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '') || 'game'}.${ending}`;

/** Saves what is seen. */
export async function save(form, state, view) {
  const { game } = state;
  if (!game) return;
  try {
    const blob = await made(form, state, view);
    download(blob, fileName(game, form));
    toast(`Saved as ${fileName(game, form)}`);
  } catch (fault) {
    toast(fault.message);
  }
}

async function made(form, state, view) {
  view.sheet?.whole();
  const drawing = view.stage.querySelector('.field .sheet > svg');
  if (drawing) {
    const text = await standalone(drawing);
    return form === 'svg' ? new Blob([text], { type: 'image/svg+xml' }) : painted(text, drawing);
  }
  const canvas = view.stage.querySelector('canvas');
  // As it is seen, whatever is seen.
  if (form === 'png') return new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
  if (state.veil) throw new Error('Who wins is hidden; the file would tell.');
  const { show, slice, mapMover } = state;
  const fixed = Object.entries(slice).map(([name, value]) => `${name}=${value}`).join(',');
  const answer = await asked('map', state.game.id, { form, show, slice: fixed, to_move: mapMover, theme: currentTheme(), ...view.window });
  return answer.blob();
}

/** A drawing of the page as a file of its own: with the look that style sheets give it here. */
async function standalone(drawing) {
  const copy = drawing.cloneNode(true);
  const [theirs, ours] = [drawing, copy].map((one) => [one, ...one.querySelectorAll('*')]);
  theirs.forEach((element, at) => {
    const look = getComputedStyle(element);
    for (const name of LOOK) {
      const value = look.getPropertyValue(name);
      if (value && !(name === 'marker-end' && value === 'none')) ours[at].setAttribute(name, name === 'marker-end' ? value.replace(/url\("?[^"#]*(#[^")]+)"?\)/, 'url($1)') : value);
    }
    for (const name of ['class', 'tabindex', 'role', 'data-key', 'style']) ours[at].removeAttribute(name);
  });
  copy.setAttribute('role', 'img');
  const box = drawing.viewBox.baseVal;
  const ground = getComputedStyle(drawing.closest('section')).backgroundColor;
  copy.prepend(svg('title', {}, drawing.getAttribute('aria-label')), svg('rect', { x: box.x, y: box.y, width: box.width, height: box.height, fill: ground }));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

async function painted(text, drawing) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    await image.decode();
    const { width, height } = drawing.getBoundingClientRect();
    const canvas = el('canvas', { width: Math.round(width * FINE), height: Math.round(height * FINE) });
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
