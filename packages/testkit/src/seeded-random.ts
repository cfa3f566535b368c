/** Numbers that look random and are the same for the same seed, in every process. */
export type Random = {
  /** A number from 0 up to but not including 1. */
  next(): number;
  /** A whole number from 0 up to but not including `below`. */
  whole(below: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
};

/** Makes a source of numbers from a digest of the seed. Made for tests, not for secrets. */
export function seededRandom(seed: string): Random {
  const next = smallFastCounter(hash(seed, 1), hash(seed, 2), hash(seed, 3));
  const whole = (below: number) => Math.floor(next() * below);
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick: (items) => items[whole(items.length)]!,
  };
}

/** FNV-1a over the UTF-16 code units, with its last bits mixed. */
function hash(text: string, salt: number): number {
  let value = 0x811c9dc5 ^ salt;
  for (let at = 0; at < text.length; at++) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  return value ^ (value >>> 16);
}

/** The generator sfc32 by Chris Doty-Humphrey. */
function smallFastCounter(first: number, second: number, third: number): () => number {
  let [a, b, c, count] = [first, second, third, 1];
  const next = () => {
    const sum = (((a + b) | 0) + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  // The first numbers of similar seeds are similar.
  for (let round = 0; round < 12; round++) next();
  return next;
}
