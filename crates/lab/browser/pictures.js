// Writes the pictures of the page that the documentation shows: docs/img/lab-*.png.

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { openPage, pictureReady, startBrowser, startLab } from './lab.js';

const folder = path.resolve(import.meta.dirname, '../../../docs/img');
const ROW = '101110001011010010110010';
const COLUMN = '010011101001101100010111';

/** Name, link, what is done before the picture is taken, and the browser's options. */
const PICTURES = [
  ['cowcheck', '#game=cowcheck&at=13,18'],
  ['partisangame', '#game=partisangame&set.a=2,7&set.b=4,5&at=31&tab=trace', async (page) => {
    await page.click('[data-stage="table"]');
    await page.waitForSelector('.lines p.now');
    for (let steps = 0; steps < 37; steps += 1) await page.click('[aria-label="One step on"]');
  }],
  ['tabgame', `#game=tabgame&set.row=${ROW}&set.column=${COLUMN}&at=14,11`],
  ['ellyscheckers', '#game=ellyscheckers&at=ooo.o..o..'],
  ['gam', '#game=gam&mover=1'],
  ['far', '#game=cowcheck&at=1618033988760,2618033988749&view=1618033988751,2618033988751,4.2'],
  ['dark', '#game=cowcheck&view=1700,1700,-2.6&at=1597,987', null, { theme: 'dark' }],
  ['graph', '#game=hackenbush'],
  ['phone', '#game=cowcheck&at=13,18', null, { width: 390, height: 844, phone: true }],
];

const lab = await startLab();
for (const [name, hash, act, options] of PICTURES) {
  if (process.argv.length > 2 && !process.argv.includes(name)) continue;
  const browser = await startBrowser({ width: 1360, height: 860, ...options });
  const { page, faults } = await openPage(browser.context, lab.address, hash);
  await page.waitForFunction(() => /Proved|No law|Observed/.test(document.querySelector('#law').textContent));
  await page.waitForSelector('#panel-moves .moves li, #panel-moves .answer p', { state: 'attached' });
  await act?.(page);
  await pictureReady(page);
  await page.waitForTimeout(700);
  const file = path.join(folder, `lab-${name}.png`);
  await page.screenshot({ path: file });
  // Half as large with a palette, where the tool for it is there (Debian: pngquant).
  const packed = spawnSync('pngquant', ['--force', '--skip-if-larger', '--quality', '90-100', '--output', file, file]);
  if (packed.error) console.error(`${path.basename(file)} is three times as large as it need be: there is no pngquant here`);
  if (faults.length) console.error(name, faults);
  console.log(`lab-${name}.png`);
  await browser.stop();
}
lab.stop();
