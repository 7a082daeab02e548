// The page as a folder of files, served as plainly as can be: it answers what the server answers, and goes on once the network is gone.

import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { answered, coloured, exportFolder, goTo, openPage, pictureReady, serveFolder, startBrowser, startLab } from '../lab.js';

/** Where pictures of the page go, for people to look at. */
const SEEN = process.env.WHOWINS_SEEN;
/** Blue and orange: squares won, and lost, by whoever moves. */
const LOST = '#d55e00';

let folder;
let server;
let browser;
/** Where the page lies: not at the server's root, so that an address that is not relative would be found. */
let address;
let games;

before(async () => {
  folder = await exportFolder();
  server = await serveFolder(folder.path);
  address = `${server.address}lab/`;
  games = JSON.parse(await readFile(path.join(folder.path, 'lab/games.json'), 'utf8'));
  browser = await startBrowser();
});

after(async () => {
  await browser?.stop();
  server?.stop();
  await folder?.remove();
});

async function seen(page, name) {
  if (!SEEN) return;
  await mkdir(SEEN, { recursive: true });
  await page.screenshot({ path: path.join(SEEN, `${name}.png`) });
}

const proved = (page) => page.waitForSelector('#law .badge.good', { timeout: 60_000 });

/** Opens a game, and sees it drawn, proved and explained, near by and far out. */
async function walked(address, name) {
  const { page, faults } = await openPage(browser.context, address, '#game=cowcheck&at=13,18');
  await proved(page);
  assert.match(await page.textContent('#law .sentence'), /loses at \(x, y\)/);
  await answered(page, 'wins');
  await pictureReady(page);
  assert.ok(await coloured(page, LOST) > 100, 'squares are drawn');
  await seen(page, `${name}-near`);
  await goTo(page, '1000000000000,1618033988749');
  await answered(page, 'position');
  await page.waitForSelector('#panel-moves .moves li');
  await seen(page, `${name}-far`);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#law .files >> text=Certificate')]);
  const certificate = await readFile(await download.path(), 'utf8');
  assert.match(certificate, /beatty/);
  assert.deepEqual(faults, []);
  await page.close();
  return certificate;
}

/** The answer about a position, asked as the page asks: what is the same whoever answers. */
async function answersOf(ask, { rules, set }) {
  const game = await ask('game', { rules, set });
  assert.ok(game.id, JSON.stringify(game));
  const asked = async (at) => {
    const told = await ask(`position?${new URLSearchParams({ game: game.id, at })}`);
    const options = (told.options ?? []).map(({ to, value, end }) => ({ to, value, end }));
    return { at, value: told.value, winner: told.winner, outcome: told.outcome, unsolved: told.unsolved ?? null, options };
  };
  const first = await asked(game.start);
  const next = first.options.filter(({ end }) => !end).slice(0, 5);
  const rest = [];
  for (const { to } of next) rest.push(await asked(to));
  return [first, ...rest];
}

test('who wins is what the server says, over all games', async () => {
  const lab = await startLab();
  const { page, faults } = await openPage(browser.context, address);
  const there = async (question, body) => {
    const headers = { Authorization: `Bearer ${lab.token}`, 'Content-Type': 'application/json' };
    const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    return (await fetch(`${lab.address}api/${question}`, sent)).json();
  };
  const here = (question, body) => page.evaluate(async ([path_, sent]) => {
    const { request } = await import(document.querySelector('script[type=module]').src);
    return (await request(path_, sent ? { body: sent } : {})).json();
  }, [question, body]);
  let compared = 0;
  for (const game of games) {
    const [ours, theirs] = [await answersOf(here, game), await answersOf(there, game)];
    for (const [at, one] of ours.entries()) {
      const other = theirs[at];
      // A limit of time may be met here and not there.
      if (one.unsolved || other.unsolved) continue;
      const known = one.options.map(({ value }, place) => value !== null && (other.options[place]?.value ?? null) !== null);
      const values = ({ options, ...rest }) => ({ ...rest, options: options.map(({ to, value }, place) => [to, known[place] ? value : null]) });
      assert.deepEqual(values(one), values(other), game.name);
      compared += 1;
    }
  }
  console.log(`positions compared: ${compared}`);
  assert.ok(compared > 100, `${compared} positions`);
  assert.deepEqual(faults, []);
  await page.close();
  lab.stop();
});

test('it stands in a frame of a course page', async () => {
  await writeFile(path.join(folder.path, 'course.html'), '<!doctype html><title>Course</title><iframe src="lab/#game=nim&at=3,5,6" width="1200" height="800" title="Nim"></iframe>');
  const page = await browser.context.newPage();
  await page.goto(`${server.address}course.html`);
  const frame = page.frameLocator('iframe');
  await frame.locator('#law .badge.good').waitFor({ timeout: 60_000 });
  assert.match(await frame.locator('#panel-moves .at').textContent(), /\(3, 5, 6\)/);
  await page.close();
});

test('the folder answers, its law is the server\'s to the byte, and all goes on without a network', async () => {
  const here = await walked(address, 'online');
  const lab = await startLab();
  const there = await walked(lab.address, 'server');
  lab.stop();
  assert.equal(here, there);

  const page = await browser.context.newPage();
  await page.goto(address);
  // What is kept is complete once the worker that keeps it is at work.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.close();
  server.stop();
  await assert.rejects(fetch(address), 'the server is gone');
  await walked(address, 'offline');
});

test('every shipped game opens without a network, and is drawn', async () => {
  assert.ok(games.length >= 30, `${games.length} games`);
  const { page, faults } = await openPage(browser.context, address);
  for (const { name, title } of games) {
    await page.evaluate((wanted) => {
      location.hash = `#game=${wanted}`;
    }, name);
    await page.waitForFunction((wanted) => document.querySelector('#title').textContent === wanted, title);
    await pictureReady(page);
    assert.ok(await page.locator('#stage canvas, #stage svg').count() > 0, name);
  }
  await page.click('#open-gallery');
  assert.equal(await page.locator('#gallery img').count(), games.length);
  await page.waitForFunction(() => [...document.querySelectorAll('#gallery img')].slice(0, 8).every((image) => image.complete && image.naturalWidth > 0));
  await seen(page, 'gallery');
  assert.deepEqual(faults, []);
  await page.close();
});

test('what takes long is stopped at once, and the page goes on', async () => {
  const { page, faults } = await openPage(browser.context, address, '#game=blocking-wythoff&set.blocked=5');
  await page.waitForSelector('#law .working');
  await page.waitForFunction(() => /[1-9]\.\d/.test(document.querySelector('#law .working')?.textContent ?? ''));
  // The map and the position are answered meanwhile: another worker has them.
  await answered(page, 'wins');
  await page.click('#law .working button');
  await page.waitForFunction(() => /Stopped/.test(document.querySelector('#law').textContent));
  await page.evaluate(() => {
    location.hash = '#game=cowcheck&at=3,5';
  });
  await proved(page);
  assert.deepEqual(faults, []);
  await page.close();
});
