import { once } from 'node:events';
import { createServer, type Http2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { type Invocation, type RestateServer, readInvocation } from '@loopwright/test-servers';
import * as restate from '@restatedev/restate-sdk';
import { onTestFinished, vi } from 'vitest';
import { decide } from '../src/restate.ts';

/** An answer of the engine to whoever calls a handler. */
type Answer = { status: number; body: unknown };

/** A workflow whose code is in the process of the test, until the test is over. */
export type HostedWorkflow = {
  /** How often the engine has started the code. */
  readonly attempts: number;
  /** What the engine runs from its next attempt on. */
  body: (ctx: restate.WorkflowContext) => Promise<unknown>;
  /** Calls a handler and waits for what it gives. */
  call(key: string, handler: string, argument?: unknown): Promise<Answer>;
  /** Starts a run and does not wait for it. */
  send(key: string): Promise<Answer>;
  /** Breaks the connections to the engine, so that it starts the code again; what is in flight goes on and is not heard. */
  disconnect(): void;
  /** Waits until the invocation of a run is as it should be. */
  until(key: string, holds: (invocation: Invocation) => boolean): Promise<Invocation>;
};

let hosted = 0;

export async function hostWorkflow(
  server: RestateServer,
  body: HostedWorkflow['body'],
): Promise<HostedWorkflow> {
  hosted += 1;
  const name = `workflow${hosted}`;
  let attempts = 0;
  const definition = restate.workflow({
    name,
    handlers: {
      run: (ctx: restate.WorkflowContext) => {
        attempts += 1;
        return workflow.body(ctx);
      },
      decide: (ctx: restate.WorkflowSharedContext, given: { key: string; answer: boolean }) =>
        decide(ctx, given.key, given.answer),
      /** Decides without asking whether the answer is one. */
      resolve: (ctx: restate.WorkflowSharedContext, given: { key: string; answer: unknown }) =>
        ctx.promise(given.key).resolve(given.answer),
      reject: (ctx: restate.WorkflowSharedContext, given: { key: string; answer: string }) =>
        ctx.promise(given.key).reject(given.answer),
    },
  });
  const handler = restate.createEndpointHandler({ services: [definition], logger: () => {} });
  const sessions = new Set<Http2Session>();
  const listener = createServer(handler).listen(0, '127.0.0.1');
  listener.on('session', (session) => sessions.add(session));
  await once(listener, 'listening');
  const disconnect = () => {
    for (const session of sessions) session.destroy();
    sessions.clear();
  };
  onTestFinished(() => {
    disconnect();
    listener.close();
  });
  const workflow: HostedWorkflow = {
    get attempts() {
      return attempts;
    },
    body,
    disconnect,
    call: (key, handler, argument) => post(`${server.ingress}/${name}/${key}/${handler}`, argument),
    send: (key) => post(`${server.ingress}/${name}/${key}/run/send`),
    until: (key, holds) =>
      vi.waitFor(
        async () => {
          const found = await readInvocation(server, `${name}/${key}/run`);
          if (found && holds(found)) return found;
          throw new Error(`The invocation is ${JSON.stringify(found)}`);
        },
        { timeout: 15_000, interval: 20 },
      ),
  };
  await server.register(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`);
  return workflow;
}

async function post(address: string, argument?: unknown): Promise<Answer> {
  const response = await fetch(address, {
    method: 'POST',
    ...(argument === undefined
      ? {}
      : {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(argument),
        }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}
