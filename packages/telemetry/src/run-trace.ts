import type { DurableEvent, LiveEvent } from '@loopwright/agent-run';
import { agent as names, spanEvents } from './agent-conventions.ts';
import { AgentTrace } from './agent-trace.ts';
import type { RunSettings } from './run-settings.ts';
import { safely } from './safely.ts';
import type { StartedAgent, StartRun } from './start-run.ts';
import { tellInterruption } from './tell-end.ts';
import { countAdvice, stepIsOver, tellEvent } from './tell-event.ts';

/**
 * Tells of one run by its events. A resumed run tells all its events again, from the first; only those that no earlier
 * life can have told become spans and metrics, and how many were told again is one event.
 */
export class RunTrace {
  readonly #startRun: StartRun;
  readonly #now: () => number;
  /** Whether the runtime is watched, and so tells when new work begins. */
  readonly #isWatched: boolean;
  #settings: RunSettings | undefined;
  readonly #agents = new Map<string, AgentTrace>();
  /** Whether what comes has not been told before. */
  #isNew = true;
  #retold = 0;
  /** From a decision on: told before only if something stored follows. */
  #perhapsNew: DurableEvent[] = [];
  readonly #toolsStartedAt = new Map<string, number>();

  constructor(startRun: StartRun, now: () => number, isWatched: boolean) {
    this.#startRun = startRun;
    this.#now = now;
    this.#isWatched = isWatched;
    this.#isNew = !isWatched;
  }

  /** Work begins that no earlier life of the run has stored. */
  workBegins(): void {
    if (this.#isNew) return;
    this.#isNew = true;
    const perhaps = this.#perhapsNew;
    this.#perhapsNew = [];
    for (const event of perhaps) this.#tell(event);
  }

  /** A stored value was read: what came before it was told by the life that stored it. */
  storedWasRead(): void {
    if (this.#isNew) return;
    for (const event of this.#perhapsNew) this.#count(event);
    this.#perhapsNew = [];
  }

  /** The run is over in this process. Without an end of its own, it was broken off. */
  released(): void {
    const root = this.#agents.get('');
    if (root) this.#interrupt(true);
    this.#isNew = !this.#isWatched;
  }

  event(event: DurableEvent): void {
    if (event.type === 'started' && event.path === '') this.#begin();
    // The result of the whole run was just stored, so nobody has told it.
    if (event.type === 'finished' && event.path === '') this.workBegins();
    const isDecision = event.type === 'answered' && event.via === 'signal';
    if (this.#isNew) this.#tell(event);
    else if (isDecision || this.#perhapsNew.length > 0) this.#perhapsNew.push(event);
    else this.#count(event);
  }

  liveEvent(event: LiveEvent): void {
    if (event.type === 'tool_started') {
      const time = this.#now();
      this.#toolsStartedAt.set(event.key, time);
      this.#tellResumed(time);
      this.#agents.get(pathOf(event.key))?.step(time);
    }
    if (event.type === 'suspended' && event.key === '') {
      this.workBegins();
      const { pending } = event;
      this.#interrupt(false, pending.length > 0 ? 'awaiting_approval' : 'detached');
    }
  }

  /** The first life begins new, with its first entry; a later one with stored ones. */
  #begin(): void {
    this.#agents.clear();
    this.#toolsStartedAt.clear();
    this.#perhapsNew = [];
    this.#retold = 0;
    this.#settings = this.#startRun.settings();
  }

  /** Keeps up with what an earlier life has told. */
  #count(event: DurableEvent): void {
    this.#retold += 1;
    if (event.type === 'started') this.#addAgent(event);
    const agent = this.#agents.get(event.path);
    if (!agent) return;
    if (event.type === 'model') {
      agent.lastModelError = event.error?.kind;
      countAdvice(agent, event.role);
    }
    if (event.type === 'step') stepIsOver(agent, event.step.n);
    if (event.type === 'finished') this.#agents.delete(event.path);
  }

  #tell(event: DurableEvent): void {
    const time = this.#now();
    if (event.type === 'started') {
      const span = this.#addAgent(event).span(time);
      if (this.#settings) span.set(this.#settings.content.ofTask(event.task));
      return;
    }
    const agent = this.#agents.get(event.path);
    const settings = this.#settings;
    if (!agent || !settings) return;
    this.#tellResumed(time);
    if (event.type === 'finished') this.#agents.delete(event.path);
    const startedAt = event.type === 'tool' ? this.#takeStart(event.key) : undefined;
    tellEvent(agent, event, time, { ...settings, startedAt });
  }

  #takeStart(key: string): number | undefined {
    const startedAt = this.#toolsStartedAt.get(key);
    this.#toolsStartedAt.delete(key);
    return startedAt;
  }

  /** Says once, in a resumed run, how much of it was told before. */
  #tellResumed(time: number): void {
    const root = this.#agents.get('');
    if (this.#retold === 0 || !root || root.isTold) return;
    root.span(time).event(spanEvents.resumed, time, {
      [names.retoldEvents]: this.#retold,
      [names.retoldSteps]: root.steps,
    });
  }

  #addAgent(event: StartedAgent): AgentTrace {
    const facts = this.#startRun.facts(event, this.#now());
    const { path } = event;
    const key = path.slice(0, -1);
    const caller = path === '' ? undefined : this.#agents.get(pathOf(key));
    const parent = caller
      ? (time: number) => caller.openCall(key, time).context
      : this.#startRun.context();
    const agent = new AgentTrace(facts, parent);
    this.#agents.set(path, agent);
    return agent;
  }

  /** Ends every span that goes on, the innermost first. */
  #interrupt(isBroken: boolean, stopReason?: string): void {
    const time = safely(() => this.#now()) ?? Date.now();
    const settings = this.#settings;
    this.#tellResumed(time);
    const innermostFirst = [...this.#agents.values()].reverse();
    this.#agents.clear();
    if (!settings) return;
    for (const agent of innermostFirst) {
      // A sub-agent of which this life has told nothing did not go on in it.
      if (agent.facts.path !== '' && !agent.isTold) continue;
      tellInterruption(agent, { isBroken, stopReason }, time, settings);
    }
  }
}

/** `act:0:1/` for a call in the sub-agent that the call `act:0:1` runs; empty for one of the run itself. */
function pathOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/') + 1);
}
