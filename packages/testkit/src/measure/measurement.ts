/** What one measuring command found: tables for people and programs, and the floors that decide its exit code. */
export type Measurement = {
  title: string;
  tables: MeasuredTable[];
  floors: MeasuredFloor[];
  /** What a reader has to know beside the figures, such as the name of every successful run that was stopped. */
  remarks: string[];
};

/** A table with one object a row; every row has the same keys, which are the column headings. */
export type MeasuredTable = { title: string; rows: Record<string, string | number>[] };

/** A figure and the least (or most) it may be. */
export type MeasuredFloor = {
  name: string;
  value: number;
  relation: 'at least' | 'at most';
  floor: number;
  held: boolean;
};

/** Compares a figure with its floor; a figure that is not a number holds no floor. */
export function checkFloor(
  name: string,
  value: number,
  relation: MeasuredFloor['relation'],
  floor: number,
): MeasuredFloor {
  const held = relation === 'at least' ? value >= floor : value <= floor;
  return { name, value, relation, floor, held };
}
