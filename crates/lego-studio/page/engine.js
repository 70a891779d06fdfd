// Questions to the engine. The newest question of a kind replaces one that still waits; what takes too long is stopped.

/** So long a question may take before the page says that it works, and before it is given up. */
const PATIENCE = 600;
const LIMIT = 20_000;
/** A question that has a newer one behind it is stopped sooner. */
const OUTDATED = 250;

export class Engine {
  #module;
  #worker = null;
  #ready = false;
  #waiting = new Map();
  #current = null;
  #next = 0;
  #timers = [];
  #tell;

  /** `tell(words)` is called with what takes long, and with nothing when it is over. */
  constructor(tell) {
    this.#tell = tell;
  }

  /** Loads the engine; throws what is wrong, in words. Another one that has been loaded lends what it has compiled. */
  async load(other) {
    if (other) {
      this.#module = other.#module;
      this.#start();
      return;
    }
    if (typeof WebAssembly !== "object") throw new Error("this browser has no WebAssembly");
    const response = await fetch("studio.wasm");
    if (!response.ok) throw new Error(`studio.wasm: ${response.status} ${response.statusText}`);
    this.#module = await WebAssembly.compile(await response.arrayBuffer());
    this.#start();
  }

  /** The answer to a question, or nothing where a newer one of its kind came before. */
  ask(kind, question) {
    this.#waiting.get(kind)?.resolve(null);
    return new Promise((resolve, reject) => {
      this.#waiting.set(kind, { kind, question, resolve, reject, id: this.#next++ });
      if (this.#current?.kind === kind) {
        this.#current.outdated = true;
        const { id } = this.#current;
        setTimeout(() => this.#current?.id === id && performance.now() - this.#current.begun > OUTDATED && this.#stop(null), OUTDATED);
      }
      this.#go();
    });
  }

  /** What the command answers: `{status, output, errors}`; with `--json` among the arguments also `json`. */
  async command(kind, ...command) {
    const answer = await this.ask(kind, { command });
    if (!answer) return null;
    const { about } = answer;
    if (command.includes("--json") && about.output) {
      try { about.json = JSON.parse(about.output); } catch { /* a text, such as a drawing */ }
    }
    return about;
  }

  /** Gives up the question that is being answered. */
  stop() {
    this.#stop(new Error("stopped"));
  }

  #start() {
    this.#ready = false;
    this.#worker = new Worker("worker.js");
    this.#worker.onmessage = ({ data }) => this.#got(data);
    this.#worker.onerror = (event) => this.#stop(new Error(`the engine does not start: ${event.message ?? "no reason given"}`));
    this.#worker.postMessage({ module: this.#module });
  }

  #go() {
    if (!this.#ready || this.#current || this.#waiting.size === 0) return;
    const kind = this.#waiting.keys().next().value;
    const current = this.#waiting.get(kind);
    this.#waiting.delete(kind);
    current.begun = performance.now();
    this.#current = current;
    this.#worker.postMessage({ id: current.id, question: current.question });
    this.#timers = [
      setTimeout(() => this.#tell("This takes a while. The page stays usable; "), PATIENCE),
      setTimeout(() => this.#stop(new Error(`given up after ${LIMIT / 1000} s: this is for the command lego on a computer’s own processor, which has no such limit`)), LIMIT),
    ];
  }

  #got(data) {
    if (data.ready) {
      this.#ready = true;
    } else if (this.#current?.id === data.id) {
      const current = this.#done();
      if (data.fault) {
        this.#worker.terminate();
        this.#start();
        current.reject(new Error(`the engine stopped at this question (${data.fault}); it has been started anew`));
      } else {
        current.resolve(current.outdated ? null : data);
      }
    }
    this.#go();
  }

  #done() {
    this.#timers.forEach(clearTimeout);
    this.#tell(null);
    const current = this.#current;
    this.#current = null;
    return current;
  }

  #stop(error) {
    this.#worker.terminate();
    const current = this.#done();
    this.#start();
    if (error) current?.reject(error);
    else current?.resolve(null);
  }
}
