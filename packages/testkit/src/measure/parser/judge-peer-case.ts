import { isDeepStrictEqual } from 'node:util';
import type { ReactStep } from '@loopwright/core-parser';
import { objectIn } from './object-in.ts';
import { expectationOf, type PeerCase, type PeerExpectation } from './peer-case.ts';
import { type PeerReading, readPeerCase, showReading } from './peer-reading.ts';
import { reasons } from './peer-reasons.ts';

/** A case with our reading; where it differs from the peer's, the reason for that, or none. */
export type JudgedPeerCase = {
  peerCase: PeerCase;
  read: string;
  verdict: 'agrees' | 'differs' | 'wrong';
  reason: string | undefined;
};

/** Reads a case and compares. */
export function judgePeerCase(peerCase: PeerCase): JudgedPeerCase {
  const expectation = expectationOf(peerCase);
  const reading = readPeerCase(peerCase, expectation);
  const read = showReading(reading);
  if (agrees(expectation, reading, peerCase.input))
    return { peerCase, read, verdict: 'agrees', reason: undefined };
  const reason = reasons.find(({ applies }) => applies(peerCase, expectation, reading))?.name;
  return { peerCase, read, verdict: reason === undefined ? 'wrong' : 'differs', reason };
}

function agrees(
  expectation: PeerExpectation,
  { reader, refused, reading }: PeerReading,
  input: string,
): boolean {
  if (expectation.kind === 'refusal') return refused;
  if (reader === 'extractJson') {
    return (
      reading.ok &&
      expectation.kind === 'value' &&
      isDeepStrictEqual(reading.value, expectation.value)
    );
  }
  switch (reading.kind) {
    case 'action':
      return expectation.kind === 'text'
        ? isBesideCall(expectation.texts, input, reading.thought)
        : isSameCall(expectation, reading);
    case 'final':
      return expectation.kind === 'answer' && isSameAnswer(expectation.text, reading.answer);
    default:
      return false;
  }
}

/** True when the peer keeps the text before a call, which is the thought or the reasoning to us. */
function isBesideCall(texts: readonly string[], input: string, thought: string): boolean {
  const reasoning = input.slice(0, Math.max(0, input.lastIndexOf('</think>')));
  return texts.every((text) => thought.includes(text.trim()) || reasoning.includes(text.trim()));
}

function isSameCall(
  expectation: PeerExpectation,
  { tool, args }: Extract<ReactStep, { kind: 'action' }>,
): boolean {
  switch (expectation.kind) {
    case 'call':
      return (
        (expectation.tool ?? tool) === tool && isDeepStrictEqual(args, objectIn(expectation.input))
      );
    case 'calls': {
      const [call, ...others] = expectation.calls;
      return others.length === 0 && call?.name === tool && isSameInGo(call.args, args);
    }
    default:
      return false;
  }
}

/** Compares with arguments that were copied from Go source: numbers and words as text, composite values only begun. */
function isSameInGo(expected: Record<string, string>, args: unknown): boolean {
  const leaves = leavesOf(args);
  return Object.entries(expected).every(
    ([key, value]) =>
      Object.hasOwn(leaves, key) &&
      (/^(?:\[\]|map\[)/.test(value) || goValues(value).includes(String(leaves[key]))),
  );
}

/** Every member at any depth by its own key, as the extraction flattened them; outer members win. */
function leavesOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {};
  const leaves: Record<string, unknown> = {};
  for (const member of Object.values(value)) Object.assign(leaves, leavesOf(member));
  return Object.assign(leaves, value);
}

function goValues(value: string): string[] {
  const number = /^(?:int64\()?(-?[\d.]+)\)?/.exec(value)?.[1];
  return [
    value,
    value.replace(/\\(.)/g, (_, letter) => (letter === 'n' ? '\n' : letter)),
    ...(value === 'nil' ? ['null'] : []),
    ...(number === undefined ? [] : [String(Number(number))]),
  ];
}

/** The expected text may be a part of the answer, and may stand as in the source of the test, with its escapes. */
function isSameAnswer(expected: string, answer: unknown): boolean {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return text.includes(expected.trim()) || JSON.stringify(text).includes(expected.trim());
}
