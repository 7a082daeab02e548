// Work that may take long: nothing is shown for 100 ms, then what it is, how long it has taken, and a button that stops it.

import { el } from './dom.js';
import { seconds } from './words.js';

const UNSEEN = 100;

/**
 * Runs `work(signal)`; meanwhile `box` says what is done. Resolves to the work's result; rejects as the work does, with an
 * AbortError where it was stopped.
 */
export async function withProgress(box, what, work, outer) {
  const control = new AbortController();
  const stop = () => control.abort(new DOMException('stopped', 'AbortError'));
  outer?.addEventListener('abort', stop);
  const start = performance.now();
  const clock = el('span', {}, '');
  const line = el('div', { class: 'working', role: 'status' },
    el('span', {}, what),
    el('span', { class: 'bar', 'aria-hidden': 'true' }),
    clock,
    el('button', { type: 'button', class: 'plain', click: stop }, 'Cancel'));
  clock.setAttribute('aria-hidden', 'true');
  let ticking = 0;
  const appear = setTimeout(() => {
    if (control.signal.aborted) return;
    box.replaceChildren(line);
    const tick = () => {
      clock.textContent = seconds(performance.now() - start);
    };
    tick();
    ticking = setInterval(tick, 100);
  }, UNSEEN);
  try {
    return await work(control.signal);
  } finally {
    clearTimeout(appear);
    clearInterval(ticking);
    line.remove();
    outer?.removeEventListener('abort', stop);
  }
}

export const stopped = (fault) => fault?.name === 'AbortError';
