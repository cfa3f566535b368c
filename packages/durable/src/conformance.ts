export type { ConformanceCase, StoreUnderTest } from './conformance/conformance-cases.ts';
export { conformanceCases } from './conformance/conformance-cases.ts';
