// The page as a folder of files, served as plainly as can be: it answers what the server answers, and goes on once the network is gone.

import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
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

before(async () => {
  folder = await exportFolder();
  server = await serveFolder(folder.path);
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

test('the folder answers, its law is the server\'s to the byte, and all goes on without a network', async () => {
  const here = await walked(server.address, 'online');
  const lab = await startLab();
  const there = await walked(lab.address, 'server');
  lab.stop();
  assert.equal(here.replace(/"version".*/, ''), there.replace(/"version".*/, ''));

  const page = await browser.context.newPage();
  await page.goto(server.address);
  // What is kept is complete once the worker that keeps it is at work.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.close();
  server.stop();
  await assert.rejects(fetch(server.address), 'the server is gone');
  await walked(server.address, 'offline');
});

test('every shipped game opens in the folder without a network, and is drawn', async () => {
  const games = JSON.parse(await readFile(path.join(folder.path, 'games.json'), 'utf8'));
  assert.ok(games.length >= 30, `${games.length} games`);
  const { page, faults } = await openPage(browser.context, server.address);
  for (const { name, title } of games) {
    await page.evaluate((wanted) => {
      location.hash = `#game=${wanted}`;
    }, name);
    await page.waitForFunction((wanted) => document.querySelector('#title').textContent === wanted, title);
    await pictureReady(page);
    assert.ok(await page.locator('#stage canvas, #stage svg').count() > 0, name);
  }
  await page.click('#open-gallery');
  const pictures = page.locator('#gallery img');
  assert.equal(await pictures.count(), games.length);
  await page.waitForFunction(() => [...document.querySelectorAll('#gallery img')].slice(0, 8).every((image) => image.complete && image.naturalWidth > 0));
  await seen(page, 'gallery');
  assert.deepEqual(faults, []);
  await page.close();
});

test('what takes long is stopped at once, and the page goes on', async () => {
  const { page, faults } = await openPage(browser.context, server.address, '#game=blocking-wythoff&set.blocked=5');
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
