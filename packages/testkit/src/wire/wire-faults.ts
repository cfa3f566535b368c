import { bodyFaults, streamFaults } from './body-faults.ts';
import { connectionFaults } from './connection-faults.ts';
import { overflowFaults } from './overflow-faults.ts';
import { statusFaults } from './status-faults.ts';

/** Everything that is known to go wrong between a client and a service, by name. */
export const wireFaults = {
  ...connectionFaults,
  ...statusFaults,
  ...overflowFaults,
  ...bodyFaults,
  ...streamFaults,
} as const;

export type WireFaultName = keyof typeof wireFaults;
