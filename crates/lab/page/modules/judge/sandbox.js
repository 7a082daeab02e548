// A program that somebody pasted runs in a worker of a frame without an origin: it reaches neither this page nor what it keeps, and no network. The frame's
// policy forbids all loading, and its worker has that policy, too. The page's own policy names the script below by its hash.

/** The frame's script: the program becomes a worker, and messages are handed on. Its hash stands in the page's policy (`crates/lab/src/policy.rs`). */
export const SCRIPT = "onmessage=({data,ports:[port]})=>{const worker=new Worker(URL.createObjectURL(new Blob([data],{type:'text/javascript'})));"
  + 'worker.onmessage=(event)=>port.postMessage(event.data);'
  + 'worker.onerror=(event)=>{event.preventDefault();port.postMessage({fault:event.message,line:event.lineno})};'
  + 'port.onmessage=(event)=>worker.postMessage(event.data)};';

const PAGE = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; worker-src blob:"><title>A program</title><script>${SCRIPT}</script>`;

/** What stands before a program, in its first line, so that lines are counted as its author counts them. */
const BEFORE = '{const post=self.postMessage.bind(self);'
  + 'setTimeout(()=>post({ready:typeof wins==="function"}));'
  + 'self.onmessage=({data})=>{for(const[at,position]of data){let said;'
  + 'try{said=wins(position);said=typeof said==="boolean"?said:String(said)}catch(fault){post({at,fault:String(fault)});return}'
  + 'post({at,said})}};}';

/** So long a program may take for one position, in milliseconds. */
const PATIENCE = 5000;

/** Why a program gave no answer. */
export class Failed extends Error {
  constructor(message, at = null) {
    super(message);
    this.at = at;
  }
}

/** A program, running. */
export class Program {
  /** So long all of it may take, in milliseconds. */
  patience = 20_000;
  #given;
  #frame = document.createElement('iframe');
  #port;
  #wait = null;

  /** `given(question)` is what it is given of a question. */
  constructor(given) {
    this.#given = given;
    this.#frame.sandbox = 'allow-scripts';
    this.#frame.hidden = true;
    this.#frame.title = 'The program that is judged';
    this.#frame.srcdoc = PAGE;
  }

  /** Begins; fails where the code cannot be read, or has no function `wins`. */
  async start(code) {
    const loaded = new Promise((resolve) => {
      this.#frame.onload = resolve;
    });
    document.body.append(this.#frame);
    await loaded;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const ready = this.#answers(() => null, (message, done) => {
      if ('ready' in message) done(message.ready);
    });
    this.#frame.contentWindow.postMessage(BEFORE + code, '*', [port2]);
    if (!await ready) throw new Failed('There is no function wins(position) in it.');
  }

  /** What it says of each position, up to the first that it does not answer: what it said, and its failure or null. */
  async ask(questions) {
    const positions = questions.map(this.#given);
    const all = [];
    if (!positions.length) return { all, failure: null };
    const answered = this.#answers(() => all.length, (message, done) => {
      all.push(message.said);
      if (all.length === positions.length) done(null);
    });
    this.#port.postMessage(positions.map((position, at) => [at, position]));
    try {
      return { all, failure: await answered };
    } catch (failure) {
      if (failure instanceof Failed) return { all, failure };
      throw failure;
    }
  }

  /** Resolves once `take(message, done)` calls `done`. */
  #answers(at, take) {
    return new Promise((resolve, reject) => {
      const fail = (why) => reject(new Failed(why, at()));
      const wait = () => {
        clearTimeout(this.#wait);
        this.#wait = setTimeout(() => fail(`it took more than ${PATIENCE / 1000} s`), PATIENCE);
      };
      wait();
      this.#port.onmessage = ({ data }) => {
        wait();
        if (data.fault !== undefined) {
          clearTimeout(this.#wait);
          fail(data.line ? `line ${data.line}: ${data.fault}` : data.fault);
        } else {
          take(data, (value) => {
            clearTimeout(this.#wait);
            resolve(value);
          });
        }
      };
    });
  }

  /** Ends it, whatever it does. */
  end() {
    clearTimeout(this.#wait);
    this.#port?.close();
    this.#frame.remove();
  }
}
