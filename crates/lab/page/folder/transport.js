// The page as a folder of files: its questions are answered by workers of its own, one a lane, as the server's threads are. The light one is
// asked first, and names the lane of what it leaves to others (status 421).

import { download } from '../modules/dom.js';
import { Lane } from './lane.js';
import * as openings from './openings.js';

const { desk } = document.documentElement.dataset;
const MIB = 1024 * 1024;
/** What a question may use up beyond the light lane's own bounds; a desk that holds more than `most` is begun anew. */
const BOUNDS = { seconds: 20, bytes: 256 * MIB, most: 1024 * MIB };
/** So long the first questions about a game wait for its law, which gives the reasons: as the server's do. */
const LAW_PATIENCE = 700;
const WAIT_FOR_LAW = new Set(['tile', 'strip', 'position', 'reply']);

/** How the solver is packed: its file's ending. */
const ending = (() => {
  try {
    return new DecompressionStream('brotli') && 'br';
  } catch {
    return 'zst';
  }
})();

/** The solver's code. It is unpacked here, so that it is small on the wire whatever serves it; by a worker of its own, so that the page goes on meanwhile. */
async function compiled() {
  const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module', name: 'unpack' });
  try {
    const address = new URL(`${desk}desk.streams.${ending}`, document.baseURI);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address.pathname}: ${response.status}`);
    const packed = await response.arrayBuffer();
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => (data.failed ? reject(new Error(data.failed)) : resolve(data.unpacked));
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message ?? 'it could not be unpacked'));
      };
      worker.postMessage({ packed, ending }, [packed]);
    });
  } finally {
    worker.terminate();
  }
}

const module = compiled();
// Told where it is used.
module.catch(() => {});

const lanes = {
  light: new Lane('light', module, { ...BOUNDS, patience: 1000 }),
  table: new Lane('table', module, { ...BOUNDS, patience: 0 }),
  heavy: new Lane('heavy', module, { ...BOUNDS, patience: 0 }),
  search: new Lane('search', module, { ...BOUNDS, patience: 0 }),
};

/** What was registered, to do so again in a worker that does not know it. */
const registered = new Map();
/** When the search for a game's law began, and what ends with it. */
const searches = new Map();

/** Asks another lane than the light one; it may not know the game yet. */
async function elsewhere(lane, question, id, signal) {
  const answer = await lane.ask(question, signal);
  if (answer.status !== 410 || !registered.has(id)) return answer;
  await lane.ask({ path: 'game', query: '', body: registered.get(id) }, signal);
  return lane.ask(question, signal);
}

async function law(question, id, signal) {
  const answer = await elsewhere(lanes.search, question, id, signal);
  if (answer.status !== 200) return answer;
  const file = await elsewhere(lanes.search, { path: 'law.cert', query: question.query }, id, signal);
  if (file.status === 200) {
    // The light desk verifies it for itself before it answers by it.
    await lanes.light.ask({ game: id, certificate: new TextDecoder().decode(file.body) }, signal);
  }
  return answer;
}

/** The search for a law, which others may wait for. */
async function searched(question, id, signal) {
  const search = law(question, id, signal);
  const entry = { begun: performance.now(), over: search.then(() => {}, () => {}) };
  searches.set(id, entry);
  try {
    return await search;
  } finally {
    if (searches.get(id) === entry) searches.delete(id);
  }
}

async function soon(id, signal) {
  const search = searches.get(id);
  const rest = search ? search.begun + LAW_PATIENCE - performance.now() : 0;
  if (rest <= 0) return;
  await Promise.race([
    search.over,
    new Promise((resolve, reject) => {
      setTimeout(resolve, rest);
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
  ]);
}

async function answered(path, query, body, signal) {
  const id = body?.game ?? new URLSearchParams(query).get('game');
  const question = { path, query, body: body && JSON.stringify(body) };
  if (path === 'law') return searched(question, id, signal);
  if (WAIT_FOR_LAW.has(path)) await soon(id, signal);
  const answer = await lanes.light.ask(question, signal);
  return answer.status === 421 ? elsewhere(lanes[answer.lane], question, id, signal) : answer;
}

/** What a file of the folder answers, or null. */
function ready(name, query, body, signal) {
  if (name === 'games') return fetch('games.json', { signal });
  if (name === 'shipped') return openings.shipped(query, signal);
  if (name === 'game') return openings.game(body);
  return openings.picture(name, query);
}

async function told(name, query, body, signal) {
  const answer = await answered(name, query, body, signal);
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}

/** The answer to a question, as `fetch` would give it. */
export async function request(path, { body, signal } = {}) {
  const [name, query = ''] = path.split('?');
  const file = await ready(name, query, body, signal);
  const answer = file ?? await told(name, query, body, signal);
  if (name === 'game' && answer.ok) {
    const { id } = await answer.clone().json();
    const sent = JSON.stringify(body);
    if (id) registered.set(id, sent);
    // The solver begins meanwhile, and knows the game for what is asked next.
    if (file) lanes.light.ask({ path: name, query, body: sent });
  }
  return answer;
}

/** The address of a shipped game's picture. */
export const picture = (name, theme) => `pictures/${encodeURIComponent(name)}-${theme}.svg`;

/** What makes a link to a file that is an answer. */
export const file = (path) => ({
  href: '#law',
  async click(event) {
    event.preventDefault();
    const blob = await (await request(path)).blob();
    download(blob, path.split('?')[0]);
  },
});

// After the first visit the page needs no network. All that is kept for that is fetched once the page has what it shows.
const keep = () => navigator.serviceWorker?.register(`offline.js?packed=${ending}`).catch(() => {});
if (window.isSecureContext) module.then(keep, keep);
