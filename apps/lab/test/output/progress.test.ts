import { expect, it } from 'vitest';
import { createProgress } from '../../src/output/progress.ts';

function terminal(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => written.push(text) };
}

it('one line is written over, and taken away at the end', () => {
  const screen = terminal(true);
  const progress = createProgress(screen, undefined);
  progress.show('step 1');
  progress.end();
  expect(screen.written).toEqual(['\r\u001b[2Kstep 1', '\r\u001b[2K']);
});

it('whoever waits for a model sees for whom, how long, and how much has come', () => {
  const screen = terminal(true);
  const progress = createProgress(screen, 'some/model');
  progress.arrived('ignored: it belongs to the step before');
  progress.show('satellite: step 1');
  expect(screen.written.at(-1)).toMatch(/satellite: step 1 · waiting for some\/model: \d+ s$/);
  progress.arrived('12345');
  progress.arrived('67');
  progress.show('satellite: step 1 is done');
  progress.end();
  expect(screen.written.join('')).toContain('step 1 is done · waiting for some/model: ');
});

it('without a terminal nothing is written', () => {
  const pipe = terminal(false);
  const progress = createProgress(pipe, 'some/model');
  progress.show('step 1');
  progress.end();
  expect(pipe.written).toEqual([]);
});
