/** The trees as they are shown, as a table. */
import { csvLines } from '../../base/csv.js';
import type { Numbers } from '../../pictures/explorer/diagram.js';
import type { ShownRow } from '../kit/rows.js';

/** A tree: what it is of, its rows, what they are called. */
export interface ShownTree {
  readonly title: string;
  readonly rows: readonly ShownRow[];
  readonly titleOf: (row: number) => string;
  readonly unit: (row: number) => string;
}

/** The numbers of a picture, as its table shows them. */
export function numbersCsv({ heads, lines }: Numbers): string {
  return csvLines([heads, ...lines]);
}

/** Returns a line for each visible row; the value of an expanded row is exclusive, as displayed. */
export function treesCsv(trees: readonly ShownTree[]): string {
  const lines = trees.flatMap(({ title, rows, titleOf, unit }) =>
    rows.map(({ row, level, weight, isOpen }) => [
      ...[title, level, titleOf(row), weight, unit(row)],
      isOpen ? 'own part' : 'with all below',
    ]),
  );
  const head = ['tree', 'level', 'name', 'value', 'unit', 'of'];
  return csvLines([head, ...lines]);
}
