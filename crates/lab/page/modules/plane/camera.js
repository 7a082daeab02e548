// Where one looks. Places are whole numbers of 2^-32 squares, as BigInt, so that nothing is lost however far out one goes;
// only what is near the screen becomes a float.

const SHIFT = 32n;
const ONE = 2 ** 32;
export const LARGEST_SCALE = 72;
const SMALLEST_SCALE = 2 ** -62;

const fixed = (squares) => BigInt(Math.round(squares * ONE));

export class Camera {
  /** The centre, in 2^-32 squares. */
  x = 0n;
  y = 0n;
  /** Pixels a square. */
  scale = 16;
  /** The map's rectangle on the canvas, in pixels. */
  left = 0;
  top = 0;
  width = 1;
  height = 1;
  /** The largest square each way, or null. */
  most = [null, null];

  /** The pixel of the left edge of column `square`. */
  screenX(square) {
    return this.left + this.width / 2 + (Number((square << SHIFT) - this.x) / ONE) * this.scale;
  }

  /** The pixel of the lower edge of row `square`. */
  screenY(square) {
    return this.top + this.height / 2 - (Number((square << SHIFT) - this.y) / ONE) * this.scale;
  }

  /** The same of a place in 2^-32 squares. */
  screenOf(x, y) {
    return [
      this.left + this.width / 2 + (Number(x - this.x) / ONE) * this.scale,
      this.top + this.height / 2 - (Number(y - this.y) / ONE) * this.scale,
    ];
  }

  /** The place under a pixel, in 2^-32 squares. */
  placeOf(px, py) {
    return [
      this.x + fixed((px - this.left - this.width / 2) / this.scale),
      this.y - fixed((py - this.top - this.height / 2) / this.scale),
    ];
  }

  /** The square under a pixel; null where there is none. */
  squareOf(px, py) {
    const [x, y] = this.placeOf(px, py).map((place) => place >> SHIFT);
    const inside = (square, most) => square >= 0n && (most === null || square <= most);
    return inside(x, this.most[0]) && inside(y, this.most[1]) ? [x, y] : null;
  }

  /** The first and last square seen each way: [x0, x1, y0, y1]. */
  seen() {
    const [x0, y1] = this.placeOf(this.left, this.top);
    const [x1, y0] = this.placeOf(this.left + this.width, this.top + this.height);
    return [x0, x1, y0, y1].map((place) => place >> SHIFT);
  }

  pan(dx, dy) {
    this.x -= fixed(dx / this.scale);
    this.y += fixed(dy / this.scale);
    this.clamp();
  }

  /** Zooms; what is under the pixel stays there. */
  zoom(factor, px = this.left + this.width / 2, py = this.top + this.height / 2) {
    const [x, y] = this.placeOf(px, py);
    this.scale = Math.min(LARGEST_SCALE, Math.max(SMALLEST_SCALE, this.scale * factor));
    const [newX, newY] = this.placeOf(px, py);
    this.x += x - newX;
    this.y += y - newY;
    this.clamp();
  }

  /** Puts the middle of a square into the middle. */
  centre(x, y) {
    this.x = (x << SHIFT) + (1n << (SHIFT - 1n));
    this.y = (y << SHIFT) + (1n << (SHIFT - 1n));
    this.clamp();
  }

  /** Shows `squares` squares each way from (0, 0), as large as they fit. */
  home(squares) {
    this.scale = Math.min(LARGEST_SCALE, Math.min(this.width, this.height) / squares);
    this.x = fixed(this.width / 2 / this.scale);
    this.y = fixed(this.height / 2 / this.scale);
    for (const [axis, size] of [['x', this.width], ['y', this.height]]) {
      const most = this.most[axis === 'x' ? 0 : 1];
      // A map smaller than the window stands in its middle.
      if (most !== null && Number(most + 1n) * this.scale < size) this[axis] = ((most + 1n) << SHIFT) / 2n;
    }
  }

  /** The middle of the view never leaves the map. */
  clamp() {
    for (const [axis, most] of [['x', this.most[0]], ['y', this.most[1]]]) {
      if (this[axis] < 0n) this[axis] = 0n;
      const end = most === null ? null : (most + 1n) << SHIFT;
      if (end !== null && this[axis] > end) this[axis] = end;
    }
  }

  /** Level of the tiles: a pixel of theirs is at least one of the screen's. */
  level(ratio) {
    return Math.min(64, Math.max(0, Math.ceil(-Math.log2(this.scale * ratio) - 1e-9)));
  }

  /** As a link carries it: the square in the middle and the zoom. */
  get text() {
    return `${this.x >> SHIFT},${this.y >> SHIFT},${Math.log2(this.scale).toFixed(3)}`;
  }

  set text(text) {
    const match = /^(\d{1,400}),(\d{1,400}),(-?[\d.]+)$/.exec(text);
    if (!match) return;
    this.scale = Math.min(LARGEST_SCALE, Math.max(SMALLEST_SCALE, 2 ** Number(match[3])));
    this.centre(BigInt(match[1]), BigInt(match[2]));
  }
}
