import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readModelOptions } from '@loopwright/lab/providers';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from '../src/connection.ts';
import { openConnection } from '../src/open-connection.ts';
import { openRecording } from '../src/recording.ts';
import { runDemo, useFolder } from './run-demo.ts';

const folder = useFolder();
const committed = new URL('../../../docs/recordings/satellite-and-outage.md', import.meta.url);

/** Versions change with every release; what was said must not. */
function withoutVersions(markdown: string): string {
  return markdown.replace(/^\| packages \|.*$/m, '| packages | |');
}

describe('docs/recordings', () => {
  it('E8: is what its command writes, byte for byte but for the versions, and says who was asked', async () => {
    const recording = readFileSync(committed, 'utf8');
    const [, command] = /^\| command \| `npm run demo -- (.*)` \|$/m.exec(recording)!;
    const file = folder.file('recording.md');
    const args = command!.split(' ').map((arg) => (arg === 'FILE' ? file : arg));
    const { status, stderr } = await runDemo(args, { cwd: folder.path });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(withoutVersions(readFileSync(file, 'utf8'))).toBe(withoutVersions(recording));
    expect(recording).toContain('**No language model was called: policies,');
    expect(recording).toMatch(/^\| packages \| .*@loopwright\/react-loop \d/m);
    expect(recording).not.toContain('openai');
    expect(recording).toContain('SOLVED        564 million USD');
    expect(recording).toContain('   DEGRADED');
  });
});

describe('a recording', () => {
  let connection: Connection;
  beforeEach(async () => {
    connection = await openConnection(readModelOptions({}));
  });
  const open = (args: string[], opened: Connection = connection) =>
    openRecording(folder.file('recording.md'), {
      ...{ args, connection: opened },
      now: () => new Date(0),
    });
  const record = (...given: Parameters<typeof open>) => {
    const recording = open(...given);
    recording.add('satellite', 'told');
    expect(recording.close()).toBeUndefined();
  };
  const written = () => readFileSync(folder.file('recording.md'), 'utf8');

  it('E8: names its command without the files that it wrote', () => {
    const args = ['--record', '/home/ann/a.md', '--scenario', 'all', '--trace=/home/ann/b'];
    record(args);
    expect(written()).toContain(
      '| command | `npm run demo -- --record FILE --scenario all --trace=FILE` |',
    );
    expect(written()).not.toContain('ann');
  });

  it('E8: names the SDK that stood between', () => {
    record([], { ...connection, sdkPackage: 'openai' });
    expect(written()).toMatch(/^\| packages \| .*, openai 7\.\d+\.\d+ \|$/m);
  });

  it('E8: has a date only where a language model was asked', () => {
    record([], { ...connection, isLanguageModel: true });
    expect(written()).toContain('| date | 1970-01-01T00:00:00.000Z |');
  });

  it('E8: nothing that is told can leave its block', () => {
    const recording = open([]);
    recording.add('satellite', 'a\n````text\n# b\n```');
    expect(recording.close()).toBeUndefined();
    expect(written()).toMatch(/\n## satellite\n\n`````text\na\n````text\n# b\n```\n`````\n$/);
  });

  it('E8: what produced it stands there once, and without anything told there is no file', () => {
    const recording = open([]);
    recording.add('satellite', 'a');
    recording.add('outage', 'b');
    recording.close();
    expect(written().match(/^# A recorded run$/gm)).toHaveLength(1);
    expect(written()).toMatch(/^# A recorded run\n.*\n## satellite\n.*\n## outage\n/s);
    const file = folder.file('unused.md');
    openRecording(file, { args: [], connection, now: () => new Date(0) }).close();
    expect(existsSync(file)).toBe(false);
  });

  it('E8: a file that exists is refused and stays as it is', () => {
    writeFileSync(folder.file('recording.md'), 'kept');
    expect(() => open([])).toThrow('--record needs a new file that can be written: EEXIST');
    expect(written()).toBe('kept');
  });
});
