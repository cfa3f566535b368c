import { describe, expect, it } from 'vitest';
import { parseCritique } from '../src/index.ts';

describe('parseCritique', () => {
  it('P7: reads a critique', () => {
    const text = '{"on_track": false, "critique": "wrong unit", "next_hint": "use USD"}';
    expect(parseCritique(text)).toEqual({
      onTrack: false,
      critique: 'wrong unit',
      nextHint: 'use USD',
      parseFailed: false,
    });
  });

  it('P7: tolerates a fence and Python literals', () => {
    const text = "```json\n{'on_track': True, 'critique': 'fine', 'next_hint': None}\n```";
    expect(parseCritique(text)).toMatchObject({ onTrack: true, critique: 'fine', nextHint: '' });
  });

  it('REFL-022: a reply that cannot be read is unknown and no exception', () => {
    for (const text of [
      'Looks good to me!',
      '',
      '[true]',
      '{"on_track": tru',
      '{"on_track": true, "on_track": false}',
    ]) {
      expect(parseCritique(text), text).toEqual({
        onTrack: 'unknown',
        critique: '',
        nextHint: '',
        parseFailed: true,
      });
    }
    expect(parseCritique(undefined as unknown as string).parseFailed).toBe(true);
  });

  it('REFL-027: a missing or non-boolean on_track is unknown and never a pass', () => {
    for (const onTrack of ['', '"on_track": null,', '"on_track": "true",', '"on_track": 1,']) {
      expect(parseCritique(`{${onTrack} "critique": "wrong tool"}`), onTrack).toEqual({
        onTrack: 'unknown',
        critique: 'wrong tool',
        nextHint: '',
        parseFailed: false,
      });
    }
  });
});
