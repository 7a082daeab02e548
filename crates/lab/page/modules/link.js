// The whole state in the page's address, after the #: nothing of it is sent to any server.

import { shownFirst } from './session.js';

const coded = {
  /** Text, deflated and in base64 for addresses. */
  async pack(text) {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    let binary = '';
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  },
  async unpack(text) {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return new Response(stream).text();
  },
};

const PLAIN = ['at', 'show', 'view', 'tab', 'mover', 'map', 'veil'];

/** The fragment of a state. A shipped game that was not touched is told by its name. */
export async function linkOf(state, { rules, values }) {
  const query = new URLSearchParams();
  if (state.name !== null && rules === state.shippedRules) query.set('game', state.name);
  else query.set('rules', await coded.pack(rules));
  for (const [name, value] of Object.entries(values)) query.set(`set.${name}`, value);
  for (const [name, value] of Object.entries(state.slice ?? {})) query.set(`slice.${name}`, value);
  const plain = {
    at: state.at, show: state.game && state.show === shownFirst(state.game, null) ? null : state.show, view: state.view, tab: state.tab === 'moves' ? null : state.tab,
    mover: state.mover ? String(state.mover) : null, map: state.mapMover, veil: state.veil && !state.puzzle ? '1' : null,
  };
  for (const name of PLAIN) if (plain[name]) query.set(name, plain[name]);
  // Commas and brackets are read more easily as they are; addresses allow them here.
  return query.toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
}

/** What a fragment says; an empty object where it says nothing, and `fault` where it cannot be read. */
export async function readLink(hash) {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  const read = { values: {}, slice: {} };
  for (const [name, value] of query) {
    if (name.startsWith('set.')) read.values[name.slice(4)] = value;
    else if (name.startsWith('slice.')) read.slice[name.slice(6)] = value;
    else if (name === 'game') read.name = value;
    else if (PLAIN.includes(name)) read[name] = value;
  }
  if (query.has('rules')) {
    try {
      read.rules = await coded.unpack(query.get('rules'));
    } catch {
      read.fault = 'The rules in this link cannot be read; was it cut off?';
    }
  }
  return read;
}
