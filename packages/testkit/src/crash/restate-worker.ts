import { once } from 'node:events';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { StepRuntime } from '@loopwright/agent-run';
import { decide, restateRuntime } from '@loopwright/durable/restate';
import {
  createEndpointHandler,
  type WorkflowContext,
  type WorkflowSharedContext,
  workflow,
} from '@restatedev/restate-sdk';
import { haltAt, say } from './say.ts';
import { runSession } from './sessions.ts';
import type { RestateSession, RestateWorkerTask } from './worker-task.ts';
import { openWorldFile } from './world-file.ts';

// Runs what a Restate server gives it, in a process that may be killed at any time:
// node --conditions=@loopwright/source restate-worker.ts TASK
const { life, halt } = JSON.parse(process.argv[2]!) as RestateWorkerTask;
const onLine = haltAt(halt);

const session = workflow({
  name: 'session',
  handlers: {
    run(ctx: WorkflowContext, { kind, world: file, paceMs }: RestateSession) {
      const { attemptCompletedSignal } = ctx.request();
      attemptCompletedSignal.addEventListener('abort', () => say({ says: 'released' }));
      const runtime = telling(restateRuntime(ctx));
      return runSession(kind, { runtime, world: openWorldFile(file, life, onLine), paceMs });
    },
    decide: (ctx: WorkflowSharedContext, { key, answer }: { key: string; answer: boolean }) =>
      decide(ctx, key, answer),
  },
});

const handler = createEndpointHandler({ services: [session], logger: () => {} });
const listener = createServer(handler).listen(0, '127.0.0.1');
await once(listener, 'listening');
say({ says: 'listening', port: (listener.address() as AddressInfo).port });

function telling(runtime: StepRuntime): StepRuntime {
  const told: <Step extends { run: () => Promise<unknown> }>(step: Step) => Step = (step) => ({
    ...step,
    run: () => step.run().finally(() => say({ says: 'performed' })),
  });
  return {
    ...runtime,
    async open(stamp) {
      const stored = await runtime.open(stamp);
      say({ says: 'claimed' });
      return stored;
    },
    step: (step) => runtime.step(told(step)),
    all: (steps) => runtime.all(steps.map(told)),
  };
}
