/** The given list, or an empty one for anything else: what a framework hands over is not always what its types say. */
export function listOf<Item>(list: readonly Item[] | null | undefined): readonly Item[] {
  return Array.isArray(list) ? list : [];
}
