// Figures of the page as a folder beside the server: bytes over the wire, time to the first picture, laws and tiles. `node figures.js`, with
// WHOWINS naming a release build, and the output of `cargo xtask web` next to it.

import { readFile, stat } from 'node:fs/promises';
import { loadavg } from 'node:os';
import path from 'node:path';
import { exportFolder, openPage, serveFolder, startBrowser, startLab } from './lab.js';

const LAWS = ['cowcheck', 'nim', 'misere-wythoff', 'corner-knight', 'kayles', 'dawsons-kayles', 'wythoff-two-ends', 'take-from-a-set', 'ruler-game', 'laskers-nim'];
const TILES = [
  ['cowcheck', 'level=0&x=0&y=0'], ['cowcheck', 'level=0&x=3906250000&y=6320000000'], ['cowcheck', 'level=20&x=3725&y=6028'],
  ['misere-wythoff', 'level=0&x=0&y=0'], ['misere-wythoff', 'level=0&x=3906250000&y=6320000000'], ['misere-wythoff', 'level=20&x=3725&y=6028'],
  ['nim', 'level=0&x=0&y=0&slice=z=3'], ['corner-knight', 'level=4&x=0&y=0'],
];

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const ms = (time) => `${time < 10 ? time.toFixed(1) : time.toFixed(0)}`.padStart(8);

/** Bytes that come over the wire at a first visit, with the server that hands out files as they are. */
async function opened(browser, address) {
  const page = await browser.context.newPage();
  const cdp = await browser.context.newCDPSession(page);
  await cdp.send('Network.enable');
  let bytes = 0;
  let requests = 0;
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  const began = performance.now();
  await page.goto(`${address}#game=cowcheck`);
  await page.waitForSelector('#stage[data-ready="true"]');
  const picture = performance.now() - began;
  await page.waitForSelector('#law .badge.good');
  const law = performance.now() - began;
  await page.close();
  return { bytes, requests, picture, law };
}

/** How long questions take, asked as the page asks them: each by `ask(path, body)` within the page. */
const timed = (page, games) => page.evaluate(async ([all, laws, tiles]) => {
  const { request } = await import(document.querySelector('script[type=module]').src);
  const ids = {};
  const register = async (name) => {
    const { rules, set } = all.find((game) => game.name === name);
    const told = await (await request('game', { body: { rules, set } })).json();
    ids[name] = told.id;
  };
  const times = { law: {}, tile: {} };
  for (const name of laws) {
    await register(name);
    const began = performance.now();
    const told = await (await request(`law?game=${ids[name]}`)).json();
    times.law[name] = [performance.now() - began, told.status, (told.seconds ?? 0) * 1000];
  }
  for (const [name, query] of tiles) {
    if (!ids[name]) await register(name);
    await (await request(`law?game=${ids[name]}`)).json();
    // Neighbours, so that none is kept already; the browser's engine has warmed up by then.
    const own = [];
    for (let at = 0; at < 9; at += 1) {
      const began = performance.now();
      const answer = await request(`tile?game=${ids[name]}&${query.replace(/x=(\d+)/, (_, x) => `x=${BigInt(x) + BigInt(at)}`)}`);
      await answer.arrayBuffer();
      own.push(performance.now() - began);
    }
    times.tile[`${name} ${query}`] = own.slice(3);
  }
  return times;
}, [games, LAWS, TILES]);

const folder = await exportFolder();
const server = await serveFolder(folder.path);
const address = `${server.address}lab/`;
const games = JSON.parse(await readFile(path.join(folder.path, 'lab/games.json'), 'utf8')).games;
console.log(`load ${loadavg().map((one) => one.toFixed(1)).join(', ')}`);

for (const again of [0, 1, 2]) {
  const browser = await startBrowser();
  const { bytes, requests, picture, law } = await opened(browser, address);
  console.log(`folder, first visit ${again + 1}: ${requests} requests, ${(bytes / 1e6).toFixed(3)} MB; picture after ${picture.toFixed(0)} ms, law after ${law.toFixed(0)} ms`);
  await browser.stop();
}

const browser = await startBrowser();
const here = await openPage(browser.context, address);
const there = await startLab();
const other = await openPage(browser.context, there.address);
const [web, native] = [await timed(here.page, games), await timed(other.page, games)];
console.log('\nlaw                            in the browser ms   native ms   ratio');
for (const name of LAWS) {
  const [ours, theirs] = [web.law[name], native.law[name]];
  console.log(`${name.padEnd(30)} ${ms(ours[0])} ${ms(theirs[0]).padStart(20)} ${(ours[0] / theirs[0]).toFixed(1).padStart(10)}   ${ours[1]}`);
}
console.log('\ntile, median of 6              in the browser ms   native ms   ratio');
for (const name of Object.keys(web.tile)) {
  const [ours, theirs] = [median(web.tile[name]), median(native.tile[name])];
  console.log(`${name.slice(0, 46).padEnd(46)} ${ms(ours)} ${ms(theirs)} ${(ours / theirs).toFixed(1).padStart(8)}`);
}
for (const file of ['index.html', 'games.json', 'games.json.gz']) console.log(file, (await stat(path.join(folder.path, 'lab', file))).size);
await browser.stop();
there.stop();
server.stop();
await folder.remove();
console.log(`load ${loadavg().map((one) => one.toFixed(1)).join(', ')}`);
process.exit(0);
