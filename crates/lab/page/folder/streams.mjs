// A WebAssembly module with what is alike laid together: opcodes, numbers of variables, constants, each in a stream of its own, so that it packs smaller by a tenth.
// What is split when the page is built (`split`) is joined in the browser (`join`): both are one walk over the code, which copies each piece from here to there.

/** The streams: all but code, lengths and types of variables, opcodes, and what belongs to opcodes. */
const [REST, HEAD, OPCODE, TARGET, CALL, READ, WRITTEN, OTHER, ALIGN, OFFSET, CONST32, CONST64, FLOAT] = Array.from({ length: 13 }, (_, at) => at);
const STREAMS = 16;
const NONE = 255;
/** What split modules begin with; then come the lengths of the streams, four bytes each. */
const MARK = [0x77, 0x73, 0x74, 0x72];
const BEGIN = MARK.length + 4 * STREAMS;

/** The section that holds code. */
const CODE = 10;

/** The streams of the two numbers, at most, that follow each opcode. */
const FIRST = new Uint8Array(256).fill(NONE);
const SECOND = new Uint8Array(256).fill(NONE);
const follow = (opcodes, first, second = NONE) => opcodes.forEach((opcode) => {
  FIRST[opcode] = first;
  SECOND[opcode] = second;
});
follow([0x02, 0x03, 0x04, 0x23, 0x24, 0x25, 0x26, 0x3f, 0x40, 0xd0, 0xd2, 0xfc], OTHER);
follow([0x0c, 0x0d, 0x0e], TARGET);
follow([0x10], CALL);
follow([0x11], OTHER, OTHER);
follow([0x20], READ);
follow([0x21, 0x22], WRITTEN);
follow(Array.from({ length: 0x17 }, (_, at) => 0x28 + at), ALIGN, OFFSET);
follow([0x41], CONST32);
follow([0x42], CONST64);
/** How many numbers follow those behind 0xfc. */
const MORE = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

/** Copies pieces of streams, which lie in `from` where `heads` says, to `to`, where `tails` says; a mask of 0 makes one of all streams. */
class Copy {
  copied = 0;

  constructor(from, heads, fromMask, to, tails, toMask) {
    Object.assign(this, { from, heads, fromMask, to, tails, toMask });
  }

  bytes(stream, count) {
    const [source, drain] = [stream & this.fromMask, stream & this.toMask];
    const at = this.heads[source];
    this.to.set(this.from.subarray(at, at + count), this.tails[drain]);
    this.heads[source] += count;
    this.tails[drain] += count;
    this.copied += count;
  }

  byte(stream) {
    const byte = this.from[this.heads[stream & this.fromMask]++];
    this.to[this.tails[stream & this.toMask]++] = byte;
    this.copied += 1;
    return byte;
  }

  /** A number in LEB128. Of those that are needed 32 bits are enough. */
  number(stream) {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte(stream);
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }

  /** The whole module; its first section's end is `end` in its stream. */
  module(end) {
    this.bytes(REST, 8);
    while (this.heads[REST] < end) {
      const section = this.byte(REST);
      const length = this.number(REST);
      if (section === CODE) this.functions();
      else this.bytes(REST, length);
    }
  }

  functions() {
    for (let left = this.number(REST); left > 0; left -= 1) {
      const size = this.number(HEAD);
      const end = this.copied + size;
      for (let groups = this.number(HEAD); groups > 0; groups -= 1) {
        this.number(HEAD);
        this.byte(HEAD);
      }
      while (this.copied < end) this.instruction(this.byte(OPCODE));
    }
  }

  instruction(opcode) {
    const first = FIRST[opcode];
    if (first === NONE) {
      if (opcode >= 0x43) this.rare(opcode);
      else if (opcode === 0x1c) for (let types = this.number(OTHER); types > 0; types -= 1) this.byte(OTHER);
      return;
    }
    const number = this.number(first);
    if (SECOND[opcode] !== NONE) this.number(SECOND[opcode]);
    if (opcode === 0x0e) for (let targets = number; targets >= 0; targets -= 1) this.number(TARGET);
    if (opcode === 0xfc) for (let count = MORE[number]; count > 0; count -= 1) this.number(OTHER);
  }

  rare(opcode) {
    if (opcode === 0x43) this.bytes(FLOAT, 4);
    else if (opcode === 0x44) this.bytes(FLOAT, 8);
    else if (opcode > 0xc4) throw new Error(`the module has an instruction that is not known here, ${opcode.toString(16)}`);
  }
}

/** Whether these bytes are a module that was split, and not packed any more. */
export const isSplit = (bytes) => MARK.every((byte, at) => bytes[at] === byte);

/** A module as its streams: a mark, how long each is, and then all of them, one after the other. */
export function split(module) {
  const tails = Int32Array.from({ length: STREAMS }, (_, stream) => stream * module.length);
  const copy = new Copy(module, new Int32Array(STREAMS), 0, new Uint8Array(STREAMS * module.length), tails, STREAMS - 1);
  copy.module(module.length);
  const all = new Uint8Array(BEGIN + module.length);
  all.set(MARK);
  let at = BEGIN;
  for (let stream = 0; stream < STREAMS; stream += 1) {
    const own = copy.to.subarray(stream * module.length, tails[stream]);
    new DataView(all.buffer).setUint32(MARK.length + 4 * stream, own.length, true);
    all.set(own, at);
    at += own.length;
  }
  return all;
}

/** The module again. */
export function join(all) {
  const lengths = new DataView(all.buffer, all.byteOffset);
  const heads = new Int32Array(STREAMS);
  let begin = BEGIN;
  for (let stream = 0; stream < STREAMS; stream += 1) {
    heads[stream] = begin;
    begin += lengths.getUint32(MARK.length + 4 * stream, true);
  }
  const copy = new Copy(all, heads, STREAMS - 1, new Uint8Array(all.length - BEGIN), new Int32Array(STREAMS), 0);
  copy.module(heads[HEAD]);
  return copy.to;
}
