import type { Serde } from '@restatedev/restate-sdk';

/**
 * Texts as they are, whatever the endpoint uses for everything else. One that another program has written is read all the
 * same: whether it is of any use is for the reader to say.
 */
export const texts: Serde<string> = {
  contentType: 'application/json',
  serialize: (text) => new TextEncoder().encode(text),
  deserialize: (bytes) => new TextDecoder().decode(bytes),
};
