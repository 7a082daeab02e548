// What the walks through the folder share, whichever browser walks: the folder, its server, its games, and pictures for people to look at.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before } from 'node:test';
import { exportFolder, serveFolder } from '../lab.js';

/** Where pictures of the page go. */
const SEEN = process.env.WHOWINS_SEEN;

/**
 * The page as a folder, served as plainly as can be, and a browser that `start` starts, for all tests of a file: `folder`, `server`, `address`, `games`, `browser`.
 * The page does not lie at the server's root, so that an address that is not relative would be found.
 */
export function shareFolder(start) {
  const shared = {};
  before(async () => {
    shared.folder = await exportFolder();
    shared.server = await serveFolder(shared.folder.path);
    shared.address = `${shared.server.address}lab/`;
    shared.games = JSON.parse(await readFile(path.join(shared.folder.path, 'lab/games.json'), 'utf8')).games;
    shared.browser = await start();
  });
  after(async () => {
    await shared.browser?.stop();
    shared.server?.stop();
    await shared.folder?.remove();
  });
  return shared;
}

/** Keeps a picture of a page, where somebody wants to look at it. */
export async function seen(page, name) {
  if (!SEEN) return;
  await mkdir(SEEN, { recursive: true });
  await writeFile(path.join(SEEN, `${name}.png`), await page.screenshot());
}
