// Finds a program as the system would.
'use strict';

const fs = require('node:fs');
const path = require('node:path');

/**
 * The file that a command stands for: itself where it names a folder, else the first of that name in the folders of PATH (on Windows with the
 * endings of PATHEXT); undefined where there is none that can be run.
 *
 * @param {string} named
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
function found(named, env = process.env) {
  const isWindows = process.platform === 'win32';
  const endings = isWindows ? ['', ...(env.PATHEXT ?? '.EXE;.CMD;.BAT').split(';')] : [''];
  const folders = /[\\/]/.test(named) ? [''] : (env.PATH ?? env.Path ?? '').split(path.delimiter).filter((folder) => folder !== '');
  for (const folder of folders) {
    for (const ending of endings) {
      const file = path.join(folder, named + ending);
      if (runs(file)) return file;
    }
  }
  return undefined;
}

function runs(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

module.exports = { found };
