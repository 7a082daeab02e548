// The gallery: all shipped games, found by words and tags; each opens, and is drawn.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyGame, openPage, shareLab, some } from '../lab.js';

const lab = shareLab();

async function gallery(hash = '') {
  const opened = await openPage(lab.context, lab.address, hash);
  await opened.page.click('#open-gallery');
  await opened.page.waitForSelector('#gallery[open] .all .game');
  return opened;
}

const names = (page) => page.locator('#gallery .all .game').evaluateAll((all) => all.map((one) => one.dataset.name));

test('it opens shipped games', async () => {
  const { page, faults } = await gallery();
  await page.waitForFunction(() => [...document.querySelectorAll('#gallery .all img')].slice(0, 6).every((image) => image.complete));
  assert.equal(await page.evaluate(() => [...document.querySelectorAll('#gallery .all img')].slice(0, 6).every((image) => image.naturalWidth > 0)), true);
  await page.click('#gallery [data-name="tic-tac-toe"]');
  await page.waitForFunction(() => document.querySelector('#title').textContent === 'Tic-tac-toe');
  await page.waitForSelector('#stage .cell');
  assert.deepEqual(faults, []);
  await page.close();
});

test('games are found by words and tags, put in order, and all shown again', async () => {
  const { page, faults } = await gallery();
  const all = await names(page);
  assert.ok(all.length >= 156, `${all.length} games`);
  const count = () => page.textContent('#gallery .count');
  assert.match(await count(), new RegExp(`^${all.length} games`));

  // Of people and years as well, whatever their marks.
  await page.fill('#gallery input', 'maori');
  assert.deepEqual(await names(page), ['mu-torere']);
  await page.fill('#gallery input', 'conway 1976');
  assert.ok((await names(page)).includes('hackenbush'));
  await page.fill('#gallery input', 'nobody plays this');
  assert.deepEqual(await names(page), []);
  await page.click('#gallery .count button');
  assert.deepEqual(await names(page), all);

  // Tags of one group add up, groups narrow one another; the numbers say what one would find.
  const tag = (words) => page.locator('#gallery .tag', { hasText: words }).first();
  const said = async (words) => Number(await tag(words).locator('i').textContent());
  const [misere, row] = [await said('misère'), await said('row')];
  await tag('misère').click();
  assert.equal((await names(page)).length, misere);
  assert.equal(await tag('misère').getAttribute('aria-pressed'), 'true');
  await tag('misère').click();
  await tag('row').click();
  const both = row + await said('heaps');
  await tag('heaps').click();
  assert.equal((await names(page)).length, both);
  await tag('each their own').click();
  assert.ok((await names(page)).length < both);
  await page.click('#gallery .count button');

  await page.selectOption('#gallery select', 'year');
  const years = await page.locator('#gallery .all small').evaluateAll((cards) => cards.map((one) => Number(/^\d{4}/.exec(one.textContent)?.[0] ?? 9999)));
  assert.deepEqual(years, [...years].sort((one, other) => one - other));
  await page.selectOption('#gallery select', 'easy');
  const parts = await page.locator('#gallery .all small').evaluateAll((cards) => cards.map((one) => Number(/(\d+) %/.exec(one.textContent)?.[1] ?? -1)));
  assert.ok(parts.filter((part) => part >= 0).length > parts.length / 2);
  assert.deepEqual(parts, [...parts].sort((one, other) => other - one));
  assert.deepEqual(faults, []);
  await page.close();
});

test('games open without a fault, and each is drawn', async () => {
  const { page, faults } = await openPage(lab.context, lab.address);
  const list = await page.evaluate(async () => (await (await fetch('api/games')).json()).games.map(({ name, title }) => ({ name, title })));
  // One in three in every run.
  await everyGame(page, some(list, 3));
  // What is not answered within the limits is no fault of the page.
  assert.deepEqual(faults.filter((fault) => !/status of (422|503|504)/.test(fault)), []);
  await page.close();
});
