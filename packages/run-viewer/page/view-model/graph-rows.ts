/** A place in a row: a node, or a point where an edge passes the row. */
export type Slot = {
  readonly id: string;
  readonly isNode: boolean;
  readonly above: Slot[];
  readonly below: Slot[];
};

/** Nodes in rows from top to bottom, so that edges only go down, each from a row to the next one. */
export type GraphRows = {
  readonly rows: readonly (readonly Slot[])[];
  /** For each edge the slots that it goes through, both ends included. */
  readonly edges: readonly {
    readonly from: string;
    readonly to: string;
    readonly slots: readonly Slot[];
  }[];
};

export type GraphNode = { readonly id: string; readonly dependsOn: readonly string[] };

/** Puts every node in the first row that is below all nodes that it depends on. What is in a circle counts as the first. */
export function graphRows(nodes: readonly GraphNode[]): GraphRows {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const rowOf = new Map<string, number>();
  const visit = ({ id, dependsOn }: GraphNode, path: ReadonlySet<string>): number => {
    const known = rowOf.get(id);
    if (known !== undefined) return known;
    const inner = new Set(path).add(id);
    const above = dependsOn.flatMap((each) => {
      const node = byId.get(each);
      return node === undefined || inner.has(each) ? [] : [visit(node, inner) + 1];
    });
    const row = Math.max(0, ...above);
    rowOf.set(id, row);
    return row;
  };
  for (const node of nodes) visit(node, new Set());

  const rows: Slot[][] = [];
  const slots = new Map<string, Slot>();
  const addSlot = (id: string, row: number, isNode: boolean): Slot => {
    const slot = { id, isNode, above: [], below: [] };
    rows[row] ??= [];
    rows[row].push(slot);
    return slot;
  };
  for (const { id } of nodes) slots.set(id, addSlot(id, rowOf.get(id)!, true));
  const edges = nodes.flatMap(({ id: to, dependsOn }) =>
    [...new Set(dependsOn)].flatMap((from) => {
      const start = rowOf.get(from);
      const end = rowOf.get(to)!;
      if (start === undefined || start >= end) return [];
      const passed = [slots.get(from)!];
      for (let row = start + 1; row < end; row += 1)
        passed.push(addSlot(`${from} ${to}`, row, false));
      passed.push(slots.get(to)!);
      for (const [index, slot] of passed.slice(1).entries()) {
        slot.above.push(passed[index]!);
        passed[index]!.below.push(slot);
      }
      return [{ from, to, slots: passed }];
    }),
  );
  return { rows: Array.from(rows, (row) => row ?? []), edges };
}
