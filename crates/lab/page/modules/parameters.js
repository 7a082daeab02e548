// The parameters of a game, as small inputs.

import { byId, el } from './dom.js';

const form = byId('parameters');
let shown = '';

/** Shows inputs for the parameters; `changed(name, text)` is called while one types. */
export function showParameters(parameters, values, changed) {
  const key = parameters.map(({ name, kind }) => `${name}:${kind}`).join('|');
  if (key !== shown) {
    shown = key;
    form.replaceChildren(...parameters.map((parameter) => field(parameter, changed)));
  }
  for (const { name, text } of parameters) {
    const input = form.elements.namedItem(`parameter-${name}`);
    const value = values[name] ?? text ?? '';
    if (document.activeElement !== input && input.value !== value) input.value = value;
    input.setAttribute('aria-invalid', String(value.trim() === ''));
  }
}

function field({ name, kind }, changed) {
  const properties = {
    name: `parameter-${name}`, autocomplete: 'off', spellcheck: 'false', 'aria-describedby': `kind-${name}`,
    input: (event) => changed(name, event.target.value),
  };
  const large = /grid|graph/.test(kind);
  return el('label', {},
    el('span', { class: 'name' }, name),
    large ? el('textarea', { ...properties, rows: '3' }) : el('input', { ...properties, type: 'text' }),
    el('span', { class: 'kind', id: `kind-${name}` }, kind));
}

form.addEventListener('submit', (event) => event.preventDefault());
