/** How one property changed along the call tree: with what is called, and without. */
import { addBelow } from '../../analysis/report/nodeTotals.js';
import { addAt, elementAt } from '../../base/elements.js';
import type { TracedComparison } from './compare.js';
import type { Comparison } from './comparison.js';
import { comparedValue } from './statistics.js';

/** Means of two groups by row, in the unit of the property. */
export interface ChangeColumns {
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** The 95 % confidence interval of the change; empty unless both groups have repeats. */
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** The call paths that have the property in one of two groups, callers before what they call. */
export interface ChangeTree {
  /** By row: index in `Comparison.callPaths`. */
  readonly callPath: readonly number[];
  /** By row: the row of the caller; -1 at a root. */
  readonly parent: readonly number[];
  readonly inclusive: ChangeColumns;
  readonly exclusive: ChangeColumns;
}

/**
 * The change of a property, with what more specific ones explain, between the first group and another.
 * @param group from 1 on
 */
export function changeTree(
  { comparison, cellValues }: Pick<TracedComparison, 'comparison' | 'cellValues'>,
  property: string,
  group: number,
): ChangeTree {
  const sides = runsOf(comparison, group);
  const exclusive = sides.map((runs) => runs.map((run) => exclusiveValues({ comparison, cellValues }, property, run)));
  const parents = comparison.callPaths.map(({ parent }) => parent);
  const inclusive = exclusive.map((runs) => runs.map((values) => addBelow(values.slice(), parents)));
  const callPath = pathsWithValues(parents, exclusive.flat());
  const rowOf = new Map(callPath.map((path, row) => [path, row]));
  return {
    callPath,
    parent: callPath.map((path) => rowOf.get(elementAt(parents, path)) ?? -1),
    inclusive: changeColumns(inclusive, callPath),
    exclusive: changeColumns(exclusive, callPath),
  };
}

/** Positions of the runs of the first group and of another, among all runs of all groups. */
function runsOf({ groups }: Comparison, group: number): number[][] {
  return [0, group].map((side) => {
    const from = groups.slice(0, side).reduce((sum, { runs }) => sum + runs.length, 0);
    return elementAt(groups, side).runs.map((_, run) => from + run);
  });
}

function exclusiveValues(
  { comparison, cellValues }: Pick<TracedComparison, 'comparison' | 'cellValues'>,
  property: string,
  run: number,
): Float64Array {
  const parts = withParts(comparison, property);
  const runs = comparison.groups.reduce((sum, group) => sum + group.runs.length, 0);
  const values = new Float64Array(comparison.callPaths.length);
  for (const [at, cell] of comparison.cells.entries())
    if (parts.has(cell.property)) addAt(values, cell.callPath, elementAt(cellValues, at * runs + run));
  return values;
}

/** A property and those that are more specific. */
function withParts({ properties }: Comparison, property: string): ReadonlySet<string> {
  const parts = new Set([property]);
  for (const row of properties) if (row.parent !== undefined && parts.has(row.parent)) parts.add(row.property);
  return parts;
}

/** The call paths that have a value in a run, and their callers. */
function pathsWithValues(parents: readonly number[], runs: readonly Float64Array[]): number[] {
  const has = Uint8Array.from(parents, (_, path) => (runs.some((values) => values[path] !== 0) ? 1 : 0));
  for (let path = parents.length - 1; path >= 0; path--) {
    const above = elementAt(parents, path);
    if (above >= 0 && has[path] === 1) has[above] = 1;
  }
  return [...has.keys()].filter((path) => has[path] === 1);
}

function changeColumns(sides: readonly (readonly Float64Array[])[], callPath: readonly number[]): ChangeColumns {
  const compared = callPath.map((path) =>
    comparedValue(sides.map((runs) => runs.map((values) => elementAt(values, path)))),
  );
  const intervals = compared.flatMap(({ changes }) => elementAt(changes, 0).interval ?? []);
  return {
    before: compared.map(({ groups }) => elementAt(groups, 0).mean),
    after: compared.map(({ groups }) => elementAt(groups, 1).mean),
    low: intervals.map(({ low }) => low),
    high: intervals.map(({ high }) => high),
  };
}
