import { criticPolicy, policyReply, scenarios } from '@loopwright/lab/zephyr';
import { startWireServer, type WireServer } from '@loopwright/testkit/wire';
import { afterEach } from 'vitest';

/**
 * Starts servers on loopback that pass for a provider: policies answer whatever model is asked, in the format of the
 * request, and word their answers as `reword` says.
 */
export function useFakeProvider() {
  const servers: WireServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  return async (
    reword: (text: string) => string | Promise<string> = (text) => text,
  ): Promise<WireServer> => {
    const server = await startWireServer({
      async answer({ messages, tools }) {
        const [first] = messages;
        const asked = first?.role === 'user' ? first.blocks.join('') : '';
        const actor = scenarios.find(({ task }) => asked.startsWith(`Task: ${task}`));
        const format = tools.length > 0 ? 'native' : 'text';
        if (!actor) return policyReply(messages, { policy: criticPolicy, format: 'json' });
        const { text, toolCalls } = await policyReply(messages, { policy: actor.policy, format });
        return { text: await reword(text), toolCalls };
      },
    });
    servers.push(server);
    return server;
  };
}

/** A server of an error response. */
export function errorServer(status: number, body: object): Promise<WireServer> {
  return startWireServer({
    answer: () => ({
      status,
      headers: { 'content-type': 'application/json' },
      pieces: [JSON.stringify(body)],
    }),
  });
}
