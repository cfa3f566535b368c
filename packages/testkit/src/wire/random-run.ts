import {
  finishReasons,
  type Message,
  type ModelReply,
  type ModelRequest,
} from '@loopwright/agent-run';
import { isModelCallError } from '@loopwright/providers';
import { type Random, seededRandom } from '../seeded-random.ts';
import { type RealModelName, realModels } from './real-models.ts';

/** Milliseconds that a call is given, and those after which it has certainly not kept to them. */
const timeoutMs = 1_000;
const idleMs = 800;
const outerLimitMs = 20_000;

const names = Object.keys(realModels) as RealModelName[];

const question: ModelRequest = {
  system: 'Be short.',
  messages: [{ role: 'user', blocks: ['Task: find out\n'] }],
  tools: [
    {
      name: 'lookup',
      description: 'Looks something up.',
      parameters: { type: 'object', properties: { key: { type: 'string' } } },
    },
  ],
  stop: ['\nObservation:'],
};

/** What became of a random response. */
export type RandomRun = { readonly outcome: string; readonly faults: readonly string[] };

/** Where responses are random, and where they are right. */
export type RandomUrls = { readonly random: string; readonly right: string };

/**
 * Asks one of the models for a random response: it must come to a reply that a run can use and send back, or to a
 * ModelCallError, and that in time.
 */
export async function randomRun(number: number, urls: RandomUrls): Promise<RandomRun> {
  const random = seededRandom(`wire client ${number}`);
  const name = random.pick(names);
  const stream = random.chance(0.5);
  const place = `run ${number} (${name}, ${stream ? 'streamed' : 'whole'})`;
  const ask = async (url: string, request: ModelRequest, limits: object = {}) =>
    await settled(
      realModels[name]
        .create(url, { model: `run/${number}`, stream, ...limits })
        .generate(request, { signal: new AbortController().signal, onDelta: () => {} }),
    );
  const first = await ask(urls.random, question, { timeoutMs, idleMs });
  const { kind, faults } = judge(first);
  const outcome = `${name} ${stream ? 'streamed' : 'whole'} ${kind}`;
  if (!('reply' in first) || faults.length > 0) {
    return { outcome, faults: faults.map((fault) => `${place}: ${fault}`) };
  }
  const request = { ...question, messages: [...question.messages, ...told(first.reply, random)] };
  const second = await ask(urls.right, request);
  if ('reply' in second) return { outcome, faults: [] };
  const reason = String('error' in second ? second.error : 'it was not answered');
  if (isDamage.test(reason)) return { outcome, faults: [] };
  return { outcome, faults: [`${place}: the reply cannot be sent back: ${reason}`] };
}

/** What goes back unchanged and was damaged on the way: nobody but the service can tell. */
const isDamage = /Invalid `signature`|Input tag/;

type Outcome = { reply: Partial<ModelReply> } | { error: unknown } | { isLate: true };

async function settled(work: Promise<Partial<ModelReply>>): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve({ isLate: true }), outerLimitMs);
  });
  const ended = work.then(
    (reply): Outcome => ({ reply }),
    (error: unknown): Outcome => ({ error }),
  );
  try {
    return await Promise.race([ended, limit]);
  } finally {
    clearTimeout(timer);
  }
}

function judge(outcome: Outcome): { kind: string; faults: string[] } {
  if ('isLate' in outcome) return { kind: 'late', faults: ['it did not settle'] };
  if ('reply' in outcome) return { kind: 'reply', faults: faultsOf(outcome.reply) };
  const { error } = outcome;
  if (!isModelCallError(error)) {
    return { kind: 'other error', faults: [`it rejected with ${String(error)}`] };
  }
  return { kind: error.kind, faults: [] };
}

function faultsOf(reply: Partial<ModelReply>): string[] {
  const { text, toolCalls = [], finish, usage, warnings } = reply;
  const ids = new Set(toolCalls.map(({ id }) => id));
  const amounts = Object.values(usage ?? {}).filter((amount) => amount !== null);
  const areCalls = toolCalls.every((call) =>
    [call.id, call.name, call.args].every((part) => typeof part === 'string'),
  );
  const isWrong = {
    text: typeof text !== 'string',
    finish: !finishReasons.some((reason) => reason === finish),
    toolCalls: !areCalls || ids.has('') || ids.size < toolCalls.length,
    names: toolCalls.some((call) => call.name.trim() === ''),
    usage: !usage || amounts.some((amount) => !(Number(amount) >= 0)),
    warnings: !warnings?.every((warning) => typeof warning === 'string'),
  };
  const wrong = Object.entries(isWrong).filter(([, is]) => is);
  return wrong.map(([part]) => `${part} of the reply is wrong: ${JSON.stringify(reply)}`);
}

/** The reply in the conversation, and what a run would add to it. */
function told(
  { text = '', toolCalls = [], opaque }: Partial<ModelReply>,
  random: Random,
): Message[] {
  const said = { role: 'assistant', text, toolCalls } as const;
  // Some results are missing, as they are after an abort.
  const known = toolCalls.filter(() => random.chance(0.8));
  return [
    opaque === undefined ? said : { ...said, opaque },
    ...known.map(({ id }): Message => ({ role: 'tool', id, text: 'Observation: 47' })),
    { role: 'user', blocks: ['Go on.\n'] },
  ];
}
