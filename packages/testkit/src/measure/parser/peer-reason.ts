import type { PeerCase, PeerExpectation } from './peer-case.ts';
import type { PeerReading } from './peer-reading.ts';

/** A named rule by which we read otherwise than a peer, with the condition on the case that must hold. */
export type PeerReason = {
  name: string;
  why: string;
  applies: (peerCase: PeerCase, expectation: PeerExpectation, reading: PeerReading) => boolean;
};
