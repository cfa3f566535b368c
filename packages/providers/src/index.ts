export type { Policy } from './from-policy.ts';
export { fromPolicy } from './from-policy.ts';
