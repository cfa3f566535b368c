export { decide } from './restate/decide.ts';
export type { RestateRuntimeOptions } from './restate/restate-runtime.ts';
export { restateRuntime } from './restate/restate-runtime.ts';
