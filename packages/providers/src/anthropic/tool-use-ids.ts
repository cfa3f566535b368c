/**
 * The ids of one turn's calls as the API takes them: letters, digits, `_` and `-` only, and unlike all ids of earlier
 * turns, since other servers count from `call_0` again in each reply. What fits stays as it is; what does not depends on
 * the turns before alone, so that later requests repeat it.
 */
export function createToolUseIds(): (ids: readonly string[]) => string[] {
  const used = new Set<string>();
  return (ids) =>
    ids.map((id) => {
      const wanted = id.replaceAll(/[^a-zA-Z0-9_-]/g, '_');
      let free = wanted;
      for (let count = 2; used.has(free); count += 1) free = `${wanted}_${count}`;
      used.add(free);
      return free;
    });
}
