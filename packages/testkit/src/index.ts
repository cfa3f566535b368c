export { disciplinedRuntime } from './disciplined-runtime.ts';
export type { FakeClock } from './fake-clock.ts';
export { createFakeClock, fakeClockStart } from './fake-clock.ts';
export type { FaultyBody } from './faulty-strategies.ts';
export {
  callsConcurrently,
  claimsSuspension,
  doesNotWait,
  judgesLate,
  replacesEnds,
  returnsNothing,
  swallowsEnds,
  throwsHalfway,
} from './faulty-strategies.ts';
export { hostileLimits } from './hostile-limits.ts';
export type { HostileOracle, HostileOracleOptions, OracleMood } from './hostile-oracle.ts';
export { createHostileOracle, oracleMoods } from './hostile-oracle.ts';
export type { HostileReport } from './hostile-run.ts';
export { hostileRun } from './hostile-run.ts';
export { anyArguments, hostileToolNames, hostileTools } from './hostile-tools.ts';
export type { CutReport, Life, Lived, Scenario } from './journal-cuts.ts';
export { compare, cutEverywhere, live } from './journal-cuts.ts';
export { ledgerFaults } from './ledger-faults.ts';
export type { ModelUnderTest } from './model-contract.ts';
export { describeModelContract } from './model-contract.ts';
export { pairingFaults } from './pairing-faults.ts';
export { conversationOf, countObservations } from './read-request.ts';
export { runHostile } from './run-hostile.ts';
export type { RuntimeUnderTest } from './runtime-contract.ts';
export { describeRuntimeContract } from './runtime-contract.ts';
export type { Random } from './seeded-random.ts';
export { seededRandom } from './seeded-random.ts';
export type { StrategyUnderTest } from './strategy-contract.ts';
export { describeStrategyContract } from './strategy-contract.ts';
export { actionJson, actionText, finalText, pureModel, turnModel } from './turn-model.ts';
export type { PlannedWaveOptions, WaveOptions, Waves } from './wave-strategy.ts';
export { runPlannedWaves, runWaves } from './wave-strategy.ts';
export type { World } from './world.ts';
export { createWorld, worldLabel } from './world.ts';
