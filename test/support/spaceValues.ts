import type { Definitions } from '../../src/model/definitions.js';
import type { PerformanceSpace } from '../../src/model/performanceSpace.js';
import { toTsv } from '../../src/analysis/trace/index.js';

/** Values below are rounding. */
const ROUNDING = 1e-9;

/** The exclusive values of every metric by `path \t location`, read back from the tab-separated form. */
export function valuesByPath(space: PerformanceSpace, definitions: Definitions): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>();
  for (const line of toTsv(space, definitions)) {
    const [metric, path, location, value] = line.split('\t');
    if (metric === 'metric') continue;
    let values = found.get(metric);
    if (values === undefined) found.set(metric, (values = new Map<string, number>()));
    values.set(`${path}\t${location}`, Number(value));
  }
  return found;
}

/** Values that count, by key: sums that cancel leave rounding behind. */
export function rounded(values: ReadonlyMap<string, number> | undefined): Record<string, number> {
  const entries = [...(values ?? new Map<string, number>())].filter(([, value]) => Math.abs(value) > ROUNDING);
  return Object.fromEntries(entries.map(([key, value]): [string, number] => [key, Number(value.toFixed(8))]).sort());
}
