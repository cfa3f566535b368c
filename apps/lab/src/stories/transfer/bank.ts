import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Something that the bank did. */
export type BankEntry = {
  readonly did: 'transfer' | 'set_up_auto_payment';
  readonly to: string;
  readonly eur: number;
};

/** The world outside: a file of what really happened. It asks nobody whether it was meant to. */
export function openBank(file: string) {
  return {
    do(entry: BankEntry): string {
      appendFileSync(file, `${JSON.stringify(entry)}\n`);
      return `done: ${entry.did} of ${entry.eur} EUR to ${entry.to}`;
    },
    entries(): BankEntry[] {
      if (!existsSync(file)) return [];
      return readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    },
  };
}
