// Light and dark: as the system says, or as chosen here.

import { byId, say } from './dom.js';

const dark = matchMedia('(prefers-color-scheme: dark)');
const current = () => document.documentElement.dataset.theme ?? (dark.matches ? 'dark' : 'light');

/** The button, and `changed` whenever the colours are others. */
export function setupTheme(changed) {
  const button = byId('theme');
  const show = () => {
    button.textContent = current() === 'dark' ? '☀' : '☾';
    button.setAttribute('aria-label', current() === 'dark' ? 'Light colours' : 'Dark colours');
    button.title = button.getAttribute('aria-label');
  };
  button.addEventListener('click', () => {
    const next = current() === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem('theme', next);
    } catch {
      // Not kept, then.
    }
    say(`${next} colours`);
    show();
    changed();
  });
  dark.addEventListener('change', () => {
    show();
    changed();
  });
  show();
}

export { current as currentTheme };
