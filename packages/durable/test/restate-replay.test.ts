import type { StepRuntime } from '@loopwright/agent-run';
import { completedRuns } from '@loopwright/test-servers';
import { expect, it } from 'vitest';
import type { Codec } from '../src/index.ts';
import { restateRuntime } from '../src/restate.ts';
import { type InvoiceOptions, invoiceRun, key, told, undisturbedRun } from './restate-runs.ts';
import { describeRestate, replayAlways } from './restate-server.ts';
import { type HostedWorkflow, hostWorkflow } from './restate-workflow.ts';
import { stamp } from './support.ts';

const yes = { key, answer: true };
const redacting: Codec = {
  id: 'redacting-1',
  encode: (text) => text.replaceAll('secret-4711', '[redacted]'),
  decode: (text) => text,
};

/** Starts a run and waits until it waits for a decision. */
async function startAndWait(workflow: HostedWorkflow, happened: readonly string[]) {
  await workflow.send('session');
  await expect.poll(() => happened.at(-1), { timeout: 15_000 }).toMatch(/^model Observation/);
}

/** Lets the engine start the run again under what is wrong now, and gives the words of its refusal. */
async function refusalOf(workflow: HostedWorkflow): Promise<string | undefined> {
  workflow.disconnect();
  const isRefused = (failure?: string) => /session was started|was stored/i.test(failure ?? '');
  const refused = await workflow.until('session', (each) => isRefused(each.last_failure));
  expect(refused.status).not.toBe('completed');
  return refused.last_failure;
}

describeRestate('a run that Restate starts again', (server) => {
  it.each<[string, InvoiceOptions]>([
    ['prompt', { task: 'Pay another invoice.' }],
    ['tool', { description: 'Looks closely.' }],
    ['limit', { maxSteps: 6 }],
  ])(
    'is refused under another %s, in words and for as long as that stands, and goes on when it is gone',
    async (_, changed) => {
      const { happened, run } = invoiceRun();
      let options: InvoiceOptions = {};
      const workflow = await hostWorkflow(server(), (ctx) => run(restateRuntime(ctx), options));
      await startAndWait(workflow, happened);
      options = changed;
      expect(await refusalOf(workflow)).toContain('to go on under new settings, fork it');
      options = {};
      await workflow.call('session', 'decide', yes);
      await workflow.until('session', ({ status }) => status === 'completed');
      expect(happened).toEqual((await undisturbedRun()).happened);
    },
  );

  it('J6: is refused under another version of its strategy', async () => {
    let version = 1;
    const workflow = await hostWorkflow(server(), async (ctx) => {
      const runtime = restateRuntime(ctx);
      await runtime.open({ ...stamp, version });
      await runtime.waitAll([{ key, call: { tool: 'pay', args: {} } }]);
    });
    await workflow.send('session');
    await expect
      .poll(() => stepsOf('session', workflow), { timeout: 15_000 })
      .toContain('the header');
    version = 2;
    expect(await refusalOf(workflow)).toContain('version 1, not 2');
  });

  it('J6: is refused under another codec', async () => {
    const { happened, run } = invoiceRun();
    let codec: Codec | undefined = redacting;
    const workflow = await hostWorkflow(server(), (ctx) => run(restateRuntime(ctx, { codec })));
    await startAndWait(workflow, happened);
    codec = undefined;
    expect(await refusalOf(workflow)).toContain('by the codec redacting-1, not plain');
  });

  it('is refused when a step has another input', async () => {
    let inputDigest = 'a';
    const workflow = await hostWorkflow(server(), async (ctx) => {
      const runtime = restateRuntime(ctx);
      await runtime.open(stamp);
      await runtime.step({ key: 'think', inputDigest, run: async () => 'yes' });
      await runtime.waitAll([{ key, call: { tool: 'pay', args: {} } }]);
    });
    await workflow.send('session');
    await expect.poll(() => stepsOf('session', workflow), { timeout: 15_000 }).toContain('think');
    inputDigest = 'b';
    expect(await refusalOf(workflow)).toContain('The step think was stored for another input');
  });

  it('J9: sees live what it sees on replay, and the engine keeps no secret', async () => {
    const { happened, run } = invoiceRun({ look: () => 'invoice secret-4711' });
    const workflow = await hostWorkflow(server(), (ctx) =>
      run(restateRuntime(ctx, { codec: redacting })),
    );
    await startAndWait(workflow, happened);
    expect(happened.at(-1)).toBe('model Observation: invoice [redacted]');
    workflow.disconnect();
    await workflow.call('session', 'decide', yes);
    await workflow.until('session', ({ status }) => status === 'completed');
    expect(workflow.attempts).toBe(2);
    expect(happened.at(-1)).toBe('model Observation: invoice [redacted],Observation: paid');
    const journal = await journalOf('session', workflow);
    expect(journal).toContain('invoice [redacted]');
    expect(journal).not.toContain('4711');
  });

  /** Everything that the engine keeps of a run, as text. */
  async function journalOf(session: string, workflow: HostedWorkflow): Promise<string> {
    const { id } = await workflow.until(session, () => true);
    const rows = await server().query<{ raw: string }>(
      `SELECT encode(raw, 'hex') AS raw FROM sys_journal WHERE id = '${id}'`,
    );
    return rows.map(({ raw }) => Buffer.from(raw, 'hex').toString()).join('\n');
  }

  /** The names of the steps that the engine has. */
  async function stepsOf(session: string, workflow: HostedWorkflow): Promise<string[]> {
    const { id } = await workflow.until(session, () => true);
    return completedRuns(server(), id);
  }
});

