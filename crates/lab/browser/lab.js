// What the tests share: the built command as a server, a browser, and a page that minds every error.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';

const root = path.resolve(import.meta.dirname, '../../..');
const target = process.env.CARGO_TARGET_DIR ?? path.join(root, 'target');

/** The command as `cargo test` built it, or as WHOWINS names it. */
const command = process.env.WHOWINS ?? path.join(target, 'debug', 'whowins');

/** The addresses that let a browser in, by those without their token. */
const entrances = new Map();

/** Starts `whowins lab`; resolves to its address, its token, what lets a browser in, and a way to stop it. */
export async function startLab(...options) {
  if (!existsSync(command)) throw new Error(`${command} is missing; build it with cargo build`);
  const port = options.includes('--port') ? [] : ['--port', '0'];
  return started(command, ['lab', ...port, ...options]);
}

/** Starts a server that prints its address. */
async function started(program, words) {
  // The token is kept here, and not in the folder of the person who runs the tests.
  const env = { ...process.env, XDG_STATE_HOME: path.join(target, 'tmp', 'state') };
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let said = '';
  const address = await new Promise((resolve, reject) => {
    const read = (bytes) => {
      said += bytes;
      const found = /http:\/\/[^\s)]+/.exec(said)?.[0];
      if (found) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', (code) => reject(new Error(`${program} ${words.join(' ')} ended with ${code}: ${said}`)));
    child.on('error', reject);
  });
  // A test that fails before it stops its server must not keep the run from ending.
  child.removeAllListeners('exit');
  for (const handle of [child, child.stdout, child.stderr]) handle.unref();
  process.on('exit', () => child.kill());
  const [place, token] = address.split('?token=');
  const plain = place.replace(/\/?$/, '/');
  entrances.set(plain, address);
  return { address: plain, token, entrance: address, stop: () => child.kill() };
}

/** Writes the page as a folder of files (`cargo xtask web` has built its solver): `lab` within the folder that is given back. */
export async function exportFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'whowins-folder-'));
  const { status, stderr } = spawnSync(command, ['lab', '--export', path.join(folder, 'lab')], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Serves a folder as any web server does. */
export const serveFolder = (folder) => started('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', folder]);

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Debian's Chromium with an empty profile of its own. */
export async function startBrowser({ width = 1360, height = 860, theme = 'light', phone = false, motion = 'reduce' } = {}) {
  const profile = await mkdtemp(path.join(tmpdir(), 'whowins-lab-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: FLAGS,
    viewport: { width, height },
    deviceScaleFactor: 1,
    colorScheme: theme,
    reducedMotion: motion,
    hasTouch: phone,
    isMobile: phone,
    acceptDownloads: true,
  });
  return {
    context,
    async stop() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** A server and a browser for all tests of a file: `shared.address`, `shared.context`. */
export function shareLab() {
  const shared = {};
  let parts = [];
  before(async () => {
    const lab = await startLab();
    parts.push(lab);
    const browser = await startBrowser();
    parts.push(browser);
    // The browser has the cookie from here on.
    await browser.context.request.get(lab.entrance);
    Object.assign(shared, { address: lab.address, context: browser.context });
  });
  after(async () => {
    for (const part of parts.reverse()) await part.stop();
    parts = [];
  });
  return shared;
}

/** Opens the page; `faults` collects what must not happen. */
export async function openPage(context, address, hash = '') {
  const page = await context.newPage();
  const faults = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('requestfailed', (request) => {
    // Questions that the page itself gave up are none.
    if (!/ERR_ABORTED/.test(request.failure()?.errorText ?? '')) faults.push(`request: ${request.url()} ${request.failure()?.errorText}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url())) faults.push(`leaves the machine: ${request.url()}`);
  });
  await page.goto((entrances.get(address) ?? address) + hash);
  await pictureReady(page);
  return { page, faults };
}

/** Waits until the picture is whole. */
export const pictureReady = (page) => page.waitForSelector('#stage[data-ready="true"]');

/** The picture's pixels, of a copy: reading the canvas itself would change how it is drawn. */
const pixels = () => {
  const canvas = document.querySelector('#stage canvas');
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const context = copy.getContext('2d', { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  return context.getImageData(0, 0, canvas.width, canvas.height);
};

/** The colour of a pixel of the picture, as #rrggbb. */
export const pixel = (page, x, y) => page.evaluate(`(() => {
  const { data, width } = (${pixels})();
  const at = (${y} * width + ${x}) * 4;
  return '#' + [0, 1, 2].map((part) => data[at + part].toString(16).padStart(2, '0')).join('');
})()`);

/** How many pixels of the picture have a colour. */
export const coloured = (page, colour) => page.evaluate(`(() => {
  const { data } = (${pixels})();
  const [r, g, b] = [1, 3, 5].map((at) => parseInt('${colour}'.slice(at, at + 2), 16));
  let count = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at] === r && data[at + 1] === g && data[at + 2] === b) count += 1;
  return count;
})()`);

/** Goes to a position by the box. */
export async function goTo(page, text) {
  await page.fill('.goto input', text);
  await page.press('.goto input', 'Enter');
  await pictureReady(page);
}

/** Waits until the chosen position is answered and told. */
export const answered = (page, words) => page.waitForFunction(
  (wanted) => document.querySelector('#panel-moves .answer[aria-busy="false"]')?.textContent.includes(wanted), words,
);

/** Opens games one after the other by their links, and sees that each is drawn. */
export async function everyGame(page, games) {
  for (const { name, title } of games) {
    await page.evaluate((wanted) => {
      location.hash = `#game=${wanted}`;
    }, name);
    await page.waitForFunction((wanted) => document.querySelector('#title').textContent === wanted, title).catch(() => assert.fail(`${name} does not open`));
    await pictureReady(page);
    const drawn = await page.locator('#stage canvas, #stage svg').evaluateAll((all) => all.some((one) => one.localName === 'canvas' || one.childElementCount > 0));
    assert.ok(drawn, `${name} is not drawn`);
  }
}

/** How many of the cases are tried in every run: one of `every`; all of them in the nightly one, which sets WHOWINS_LONG. */
export const some = (all, every) => all.filter((_, at) => process.env.WHOWINS_LONG || at % every === 0);
