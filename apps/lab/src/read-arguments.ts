import { parseArgs } from 'node:util';

export const usage = `Usage: npm run lab -- [options]

  --verbose   also show what each claim was read from
  --json      print one JSON document: {passed, total, claims} (with npm run -s lab, nothing else)
  --help      show this text

Ends with 0 when every claim holds, 2 when the options are wrong, otherwise 1.`;

/** Reads the command line. @throws Error that says what is wrong. */
export function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      verbose: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return values;
}
