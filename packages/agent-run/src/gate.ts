import { Ended, stop } from './ended.ts';

/**
 * The door to a run: its calls follow one another, and the first end that comes through is thrown by every later
 * call, whoever may have caught it.
 */
export class Gate {
  /** The end that came, if any. */
  ended: unknown;
  #passing: { name: string; call: Promise<unknown> } | undefined;
  readonly #isControl: (error: unknown) => boolean;

  constructor(isControl: (error: unknown) => boolean) {
    this.#isControl = isControl;
  }

  pass<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    if (this.ended === undefined && this.#passing) {
      this.ended = stop(
        'error',
        `${name} was called while ${this.#passing.name} was not done; calls of a run follow one another`,
      );
    }
    if (this.ended !== undefined) return Promise.reject(this.ended);
    const call = this.#finish(work);
    this.#passing = { name, call };
    // Whoever does not wait for a call must not be told of an unhandled rejection; the call itself still rejects.
    call.catch(() => {});
    return call;
  }

  /** Waits for a call that nobody waited for, and gives its name. */
  async join(): Promise<string | undefined> {
    if (!this.#passing) return undefined;
    const { name, call } = this.#passing;
    await call.catch(() => {});
    return name;
  }

  async #finish<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Ended || this.#isControl(error)) this.ended ??= error;
      throw this.ended ?? error;
    } finally {
      this.#passing = undefined;
    }
  }
}
