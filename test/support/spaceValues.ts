import { elementAt } from '../../src/base/elements.js';
import type { Definitions } from '../../src/model/definitions.js';
import type { PerformanceSpace } from '../../src/model/performanceSpace.js';
import { toTsv } from '../../src/analysis/trace/index.js';
import { ofLength } from './ofLength.js';

/** Differences below are rounding, also that of the tab-separated form. */
const ROUNDING = 1e-8;

/** The two sides of a key `path \t location`. */
export function placeOf(key: string): readonly [path: string, location: string] {
  return ofLength(key.split('\t'), 2);
}

/** The exclusive values of every metric by `path \t location`, read back from the tab-separated form. */
export function valuesByPath(space: PerformanceSpace, definitions: Definitions): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>();
  for (const line of toTsv(space, definitions)) {
    const [metric, path, location, value] = ofLength(line.split('\t'), 4);
    if (metric === 'metric') continue;
    let values = found.get(metric);
    if (values === undefined) found.set(metric, (values = new Map<string, number>()));
    values.set(`${path}\t${location}`, Number(value));
  }
  return found;
}

/** Returns the differences between two tables beyond rounding: sums in another order differ in their last digits. */
export function differences(
  actual: ReadonlyMap<string, number> | undefined,
  expected: ReadonlyMap<string, number> | undefined,
): string[] {
  const keys = new Set([...(actual?.keys() ?? []), ...(expected?.keys() ?? [])]);
  return [...keys].flatMap((key) => {
    const [is, shouldBe] = [actual?.get(key) ?? 0, expected?.get(key) ?? 0];
    return Math.abs(is - shouldBe) <= ROUNDING ? [] : [`${key} is ${is}, should be ${shouldBe}`];
  });
}

/** Returns the inclusive values of a metric, by `call path location`; zeros omitted. */
export function inclusive({ severities, callTree }: PerformanceSpace, metric: string): Map<string, number> {
  const sums = new Map<string, number>();
  const { callPath, location, value } = severities.get(metric) ?? { callPath: [], location: [], value: [] };
  for (const [i, seconds] of value.entries())
    for (let node = elementAt(callPath, i); node >= 0; node = elementAt(callTree.parent, node)) {
      const key = `${node} ${location[i]}`;
      sums.set(key, (sums.get(key) ?? 0) + seconds);
    }
  return sums;
}
