// The ground of the map: tiles, a coarser or finer one while the right one is on its way, and the lines between squares.

import { CLASSES, ON_OUTCOME } from '../colours.js';
import { SIZE } from './tiles.js';

/** The tiles that cover what is seen, those in the middle first: [level, x, y]. */
export function covering(camera, level) {
  const [x0, x1, y0, y1] = camera.seen();
  const shift = BigInt(level) + 8n;
  const clip = (value, most) => {
    const low = value < 0n ? 0n : value;
    return (most !== null && low > most ? most : low) >> shift;
  };
  const [a, b] = [clip(x0, camera.most[0]), clip(x1, camera.most[0])];
  const [c, d] = [clip(y0, camera.most[1]), clip(y1, camera.most[1])];
  if (x1 < 0n || y1 < 0n) return [];
  const list = [];
  for (let x = a; x <= b && list.length < 400; x += 1n) {
    for (let y = c; y <= d && list.length < 400; y += 1n) {
      const far = Math.hypot(Number(2n * x - a - b), Number(2n * y - c - d));
      list.push({ tile: [level, x, y], far });
    }
  }
  return list.sort((one, other) => one.far - other.far).map((entry) => entry.tile);
}

/** Draws the part of a bitmap that stands for the squares of tile (level, x, y). */
function put(context, camera, ratio, bitmap, from, level, x, y) {
  const shift = BigInt(level) + 8n;
  const edge = (value) => Math.round(value * ratio);
  const [x0, x1] = [edge(camera.screenX(x << shift)), edge(camera.screenX((x + 1n) << shift))];
  const [y0, y1] = [edge(camera.screenY((y + 1n) << shift)), edge(camera.screenY(y << shift))];
  // Only what is seen: a tile zoomed in is far larger than the screen.
  const [seenX0, seenX1] = [Math.max(x0, camera.left * ratio), Math.min(x1, (camera.left + camera.width) * ratio)];
  const [seenY0, seenY1] = [Math.max(y0, camera.top * ratio), Math.min(y1, (camera.top + camera.height) * ratio)];
  if (seenX0 >= seenX1 || seenY0 >= seenY1) return;
  const across = from.width / (x1 - x0);
  const along = from.height / (y1 - y0);
  context.drawImage(
    bitmap,
    from.x + (seenX0 - x0) * across, from.y + (seenY0 - y0) * along, (seenX1 - seenX0) * across, (seenY1 - seenY0) * along,
    seenX0, seenY0, seenX1 - seenX0, seenY1 - seenY0,
  );
}

/** In place of a tile that is not here yet: a part of a coarser one, or finer ones. */
function standIn(context, camera, ratio, tiles, level, x, y) {
  for (let up = 1; up <= 8 && level + up <= 64; up += 1) {
    const [px, py] = [x >> BigInt(up), y >> BigInt(up)];
    const tile = tiles.get(level + up, px, py);
    if (!tile?.bitmap) continue;
    const part = SIZE / 2 ** up;
    const column = Number(x - (px << BigInt(up)));
    const row = 2 ** up - 1 - Number(y - (py << BigInt(up)));
    put(context, camera, ratio, tile.bitmap, { x: column * part, y: row * part, width: part, height: part }, level, x, y);
    return;
  }
  if (level === 0) return;
  for (const [dx, dy] of [[0n, 0n], [1n, 0n], [0n, 1n], [1n, 1n]]) {
    const tile = tiles.get(level - 1, 2n * x + dx, 2n * y + dy);
    if (tile?.bitmap) put(context, camera, ratio, tile.bitmap, WHOLE, level - 1, 2n * x + dx, 2n * y + dy);
  }
}

const WHOLE = { x: 0, y: 0, width: SIZE, height: SIZE };

/** Draws all tiles; returns the words of a refusal where there is one. */
export function drawTiles(context, camera, ratio, tiles, list) {
  context.imageSmoothingEnabled = false;
  let refusal = null;
  for (const [level, x, y] of list) {
    const tile = tiles.get(level, x, y);
    if (tile?.bitmap) {
      tiles.repaint(tile);
      put(context, camera, ratio, tile.bitmap, WHOLE, level, x, y);
    } else if (tile?.refused) {
      refusal = tile.said;
    } else {
      standIn(context, camera, ratio, tiles, level, x, y);
    }
  }
  return refusal;
}

/** The value of a square, from the tiles at hand; undefined where none is. */
export function valueAt(tiles, level, [x, y]) {
  const shift = BigInt(level);
  const [bx, by] = [x >> shift, y >> shift];
  const tile = tiles.get(level, bx >> 8n, by >> 8n);
  return tile?.values?.[Number(by & 255n) * SIZE + Number(bx & 255n)];
}

/** Lines between squares, and letters or numbers in them where there is room. */
export function drawSquares(context, camera, tiles, show, colours) {
  const { scale } = camera;
  if (scale < 9) return;
  const [x0, x1, y0, y1] = camera.seen().map((place) => (place < 0n ? 0n : place));
  const [lastX, lastY] = [x1, y1].map((last, axis) => (camera.most[axis] !== null && last > camera.most[axis] ? camera.most[axis] : last));
  context.save();
  context.globalAlpha = Math.min(0.5, (scale - 9) / 24);
  context.strokeStyle = colours.card;
  context.lineWidth = 1;
  context.beginPath();
  const [right, bottom] = [camera.screenX(lastX + 1n), camera.screenY(y0)];
  const [left, top] = [camera.screenX(x0), camera.screenY(lastY + 1n)];
  for (let x = x0; x <= lastX + 1n; x += 1n) {
    const at = Math.round(camera.screenX(x)) + 0.5;
    context.moveTo(at, top);
    context.lineTo(at, bottom);
  }
  for (let y = y0; y <= lastY + 1n; y += 1n) {
    const at = Math.round(camera.screenY(y)) + 0.5;
    context.moveTo(left, at);
    context.lineTo(right, at);
  }
  context.stroke();
  context.restore();
  if (scale < 26) return;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = `600 ${Math.min(18, scale * 0.42)}px ${colours.sans}`;
  for (let x = x0; x <= lastX; x += 1n) {
    for (let y = y0; y <= lastY; y += 1n) {
      const value = valueAt(tiles, 0, [x, y]);
      if (value === undefined || value === (show === 'outcome' ? 255 : 65535)) continue;
      const light = show === 'outcome' ? ON_OUTCOME[value] : value === 0 || value * 2 < tiles.whole ? '#ffffff' : '#10202c';
      context.globalAlpha = show === 'outcome' && value === 0 ? 0.45 : 0.95;
      context.fillStyle = light;
      context.fillText(show === 'outcome' ? CLASSES[value] : value, camera.screenX(x) + scale / 2, camera.screenY(y) - scale / 2 + 1);
    }
  }
  context.globalAlpha = 1;
}
