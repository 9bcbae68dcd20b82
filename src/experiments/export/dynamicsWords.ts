/** Changes by iteration of two compared groups side by side, for tables and pages. */
import type { Seconds } from '../../base/units.js';
import type { ComparedChange } from '../../model/dynamics/dynamics.js';
import type { Comparison, DynamicsRow } from '../compare/comparison.js';

/** Maximum number of listed functions of a call path. */
const MOST_STEPS = 2;

/** Those that the first group or another one has, the largest change first; none where one of the two was not looked at. */
export function comparedChanges({ dynamics = [] }: Pick<Comparison, 'dynamics'>, group: number): ComparedChange[] {
  return dynamics
    .flatMap((row) => comparedChange(row, group))
    .toSorted((one, other) => Math.abs(differenceOf(other)) - Math.abs(differenceOf(one)));
}

const differenceOf = ({ excessBefore, excessAfter }: ComparedChange): Seconds => excessAfter - excessBefore;

function comparedChange({ title, changing, callPath, values }: DynamicsRow, group: number): ComparedChange[] {
  const [before, after] = [values[0], values[group]];
  if (before === undefined || before === null || after === undefined || after === null) return [];
  // Pure variation has no cost: there is nothing to compare.
  if (before.excess === 0 && after.excess === 0) return [];
  return [
    {
      title: `${title} of ${changing}`,
      where: callPath.slice(-MOST_STEPS).join(' › '),
      before: before.changes,
      after: after.changes,
      excessBefore: before.excess,
      excessAfter: after.excess,
    },
  ];
}
