import { extractJson, type JsonReading, parseStep, type ReactStep } from '@loopwright/core-parser';
import { showStep } from './judge-step.ts';
import { type PeerCase, type PeerExpectation, readerOf } from './peer-case.ts';

/** What the counterpart of the peer's reader made of the case. */
export type PeerReading =
  | { reader: 'extractJson'; refused: boolean; reading: JsonReading }
  | { reader: 'parseStep'; refused: boolean; reading: ReactStep };

/** Reads a case with the counterpart of its reader; the tools are those that the peer's test names. */
export function readPeerCase(peerCase: PeerCase, expectation: PeerExpectation): PeerReading {
  if (readerOf(peerCase) === 'extractJson') {
    const reading = extractJson(peerCase.input);
    return { reader: 'extractJson', refused: !reading.ok, reading };
  }
  const tools = toolsOf(expectation);
  const { step } = parseStep(peerCase.input, tools.length > 0 ? { tools } : {});
  return { reader: 'parseStep', refused: step.kind === 'parse_error', reading: step };
}

function toolsOf(expectation: PeerExpectation): string[] {
  if (expectation.kind === 'call') return expectation.tool === undefined ? [] : [expectation.tool];
  if (expectation.kind !== 'calls') return [];
  return expectation.calls.flatMap(({ name }) => name ?? []);
}

/** One line that says what was read. */
export function showReading({ reader, reading }: PeerReading): string {
  if (reader === 'parseStep') return showStep(reading);
  return reading.ok ? JSON.stringify(reading.value) : `${reading.code}: ${reading.message}`;
}
