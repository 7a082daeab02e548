// What opening a game asks first, answered when the folder was written (`src/opened.rs` says how): the picture is there before the solver is. Each answer
// serves once; the solver, which is told of the game meanwhile, gives the same ones from then on.

const { first } = document.documentElement.dataset;

/** What is left of the answers for a game, by its number. */
const left = new Map();

const json = (value) => new Response(JSON.stringify(value), { headers: { 'Content-Type': 'application/json' } });

/** The values as one text, whatever their order. */
const given = (values) => JSON.stringify(Object.entries(values ?? {}).sort());

/** A body that is gzip in base 64. */
async function unpacked({ packed, headers }) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(await new Response(stream).arrayBuffer(), { headers });
}

/** A shipped game's rules, or the rules that the folder was written with; null where there is no such file. */
export async function shipped(query, signal) {
  const name = new URLSearchParams(query).get('name') ?? first;
  try {
    const answer = await fetch(name === first ? 'first.json' : `opened/${encodeURIComponent(name)}.json`, { signal });
    if (!answer.ok) return null;
    const told = await answer.json();
    if (told.game.id) left.set(told.game.id, told);
    return json(told.shipped);
  } catch (fault) {
    if (signal?.aborted) throw fault;
    return null;
  }
}

/** The game that these rules and values make; null where no file has it, or where it was told already. */
export function game(body) {
  const opened = [...left.values()].find(({ shipped: { name, rules, set } }) => body.rules === rules && body.file === `${name}.game` && given(body.set) === given(set));
  if (!opened || opened.told) return null;
  opened.told = true;
  return json(opened.game);
}

/** The beginning of a map or strip; null where no file has it, or where it was told already. */
export function picture(path, query) {
  const asked = new URLSearchParams(query);
  const { pictures } = left.get(asked.get('game')) ?? { pictures: [] };
  asked.delete('game');
  const wanted = given(Object.fromEntries(asked));
  const at = pictures.findIndex((one) => one.path === path && given(one.query) === wanted);
  return at < 0 ? null : unpacked(pictures.splice(at, 1)[0]);
}
