import type { GuardFactory, StopReason } from '@loopwright/agent-run';
import { jsonFormat, nativeFormat } from '@loopwright/react-loop';
import { createCritic, reflectOnFailure } from '@loopwright/reflection';
import { createToolRegistry } from '@loopwright/tool-registry';
import {
  actionJson,
  actionText,
  conversationOf,
  countObservations,
  createFakeClock,
  finalText,
  pureModel,
  runWaves,
  type Scenario,
  turnModel,
} from '../src/index.ts';
import { bankTools, call, helperTool, nativeReply, reactLife, tool, turns } from './support.ts';

export type Expected = {
  end: StopReason;
  /** What the world shows after the undisturbed run. */
  commits?: string[];
  /** Cuts between the intent of a `once` call and its result. */
  unknownCuts?: number;
};

const criticModel = pureModel((request) =>
  conversationOf(request).includes('ERROR')
    ? '{"on_track": false, "critique": "that failed", "next_hint": "use search"}'
    : '{"on_track": true, "critique": "", "next_hint": ""}',
);

const ioGuard: GuardFactory = () => ({
  name: 'goal check by another service',
  io: true,
  judge: async (step) => (step.n === 2 ? { kind: 'hint', text: 'back to the goal' } : undefined),
});

/** A model that always asks for something new. */
export const growing = pureModel((request) =>
  actionText('search', { q: countObservations(request) }),
);

