// What is asked and answered. A game is registered once and named by its id; one that was forgotten is registered again.

import { file, request } from './transport.js';

export { picture } from './transport.js';

/** What the server refused, in its own words. */
export class Refusal extends Error {
  constructor(status, error) {
    super(error.message ?? `the server answered ${status}`);
    this.status = status;
    this.kind = error.kind ?? null;
    this.diagnostics = error.diagnostics ?? null;
    this.near = error.near ?? [];
  }
}

const registered = new Map();

async function checked(response) {
  if (response.ok) return response;
  let error = {};
  try {
    error = (await response.json()).error ?? {};
  } catch {
    // No JSON: the status has to do.
  }
  throw new Refusal(response.status, error);
}

async function posted(path, body, signal) {
  return (await checked(await request(path, { body, signal }))).json();
}

/** Reads rules: the game's id and shape, or its faults. */
export async function register(body, signal) {
  const game = await posted('game', body, signal);
  if (game.id) registered.set(game.id, body);
  return game;
}

const pause = (seconds, signal) => new Promise((resolve, reject) => {
  const timer = setTimeout(resolve, seconds * 1000);
  signal?.addEventListener('abort', () => {
    clearTimeout(timer);
    reject(signal.reason);
  });
});

/** One attempt after another: registers a forgotten game again, waits where the server is full. */
async function persisted(id, attempt, signal) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (fault) {
      if (!(fault instanceof Refusal) || tries >= 4) throw fault;
      if (fault.status === 410 && registered.has(id)) await register(registered.get(id), signal);
      else if (fault.status === 503) await pause(0.3 * 2 ** tries, signal);
      else throw fault;
    }
  }
}

function question(path, id, parameters = {}) {
  const query = new URLSearchParams({ game: id });
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== '') query.set(name, value);
  }
  return `${path}?${query}`;
}

/** The raw answer to a question about a game. */
export function asked(path, id, parameters, signal) {
  const wanted = question(path, id, parameters);
  return persisted(id, async () => checked(await request(wanted, { signal })), signal);
}

/** The same as an object. */
export async function ask(path, id, parameters, signal) {
  return (await asked(path, id, parameters, signal)).json();
}

/** What makes a link to a file about a game. */
export const fileOf = (path, id) => file(question(path, id));

/** The computer's move. */
export function reply(id, at, mover, blocked, signal) {
  return persisted(id, () => posted('reply', { game: id, at, to_move: mover, blocked }, signal), signal);
}

/** The words of the rules' language, and games to begin with. */
export async function language() {
  return (await checked(await request('language'))).json();
}

/** What stands at a place of a text, and what can stand there. */
export const writing = (rules, at, signal) => posted('writing', { rules, at }, signal);

/** Whether a statement holds of all positions. */
export function prove(id, statement, at, signal) {
  return persisted(id, () => posted('prove', { game: id, statement, at }, signal), signal);
}

/** A shipped game as it is opened, its rules and values; without a name the one that the page begins with. */
export async function shipped(name) {
  return (await checked(await request(name ? `shipped?${new URLSearchParams({ name })}` : 'shipped'))).json();
}

/** All shipped games, with the groups of tags by which they are found. */
export async function listed() {
  return (await checked(await request('games'))).json();
}
