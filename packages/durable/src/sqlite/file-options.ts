import { checkCount, checkNames, isObject, mustBe } from '@loopwright/agent-run/option-checks';

/** How a store uses its SQLite file. */
export type SqliteFileOptions = {
  /**
   * Path of the database. A journal and checkpoints may share one; each has tables of its own. A new one is readable by its
   * owner only. `:memory:` keeps it in memory, for this store alone.
   */
  file: string;
  /**
   * `FULL` waits for the disk at each write. `NORMAL` is faster and as safe when a process dies, but a power loss may take
   * the latest writes away: steps run again, and checkpoints are gone. Default `FULL`.
   */
  synchronous?: 'FULL' | 'NORMAL' | undefined;
  /** Milliseconds to wait for another connection that writes; the process stands still meanwhile. Default 5,000. */
  busyTimeoutMs?: number | undefined;
};

/**
 * Checks how a store wants to use its file. `names` are those of its other options.
 *
 * @throws ConfigurationError `invalid_option`
 */
export function checkFileOptions(options: SqliteFileOptions, names: readonly string[]): void {
  mustBe(isObject(options), 'The options', 'an object with a file', options);
  checkNames(options, ['file', 'synchronous', 'busyTimeoutMs', ...names]);
  const { file, synchronous } = fileOptionsOf(options);
  const isFile = typeof file === 'string' && file.trim() !== '';
  mustBe(isFile, 'file', "the path of a file, or ':memory:'", file);
  const isMode = synchronous === 'FULL' || synchronous === 'NORMAL';
  mustBe(isMode, 'synchronous', "'FULL' or 'NORMAL'", synchronous);
  checkCount(options, 'busyTimeoutMs', 0);
}

/** The options with their defaults. */
export function fileOptionsOf({
  file,
  synchronous = 'FULL',
  busyTimeoutMs = 5_000,
}: SqliteFileOptions) {
  return { file, synchronous, busyTimeoutMs };
}
