// Elements in a line, and the three ways to tell people something.

/** An HTML element; properties that are functions become listeners, `class` and ARIA names become attributes. */
export function el(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children);
}

const SVG = 'http://www.w3.org/2000/svg';

/** An SVG element. */
export function svg(tag, properties = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), properties, children);
}

function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, '');
    else element.setAttribute(name, value);
  }
  // One by one: a board may have more of them than a call may have arguments.
  for (const child of children.flat()) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

export const byId = (id) => document.getElementById(id);

/** Tells it to screen readers. */
export function say(text) {
  const live = byId('live');
  // The same words twice are told twice.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** Hands a file to whoever looks. */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  el('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

let toastEnds = 0;

/** Tells it to everybody, for a moment. */
export function toast(text) {
  const box = byId('toast');
  box.textContent = text;
  box.classList.add('seen');
  clearTimeout(toastEnds);
  // So long as it takes to read it.
  toastEnds = setTimeout(() => box.classList.remove('seen'), Math.max(2500, text.length * 70));
}

/** Whether the person asked for little motion. */
export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
