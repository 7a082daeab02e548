// Runs the extension's tests: `node tests/run.js [FILE...]`. The command is built as the project's other tests build it; WHOWINS names another one.
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const folder = path.resolve(__dirname, '..');
const root = path.resolve(folder, '../..');

function run(program, words, cwd) {
  const { status, error } = spawnSync(program, words, { cwd, stdio: 'inherit' });
  if (error) console.error(`cannot run ${program}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

const named = process.argv.slice(2);
const files = fs.readdirSync(__dirname).filter((name) => name.endsWith('.test.js') && (named.length === 0 || named.some((part) => name.includes(part))));
// Only the client speaks with the command.
if (!process.env.WHOWINS && files.includes('client.test.js')) run('cargo', ['test', '--locked', '--workspace', '--no-run', '--quiet'], root);
run(process.execPath, ['--test', '--test-reporter=../../crates/lab/browser/reporter.js', ...files.map((name) => `tests/${name}`)], folder);
