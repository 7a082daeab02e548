// Makes of the page's modules one script, of its worker another, of its style sheets one, and packs the solver: what `whowins lab --export` puts
// into its folder. `cargo xtask web` calls it: `node bundle.js FOLDER [--quick]`, where the folder holds desk.js and desk_bg.wasm.

import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build } from 'esbuild';
import { join, split } from '../page/folder/streams.mjs';

const page = path.resolve(import.meta.dirname, '../page');
const [out, ...words] = process.argv.slice(2);
const quick = words.includes('--quick');

/** What all browsers that have modules in workers and can unpack gzip understand. */
const target = ['chrome111', 'firefox114', 'safari16.4'];
const common = { absWorkingDir: page, bundle: true, minify: true, charset: 'utf8', legalComments: 'none', metafile: true, target, nodePaths: [path.join(import.meta.dirname, 'node_modules')] };

/** The style sheets in the order in which the page has them. */
async function sheets() {
  const index = await readFile(path.join(page, 'index.html'), 'utf8');
  const links = [...index.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)];
  return links.map(([, name]) => `@import "./${name}";`).join('\n');
}

/** The page's files that went into it, without what others wrote, for the command to see whether they are its own. */
async function sources(made) {
  const names = made.flatMap(({ metafile }) => Object.keys(metafile.inputs)).filter((name) => name !== '<stdin>' && !name.startsWith('..'));
  const read = async (name) => [name, await readFile(path.join(page, name), 'utf8')];
  return Object.fromEntries(await Promise.all([...new Set(names)].sort().map(read)));
}

async function bundled() {
  const scripts = build({ ...common, entryPoints: { main: 'modules/main.js', worker: 'folder/worker.js' }, format: 'esm', outdir: path.resolve(out) });
  const style = build({ ...common, stdin: { contents: await sheets(), loader: 'css', resolveDir: page }, outfile: path.resolve(out, 'style.css') });
  const made = await Promise.all([scripts, style]);
  await writeFile(path.join(out, 'sources.json'), JSON.stringify(await sources(made)));
}

/** The module as its streams, and these packed by brotli; `cargo xtask web` packs them by zstd afterwards. */
async function packed() {
  const file = path.join(out, 'desk_bg.wasm');
  const module = await readFile(file);
  const streams = split(module);
  if (!module.equals(join(streams))) throw new Error(`${file}: what was split does not give the same module joined`);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quick ? 4 : 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: streams.length };
  const brotli = await promisify(brotliCompress)(streams, { params });
  await writeFile(path.join(out, 'desk.streams'), streams);
  await writeFile(path.join(out, 'desk.streams.br'), brotli);
  await rm(file);
  const size = (length) => `${(length / 1e6).toFixed(2)} MB`;
  console.error(`${out}: the solver, ${size(module.length)}, by brotli ${size(brotli.length)}; \`whowins lab --export FOLDER\` puts it beside the page`);
}

await Promise.all([bundled(), packed()]);
