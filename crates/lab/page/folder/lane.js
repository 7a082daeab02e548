// One worker and the questions that wait for it. What is given up is not begun, and what runs on for nobody is ended with its worker.

const GIVEN_UP = new DOMException('stopped', 'AbortError');

export class Lane {
  #name;
  #module;
  #bounds;
  #worker = null;
  #ready = false;
  #waiting = [];
  #running = null;

  /** `module` resolves to the compiled desk; `bounds` has `patience` (milliseconds that a question may run on for nobody), `seconds`, `bytes`, `most`. */
  constructor(name, module, bounds) {
    this.#name = name;
    this.#module = module;
    this.#bounds = bounds;
  }

  /** The answer to a question: { status, headers, body, lane }. */
  ask(question, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason ?? GIVEN_UP);
        return;
      }
      const job = { question, resolve, reject };
      this.#waiting.push(job);
      signal?.addEventListener('abort', () => this.#giveUp(job, signal.reason ?? GIVEN_UP), { once: true });
      this.#next();
    });
  }

  #giveUp(job, reason) {
    const at = this.#waiting.indexOf(job);
    if (at >= 0) this.#waiting.splice(at, 1);
    job.reject(reason);
    if (this.#running !== job) return;
    setTimeout(() => {
      if (this.#running === job) this.#restart();
    }, this.#bounds.patience);
  }

  #next() {
    if (this.#running || this.#waiting.length === 0) return;
    if (!this.#worker) this.#start();
    if (!this.#ready) return;
    this.#running = this.#waiting.shift();
    this.#worker.postMessage(this.#running.question);
  }

  /** The worker is begun once there is something for it to run: until then the page has the processor. */
  async #start() {
    const begun = { terminate() {} };
    this.#worker = begun;
    let module;
    try {
      module = await this.#module;
    } catch (fault) {
      if (this.#worker === begun) this.#failed(fault.message);
      return;
    }
    if (this.#worker !== begun) return;
    const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module', name: this.#name });
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      if (worker === this.#worker) this.#said(data);
    };
    // A fault of ours has ended the desk: the next question has a new one.
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#failed(event.message ?? 'it could not be started');
    };
    const { seconds, bytes } = this.#bounds;
    const desk = new URL(document.documentElement.dataset.desk, document.baseURI).href;
    worker.postMessage({ module, desk, lane: this.#name, seconds, bytes });
  }

  #said(answer) {
    if (answer.ready) {
      this.#ready = true;
      this.#next();
      return;
    }
    if (answer.failed) {
      this.#failed(answer.failed);
      return;
    }
    const job = this.#running;
    this.#running = null;
    job?.resolve(answer);
    // Memory is never given back: a desk that has grown large makes place for a new one.
    if (answer.memory > this.#bounds.most) this.#restart();
    this.#next();
  }

  #failed(why) {
    const jobs = this.#running ? [this.#running] : this.#waiting.splice(0);
    const error = { message: `the page's own solver failed (${why}); please report what was asked`, kind: 'internal' };
    for (const job of jobs) job.resolve({ status: 500, headers: {}, body: JSON.stringify({ error }) });
    this.#restart();
  }

  #restart() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = false;
    this.#running = null;
    this.#next();
  }
}
