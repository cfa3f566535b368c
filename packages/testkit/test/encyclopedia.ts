import { createToolRegistry, type Tool, toolFailure } from '@loopwright/tool-registry';
import { createWorld, type World } from '../src/index.ts';
import { tool } from './support.ts';

/** `lookup` finds what was written, `ask` is busy, `pay` fails before it starts and needs approval. */
function encyclopedia(world: World): Tool[] {
  return [
    tool('lookup', 'pure', ({ entity }) => {
      world.start();
      if (world.commits.length > 0) return 'found';
      throw new Error(`Entity not found: ${String(entity)}`);
    }),
    tool('ask', 'pure', () => {
      world.start();
      throw toolFailure({ message: 'busy', class: 'transient', retryAfterMs: 2000 });
    }),
    tool('write', 'idempotent', (args, { idempotencyKey }) => {
      world.commitForKey('write', args, idempotencyKey);
      return 'written';
    }),
    tool('search', 'pure', () => 'a myth'),
    tool('pay', 'once', () => toolFailure({ message: 'not found', notStarted: true }), {
      approval: true,
    }),
  ];
}

/** A registry of these tools. */
export function registryOf(world: World = createWorld()) {
  return createToolRegistry({ tools: encyclopedia(world) });
}
