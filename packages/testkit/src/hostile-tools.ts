import { defineTool, notStarted, type Tool } from '@loopwright/tool-registry';
import { z } from 'zod';
import type { World } from './world.ts';

/** Takes any object. */
export const anyArguments = z.looseObject({});

const description = 'A tool for tests.';

/** Milliseconds until a hostile tool that never answers is given up. */
const hostileTimeoutMs = 3;

/** Names of {@link hostileTools}. */
export const hostileToolNames = [
  'ok',
  'throwing',
  'deaf',
  'weird',
  'once',
  'idempotent',
  'guarded',
  'polite',
] as const;

/**
 * Tools that do everything a tool should not. What one does depends on its argument `a` alone, so that a resumed run
 * meets the same tools:
 * `ok` answers; `throwing` throws values of all kinds; `deaf` may never answer and does not listen; `weird` returns
 * what is no JSON; `once` and `idempotent` act on the world and may fall silent or throw afterwards; `guarded` acts
 * and needs approval; `polite` takes a moment before it acts and stops when it is told to.
 */
export function hostileTools(world: World): Tool[] {
  return [
    okTool(world),
    throwingTool(world),
    deafTool(world),
    weirdTool(world),
    onceTool(world),
    idempotentTool(world),
    guardedTool(world),
    politeTool(world),
  ];
}

function okTool(world: World): Tool {
  return defineTool({
    name: 'ok',
    description,
    input: anyArguments,
    parameters: {},
    effect: 'pure',
    execute: ({ a }) => {
      world.start();
      return a ?? 7;
    },
  });
}

function throwingTool(world: World): Tool {
  const thrown = [new Error('x'), 'a text', undefined, null, { name: 'N', message: 'm' }, 1n];
  return defineTool({
    name: 'throwing',
    description,
    input: anyArguments,
    parameters: {},
    effect: 'pure',
    execute: ({ a }) => {
      world.start();
      throw typeof a === 'number' ? thrown[a % thrown.length] : new TypeError('no number');
    },
  });
}

function deafTool(world: World): Tool {
  return defineTool({
    name: 'deaf',
    description,
    input: anyArguments,
    parameters: {},
    effect: 'pure',
    timeoutMs: hostileTimeoutMs,
    execute: ({ a }) => {
      world.start();
      return a === 2 ? new Promise(() => {}) : 'fine';
    },
  });
}

function weirdTool(world: World): Tool {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const results = [circle, undefined, 1n, Number.NaN, Symbol('s'), () => 1, new Map([[1, 2]]), ''];
  return defineTool({
    name: 'weird',
    description,
    input: anyArguments,
    parameters: {},
    effect: 'pure',
    execute: ({ a }) => {
      world.start();
      return typeof a === 'number' ? results[a % results.length] : { toJSON: () => circle };
    },
  });
}

function onceTool(world: World): Tool {
  return defineTool({
    name: 'once',
    description,
    input: anyArguments,
    parameters: {},
    effect: 'once',
    timeoutMs: hostileTimeoutMs,
    execute: (args) => {
      world.start();
      if (args.a === 3) return notStarted('the door was closed');
      world.commit('once', args);
      if (args.a === 2) return new Promise(() => {});
      if (args.a === 4) throw Object.assign(new Error('Service Unavailable'), { status: 503 });
      return 'done';
    },
  });
}

function idempotentTool(world: World): Tool {
  return defineTool({
    name: 'idempotent',
    description,
    input: anyArguments,
    parameters: {},
    effect: 'idempotent',
    timeoutMs: hostileTimeoutMs,
    execute: (args, { idempotencyKey }) => {
      world.start();
      if (args.a === 3) return notStarted('the door was closed');
      world.commitForKey('idempotent', args, idempotencyKey);
      return args.a === 2 ? new Promise(() => {}) : 'paid';
    },
  });
}

function politeTool(world: World): Tool {
  return defineTool({
    name: 'polite',
    description,
    input: anyArguments,
    parameters: {},
    effect: 'idempotent',
    execute: async (args, { idempotencyKey, signal }) => {
      world.start();
      await new Promise((resolve, reject) => {
        setTimeout(resolve, 1);
        signal.addEventListener('abort', () => reject(notStarted('stopped before it began')));
      });
      world.commitForKey('polite', args, idempotencyKey);
      return 'done in peace';
    },
  });
}

function guardedTool(world: World): Tool {
  return defineTool({
    name: 'guarded',
    description,
    input: anyArguments,
    parameters: {},
    effect: 'once',
    approval: true,
    execute: (args) => {
      world.start();
      world.commit('guarded', args);
      return 'done with permission';
    },
  });
}
