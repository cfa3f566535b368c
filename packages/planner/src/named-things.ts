/** Words for small numbers, in their order. */
const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** The same as places in a row. */
export const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];

/** The parts of a list in words: `Rome, Oslo and Bonn`. */
export function splitList(text: string): string[] {
  return text
    .split(/,? and |, | with | versus | vs\.? /i)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A counted list that names nothing, from two to ten: `three cities`, `the 3 largest cities of France`. */
export function readCount(text: string): { count: number; what: string } | undefined {
  const [, word, what] = /^(?:the )?([a-z]+|\d+) ([^,]+)$/i.exec(text) ?? [];
  if (word === undefined || what === undefined) return undefined;
  const count = /^\d/.test(word) ? Number(word) : numbers.indexOf(word.toLowerCase()) + 1;
  return count >= 2 && count <= numbers.length ? { count, what } : undefined;
}

/** Ids made of names: `Côte d'Ivoire` becomes `lookup_côte_d_ivoire`. Those that come to the same get a number. */
export function idsOf(prefix: string, names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    const words =
      name
        .normalize()
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [];
    // Whole characters, some of which count twice towards the length of an id.
    const slug = [...[prefix, ...words].join('_')].slice(0, 28).join('');
    let id = slug;
    for (let number = 2; used.has(id); number += 1) id = `${slug}_${number}`;
    used.add(id);
    return id;
  });
}
