import { jsonReasons } from './json-reasons.ts';
import type { PeerReason } from './peer-reason.ts';
import { stepReasons } from './step-reasons.ts';

/** All reasons; the first that applies to a case is its reason. */
export const reasons: readonly PeerReason[] = [...stepReasons, ...jsonReasons];
