import { Ended, stop } from './ended.ts';

/** Refusals that are answered. */
const maxRefusals = 1_000;

/**
 * The door to a run: its calls follow one another, and the first end that comes through is thrown by every later
 * call, whoever may have caught it.
 */
export class Gate {
  /** Resolves when an end comes. */
  whenEnded: Promise<void>;
  #ended: unknown;
  #wake: () => void = () => {};
  #refusals = 0;
  #passing: { name: string; call: Promise<unknown> } | undefined;
  readonly #isControl: (error: unknown) => boolean;

  constructor(isControl: (error: unknown) => boolean) {
    this.#isControl = isControl;
    this.whenEnded = this.#nextEnd();
  }

  /** Lets calls through again after an end. */
  reopen(): void {
    this.#ended = undefined;
    this.whenEnded = this.#nextEnd();
  }

  /** The end that came, if any. */
  get ended(): unknown {
    return this.#ended;
  }

  set ended(ended: unknown) {
    this.#ended = ended;
    this.#wake();
  }

  pass<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    if (this.ended === undefined && this.#passing) {
      this.ended = stop(
        'error',
        `${name} was called while ${this.#passing.name} was not done; calls of a run follow one another`,
      );
    }
    if (this.ended !== undefined) return heard(this.#refuse());
    const call = heard(this.#finish(work));
    this.#passing = { name, call };
    return call;
  }

  /** Waits for a call that nobody waited for, and gives its name. */
  async join(): Promise<string | undefined> {
    if (!this.#passing) return undefined;
    const { name, call } = this.#passing;
    await call.catch(() => {});
    return name;
  }

  /**
   * Code that swallows the end and asks again in a loop is not answered for ever: no timer would fire, and the run
   * could not be left.
   */
  async #refuse(): Promise<never> {
    this.#refusals += 1;
    if (this.#refusals > maxRefusals) await new Promise(() => {});
    throw this.ended;
  }

  #nextEnd(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
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

/** Whoever does not wait for a call must not be told of an unhandled rejection; the call itself still rejects. */
function heard<Value>(call: Promise<Value>): Promise<Value> {
  call.catch(() => {});
  return call;
}
