// What the browser keeps for us. In a frame of another site, or where a person forbids it, nothing is kept, and nothing breaks.

function kept(storage, name, otherwise) {
  try {
    return JSON.parse(storage().getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Whether it was kept. */
function keep(storage, name, value) {
  try {
    storage().setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function shelf(storage) {
  return { read: (name, otherwise) => kept(storage, name, otherwise), write: (name, value) => keep(storage, name, value) };
}

/** For good. */
export const forGood = shelf(() => localStorage);
/** As long as this tab is open, whatever is loaded again. */
export const forTab = shelf(() => sessionStorage);
