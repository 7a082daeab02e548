// Positions on graphs: drawn as the graph, with what stands on its nodes and which edges there are, and played by clicks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, shareLab } from '../lab.js';

const lab = shareLab();

const at = (page) => page.textContent('#panel-moves .at');
const node = (name) => `#stage [aria-label^="node ${name}"]`;
const edge = (name) => `#stage [aria-label^="edge ${name}"]`;

/** Opens a game whose moves are told. */
async function opened(hash) {
  const open = await openPage(lab.context, lab.address, hash);
  await open.page.waitForSelector('#panel-moves .moves li');
  await open.page.waitForSelector('#stage .spot');
  return open;
}

/** How far the nodes' middles are from that of `centre`, in pixels: measured in one go, since the page moves while it is laid out. */
async function distances(page, centre, names) {
  const places = [centre, ...names].map((name) => `${node(name)} .place`);
  return page.evaluate((all) => {
    const [[x0, y0], ...others] = all.map((place) => {
      const { x, y, width, height } = document.querySelector(place).getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    });
    return others.map(([x, y]) => Math.hypot(x - x0, y - y0));
  }, places);
}

test('symbols stand on the nodes of a graph, and clicks move them', async () => {
  const { page, faults } = await opened('#game=mu-torere');
  assert.equal(await page.locator('#stage .place').count(), 9);
  assert.equal(await page.locator('#stage .edge').count(), 16);
  // The node in the middle is beside all others, and they are around it.
  const far = await distances(page, 'm', [...'12345678']);
  assert.ok(Math.max(...far) - Math.min(...far) < 2 && far[0] > 40, `${far}`);
  const texts = (name) => page.textContent(`${node(name)} .symbol`);
  assert.equal(await texts('4'), 'w');
  // A man beside an opponent goes to the middle: a click on him, and on where he goes.
  const before = await at(page);
  await page.click(node('4'));
  if (await at(page) === before) await page.click(node('m'));
  await page.waitForFunction((old) => document.querySelector('#panel-moves .at').textContent !== old, before);
  await page.waitForFunction(() => document.querySelector('#stage [aria-label^="node m"] .symbol')?.textContent === 'w');
  assert.equal(await page.locator(`${node('4')} .symbol`).count(), 0);
  assert.deepEqual(faults, []);
  await page.close();
});

test('a move that changes several nodes is chosen by clicking them', async () => {
  const { page, faults } = await opened('#game=node-kayles');
  assert.equal(await page.locator('#stage .edge').count(), 4);
  // Occupying a takes a and b, occupying b takes a, b and c: the nodes name the move.
  await page.click(node('a'));
  await page.click(node('b'));
  await page.waitForFunction(() => document.querySelectorAll('#stage .place.gone').length === 2);
  assert.deepEqual(faults, []);
  await page.close();
});

test('edges that are taken away are drawn as such, and a click takes one', async () => {
  const { page, faults } = await opened('#game=strings-and-coins');
  assert.equal(await page.locator('#stage .edge.in').count(), 4);
  assert.match(await page.textContent('#stage .part-name'), /string/);
  await page.locator(`${edge('c-d')} .halo`).click();
  await page.waitForFunction(() => document.querySelectorAll('#stage .edge.out').length === 1);
  // By keys, too.
  await page.waitForSelector(`${edge('a-b')}[tabindex="0"]`);
  await page.focus(edge('a-b'));
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#stage .edge.out').length === 2);
  assert.deepEqual(faults, []);
  await page.close();
});

test('parts of both players, and of token and edges, lie on one graph', async () => {
  const { page, faults } = await opened('#game=sim');
  assert.equal(await page.locator('#stage .place').count(), 6);
  await page.locator(`${edge('1-2')} .halo`).click();
  await page.waitForFunction(() => document.querySelectorAll('#stage .edge.in').length === 1);
  await page.waitForSelector(`${edge('5-6')}[tabindex="0"]`);
  await page.locator(`${edge('5-6')} .halo`).click();
  await page.waitForFunction(() => document.querySelectorAll('#stage .edge.in').length === 2);
  const colours = await page.locator('#stage .edge.in').evaluateAll((all) => all.map((one) => getComputedStyle(one).stroke));
  assert.notEqual(colours[0], colours[1]);
  await page.evaluate(() => {
    location.hash = '#game=edge-geography';
  });
  await page.waitForFunction(() => document.querySelector('#title').textContent === 'Edge geography');
  await page.waitForSelector(`${node('a')} .stone`);
  await page.waitForSelector(`${node('b')}[tabindex="0"]`);
  await page.click(node('b'));
  if (await page.locator(`${node('b')} .stone`).count() === 0) await page.locator(`${edge('a-b')} .halo`).click();
  await page.waitForSelector(`${node('b')} .stone`);
  assert.equal(await page.locator('#stage .edge.in').count(), 1);
  assert.deepEqual(faults, []);
  await page.close();
});

test('colours of the rules are the colours of edges', async () => {
  const { page, faults } = await opened('#game=hackenbush');
  const colour = (name) => page.locator(`${edge(name)} .edge.in`).evaluate((one) => getComputedStyle(one).stroke);
  const all = [await colour('ground-a'), await colour('a-b'), await colour('ground-c')];
  assert.equal(new Set(all).size, 3, all.join(' '));
  assert.deepEqual(faults, []);
  await page.close();
});

test('a draw with the other one to move is said in words, by no letter that contradicts the verdict', async () => {
  const { page, faults } = await opened('#game=cop-and-robber');
  await page.waitForFunction(() => document.querySelector('#panel-moves .answer[aria-busy="false"]')?.textContent.includes('Cop, to move, wins.'));
  assert.match(await page.textContent('#panel-moves .answer'), /With Robber to move it is a draw\./);
  assert.equal(await page.locator('#panel-moves .answer .badge').count(), 0);
  assert.deepEqual(faults, []);
  await page.close();
});
