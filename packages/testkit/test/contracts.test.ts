import { createMemoryJournal, passThroughRuntime } from '@loopwright/agent-run';
import { fromPolicy } from '@loopwright/providers';
import { scriptedModel } from '@loopwright/providers/scripted';
import { jsonFormat, runReact } from '@loopwright/react-loop';
import {
  createHostileOracle,
  describeModelContract,
  describeRuntimeContract,
  describeStrategyContract,
  disciplinedRuntime,
  finalText,
  runPlannedWaves,
  turnModel,
} from '../src/index.ts';

describeModelContract('fromPolicy', {
  createModel: () => fromPolicy((scratchpad) => finalText(String(scratchpad.length))),
  createFailingModel: () =>
    fromPolicy(() => {
      throw new Error('the policy failed');
    }),
});

describeModelContract('scriptedModel', {
  createModel: () => scriptedModel(['one', { text: 'two' }]),
  createFailingModel: () => scriptedModel([]),
  createToolModel: () =>
    scriptedModel([
      {
        text: 'Both at once.',
        toolCalls: [
          { id: 'a', name: 'lookup', args: '{"key":"crew"}' },
          { id: 'b', name: 'lookup', args: '{"key":"food for two"}' },
        ],
      },
      ({ messages }) =>
        messages.map((message) => ('text' in message ? message.text : '')).join(' '),
    ]),
});

describeModelContract('turnModel', { createModel: () => turnModel(['one']) });

describeModelContract('a hostile oracle on a good day', {
  createModel: () =>
    createHostileOracle({ seed: 'good', mood: 'busy', tools: ['ok'], failureRate: 0 }),
});

describeRuntimeContract('pass-through', { createRuntime: () => passThroughRuntime() });

describeRuntimeContract('memory journal', {
  createRuntime: () => createMemoryJournal(),
  reopen: (runtime) =>
    createMemoryJournal((runtime as ReturnType<typeof createMemoryJournal>).record()),
});

describeRuntimeContract('a watched pass-through', {
  createRuntime: () => disciplinedRuntime(passThroughRuntime()).runtime,
});

const task = 'Find out.';

describeStrategyContract('runReact, text', (options) => runReact({ ...options, task }));

describeStrategyContract('runReact, JSON', (options) =>
  runReact({ ...options, task, format: jsonFormat, synthesis: 'model' }),
);

describeStrategyContract('planned waves', ({ model, ...options }) =>
  runPlannedWaves({ ...options, models: { default: model }, task, maxPlans: 3 }),
);
