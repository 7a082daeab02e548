// Back and forward, pages that are loaded again, and what is hidden until it is asked for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, coloured, goTo, openPage, pictureReady, shareLab } from '../lab.js';

const lab = shareLab();
const LOST = '#d55e00';

const at = (page) => page.textContent('#panel-moves .at');
const title = (page, wanted) => page.waitForFunction((text) => document.querySelector('#title').textContent === text, wanted);
const place = (page, wanted) => page.waitForFunction((text) => document.querySelector('#panel-moves .at').textContent === text, wanted);
/** The address is written once one pauses. */
const written = (page, part) => page.waitForFunction((text) => location.hash.includes(text), part);

test('back goes from position to position, and from game to game with what was written', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=cowcheck&at=3,5');
  await answered(page, 'wins');
  await goTo(page, '9,13');
  await written(page, 'at=9,13');
  await page.locator('#panel-moves .moves button').first().click();
  await page.waitForFunction(() => !location.hash.includes('at=9,13'));
  const third = await at(page);
  await page.goBack();
  await place(page, '(9, 13)');
  await page.goBack();
  await place(page, '(3, 5)');
  await page.goForward();
  await place(page, '(9, 13)');
  await page.goForward();
  await place(page, third);
  await answered(page, 'position');

  // What one wrote is there again after another game was looked at.
  await page.fill('#rules', 'game "Mine"\nposition x, y\nmove x -= 1\nmove y -= 1\n');
  await title(page, 'Mine');
  await written(page, 'rules=');
  await page.click('#open-gallery');
  await page.click('#gallery [data-name="tic-tac-toe"]');
  await title(page, 'Tic-tac-toe');
  await written(page, 'game=tic-tac-toe');
  await page.goBack();
  await title(page, 'Mine');
  assert.match(await page.inputValue('#rules'), /game "Mine"/);
  assert.deepEqual(faults, []);
  await page.close();
});

test('a map that is moved makes no steps to go back', async () => {
  const { page } = await openPage(lab.context, lab.address, '#game=cowcheck&at=3,5');
  await answered(page, 'wins');
  const before = await page.evaluate(() => history.length);
  await page.focus('#stage canvas');
  for (const key of ['+', '+', 'ArrowUp', 'ArrowRight']) await page.keyboard.press(key);
  await written(page, 'view=');
  assert.equal(await page.evaluate(() => history.length), before);
  await page.close();
});

test('a page that is loaded again with a fault in its rules says so and is mended', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=cowcheck');
  await page.fill('#rules', 'game "Half"\nposition x, y\nmove x -= k for k >=\n');
  await page.waitForSelector('#messages li');
  await page.waitForTimeout(400);
  // The link of the fault, as others get it.
  const text = 'game "Half"\nposition x, y\nmove x -= k for k >=\n';
  const packed = await page.evaluate(async (rules) => {
    const stream = new Blob([rules]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  }, text);
  await page.goto('about:blank');
  await page.goto(`${lab.address}#rules=${packed}`);
  await page.waitForSelector('#messages li');
  assert.ok(await page.isVisible('#rules'), 'the rules are seen');
  assert.equal(await page.inputValue('#rules'), text);
  assert.match(await page.textContent('#stage'), /no picture until the rules can be read/);
  await page.fill('#rules', `${text.trimEnd()} 1\nmove y -= k for k >= 1\n`);
  await title(page, 'Half');
  await pictureReady(page);
  await answered(page, 'position');
  assert.ok(await coloured(page, LOST) > 50);
  // A parameter that does not fit is told, too.
  await page.goto('about:blank');
  await page.goto(`${lab.address}#game=partisangame&set.a=abc`);
  await page.waitForSelector('#messages li');
  assert.ok(await page.isVisible('#parameters input'));
  assert.deepEqual(faults, []);
  await page.close();
});

test('who wins is hidden from a class until it is asked for', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=cowcheck&at=9,13&veil=1');
  await page.waitForSelector('#panel-moves .reveal');
  await page.waitForSelector('#panel-moves .moves li');
  assert.equal(await coloured(page, LOST), 0);
  assert.equal(await page.isVisible('#law .sentence'), false);
  assert.equal(await page.locator('#panel-moves .moves .win, #panel-moves .verdict').count(), 0);
  // A move is followed all the same.
  await page.locator('#panel-moves .moves button').first().click();
  await page.waitForFunction(() => document.querySelector('#panel-moves .at').textContent !== '(9, 13)');
  assert.equal(await page.locator('#panel-moves .verdict').count(), 0);
  await page.click('#panel-moves .reveal');
  await answered(page, 'wins');
  await page.waitForSelector('#law .sentence', { state: 'visible' });
  await pictureReady(page);
  assert.ok(await coloured(page, LOST) > 50);
  assert.deepEqual(faults, []);
  await page.close();
});

test('the map shows the slice of the position that one goes to', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=nim');
  await answered(page, 'position');
  await goTo(page, '1000000000000,1618033988749,7');
  await answered(page, 'position');
  assert.equal(await page.inputValue('#tools input.small'), '7');
  await written(page, 'slice.z=7');
  assert.deepEqual(faults, []);
  await page.close();
});
