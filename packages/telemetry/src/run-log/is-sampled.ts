import { digestText } from '@loopwright/core-parser';

const hexDigits = 12;

/** Whether a session is one of the sample. Its id alone decides, so that every process says the same. */
export function isSampled(session: string, sampleRate: number): boolean {
  const share = Number.parseInt(digestText(session).slice(0, hexDigits), 16) / 16 ** hexDigits;
  return share < sampleRate;
}
