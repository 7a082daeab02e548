// A desk in a worker: questions come as messages, and answers go back as such, their bytes handed over.

let lab = null;
let memory = null;

async function begin({ module, desk, lane, seconds, bytes }) {
  const { default: init, Lab } = await import(new URL('desk.js', desk));
  ({ memory } = await init({ module_or_path: module }));
  lab = new Lab(lane, seconds, bytes);
  postMessage({ ready: true });
}

function answer({ path, query, body, certificate, game }) {
  const told = certificate === undefined ? lab.answer(path, query, body) : lab.adopt(game, certificate);
  const names = told.names();
  const values = told.values();
  const bytes = told.body();
  const message = {
    status: told.status(),
    headers: Object.fromEntries(names.map((name, at) => [name, values[at]])),
    lane: told.lane(),
    body: bytes.buffer,
    memory: memory.buffer.byteLength,
  };
  told.free();
  postMessage(message, [bytes.buffer]);
}

onmessage = ({ data }) => {
  if (data.module) {
    begin(data).catch((fault) => postMessage({ failed: String(fault) }));
    return;
  }
  try {
    answer(data);
  } catch (fault) {
    postMessage({ failed: String(fault) });
  }
};
