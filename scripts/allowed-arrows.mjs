// The one table of dependency arrows in this repository. An arrow that is not here is not allowed.
//   arrows      workspace packages whose public API the sources may import (names without the scope)
//   thirdParty  packages from the registry that the sources may import
//   optionalPeers     packages that the sources may import where the user has installed them
//   entriesOfPeers    entries that load only where their peer is installed
//   importsOfCallers  sources that import a module which the user names
//   isCore      runs in browsers and leaves the choice of a schema library to the user: no node builtins, no zod
// To add a package, add a row; to add an arrow, write down why in docs/decisions first.

export const allowedArrows = {
  'core-parser': { arrows: [], thirdParty: ['@noble/hashes'], isCore: true },
  'tool-registry': {
    arrows: ['core-parser'],
    thirdParty: ['@standard-schema/spec'],
    isCore: true,
  },
  'loop-detector': { arrows: ['core-parser'], thirdParty: [], isCore: true },
  reflection: { arrows: ['core-parser'], thirdParty: [], isCore: true },
  'agent-run': {
    arrows: ['core-parser', 'tool-registry'],
    thirdParty: ['@standard-schema/spec'],
    isCore: true,
  },
  'react-loop': {
    arrows: ['agent-run', 'core-parser', 'loop-detector', 'tool-registry'],
    thirdParty: ['@standard-schema/spec'],
    isCore: true,
  },
  planner: { arrows: ['agent-run', 'core-parser', 'tool-registry'], thirdParty: [], isCore: true },
  rewoo: {
    arrows: ['agent-run', 'core-parser', 'tool-registry'],
    thirdParty: ['@standard-schema/spec'],
    isCore: true,
  },
  // The clients of the vendors are optional peers: callers make them, and no source imports them.
  providers: {
    arrows: ['agent-run', 'core-parser', 'tool-registry'],
    thirdParty: [],
    isCore: false,
  },
  // `/checkpoints` stores what the planner saves; who does not save any needs no planner.
  durable: {
    arrows: ['agent-run', 'core-parser', 'planner', 'tool-registry'],
    thirdParty: [],
    optionalPeers: ['@restatedev/restate-sdk', 'ioredis'],
    entriesOfPeers: { checkpoints: '@loopwright/planner', restate: '@restatedev/restate-sdk' },
    importsOfCallers: ['src/cli/run-command.ts'],
    isCore: false,
  },
  // OpenTelemetry is an optional peer: who writes run logs alone needs none.
  telemetry: {
    arrows: ['agent-run', 'core-parser', 'tool-registry'],
    thirdParty: [],
    optionalPeers: ['@opentelemetry/api'],
    entriesOfPeers: { '.': '@opentelemetry/api' },
    isCore: false,
  },
  // Its page, which is beside the sources, is bundled with preact.
  'run-viewer': {
    arrows: ['agent-run', 'core-parser', 'telemetry'],
    thirdParty: [],
    importsOfCallers: ['src/cli/resume-module.ts'],
    isCore: false,
  },
  // Private: helps the tests of every other package, is published nowhere.
  testkit: {
    arrows: [
      'agent-run',
      'core-parser',
      'durable',
      'loop-detector',
      'planner',
      'providers',
      'react-loop',
      'reflection',
      'rewoo',
      'telemetry',
      'test-servers',
      'tool-registry',
    ],
    thirdParty: [
      ...['@ai-sdk/anthropic', '@ai-sdk/openai-compatible', '@anthropic-ai/sdk', 'openai'],
      ...['@restatedev/restate-sdk', 'ajv', 'fast-check', 'ioredis', 'vitest', 'zod'],
    ],
    isCore: false,
  },
  // Private: starts servers on loopback for tests and measurements.
  'test-servers': { arrows: [], thirdParty: [], isCore: false },
  // Private: the demo composes the packages.
  demo: {
    arrows: [
      'agent-run',
      'core-parser',
      'durable',
      'lab',
      'loop-detector',
      'providers',
      'react-loop',
      'reflection',
      'telemetry',
      'tool-registry',
    ],
    thirdParty: ['@anthropic-ai/sdk', 'openai'],
    isCore: false,
  },
  // Private: the lab tries out what the documents claim.
  lab: {
    arrows: [
      'agent-run',
      'core-parser',
      'durable',
      'loop-detector',
      'planner',
      'providers',
      'react-loop',
      'reflection',
      'rewoo',
      'telemetry',
      'testkit',
      'tool-registry',
    ],
    thirdParty: ['zod'],
    isCore: false,
  },
};
