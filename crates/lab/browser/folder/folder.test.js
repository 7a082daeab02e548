// The page as a folder of files, served as plainly as can be: it answers what the server answers, and goes on once the network is gone.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { answered, coloured, everyGame, goTo, openPage, pictureReady, startBrowser, startLab } from '../lab.js';
import { seen, shareFolder } from './shared.js';

/** Orange: squares lost by whoever moves. */
const LOST = '#d55e00';

const own = shareFolder(startBrowser);

const proved = (page) => page.waitForSelector('#law .badge.good', { timeout: 60_000 });

/** Opens a game, and sees it drawn, proved and explained, near by and far out. */
async function walked(address, name) {
  const { page, faults } = await openPage(own.browser.context, address, '#game=cowcheck&at=13,18');
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

/** So many positions of each game are compared, WHOWINS_ANSWERS where it is given, or as many as are answered in so many milliseconds. */
const MOST = Number(process.env.WHOWINS_ANSWERS ?? 6);
const ENOUGH = 15_000;

/** The answers about positions, those of the start and of what comes after it, asked as the page asks: what is the same whoever answers. */
async function answersOf(ask, { rules, set }) {
  const game = await ask('game', { rules, set });
  assert.ok(game.id, JSON.stringify(game));
  const asked = async (at) => {
    const told = await ask(`position?${new URLSearchParams({ game: game.id, at })}`);
    // A limit of time or memory may be met here and not there; a fault of ours is none.
    assert.notEqual(told.error?.kind, 'internal', `${game.name} at ${at}`);
    const options = (told.options ?? []).map(({ to, value, end }) => ({ to, value, end }));
    return { at, value: told.value, winner: told.winner, outcome: told.outcome, unsolved: told.unsolved ?? told.error?.message ?? null, options };
  };
  const answers = new Map();
  const next = [game.start];
  const until = Date.now() + ENOUGH;
  while (next.length > 0 && answers.size < MOST && Date.now() < until) {
    const at = next.shift();
    if (answers.has(at)) continue;
    const answer = await asked(at);
    answers.set(at, answer);
    if (answer.unsolved) break;
    next.push(...answer.options.filter(({ end }) => !end).map(({ to }) => to));
  }
  return answers;
}

test('who wins is what the server says, over all games', async () => {
  const lab = await startLab();
  const { page, faults } = await openPage(own.browser.context, own.address);
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
  for (const game of own.games) {
    const [ours, theirs] = [await answersOf(here, game), await answersOf(there, game)];
    for (const [at, one] of ours) {
      const other = theirs.get(at);
      if (!other || one.unsolved || other.unsolved) continue;
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

test('the picture is there before the solver is, of games of each kind', async () => {
  for (const name of ['cowcheck', 'nim', 'kayles', 'take-from-a-set', 'row-clobber', 'clobber-board', 'cop-and-robber', 'arc-kayles']) {
    const page = await own.browser.context.newPage();
    let arrives;
    const wanted = new Promise((resolve) => {
      arrives = resolve;
    });
    await page.route('**/desk.streams.*', async (route) => {
      await wanted;
      await route.continue();
    });
    await page.goto(`${own.address}#game=${name}`);
    await pictureReady(page);
    assert.equal(await page.locator('#panel-moves .moves li').count(), 0, name);
    arrives();
    // Then it goes on by itself, and knows the game.
    await page.waitForSelector('#panel-moves .moves li', { timeout: 60_000 });
    await page.close();
  }
});

test('it stands in a frame of a course page', async () => {
  await writeFile(path.join(own.folder.path, 'course.html'), '<!doctype html><title>Course</title><iframe src="lab/#game=nim&at=3,5,6" width="1200" height="800" title="Nim"></iframe>');
  const page = await own.browser.context.newPage();
  await page.goto(`${own.server.address}course.html`);
  const frame = page.frameLocator('iframe');
  await frame.locator('#law .badge.good').waitFor({ timeout: 60_000 });
  assert.match(await frame.locator('#panel-moves .at').textContent(), /\(3, 5, 6\)/);
  await page.close();
});

test('the folder answers, its law is the server\'s to the byte, and all goes on without a network', async () => {
  const here = await walked(own.address, 'online');
  const lab = await startLab();
  const there = await walked(lab.address, 'server');
  lab.stop();
  assert.equal(here, there);

  const page = await own.browser.context.newPage();
  await page.goto(own.address);
  // What is kept is complete once the worker that keeps it is at work.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.close();
  own.server.stop();
  await assert.rejects(fetch(own.address), 'the server is gone');
  await walked(own.address, 'offline');
});

test('every shipped game opens without a network, and is drawn; the gallery has a picture of each', async () => {
  assert.ok(own.games.length >= 156, `${own.games.length} games`);
  const { page, faults } = await openPage(own.browser.context, own.address);
  await everyGame(page, own.games);
  await page.click('#open-gallery');
  await page.waitForSelector('#gallery .all .game');
  assert.equal(await page.locator('#gallery img').count(), own.games.length);
  await page.waitForFunction(() => [...document.querySelectorAll('#gallery img')].slice(0, 8).every((image) => image.complete && image.naturalWidth > 0));
  await seen(page, 'gallery');
  // Those that are not in sight are fetched as they come there.
  const broken = await page.evaluate(async () => {
    const images = [...document.querySelectorAll('#gallery img')];
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode().catch(() => {})));
    return images.filter((image) => image.naturalWidth === 0).map((image) => image.src);
  });
  assert.deepEqual(broken, []);
  assert.deepEqual(faults, []);
  await page.close();
});

test('what takes long is stopped at once, and the page goes on', async () => {
  const { page, faults } = await openPage(own.browser.context, own.address, '#game=blocking-wythoff&set.blocked=5');
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
