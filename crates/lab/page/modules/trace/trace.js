// The four stages by which a person solves a game of one heap, stepped forward and back.

import { ask } from '../api.js';
import { byId, el, say } from '../dom.js';
import { stopped, withProgress } from '../progress.js';
import { counted, grouped, spoken } from '../words.js';
import { Lines } from './lines.js';
import { Table } from './table.js';

const STAGES = { recursion: 'Recursion', memo: 'Memo', table: 'Table', cycle: 'Cycle' };
const ABOUT = {
  recursion: 'Each position asks its options, again and again.',
  memo: 'The same, but what was worked out is kept.',
  table: 'From heap 0 upwards: no asking at all.',
  cycle: 'The table repeats: one division answers any heap.',
};

export class Trace {
  #store;
  #panel = byId('panel-trace');
  #lines = new Lines((index) => this.#go(index));
  #table = new Table();
  #buttons = {};
  #box = el('div', { class: 'thinking' });
  #count = el('span', { class: 'count', role: 'status' });
  #slide = el('input', { type: 'range', min: '0', 'aria-label': 'Line of the trace' });
  #about = el('p', { class: 'why' });
  #head = el('p', { class: 'at' });
  #runs = 0;
  #now = 0;
  #data = null;
  #stage = 'memo';
  #work = null;
  #asked = '';

  constructor(store) {
    this.#store = store;
    const button = (name, label, words, action) => {
      this.#buttons[name] = el('button', { type: 'button', 'aria-label': label, title: label, click: action }, words);
      return this.#buttons[name];
    };
    this.#stages = Object.entries(STAGES).map(([name, words]) => el('button', { type: 'button', 'data-stage': name, click: () => this.#choose(name) }, words));
    this.#slide.addEventListener('input', () => this.#go(Number(this.#slide.value)));
    this.#panel.append(this.#head,
      el('div', { class: 'segments stages', role: 'group', 'aria-label': 'Stage' }, ...this.#stages), this.#about,
      el('div', { class: 'step' },
        button('first', 'First line', '«', () => this.#go(0)), button('back', 'One step back', '‹', () => this.#step(-1)),
        button('on', 'One step on', '›', () => this.#step(1)), button('last', 'Last line', '»', () => this.#go(Infinity)),
        button('run', 'Run', 'Run', () => this.#run())),
      el('div', { class: 'step' }, this.#slide, this.#count), this.#box, this.#lines.box, this.#table.box);
    this.#panel.addEventListener('keydown', (event) => {
      const by = { j: 1, k: -1 }[event.key] ?? (event.target === this.#lines.box ? { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 }[event.key] : undefined);
      if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.#step(by);
    });
    store.listen((state, changed) => {
      if (state.tab === 'trace' && state.game && ['tab', 'game', 'at', 'mover'].some((name) => changed.has(name))) this.#load();
      if (state.tab !== 'trace') this.#halt();
    });
  }

  #stages;

  #choose(stage) {
    this.#stage = stage;
    this.#load();
  }

  async #load(from = 0) {
    const { game, at, mover } = this.#store.state;
    if (!at || game.picture !== 'strip') return;
    const question = `${game.id} ${at} ${mover} ${this.#stage}`;
    if (from === 0 && question === this.#asked && this.#data) return;
    this.#asked = question;
    this.#halt();
    this.#work?.abort();
    const work = new AbortController();
    this.#work = work;
    this.#head.textContent = `${spoken(game, at)}, ${game.players[mover]} to move`;
    this.#about.textContent = ABOUT[this.#stage];
    for (const button of this.#stages) button.setAttribute('aria-pressed', String(button.dataset.stage === this.#stage));
    try {
      const parameters = { at, stage: this.#stage, to_move: game.players[mover], from };
      const data = await withProgress(this.#box, 'Tracing', (signal) => ask('trace', game.id, parameters, signal), work.signal);
      if (this.#work !== work) return;
      this.#take(data, from);
    } catch (fault) {
      if (this.#work !== work) return;
      this.#data = null;
      this.#lines.lines = [];
      this.#table.box.replaceChildren();
      this.#count.textContent = '';
      this.#box.replaceChildren(el('p', { class: stopped(fault) ? 'note' : 'fault' }, stopped(fault) ? 'Stopped.' : fault.message));
    }
  }

  /** The lines of the first block, or of the one after those that are here. */
  #take(data, from) {
    const { game } = this.#store.state;
    const cells = (data.cells ?? []).map((cell) => ({ ...cell, player: Number(cell.player) }));
    if (from === 0) {
      this.#data = { ...data, cells };
      const players = game.players.filter((_, index) => index === 0 || cells.some((cell) => cell.player === index) || !game.impartial);
      this.#table.lay(players, cells.length ? Math.max(...cells.map((cell) => Number(cell.n)), Math.min(Number(data.heap), 3000)) : -1);
      this.#table.box.hidden = cells.length === 0;
    } else {
      this.#data.lines.push(...data.lines);
      this.#data.cells.push(...cells);
      this.#data.more = data.more;
    }
    this.#table.cells = this.#data.cells;
    this.#lines.lines = this.#data.lines;
    this.#slide.max = String(this.#data.lines.length - 1);
    this.#go(from);
  }

  #step(by) {
    if (!this.#data) return;
    if (this.#now + by >= this.#data.lines.length && this.#data.more) this.#load(this.#data.lines.length);
    else this.#go(this.#now + by);
  }

  #go(line) {
    if (!this.#data) return;
    const last = this.#data.lines.length - 1;
    this.#now = Math.max(0, Math.min(last, line));
    this.#lines.now = this.#now;
    const cell = this.#table.after(this.#now);
    this.#slide.value = String(this.#now);
    this.#count.textContent = `${grouped(this.#now + 1)} of ${grouped(last + 1)}${this.#data.more ? '+' : ''}`;
    this.#buttons.back.disabled = this.#now === 0;
    this.#buttons.first.disabled = this.#now === 0;
    this.#buttons.on.disabled = this.#now === last && !this.#data.more;
    this.#buttons.last.disabled = this.#now === last;
    say(this.#data.lines[this.#now] + (cell ? ` Filled in: heap ${cell.n}.` : ''));
    if (this.#now === last && !this.#data.more) {
      this.#halt();
      this.#box.replaceChildren(el('p', { class: 'verdict' }, el('span', { class: 'badge good' }, 'End'), `${this.#data.verdict ?? ''} after ${counted(last + 1, 'line')}`));
    } else if (!this.#box.querySelector('.working')) this.#box.replaceChildren();
  }

  #run() {
    if (this.#runs) {
      this.#halt();
      return;
    }
    this.#buttons.run.textContent = 'Pause';
    this.#runs = setInterval(() => this.#step(1), 120);
  }

  #halt() {
    clearInterval(this.#runs);
    this.#runs = 0;
    this.#buttons.run.textContent = 'Run';
  }
}
