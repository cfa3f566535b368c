import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import type { Connection } from './connection.ts';
import { openNewFile } from './open-new-file.ts';

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
    command: `\`npm run demo -- ${withoutFiles(args).join(' ')}\``,
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

/** The options as they were given. The files say nothing about the run, and where they are is the user's own. */
function withoutFiles(args: readonly string[]): string[] {
  const isFile = (option: string | undefined) => option === '--record' || option === '--trace';
  return args.map((arg, at) => {
    if (isFile(args[at - 1])) return 'FILE';
    const [option] = arg.split('=', 1);
    return isFile(option) && arg !== option ? `${option}=FILE` : arg;
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
