// A desk in a worker: questions come as messages, and answers go back as such, their bytes handed over. Before, one such worker unpacks the solver.

import { decompress } from 'fzstd';
import { isSplit, join } from './streams.mjs';

let lab = null;
let memory = null;

async function begin({ module, desk, lane, seconds, bytes }) {
  const { default: init, Lab } = await import(new URL('desk.js', desk));
  ({ memory } = await init({ module_or_path: module }));
  lab = new Lab(lane, seconds, bytes);
  postMessage({ ready: true });
}

function answer({ path, query, body, certificate, game }) {
  const told = certificate === undefined ? lab.answer(path, query, body) : lab.adopt(game, certificate);
  const names = told.names();
  const values = told.values();
  const bytes = told.body();
  const message = {
    status: told.status(),
    headers: Object.fromEntries(names.map((name, at) => [name, values[at]])),
    lane: told.lane(),
    body: bytes.buffer,
    memory: memory.buffer.byteLength,
  };
  told.free();
  postMessage(message, [bytes.buffer]);
}

/** The solver as a module; `ending` says how it is packed. */
async function unpack({ packed, ending }) {
  let bytes = new Uint8Array(packed);
  // Some servers say how such a file is packed, and the browser has unpacked it.
  if (!isSplit(bytes)) {
    const stream = () => new Blob([bytes]).stream().pipeThrough(new DecompressionStream('brotli'));
    bytes = ending === 'br' ? new Uint8Array(await new Response(stream()).arrayBuffer()) : decompress(bytes);
  }
  postMessage({ unpacked: await WebAssembly.compile(join(bytes)) });
}

const failed = (fault) => postMessage({ failed: String(fault) });

onmessage = ({ data }) => {
  if (data.packed) {
    unpack(data).catch(failed);
    return;
  }
  if (data.module) {
    begin(data).catch(failed);
    return;
  }
  try {
    answer(data);
  } catch (fault) {
    failed(fault);
  }
};
