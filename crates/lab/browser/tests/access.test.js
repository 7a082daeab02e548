// For everybody: no serious fault that axe finds, light and dark, on a desktop and a phone; all of it by keys alone.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { answered, openPage, pictureReady, startBrowser, startLab } from '../lab.js';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let lab;
before(async () => {
  lab = await startLab();
});
after(() => lab?.stop());

/** What axe calls serious or critical. The page's own policy forbids added scripts; the driver's evaluation is none. */
async function serious(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`);
}

const VIEWS = [
  ['a map', '', async (page) => answered(page, 'position')],
  ['a strip and a trace', '#game=partisangame&set.a=2,7&set.b=4,5&at=13&tab=trace', async (page) => page.waitForSelector('.lines p.now')],
  ['a row', '#game=ellyscheckers', async (page) => answered(page, 'position')],
  ['a maze', '#game=gam', async (page) => answered(page, 'wins')],
  ['a graph', '#game=cop-and-robber', async (page) => answered(page, 'it is a draw')],
  ['values', '#game=clobber&at=xo.xo/...xo&tab=values', async (page) => page.waitForSelector('#panel-values .form')],
  ['a program that is judged', '#game=cowcheck&tab=judge', judged],
];

async function judged(page) {
  await page.click('#panel-judge button[type="submit"]');
  await page.waitForSelector('.judged .badge');
}

const SIZES = {
  desktop: { width: 1360, height: 860 },
  phone: { width: 390, height: 844, phone: true },
};

for (const [theme, size] of [['light', 'desktop'], ['dark', 'desktop'], ['light', 'phone']]) {
  test(`axe finds nothing serious: ${theme}, ${size}`, async () => {
    const browser = await startBrowser({ ...SIZES[size], theme });
    try {
      for (const [name, hash, ready] of VIEWS) {
        const { page, faults } = await openPage(browser.context, lab.address, hash);
        await ready(page);
        await page.waitForFunction(() => /Proved|No law|Observed/.test(document.querySelector('#law').textContent));
        if (size === 'phone') await page.click('#fold-rules');
        assert.deepEqual(await serious(page), [], name);
        assert.deepEqual(faults, [], name);
        if (name === 'a map') await dialogsAndFaults(page);
        await page.close();
      }
    } finally {
      await browser.stop();
    }
  });
}

async function dialogsAndFaults(page) {
  await page.fill('#rules', 'game "Faulty"\nposition x, y\nmvoe x -= 1\n');
  await page.waitForSelector('#messages li');
  await page.click('#tab-play');
  await page.click('#panel-play button[type="submit"]');
  await page.waitForSelector('#panel-play [data-control="hint"]');
  assert.deepEqual(await serious(page), [], 'faults and play');
  await page.click('#open-gallery');
  await page.waitForSelector('#gallery[open] .all .game');
  assert.deepEqual(await serious(page), [], 'gallery');
  await page.keyboard.press('Escape');
  await page.click('#open-new');
  await page.waitForSelector('#new[open] .game');
  assert.deepEqual(await serious(page), [], 'new');
  await page.keyboard.press('Escape');
  await page.focus('#rules');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+Space');
  await page.waitForSelector('#offers [aria-selected="true"]');
  assert.deepEqual(await serious(page), [], 'what can be written');
}

test('on a phone nothing is wider than the screen, and touch works', async () => {
  const browser = await startBrowser({ width: 390, height: 844, phone: true });
  try {
    for (const hash of ['', '#game=partisangame&set.a=2,7&set.b=4,5', '#game=ellyscheckers', '#game=gam']) {
      const { page, faults } = await openPage(browser.context, lab.address, hash);
      await page.waitForSelector('#panel-moves .moves li');
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${hash}: ${wide} pixels`);
      assert.equal(await page.isVisible('#rules'), false);
      await page.tap('#fold-rules');
      assert.equal(await page.isVisible('#rules'), true);
      await page.close();
      assert.deepEqual(faults, []);
    }
    const { page } = await openPage(browser.context, lab.address);
    await answered(page, 'position');
    const before = await page.textContent('#panel-moves .at');
    const canvas = await page.locator('#stage canvas').boundingBox();
    await page.touchscreen.tap(canvas.x + 200, canvas.y + 200);
    await page.waitForFunction((old) => document.querySelector('#panel-moves .at').textContent !== old, before);
    // Two fingers apart: the map comes nearer.
    const shown = () => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('view')?.split(',')[2] ?? '';
    /** The zoom, once it is another than the last one and at rest. */
    const zoom = async (last) => {
      for (let [tries, still, old] = [0, 0, '']; tries < 300; tries += 1) {
        await page.waitForTimeout(100);
        const now = shown();
        still = now === old && now !== last ? still + 1 : 0;
        if (still === 5) return now;
        old = now;
      }
      return assert.fail(`the zoom stays ${last}`);
    };
    const first = shown();
    const touch = await browser.context.newCDPSession(page);
    const fingers = (far) => [-far, far].map((off, id) => ({ x: canvas.x + 190 + off, y: canvas.y + 200, id }));
    const send = (type, touchPoints) => touch.send('Input.dispatchTouchEvent', { type, touchPoints });
    await send('touchStart', fingers(30));
    for (let far = 30; far <= 110; far += 8) await send('touchMove', fingers(far));
    await send('touchEnd', []);
    const near = await zoom(first);
    await send('touchStart', fingers(110));
    for (let far = 110; far >= 30; far -= 8) await send('touchMove', fingers(far));
    await send('touchEnd', []);
    assert.ok(Number(near) - Number(await zoom(near)) > 1, near);
    await page.close();
  } finally {
    await browser.stop();
  }
});

