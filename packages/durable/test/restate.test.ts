import { expect, it, vi } from 'vitest';
import { restateRuntime } from '../src/restate.ts';
import { invoiceRun, key, told, undisturbedRun } from './restate-runs.ts';
import { describeRestate } from './restate-server.ts';
import { hostWorkflow } from './restate-workflow.ts';

const yes = { key, answer: true };

describeRestate('a run in a workflow of Restate', (server) => {
  it('J12: waits for a decision, and comes to what it comes to without an engine', async () => {
    const { happened, run } = invoiceRun();
    const workflow = await hostWorkflow(server(), (ctx) => run(restateRuntime(ctx)));
    const ended = workflow.call('session', 'run');
    expect(await workflow.call('session', 'decide', yes)).toEqual({ status: 200, body: true });
    const expected = await undisturbedRun();
    expect(told((await ended).body)).toEqual(expected.result);
    expect(happened).toEqual(expected.happened);
  });

  it('keeps the first decision, and tells who gives a second one', async () => {
    const { happened, run } = invoiceRun();
    const workflow = await hostWorkflow(server(), (ctx) => run(restateRuntime(ctx)));
    const no = { key, answer: false };
    expect(await workflow.call('session', 'decide', no)).toMatchObject({ body: true });
    expect(await workflow.call('session', 'decide', yes)).toMatchObject({ body: false });
    const expected = await undisturbedRun(false);
    expect(told((await workflow.call('session', 'run')).body)).toEqual(expected.result);
    expect(happened).toEqual(expected.happened);
  });

  it('refuses a decision that is none to whoever gives it', async () => {
    const workflow = await hostWorkflow(server(), async () => {});
    const refused = await workflow.call('session', 'decide', { key, answer: 'yes' });
    expect(refused).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('An answer is true, false') },
    });
    expect(await workflow.call('session', 'decide', yes)).toMatchObject({ body: true });
  });

  it.each([
    ['cannot be read', 'resolve', 'yes', 'The decision could not be read'],
    ['is a rejection', 'reject', 'too much', 'too much'],
  ])('takes a decision that %s for a no', async (_, handler, answer, note) => {
    const { happened, run } = invoiceRun();
    const workflow = await hostWorkflow(server(), (ctx) => run(restateRuntime(ctx)));
    await workflow.call('session', handler, { key, answer });
    const { body } = await workflow.call('session', 'run');
    expect(body).toMatchObject({ status: 'solved', effects: [{ status: 'not_started' }] });
    expect(JSON.stringify(body)).toContain(note);
    expect(happened).not.toContain('pay 2');
  });

  it('is started once for a key, and a second start is refused', async () => {
    const { happened, run } = invoiceRun();
    const workflow = await hostWorkflow(server(), (ctx) => run(restateRuntime(ctx)));
    const starts = [workflow.call('session', 'run'), workflow.call('session', 'run')];
    expect(await Promise.race(starts)).toMatchObject({ status: 409 });
    const sent = await workflow.send('session');
    expect(sent).toMatchObject({ body: { status: 'PreviouslyAccepted' } });
    await workflow.call('session', 'decide', yes);
    const ends = await Promise.all(starts);
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(happened).toEqual((await undisturbedRun()).happened);
  });

  it('ends when the engine cancels it: no tool has failed, and what is in flight is told to stop', async () => {
    let stopped = 0;
    const look = (signal: AbortSignal) =>
      new Promise<string>((_, reject) => {
        signal.addEventListener('abort', () => {
          stopped += 1;
          reject(new Error('stopped'));
        });
      });
    const { happened, run } = invoiceRun({ look });
    const workflow = await hostWorkflow(server(), (ctx) =>
      run(restateRuntime(ctx), { detach: ctx.request().attemptCompletedSignal }),
    );
    const ended = workflow.call('session', 'run');
    await vi.waitFor(() => expect(happened).toContain('look 1'), { timeout: 15_000 });
    const { id } = await workflow.until('session', ({ status }) => status === 'running');
    await fetch(`${server().admin}/invocations/${id}/cancel`, { method: 'PATCH' });
    expect(await ended).toMatchObject({ status: 409, body: { message: 'Cancelled' } });
    await vi.waitFor(() => expect(stopped).toBe(1), { timeout: 15_000 });
    expect(happened).toEqual(['model ', 'look 1']);
    expect(workflow.attempts).toBe(1);
  });

  it('goes on in another attempt when it was left before a step', async () => {
    const { happened, run } = invoiceRun();
    const workflow = await hostWorkflow(server(), (ctx) =>
      run(restateRuntime(ctx), workflow.attempts === 1 ? { detach: AbortSignal.abort() } : {}),
    );
    await workflow.call('session', 'decide', yes);
    const expected = await undisturbedRun();
    expect(told((await workflow.call('session', 'run')).body)).toEqual(expected.result);
    expect(happened).toEqual(expected.happened);
    expect(workflow.attempts).toBe(2);
  });

  it('goes on in another attempt when it was left inside a step', async () => {
    const leave = new AbortController();
    const look = () => {
      leave.abort();
      return new Promise<string>(() => {});
    };
    let isFirst = true;
    const { happened, run } = invoiceRun({
      look: () => {
        if (!isFirst) return 'open invoice';
        isFirst = false;
        return look();
      },
    });
    const workflow = await hostWorkflow(server(), (ctx) =>
      run(restateRuntime(ctx), workflow.attempts === 1 ? { detach: leave.signal } : {}),
    );
    await workflow.call('session', 'decide', yes);
    const expected = await undisturbedRun();
    expect(told((await workflow.call('session', 'run')).body)).toEqual(expected.result);
    expect(happened.filter((what) => what === 'look 1')).toHaveLength(2);
    expect(new Set(happened)).toEqual(new Set(expected.happened));
  });
});
