/** The efficiencies of compared groups. */
import { efficiencyTimes } from '../../analysis/efficiency/index.js';
import { additive, type Efficiency, type EfficiencyTimes, multiplicative } from '../../model/findings/efficiency.js';
import type { EfficiencyRow } from './comparison.js';
import { meanTimes } from './efficiencyStudy.js';
import type { RunGroup } from './measuredRun.js';

/** Both hierarchies, as far as any group knows them. */
export function efficiencyRows(groups: readonly RunGroup[]): EfficiencyRow[] {
  const times = groups.map(({ runs }) => {
    const known = runs.flatMap(
      ({ summed, space, definitions, span }) =>
        (summed === undefined ? efficiencyTimes(space, definitions, span) : summed.efficiency) ?? [],
    );
    return known.length < runs.length || known.length === 0 ? undefined : meanTimes(known);
  });
  return [multiplicative, additive].flatMap((tree) => rowsOf(times, tree));
}

/** @param tree has the same rows, in the same order, of all runs that have one of them */
function rowsOf(
  times: readonly (EfficiencyTimes | undefined)[],
  tree: (times: EfficiencyTimes) => Efficiency[],
): EfficiencyRow[] {
  const trees = times.map((one) => (one === undefined ? [] : tree(one)));
  const longest = trees.reduce((most, one) => (one.length > most.length ? one : most), []);
  return longest.flatMap(({ name, title, hierarchy, depth }) => {
    const values = trees.map((rows) => rows.find((row) => row.name === name)?.value ?? null);
    return values.every((value) => value === null) ? [] : [{ name, title, hierarchy, depth, values }];
  });
}