test('by keys alone: rules, map, moves, play', async () => {
  const browser = await startBrowser();
  try {
    const { page, faults } = await openPage(browser.context, lab.address);
    await answered(page, 'position');
    const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.tagName.toLowerCase() + (document.activeElement.className ? `.${document.activeElement.className}` : ''));
    const tabTo = async (wanted) => {
      for (let presses = 0; presses < 80; presses += 1) {
        await page.keyboard.press('Tab');
        if (await page.evaluate((selector) => document.activeElement.matches(selector), wanted)) return;
      }
      assert.fail(`${wanted} is not reached; at ${await focused()}`);
    };
    await page.keyboard.press('Tab');
    assert.match(await page.evaluate(() => document.activeElement.textContent), /Skip to the picture/);
    await tabTo('#rules');
    // The outline of what has the focus is seen.
    assert.notEqual(await page.evaluate(() => getComputedStyle(document.querySelector('#editor')).outlineStyle), 'none');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('move x -= 1, y -= 2\n');
    await page.waitForFunction(() => document.querySelector('#rules').value.includes('y -= 2'));
    await tabTo('#stage canvas');
    await page.keyboard.press('Shift+ArrowRight');
    const chosen = await page.textContent('#panel-moves .at');
    await page.keyboard.press('Shift+ArrowUp');
    await page.waitForFunction((old) => document.querySelector('#panel-moves .at').textContent !== old, chosen);
    await pictureReady(page);
    await answered(page, 'position');
    // The moves of the rules as they now are: before that, keys are faster than the answer.
    await page.waitForFunction(() => /y -= 2/.test(document.querySelector('#panel-moves .moves')?.textContent ?? ''));
    await tabTo('#panel-moves .moves button');
    const from = await page.textContent('#panel-moves .at');
    await page.keyboard.press('Enter');
    await page.waitForFunction((old) => document.querySelector('#panel-moves .at').textContent !== old, from);
    await page.focus('#tab-moves');
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(), 'tab-play');
    await tabTo('#panel-play button[type="submit"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#panel-play [data-control="hint"]');
    // What happens is told.
    assert.notEqual((await page.textContent('#live')).trim(), '');
    await page.focus('#open-gallery');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#gallery[open]');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#gallery[open]').count(), 0);
    assert.deepEqual(faults, []);
    await page.close();
  } finally {
    await browser.stop();
  }
});

test('the map can be read as words', async () => {
  const browser = await startBrowser();
  try {
    const { page, faults } = await openPage(browser.context, lab.address, '#game=cowcheck&at=8,8');
    await page.click('#as-text summary');
    await page.waitForFunction(() => /P/.test(document.querySelector('#in-words table')?.textContent ?? ''));
    const cell = (x, y) => page.evaluate(([column, row]) => document.querySelector(`#in-words tbody tr:nth-child(${16 - row}) td:nth-of-type(${column + 1})`).textContent, [x, y]);
    assert.equal(await cell(3, 5), 'P');
    assert.equal(await cell(3, 6), 'N');
    assert.deepEqual(faults, []);
    await page.close();
  } finally {
    await browser.stop();
  }
});

test('light and dark are chosen by the button, and remembered', async () => {
  const browser = await startBrowser();
  try {
    const { page, faults } = await openPage(browser.context, lab.address);
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.click('#theme');
    const dark = await ground();
    assert.notEqual(light, dark);
    await page.reload();
    await pictureReady(page);
    assert.equal(await ground(), dark);
    assert.deepEqual(faults, []);
    await page.close();
  } finally {
    await browser.stop();
  }
});
