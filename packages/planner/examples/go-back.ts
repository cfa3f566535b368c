import {
  checkpointToRestore,
  createCheckpointStore,
  createGoalState,
  TaskGraph,
  type TaskGraphJson,
} from '@loopwright/planner';

const store = createCheckpointStore<TaskGraphJson>();
const graph = new TaskGraph({
  goal: 'Transfer 500 USD, then set up a weekly transfer',
  tasks: [
    { id: 'transfer', description: 'Transfer 500 USD' },
    { id: 'weekly', description: 'Set up a weekly transfer', dependsOn: ['transfer'] },
  ],
});

// Event 1 is about to be a payment, which is worth a checkpoint of high priority.
await store.save({
  sessionId: 'session-1',
  plan: graph.toJson(),
  goalState: createGoalState(graph),
  seq: 0,
  priority: 'high',
  label: 'before the transfer',
});
graph.complete('transfer');

const trouble = { kind: 'loop_detected', since: 2 } as const;
const checkpoint = checkpointToRestore(await store.list('session-1'), trouble)!;
const effects = [{ id: 'pay/1', tool: 'transfer', status: 'committed', seq: 1 }] as const;
const restored = (await store.restore(checkpoint.id, effects))!;

console.log(checkpoint.label, '-', TaskGraph.from(restored.plan).progress().text);
console.log('not undone:', restored.effectsSince);
await store.endSession('session-1');
