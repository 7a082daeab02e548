// A strip of heaps cut into lines: which heap stands where. Lines are numbered from 0, as BigInt; places in 2^-32 lines.

const ONE = 2 ** 32;
/** Pixels above the first line. */
const PAD = 12;
export const SMALLEST = 3;
export const LARGEST = 44;

export class Rows {
  /** The uppermost place seen, in 2^-32 lines. */
  top = 0n;
  /** Pixels a cell, as wished. */
  wish = 22;
  /** Heaps a line as chosen by hand, or null. */
  chosen = null;
  /** The law's period, or null. */
  period = null;
  left = 0;
  width = 1;
  height = 1;

  /** Heaps a line: the period, or as many periods as fit; else a round number. */
  get columns() {
    if (this.chosen) return this.chosen;
    const fit = Math.max(1, Math.floor(this.width / this.wish));
    if (this.period && this.period <= this.width) return Math.max(1, Math.floor(fit / this.period)) * this.period;
    return fit >= 20 ? fit - (fit % 10) : fit;
  }

  /** Pixels a cell: smaller than wished where a line would not fit. */
  get cell() {
    return Math.min(this.wish * 1.4, this.width / this.columns);
  }

  get start() {
    return this.left + (this.width - this.cell * this.columns) / 2;
  }

  /** The upper left pixel of a heap's cell. */
  place(heap) {
    const columns = BigInt(this.columns);
    return this.placeOf(heap / columns, Number(heap % columns));
  }

  placeOf(row, column) {
    return [this.start + column * this.cell, PAD + (Number((row << 32n) - this.top) / ONE) * this.cell];
  }

  /** The heap under a pixel, or null. */
  heapAt(px, py) {
    const column = Math.floor((px - this.start) / this.cell);
    if (column < 0 || column >= this.columns || py > this.height) return null;
    const row = (this.top + BigInt(Math.round(((py - PAD) / this.cell) * ONE))) >> 32n;
    return row < 0n ? null : row * BigInt(this.columns) + BigInt(column);
  }

  /** The first line seen, and how many. */
  seen() {
    const above = BigInt(Math.ceil(PAD / this.cell));
    const first = (this.top >> 32n) - above;
    return [first < 0n ? 0n : first, Math.ceil(this.height / this.cell) + 1 + Number(above)];
  }

  scroll(pixels) {
    this.top -= BigInt(Math.round((pixels / this.cell) * ONE));
    if (this.top < 0n) this.top = 0n;
  }

  /** Zooms; the line under the pixel stays where it is, as near as lines of another length can. */
  zoom(factor, py) {
    const heap = this.heapAt(this.start + 1, py) ?? 0n;
    this.wish = Math.min(LARGEST, Math.max(SMALLEST, this.wish * factor));
    this.show(heap, py);
  }

  /** Brings a heap's line to a height. */
  show(heap, py) {
    const row = heap / BigInt(this.columns);
    this.top = (row << 32n) - BigInt(Math.round((py / this.cell) * ONE));
    if (this.top < 0n) this.top = 0n;
  }
}
