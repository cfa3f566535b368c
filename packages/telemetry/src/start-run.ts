import type { DurableEvent } from '@loopwright/agent-run';
import type { Context } from '@opentelemetry/api';
import type { AgentFacts } from './agent-trace.ts';
import type { RunSettings } from './run-settings.ts';

/** The event with which an agent starts. */
export type StartedAgent = Extract<DurableEvent, { type: 'started' }>;

/** What a run needs of the telemetry object that watches it, asked for when the run starts. */
export type StartRun = {
  /** The settings for the providers of this moment. */
  settings(): RunSettings;
  /** The context in which the run was started. */
  context(): Context;
  facts(event: StartedAgent, startedAt: number): AgentFacts;
};
