// The colours of docs/pictures.md: five of Okabe and Ito's (2008) for outcomes, viridis (2015) for numbers.

export const CLASSES = ['N', 'P', 'L', 'R', 'D'];
export const OUTCOME = ['#56b4e9', '#d55e00', '#0072b2', '#f0e442', '#009e73'];
/** Ink that is read on each of them. */
export const ON_OUTCOME = ['#10202c', '#ffffff', '#ffffff', '#2c2900', '#ffffff'];

const HEAT = [0x440154, 0x482878, 0x3e4989, 0x31688e, 0x26828e, 0x1f9e89, 0x35b779, 0x6dcd59, 0xb4de2c, 0xfde725];

/** The colour of `part` out of `whole`, as 0xRRGGBB. */
export function heat(part, whole) {
  const at = (Math.min(part, whole) * (HEAT.length - 1)) / Math.max(whole, 1);
  const stop = Math.min(Math.floor(at), HEAT.length - 2);
  const mix = (shift) => {
    const [low, high] = [(HEAT[stop] >> shift) & 255, (HEAT[stop + 1] >> shift) & 255];
    return Math.round(low + (high - low) * (at - stop));
  };
  return (mix(16) << 16) | (mix(8) << 8) | mix(0);
}

export const hex = (colour) => `#${colour.toString(16).padStart(6, '0')}`;

/** A colour as the 32 bits of a pixel of ImageData, on a little-endian machine. */
const pixel = (colour) => (0xff000000 | ((colour & 255) << 16) | (colour & 0xff00) | (colour >> 16)) >>> 0;

const outcomePixels = (() => {
  const pixels = new Uint32Array(256);
  OUTCOME.forEach((colour, at) => {
    pixels[at] = pixel(parseInt(colour.slice(1), 16));
  });
  return pixels;
})();

let heatPixels = { whole: -1, pixels: null };

/** What each value becomes: clear where there is no position; the value 0 of a heat map is as P-positions are. */
export function pixelsOf(show, whole) {
  if (show === 'outcome') return outcomePixels;
  if (heatPixels.whole !== whole) {
    const pixels = new Uint32Array(65536);
    for (let value = 0; value < 65535; value += 1) pixels[value] = pixel(heat(value, whole));
    pixels[0] = outcomePixels[1];
    heatPixels = { whole, pixels };
  }
  return heatPixels.pixels;
}

/** Paper, ink and lines of the page as it is now, for what is drawn on canvas. */
export function themeColours() {
  const probe = document.createElement('i');
  document.body.append(probe);
  const get = (name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = Object.fromEntries(['card', 'well', 'ink', 'muted', 'line', 'accent'].map((name) => [name, get(name)]));
  probe.remove();
  return { ...colours, sans: getComputedStyle(document.documentElement).getPropertyValue('--sans').trim() };
}
