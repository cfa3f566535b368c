import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { openNewFile } from '@loopwright/lab/output';
import type { Connection } from './connection.ts';

/**
 * Opens a file for a transcript in Markdown (E8): whatever is told, and before it what produced it. Policies say the same
 * every time, so their transcript has no date in it; that of a language model has.
 *
 * @throws Error when the file exists or cannot be opened.
 */
export function openRecording(
  file: string,
  { args, connection, now }: { args: readonly string[]; connection: Connection; now: () => Date },
) {
  const { write, close } = openNewFile(file, '--record');
  const { notice, details, isLanguageModel, sdkPackage, withoutKey } = connection;
  const rows = {
    command: `\`npm run demo -- ${withoutPlaces(args).join(' ')}\``,
    ...details,
    ...(isLanguageModel ? { date: now().toISOString() } : {}),
    packages: versionsWith(sdkPackage),
  };
  const table = Object.entries(rows).map(([name, value]) => `| ${name} | ${value} |\n`);
  let head = `# A recorded run\n\n**${notice}**\n\n| what | produced it |\n|---|---|\n${table.join('')}`;
  return {
    add(title: string, text: string): void {
      const fence = fenceFor(text);
      const told = `\n## ${title}\n\n${fence}text\n${text.trimEnd()}\n${fence}\n`;
      write(() => withoutKey(`${head}${told}`));
      head = '';
    },
    close,
  };
}

/** Options that say where something is: that says nothing about the run, is the user's own, and may hold a password. */
const places: Readonly<Record<string, string>> = {
  '--record': 'FILE',
  '--trace': 'FILE',
  '--store': 'STORE',
};

/** The options as they were given, but for places. */
function withoutPlaces(args: readonly string[]): string[] {
  return args.map((arg, at) => {
    const [option] = arg.split('=', 1) as [string];
    const place = places[option];
    return places[args[at - 1] ?? ''] ?? (place && arg !== option ? `${option}=${place}` : arg);
  });
}

/** The packages of this repository that made the run, and the SDK if one was there. */
function versionsWith(sdkPackage: string | undefined): string {
  const manifestOf = (name: string) =>
    JSON.parse(readFileSync(findPackageJSON(name, import.meta.url)!, 'utf8'));
  return Object.keys(manifestOf('.').dependencies)
    .filter((name) => name.startsWith('@loopwright/') || name === sdkPackage)
    .map(manifestOf)
    .filter((manifest) => manifest.private !== true)
    .map(({ name, version }) => `${name} ${version}`)
    .join(', ');
}

/** Longer than any fence in the text. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  return '`'.repeat(longest + 1);
}
