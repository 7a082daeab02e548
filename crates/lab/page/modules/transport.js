// How the page's questions reach who answers them: a server over HTTP, or workers of this very page where it is a folder of files. Both
// give what `fetch` gives.

/** Each page that is open has its share of a server. */
const own = { 'X-Whowins-Client': Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('') };

const server = {
  /** The answer to a question: `body` is an object for what is asked by one. */
  request(path, { body, signal } = {}) {
    if (body === undefined) return fetch(`api/${path}`, { headers: own, signal });
    return fetch(`api/${path}`, { method: 'POST', headers: { ...own, 'Content-Type': 'application/json' }, body: JSON.stringify(body), signal });
  },
  /** The address of a shipped game's picture. */
  picture: (name, theme) => `api/thumb?${new URLSearchParams({ name, theme })}`,
  /** What makes a link to a file that is an answer. */
  file: (path) => ({ href: `api/${path}`, download: '' }),
};

const { desk } = document.documentElement.dataset;

export const { request, picture, file } = desk ? await import('../folder/transport.js') : server;
