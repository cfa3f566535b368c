import { parseArgs } from 'node:util';

/** What the command line asks for. `file` is `-` for standard input. */
export type Command =
  | { readonly name: 'information'; readonly about: 'help' | 'version' }
  | {
      readonly name: 'serve';
      readonly file: string;
      readonly port: number;
      readonly open: boolean;
    }
  | { readonly name: 'html'; readonly file: string; readonly out: string; readonly force: boolean }
  | { readonly name: 'mermaid'; readonly file: string; readonly kind: 'flowchart' | 'sequence' }
  | { readonly name: 'replay'; readonly file: string; readonly module: string | undefined }
  | {
      readonly name: 'fork';
      readonly file: string;
      readonly seq: number;
      readonly module: string | undefined;
    }
  | { readonly name: 'diff'; readonly file: string; readonly other: string };

const deeds = ['html', 'mermaid', 'replay', 'fork', 'diff'] as const;

/** What belongs to which deed; without one the log is served. */
const belongings = {
  open: ['serve'],
  port: ['serve'],
  force: ['html'],
  with: ['replay', 'fork'],
} as const;

/** Reads the command line. @throws Error that says in one sentence what is wrong. */
export function readCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(withKind(args));
  if (values.help) return { name: 'information', about: 'help' };
  if (values.version) return { name: 'information', about: 'version' };
  const [file, ...more] = positionals;
  if (file === undefined) throw new Error('The file of a run log is missing; - is standard input');
  if (more.length > 0) throw new Error(`"${more.join(' ')}" is too much: one file at a time`);
  const asked = deeds.filter((deed) => values[deed] !== undefined);
  if (asked.length > 1) throw new Error(`--${asked.join(' and --')} do not go together`);
  const name = asked[0] ?? 'serve';
  for (const [option, owners] of Object.entries(belongings)) {
    if (values[option as keyof typeof belongings] === undefined) continue;
    if (!(owners as readonly string[]).includes(name)) {
      const places = owners.map((owner) => (owner === 'serve' ? 'serving' : `--${owner}`));
      throw new Error(`--${option} belongs to ${places.join(' and ')}`);
    }
  }
  switch (name) {
    case 'serve':
      return { name, file, port: readPort(values.port), open: values.open ?? false };
    case 'html':
      return { name, file, out: values.html!, force: values.force ?? false };
    case 'mermaid':
      return { name, file, kind: readKind(values.mermaid!) };
    case 'replay':
      return { name, file, module: values.with };
    case 'fork':
      return { name, file, seq: readCount('--fork', values.fork!), module: values.with };
    case 'diff':
      return { name, file, other: readOther(file, values.diff!) };
  }
}

function parse(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      open: { type: 'boolean' },
      port: { type: 'string' },
      html: { type: 'string' },
      mermaid: { type: 'string' },
      replay: { type: 'boolean' },
      with: { type: 'string' },
      fork: { type: 'string' },
      diff: { type: 'string' },
      force: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
    },
  });
}

/** The kind of drawing may be left out, which options with a value otherwise cannot. */
function withKind(args: readonly string[]): string[] {
  return args.flatMap((arg, at) => {
    const isKind = arg === 'flowchart' || arg === 'sequence';
    if (isKind && args[at - 1] === '--mermaid') return [];
    if (arg !== '--mermaid') return [arg];
    const next = args[at + 1];
    return [`--mermaid=${next === 'sequence' ? next : 'flowchart'}`];
  });
}

function readKind(kind: string): 'flowchart' | 'sequence' {
  if (kind === 'flowchart' || kind === 'sequence') return kind;
  throw new Error(`--mermaid draws a flowchart or a sequence, no "${kind}"`);
}

function readOther(file: string, other: string): string {
  if (file !== '-' || other !== '-') return other;
  throw new Error('Standard input is one log; --diff needs another file');
}

function readPort(text = '0'): number {
  const port = readCount('--port', text);
  if (port > 65_535) throw new Error(`--port needs a port from 0 to 65535, not "${text}"`);
  return port;
}

function readCount(option: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Error(`${option} needs a whole number, not "${text}"`);
}