/** Runs that are cut after every entry of their journals. */
export const cutScenarios: (Scenario & { expected: Expected })[] = [
  {
    name: 'R6: a critic reads every step',
    run: (life) =>
      reactLife(life, {
        model: turnModel(turns(call('broken'), call('transfer', { eur: 5 }), call('search'))),
        models: { critic: criticModel },
        advisors: [createCritic()],
      }),
    expected: { end: 'final', commits: ['transfer {"eur":5}'], unknownCuts: 1 },
  },
  {
    name: 'R9, L1: a loop is met with a hint and then ended, and a model sums up',
    run: (life) =>
      reactLife(life, {
        model: turnModel([actionText('search', { q: 'same' })]),
        models: { synthesiser: turnModel(['One fact was found']) },
        synthesis: 'model',
      }),
    expected: { end: 'loop_detected' },
  },
  {
    name: 'R17: a guard that does I/O speaks between two steps',
    run: (life) =>
      reactLife(life, {
        model: turnModel(turns(call('search', { q: 1 }), call('search', { q: 2 }))),
        guards: [ioGuard],
      }),
    expected: { end: 'final' },
  },
  {
    name: 'F1, F3: a reflector draws lessons from failures',
    run: (life) =>
      reactLife(life, {
        model: turnModel(
          turns(call('broken', { id: 1 }), call('search', { q: 1 }), call('broken')),
        ),
        advisors: [reflectOnFailure()],
      }),
    expected: { end: 'final' },
  },
  {
    name: 'R9: failures in a row reach the error limit',
    run: (life) => reactLife(life, { model: turnModel([actionText('broken', {})]) }),
    expected: { end: 'error_limit' },
  },
  {
    name: 'R2: the step limit comes first',
    run: (life) => reactLife(life, { model: growing, limits: { maxSteps: 4 } }),
    expected: { end: 'max_steps' },
  },
  {
    name: 'R8: at the cap a model sums up, in the JSON form',
    run: (life) =>
      reactLife(life, {
        model: pureModel((request) => actionJson('search', { q: countObservations(request) })),
        models: { synthesiser: turnModel(['Best so far: a fact']), critic: criticModel },
        advisors: [createCritic()],
        format: jsonFormat,
        synthesis: 'model',
        limits: { maxSteps: 3 },
      }),
    expected: { end: 'max_steps' },
  },
  {
    name: 'R12: a parallel wave of a pure, a once and an idempotent call and an error',
    run: ({ runtime, world, onEvent }) =>
      runWaves({
        tools: createToolRegistry({ tools: bankTools(world) }),
        now: createFakeClock().now,
        runtime,
        onEvent,
        waves: [
          [
            call('search', { q: 1 }),
            call('transfer', { eur: 5 }),
            call('pay', { eur: 1 }),
            call('broken'),
            call('nobody'),
          ],
          [call('pay', { eur: 1 }), call('transfer', { eur: 5 }), call('add', { x: 1, y: 2 })],
        ],
      }),
    // The second identical transfer reuses the first; the second identical payment is one of its own.
    expected: {
      end: 'final',
      commits: ['transfer {"eur":5}', 'pay {"eur":1}', 'pay {"eur":1}'],
      unknownCuts: 3,
    },
  },
  {
    name: 'R12: two transfers in one step of native calls',
    run: (life) => {
      const calls = [call('transfer', { eur: 1 }), call('transfer', { eur: 2 }), call('wire')];
      const model = pureModel((request) =>
        countObservations(request) === 0 ? nativeReply(calls) : nativeReply([], 'done'),
      );
      return reactLife(life, { model, format: nativeFormat, approve: async () => [true] });
    },
    expected: {
      end: 'final',
      commits: ['transfer {"eur":1}', 'transfer {"eur":2}', 'wire {}'],
      unknownCuts: 5,
    },
  },
  {
    name: 'E7: an approval is given by a callback',
    run: (life) =>
      reactLife(life, {
        model: turnModel(turns(call('search', { q: 1 }), call('wire', { eur: 7 }))),
        approve: async () => [{ approved: true, note: 'fine' }],
      }),
    expected: { end: 'final', commits: ['wire {"eur":7}'], unknownCuts: 1 },
  },
  {
    name: 'E7: an approval is given by a signal',
    answers: { 'act:1:0': { approved: true } },
    run: (life) =>
      reactLife(life, { model: turnModel(turns(call('search'), call('wire', { eur: 7 }))) }),
    expected: { end: 'final', commits: ['wire {"eur":7}'], unknownCuts: 1 },
  },
  {
    name: 'E7: an approval is denied by a signal',
    answers: { 'act:0:0': { approved: false, note: 'not today' } },
    run: (life) => reactLife(life, { model: turnModel(turns(call('wire', { eur: 7 }))) }),
    expected: { end: 'final', commits: [] },
  },
  {
    name: 'E7: a run waits for an approval that nobody gives',
    run: (life) =>
      reactLife(life, { model: turnModel(turns(call('transfer', { eur: 1 }), call('wire'))) }),
    expected: { end: 'awaiting_approval', commits: ['transfer {"eur":1}'], unknownCuts: 1 },
  },
  {
    name: 'R3, E7: a sub-agent acts, and asks for an approval of its own',
    answers: { 'act:1:0/act:1:0': { approved: true } },
    run: (life) =>
      reactLife(
        life,
        {
          model: turnModel(turns(call('search', { q: 1 }), call('helper', { q: 'it' }))),
        },
        [helperTool(life.world, turns(call('pay', { eur: 9 }), call('wire', { eur: 3 })))],
      ),
    expected: { end: 'final', commits: ['pay {"eur":9}', 'wire {"eur":3}'], unknownCuts: 1 },
  },
  {
    name: 'R12: a sub-agent asks for what its parent has done in the same wave',
    run: ({ runtime, world, onEvent }) => {
      const helper = helperTool(world, turns(call('transfer', { eur: 5 }), call('search')));
      return runWaves({
        tools: createToolRegistry({ tools: [...bankTools(world), helper] }),
        now: createFakeClock().now,
        runtime,
        onEvent,
        waves: [[call('helper', { q: 'a' }), call('transfer', { eur: 5 }), call('helper')]],
      });
    },
    expected: { end: 'final', commits: ['transfer {"eur":5}'], unknownCuts: 1 },
  },
  {
    name: 'R9: a clock that ticks reaches the time limit',
    run: (life) =>
      reactLife(life, {
        model: growing,
        models: { critic: criticModel },
        advisors: [createCritic()],
        limits: { activeMs: 60 },
        now: createFakeClock({ tickMs: 3 }).now,
      }),
    expected: { end: 'timeout' },
  },
  {
    name: 'R9: the token budget is used up',
    run: (life) => reactLife(life, { model: growing, limits: { maxTokens: 1500 } }),
    expected: { end: 'budget' },
  },
  {
    name: 'R5: a smaller model selects the action',
    run: (life) =>
      reactLife(life, {
        model: pureModel(() => 'I need to search'),
        selector: turnModel(turns(call('search', { q: 1 }), call('pay', { eur: 1 }))),
      }),
    expected: { end: 'final', commits: ['pay {"eur":1}'] },
  },
  {
    name: 'R7: the model gives up',
    run: (life) =>
      reactLife(life, {
        model: turnModel([
          actionText('search', { q: 1 }),
          actionText('give_up', { reason: 'no source', partial_answer: 'one fact' }),
        ]),
      }),
    expected: { end: 'gave_up' },
  },
  {
    name: 'R4: replies that cannot be read are observed',
    run: (life) =>
      reactLife(life, {
        model: turnModel(['nothing', actionText('search', {}), 'Action: search', finalText('ok')]),
      }),
    expected: { end: 'final' },
  },
  {
    name: 'R4: the first reply that cannot be read ends the run',
    run: (life) =>
      reactLife(life, {
        model: turnModel([actionText('search', {}), 'nothing']),
        onParseError: 'stop',
      }),
    expected: { end: 'error' },
  },
  {
    name: 'R9: the limit of tool calls is reached',
    run: (life) => reactLife(life, { model: growing, limits: { maxToolCalls: 2 } }),
    expected: { end: 'budget' },
  },
  {
    name: 'R12: a once tool throws and its outcome stays unknown',
    run: (life) =>
      reactLife(
        life,
        { model: turnModel(turns(call('post', { id: 1 }), call('post', { id: 1 }))) },
        [
          tool('post', 'once', (args) => {
            life.world.commit('post', args);
            throw Object.assign(new Error('Service Unavailable'), { status: 503 });
          }),
        ],
      ),
    expected: { end: 'final', commits: ['post {"id":1}'], unknownCuts: 1 },
  },
];
