// A link carries everything: the rules as they were written, the view, what was chosen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { answered, goTo, openPage, pictureReady, shareLab, startBrowser, startLab } from '../lab.js';

const lab = shareLab();

const RULES = '/// Written here, nowhere else: ö.\ngame "Nobody\'s"\nplayers Ann, Ben\ngiven most: number = 3\nposition x, y\nmove x -= k for 1 <= k <= most\nmove y -= k for 1 <= k <= most\n';

test('a shared link opens the same rules, parameters, position and view', async () => {
  const { page, faults } = await openPage(lab.context, lab.address);
  await page.fill('#rules', RULES);
  await page.waitForFunction(() => /Nobody/.test(document.querySelector('#title').textContent));
  // Where to go is typed once the game is read again: its form is made anew then.
  const again = page.waitForResponse((response) => response.url().endsWith('api/game'));
  await page.fill('#parameters input', '4');
  await again;
  await page.waitForTimeout(200);
  await goTo(page, '11,6');
  await page.waitForSelector('#panel-moves .at:has-text("(11, 6)")');
  await answered(page, 'position');
  await page.focus('#stage canvas');
  await page.keyboard.press('-');
  await page.waitForTimeout(600);
  await page.click('#copy-link');
  await page.waitForSelector('.toast.seen');
  const hash = new URL(page.url()).hash;
  assert.match(hash, /rules=/);
  const words = await page.textContent('#panel-moves .answer');

  const other = await openPage(lab.context, lab.address, hash);
  // The rules' own start may be answered before the position of the link.
  await other.page.waitForSelector('#panel-moves .at:has-text("(11, 6)")');
  await answered(other.page, 'position');
  assert.equal(await other.page.inputValue('#rules'), RULES);
  assert.equal(await other.page.inputValue('#parameters input'), '4');
  assert.match(await other.page.textContent('#panel-moves .at'), /\(11, 6\)/);
  assert.equal(await other.page.textContent('#panel-moves .answer'), words);
  const view = (text) => new URLSearchParams(text.slice(1)).get('view');
  await other.page.waitForTimeout(600);
  assert.equal(view(new URL(other.page.url()).hash), view(hash));
  assert.deepEqual([...faults, ...other.faults], []);
  await other.page.close();
  await page.close();
});

test('a link that was cut off is told, and the page opens all the same', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#rules=q1QqSy0q');
  await page.waitForSelector('.toast.seen');
  assert.match(await page.textContent('#title'), /Cow Checkers/);
  assert.deepEqual(faults, []);
  await page.close();
});

test('a game that is not there is told with the nearest names, and nothing else changes', async () => {
  const { page, faults } = await openPage(lab.context, lab.address, '#game=nim&at=3,5,6');
  await answered(page, 'wins');
  // What is open is written into the address once it has come to rest.
  await page.waitForFunction(() => /[#&]view=/.test(location.hash));
  const before = new URL(page.url()).hash;
  await page.evaluate(() => {
    location.hash = '#game=nimm';
  });
  await page.waitForSelector('.toast.seen');
  assert.match(await page.textContent('#toast'), /^There is no game `nimm`; did you mean `nim`/);
  await page.waitForFunction((old) => location.hash === old, before);
  assert.equal(await page.textContent('#title'), 'Nim');
  assert.match(await page.textContent('#panel-moves .at'), /\(3, 5, 6\)/);
  await page.close();

  // Where nothing is open, nothing is opened in its place.
  const other = await lab.context.newPage();
  await other.goto(`${lab.address}#game=kaylse`);
  await other.waitForSelector('#stage .empty a');
  assert.match(await other.textContent('#stage .empty'), /There is no game `kaylse`; did you mean `kayles`\?/);
  assert.equal(await other.textContent('#title'), 'No such game');
  await other.click('#stage .empty a >> text=kayles');
  await other.waitForFunction(() => document.querySelector('#title').textContent === 'Kayles');
  await pictureReady(other);
  await other.close();
  assert.deepEqual(faults.filter((fault) => !/status of 404/.test(fault)), []);
});

test('a copied link works after the laboratory is started again', async () => {
  const first = await startLab();
  const browser = await startBrowser();
  let second;
  try {
    const { page } = await openPage(browser.context, first.address, '#game=cowcheck&at=7,5');
    await answered(page, 'position');
    await page.click('#copy-link');
    await page.waitForSelector('.toast.seen');
    const link = page.url();
    assert.ok(!link.includes('token'), link);
    await page.close();
    first.stop();
    second = await startLab('--port', new URL(link).port);
    const again = await browser.context.newPage();
    await again.goto(link);
    await answered(again, 'position');
    assert.match(await again.textContent('#panel-moves .at'), /7, 5/);
  } finally {
    await browser.stop();
    first.stop();
    second?.stop();
  }
});

test('a browser without the token is told what to open', async () => {
  const browser = await startBrowser();
  try {
    const packed = deflateRawSync(RULES).toString('base64url');
    for (const hash of ['', '#game=cowcheck&at=7,5', `#rules=${packed}`]) {
      const page = await browser.context.newPage();
      await page.goto(lab.address + hash);
      await page.waitForSelector('#stage .empty:has-text("token is missing or old")');
      assert.match(await page.textContent('#stage'), /open the address that `whowins lab` printed/);
      assert.equal(await page.isVisible('text=The law is hidden'), false);
      assert.equal(await page.isVisible('button:has-text("Winning move")'), false);
      await page.close();
    }
  } finally {
    await browser.stop();
  }
});
