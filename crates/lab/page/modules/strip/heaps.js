// Positions of heaps as text and as numbers.

/** A heap's size, or null where the text is none. */
export const heapOf = (text) => (/^\d+$/.test(text ?? '') ? BigInt(text) : null);

/** The heaps of a position. */
export const heapsOf = (text) => text.split(/[\s,]+/).map(heapOf).filter((heap) => heap !== null);

/** What is left of `list` when each of `taken` is taken once. */
export function without(list, taken) {
  const rest = [...taken];
  return list.filter((heap) => {
    const at = rest.indexOf(heap);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}
