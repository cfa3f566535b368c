import { checkNames, hasFunctions, isObject, mustBe } from '@loopwright/agent-run/option-checks';
import type { RedisClient } from './redis-client.ts';

/** What a store in Redis is made of. */
export type RedisClientOptions = {
  /** A connected client of ioredis, which stays yours: the store never closes it. */
  client: RedisClient;
  /** What all keys begin with, without braces. Default `loopwright`. */
  prefix?: string | undefined;
};

export const defaultPrefix = 'loopwright';

/**
 * Checks client and prefix. `names` are those of the other options of the store, `methods` what it asks the client for.
 *
 * @throws ConfigurationError `invalid_option`
 */
export function checkClientOptions(
  options: RedisClientOptions,
  { names = [], methods }: { names?: readonly string[]; methods: readonly (keyof RedisClient)[] },
): void {
  mustBe(isObject(options), 'The options', 'an object with a client', options);
  checkNames(options, ['client', 'prefix', ...names]);
  const { client, prefix = defaultPrefix } = options;
  mustBe(hasFunctions(...methods)(client), 'client', 'a client of ioredis', client);
  const isPrefix = typeof prefix === 'string' && /^[^{}]+$/.test(prefix);
  mustBe(isPrefix, 'prefix', 'a text without braces that is not empty', prefix);
}
