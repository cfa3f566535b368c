import type { DurableEvent, LiveEvent, StepRuntime } from '@loopwright/agent-run';
import { checkFunctions, checkNames, isObject, mustBe } from '@loopwright/agent-run/option-checks';
import type { Json } from '@loopwright/core-parser';
import {
  context,
  type MeterProvider,
  metrics,
  ROOT_CONTEXT,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';
import { createContent } from './content.ts';
import { createInstrumentsOf, scopeName } from './instruments.ts';
import { RunTrace } from './run-trace.ts';
import { safely } from './safely.ts';
import type { StartRun } from './start-run.ts';
import { type RuntimeWatcher, watchRuntime } from './watch-runtime.ts';

/** What is known of a sub-agent when it starts. */
export type SubAgent = {
  readonly strategy: string;
  readonly task: string;
  readonly tools: readonly string[];
};

/** Options of {@link createTelemetry}. */
export type TelemetryOptions = {
  /** The name of the agent: `gen_ai.agent.name`, part of the name of its span, and a label of its metrics. */
  agentName: string;
  /** A label of the metrics, one of few words. Default: the name of the strategy. */
  mode?: string | undefined;
  /** Names a sub-agent; one of few names, as it is a label. Default: the name of its strategy. */
  subAgentName?: ((agent: SubAgent) => string) | undefined;
  /** The provider of a model as the conventions name it (`openai`, `anthropic` …). Default: not told. */
  provider?: ((modelId: string) => string | undefined) | undefined;
  /**
   * Whether prompts, replies, arguments, results, answers and reasons are told, as attributes of spans. Default: what
   * `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT` says, and off without it.
   */
  captureContent?: boolean | undefined;
  /** What content goes through before it is told. Default: `redactSecrets` of `@loopwright/tool-registry`. */
  redact?: ((value: Json) => Json) | undefined;
  /** Default: the global one, when a run starts. */
  tracerProvider?: TracerProvider | undefined;
  /** Default: the global one, when a run starts. */
  meterProvider?: MeterProvider | undefined;
};

const optionNames = {
  agentName: true,
  mode: true,
  subAgentName: true,
  provider: true,
  captureContent: true,
  redact: true,
  tracerProvider: true,
  meterProvider: true,
} satisfies Record<keyof TelemetryOptions, true>;

/** What of the options of a run is watched. */
export type WatchedOptions = {
  /** The runtime of the run, if it has one. */
  readonly runtime?: StepRuntime | undefined;
  /** The clock of the run, if it has its own. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Is told of every event as well. */
  readonly onEvent?: ((event: DurableEvent) => void) | undefined;
  /** Is told of every signal as well. */
  readonly onLive?: ((event: LiveEvent) => void) | undefined;
};

/** What a run is given to be watched: part of its options. */
export type WatchingOptions = {
  onEvent: (event: DurableEvent) => void;
  onLive: (event: LiveEvent) => void;
  /** The runtime, watched. */
  runtime?: StepRuntime;
  now?: () => number;
};

/** Tells of runs. One serves any number of them, at the same time too. */
export type Telemetry = {
  /**
   * Options that make one run be told of: `runReact({ task, …, ...telemetry.watch({ runtime }) })`, or any other strategy.
   * A runtime that stores is given here and nowhere else: it alone knows what an earlier life of the run has done, so that a
   * resumed one tells only what is new. For one run at a time: watch again for the next. Never throws.
   */
  watch(options?: WatchedOptions): WatchingOptions;
};

/**
 * OpenTelemetry for runs (O1): spans and metrics out of the events of a run. It takes the providers that the application
 * has registered; without any it costs little and tells nobody. Whatever a tracer, a meter or an exporter does, the run
 * does not see it.
 *
 * @throws ConfigurationError `invalid_option`
 */
export function createTelemetry(options: TelemetryOptions): Telemetry {
  checkOptions(options);
  const { agentName, mode, subAgentName, provider, tracerProvider, meterProvider } = options;
  const content = createContent(options.captureContent, options.redact);
  const instrumentsOf = createInstrumentsOf();

  const startRun: StartRun = {
    settings: () => ({
      content,
      instruments: instrumentsOf(meterProvider ?? metrics.getMeterProvider()),
      providerOf: (modelId) => nameFrom(() => provider?.(modelId)),
    }),
    context: () => safely(() => context.active()) ?? ROOT_CONTEXT,
    facts({ path, stamp, sessionId, task, tools }, startedAt) {
      const { strategy } = stamp;
      const toolNames = tools.map(({ name }) => name);
      const asSubAgent = { strategy, task, tools: [...toolNames] };
      const name = path === '' ? agentName : nameFrom(() => subAgentName?.(asSubAgent));
      const tracer = safely(() =>
        (tracerProvider ?? trace.getTracerProvider()).getTracer(scopeName),
      );
      const usedMode = path === '' ? (mode ?? strategy) : strategy;
      return {
        ...{ tracer, name: name ?? strategy, mode: usedMode, sessionId, path },
        ...{ tools: toolNames, startedAt },
      };
    },
  };

  return {
    watch(options) {
      const { runtime, now, onEvent, onLive, ...others } = options ?? {};
      const isWatched = runtime !== undefined && isObject(runtime);
      const told = new RunTrace(startRun, now ?? Date.now, isWatched);
      return {
        // What cannot be meant goes on to the run, which refuses it.
        ...others,
        ...(runtime === undefined ? {} : { runtime }),
        ...(isWatched ? { runtime: watchRuntime(runtime, watcherOf(told)) } : {}),
        ...(now === undefined ? {} : { now }),
        onEvent: both((event: DurableEvent) => told.event(event), onEvent),
        onLive: both((event: LiveEvent) => told.liveEvent(event), onLive),
      };
    },
  };
}

function watcherOf(told: RunTrace): RuntimeWatcher {
  return {
    onWork: () => told.workBegins(),
    onStored: () => told.storedWasRead(),
    onRelease: () => told.released(),
  };
}

/** Ours, then the caller's. What is no function stays, for the run to refuse. */
function both<Event>(
  own: (event: Event) => void,
  callers: ((event: Event) => void) | undefined,
): (event: Event) => void {
  if (callers !== undefined && typeof callers !== 'function') return callers;
  return (event) => {
    safely(() => own(event));
    return callers?.(event);
  };
}

function checkOptions(options: TelemetryOptions): void {
  mustBe(isObject(options), 'The options', 'an object with agentName', options);
  checkNames({ ...options }, Object.keys(optionNames));
  const { agentName, mode, captureContent } = options;
  mustBe(isName(agentName), 'agentName', 'a text that is not empty', agentName);
  mustBe(mode === undefined || isName(mode), 'mode', 'a text that is not empty', mode);
  const isFlag = captureContent === undefined || typeof captureContent === 'boolean';
  mustBe(isFlag, 'captureContent', 'true or false', captureContent);
  checkFunctions({ ...options }, ['subAgentName', 'provider', 'redact']);
  for (const name of ['tracerProvider', 'meterProvider'] as const) {
    const given: unknown = options[name];
    const isProvider = given === undefined || (typeof given === 'object' && given !== null);
    mustBe(isProvider, name, 'a provider of OpenTelemetry', given);
  }
}

/** A name that a function of the caller gives; undefined for whatever else it gives. */
function nameFrom(call: () => unknown): string | undefined {
  const name = safely(call);
  return isName(name) ? name : undefined;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
