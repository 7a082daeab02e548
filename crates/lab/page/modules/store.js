// The state of the page in one place: parts set fields and listen for changes; listeners run once a turn.

/** A store of `state`; `listen` gets the state and the set of the fields that changed. */
export function createStore(state) {
  const listeners = [];
  let changed = new Set();

  function flush() {
    const now = changed;
    changed = new Set();
    for (const listener of listeners) listener(state, now);
  }

  return {
    state,
    listen(listener) {
      listeners.push(listener);
    },
    set(fields) {
      for (const [name, value] of Object.entries(fields)) {
        if (state[name] === value) continue;
        state[name] = value;
        if (changed.size === 0) queueMicrotask(flush);
        changed.add(name);
      }
    },
  };
}