describeRestate('steps in Restate', (server) => {
  const runSteps = async (body: (runtime: StepRuntime) => Promise<unknown>) => {
    const workflow = await hostWorkflow(server(), async (ctx) => {
      const runtime = restateRuntime(ctx);
      await runtime.open(stamp);
      return body(runtime);
    });
    return workflow;
  };

  it('run all at once in a wave, and give their values in order', async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const workflow = await runSteps(async (runtime) => [
      await runtime.all([]),
      await runtime.all([
        { key: 'a', run: () => arrived.then(() => 1) },
        { key: 'b', run: async () => arrive() as never },
      ]),
    ]);
    expect(await workflow.call('session', 'run')).toMatchObject({ body: [[], [1, null]] });
  });

  it('may not have one key twice', async () => {
    const step = { key: 'twice', run: async () => 1 };
    const workflow = await runSteps((runtime) => runtime.all([step, step]));
    await workflow.send('session');
    const words = 'Two steps have the key twice';
    await workflow.until('session', (each) => Boolean(each.last_failure?.includes(words)));
  });
});

describeRestate(
  'a run that Restate replays whenever it can',
  (server) => {
    it('comes to the same with the same calls', async () => {
      const { happened, run } = invoiceRun({ effect: 'idempotent' });
      const workflow = await hostWorkflow(server(), (ctx) => run(restateRuntime(ctx)));
      await workflow.call('session', 'decide', yes);
      const { body } = await workflow.call('session', 'run');
      const expected = await undisturbedRun();
      expect(told(body)).toEqual(expected.result);
      expect(happened).toEqual(expected.happened);
      expect(workflow.attempts).toBeGreaterThan(5);
    });

    it('R12: does not make a payment that it may have begun, and says so', async () => {
      const { happened, run } = invoiceRun({ effect: 'once' });
      const workflow = await hostWorkflow(server(), (ctx) => run(restateRuntime(ctx)));
      await workflow.call('session', 'decide', yes);
      const { body } = await workflow.call('session', 'run');
      expect(body).toMatchObject({ status: 'solved', effects: [{ status: 'unknown' }] });
      expect(happened).not.toContain('pay 2');
    });
  },
  replayAlways,
);
