// What the extension needs of VS Code, so that it can be tried without: an editor with one text, which hears what is told.
'use strict';

const { EventEmitter } = require('node:events');
const Module = require('node:module');

class Disposable {
  constructor(dispose = () => {}) {
    this.dispose = dispose;
  }
}
class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}
class Range {
  constructor(...ends) {
    const [start, end] = ends.length === 4 ? [new Position(ends[0], ends[1]), new Position(ends[2], ends[3])] : ends;
    Object.assign(this, { start, end });
  }
}
class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}
class TextEdit {
  constructor(range, newText) {
    Object.assign(this, { range, newText });
  }
}
class Uri {
  constructor(text) {
    Object.assign(this, { text, scheme: text.split(':')[0], path: text.replace(/^\w+:\/\//, '') });
  }
  get fsPath() {
    return this.path;
  }
  toString() {
    return this.text;
  }
  static parse(text) {
    return new Uri(text);
  }
  static file(path) {
    return new Uri(`file://${path}`);
  }
}
class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable() };
  cancel() {}
  dispose() {}
}

/** A text that is open. */
function document(uri, text) {
  return { uri: Uri.parse(uri), fileName: Uri.parse(uri).fsPath, languageId: 'game', version: 1, isClosed: false, isDirty: false, getText: () => text };
}

/** A kind of code action, such as `quickfix`. */
class CodeActionKind {
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new CodeActionKind(this.value === '' ? part : `${this.value}.${part}`);
  }
  static Empty = new CodeActionKind('');
  static QuickFix = new CodeActionKind('quickfix');
}

/** An editor: `vscode` is the module that an extension sees, the rest is what it did. */
function editor({ settings = {}, answers = {} } = {}) {
  const events = new EventEmitter();
  const on = (name) => (listener, self) => {
    events.on(name, self === undefined ? listener : listener.bind(self));
    return new Disposable(() => events.removeAllListeners(name));
  };
  const told = { errors: [], information: [], output: [], diagnostics: new Map(), providers: new Map(), commands: new Map(), done: [] };
  const output = (name) => ({
    name,
    logLevel: 0,
    onDidChangeLogLevel: on('log'),
    ...Object.fromEntries(['append', 'appendLine', 'trace', 'debug', 'info', 'warn', 'error'].map((how) => [how, (text) => told.output.push(text)])),
    show() {},
    dispose() {},
  });
  const message = (kind) => async (text, ...choices) => {
    told[kind].push(text);
    events.emit('told');
    return choices.find((choice) => choice === answers[kind]);
  };
  const workspace = {
    textDocuments: [],
    workspaceFolders: undefined,
    notebookDocuments: [],
    getConfiguration: (section) => ({ get: (key, otherwise) => settings[`${section}.${key}`] ?? otherwise }),
    createFileSystemWatcher: () => new Disposable(),
  };
  const window = {
    visibleTextEditors: [],
    tabGroups: { all: [], onDidChangeTabs: on('tabs'), onDidChangeTabGroups: on('groups') },
    createOutputChannel: output,
    showErrorMessage: message('errors'),
    showInformationMessage: message('information'),
    showWarningMessage: message('errors'),
  };
  const languages = {
    match: (selector, { uri, languageId }) => ([selector].flat().some((one) => one.language === languageId && (one.scheme ?? uri.scheme) === uri.scheme) ? 10 : 0),
    createDiagnosticCollection: () => ({
      set: (uri, found) => {
        told.diagnostics.set(uri.toString(), found);
        events.emit('told');
      },
      delete: (uri) => told.diagnostics.delete(uri.toString()),
      clear: () => told.diagnostics.clear(),
      dispose: () => told.diagnostics.clear(),
    }),
  };
  const commands = {
    registerCommand: (name, run) => {
      told.commands.set(name, run);
      return new Disposable(() => told.commands.delete(name));
    },
    executeCommand: async (...words) => void told.done.push(words),
  };
  const rest = {
    // `onDid...` and `onWill...` are events, `register...Provider` keeps the provider, and any other name is a class that does nothing.
    get(target, name) {
      if (name in target || typeof name === 'symbol') return target[name];
      if (/^on(Did|Will)/.test(name)) return (target[name] = on(name));
      if (/^register/.test(name)) return (target[name] = (_, provider) => (told.providers.set(name, provider), new Disposable()));
      return undefined;
    },
  };
  const open = (object) => new Proxy(object, rest);
  const vscode = new Proxy(
    {
      version: '1.91.0',
      env: { appName: 'a stub', language: 'en', uriScheme: 'vscode' },
      workspace: open(workspace),
      window: open(window),
      languages: open(languages),
      commands,
      Disposable, Position, Range, Diagnostic, TextEdit, Uri, CancellationTokenSource, CodeActionKind,
      DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
      l10n: { t: (text) => text },
      EventEmitter: class {
        events = new EventEmitter();
        event = (listener) => (this.events.on('it', listener), new Disposable());
        fire = (what) => this.events.emit('it', what);
        dispose() {}
      },
    },
    { get: (target, name) => (name in target || typeof name === 'symbol' || name === 'then' ? target[name] : (target[name] = class {})) },
  );
  return { vscode, events, told, settings, workspace };
}

/** Loads a module that asks for `vscode` anew, with this one. */
function load(file, vscode) {
  for (const name of Object.keys(require.cache)) {
    if (name === require.resolve(file) || name.includes('vscode-languageclient')) delete require.cache[name];
  }
  const real = Module._load;
  Module._load = (name, ...rest) => (name === 'vscode' ? vscode : real(name, ...rest));
  try {
    return require(file);
  } finally {
    Module._load = real;
  }
}

module.exports = { document, editor, load };
