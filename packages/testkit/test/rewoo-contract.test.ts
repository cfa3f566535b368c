import { planOnly, runPlan, runRewoo } from '@loopwright/rewoo';
import { describeStrategyContract } from '../src/index.ts';
import { planningModel } from './rewoo-support.ts';

const task = 'Find out.';

describeStrategyContract('runRewoo', ({ model, ...options }) =>
  runRewoo({ ...options, task, model: planningModel(model) }),
);

describeStrategyContract('runRewoo with repairs', ({ model, ...options }) =>
  runRewoo({ ...options, task, model: planningModel(model), planRepairs: 2, answerRepairs: 2 }),
);

describeStrategyContract('planOnly', ({ model, ...options }) =>
  planOnly({ ...options, task, model: planningModel(model), planRepairs: 1 }),
);

/** One call of each kind, in three waves. */
const plan = {
  steps: [
    { id: 'E1', tool: 'ok', args: { a: 3 } },
    { id: 'E2', tool: 'once', args: { a: 1 } },
    { id: 'E3', tool: 'deaf', args: { a: 2 } },
    { id: 'E4', tool: 'idempotent', args: { a: '#E1' } },
    { id: 'E5', tool: 'throwing', args: { a: '#E1' } },
    { id: 'E6', tool: 'ok', args: { a: '#E3' } },
    { id: 'E7', tool: 'ok', args: { a: 'because #E5' } },
  ],
};

describeStrategyContract('runPlan', (options) => runPlan(plan, { ...options, task }));

describeStrategyContract('runPlan, unsolved', ({ model: _, ...options }) =>
  runPlan(plan, { ...options, task, solve: false }),
);
