// Rows and boards as text: their cells, what a move changes, what a hand may change.

/** The cells of a position, row by row. */
export const cellsOf = (text) => text.split('/').map((row) => [...row.replaceAll(' ', '')]);

export const textOf = (cells) => cells.map((row) => row.join('')).join('/');

/** The cells that differ: pieces that leave or change, and places that pieces come to. Keys are "row,column". */
export function changesOf(before, after, empty) {
  const [from, to] = [[], []];
  const [old, fresh] = [cellsOf(before), cellsOf(after)];
  old.forEach((row, r) => row.forEach((symbol, c) => {
    const next = fresh[r]?.[c];
    if (next === symbol || next === undefined) return;
    if (symbol !== empty) from.push(`${r},${c}`);
    if (next !== empty) to.push(`${r},${c}`);
  }));
  return { from, to };
}

/** The next symbol of the alphabet in one cell. */
export function turned(text, alphabet, row, column) {
  const cells = cellsOf(text);
  cells[row][column] = alphabet[(alphabet.indexOf(cells[row][column]) + 1) % alphabet.length];
  return textOf(cells);
}

/** With so many rows and columns more, or fewer; at least one cell stays. */
export function resized(text, empty, rows, columns) {
  const cells = cellsOf(text);
  const [height, width] = [Math.max(1, cells.length + rows), Math.max(1, cells[0].length + columns)];
  return textOf(Array.from({ length: height }, (_, r) => Array.from({ length: width }, (_, c) => cells[r]?.[c] ?? empty)));
}

/** The symbols of an alphabet, however it is told. */
export const symbolsOf = (alphabet) => (Array.isArray(alphabet) ? alphabet : [...alphabet.replaceAll(' ', '')]);
