import { describe, expect, it } from 'vitest';
import { seededRandom } from '../src/index.ts';
import { randomResponse, type WireRequest } from '../src/wire/index.ts';
import { runRandomWire } from '../src/wire/run-random-wire.ts';

describe('random cuts and bytes on the wire', () => {
  it('every adapter answers well or rejects with a ModelCallError, in time', async () => {
    const { faults, outcomes } = await runRandomWire({ runs: 400 });
    expect(faults).toEqual([]);
    const reached = Object.keys(outcomes).map((outcome) => outcome.split(' ').at(-1));
    expect(reached).toEqual(expect.arrayContaining(meantToBeReached));
    const answered = Object.keys(outcomes).filter((outcome) => outcome.endsWith(' reply'));
    expect(answered).toHaveLength(8);
  }, 60_000);

  it('the same numbers give the same responses', () => {
    const request = { api: 'chat', stream: true, bodyText: '', stop: [] } as unknown as WireRequest;
    const written = () => {
      const { pieces, ...rest } = randomResponse(request, seededRandom('one'));
      return { ...rest, pieces: [...pieces].map(String) };
    };
    expect(written()).toEqual(written());
  });
});

/** Without these the runs would prove less than they seem to. */
const meantToBeReached = [
  ...['reply', 'timeout', 'transient', 'truncated_stream', 'malformed_reply', 'bad_request'],
];
