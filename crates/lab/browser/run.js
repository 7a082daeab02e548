// Runs the browser's tests: `node run.js [FILE...]`, and with `--folder` those of the page as a folder of files, whose solver takes minutes to
// build. The command is built as the project's other tests build it, so that after
// them nothing is compiled twice; WHOWINS names another one.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

const here = import.meta.dirname;

function run(program, words, folder) {
  const { status, error } = spawnSync(program, words, { cwd: folder, stdio: 'inherit' });
  if (error) console.error(`cannot run ${program}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

if (!process.env.WHOWINS) run('cargo', ['test', '--workspace', '--no-run', '--quiet'], path.resolve(here, '../../..'));
const words = process.argv.slice(2);
const folder = words.includes('--folder') ? 'folder' : 'tests';
if (folder === 'folder' && !process.env.WHOWINS_WEB) run('cargo', ['xtask', 'web', '--profile', 'wasm-test'], path.resolve(here, '../../..'));
const named = words.filter((word) => !word.startsWith('--'));
const files = readdirSync(path.join(here, folder)).filter((name) => name.endsWith('.test.js') && (named.length === 0 || named.some((part) => name.includes(part))));
// Firefox is spoken to over a socket of Node's own, which older ones keep behind a flag.
const socket = typeof WebSocket === 'undefined' ? ['--experimental-websocket'] : [];
run(process.execPath, [...socket, '--test', '--test-concurrency=1', '--test-reporter=./reporter.js', ...files.map((name) => `${folder}/${name}`)], here);
