/** Data of a running program for each function, in the form that strategies use. */
import type { LiveSum, LiveView } from '../live/view.js';
import type { Seconds } from '../../base/units.js';
import type { FunctionStatistics, RunStatistics } from './statistics.js';

const keyOf = ({ path }: LiveSum): string => path.join('\t');

/** Returns the activity between two views of the same run. */
export function since(before: LiveView, after: LiveView): LiveView {
  const known = new Map(before.sums.map((sum) => [keyOf(sum), sum]));
  const sums = after.sums.map((sum) => {
    const old = known.get(keyOf(sum));
    return { ...sum, visits: sum.visits - (old?.visits ?? 0), own: Math.max(0, sum.own - (old?.own ?? 0)) };
  });
  return { ...after, sums: sums.filter(({ visits, own }) => visits > 0 || own > 0) };
}

type Sums = { -readonly [Key in keyof FunctionStatistics]: FunctionStatistics[Key] } & { children: Set<string> };

/** The functions of a program, by sums of call paths (`get tree`). */
export function liveStatistics({ sums, functions, ranks }: LiveView): RunStatistics {
  const names = new Set(functions.map(({ name }) => name));
  const found = new Map<string, Sums>();
  const roots = new Set<string>();
  const of = (region: string): Sums => {
    const one = found.get(region) ?? {
      ...{ region, file: '', calls: 0, directCalls: 0, nestedCalls: 0, exclusive: 0, inclusive: 0 },
      children: new Set<string>(),
    };
    found.set(region, one);
    return one;
  };
  for (const { path, visits, own } of sums) {
    const callers = path.slice(0, -1).filter((name) => names.has(name));
    const last = path.at(-1) ?? '';
    const caller = callers.at(-1);
    if (names.has(last)) {
      const one = of(last);
      one.calls += visits;
      one.exclusive += own;
      if (!callers.includes(last)) one.inclusive += own;
      if (caller === undefined) roots.add(last);
      else of(caller).children.add(last);
    }
    if (caller !== undefined) of(caller).directCalls += visits;
    for (const above of new Set(callers)) {
      const one = of(above);
      one.inclusive += own;
      one.nestedCalls += visits;
    }
  }
  return {
    functions: [...found.values()],
    roots,
    locations: Math.max(
      1,
      ranks.reduce((sum, { threads }) => sum + threads, 0),
    ),
    totalTime: sums.reduce((sum, { own }) => sum + own, 0),
  };
}

/**
 * Returns the cost of recording a call of a function, from the overhead reported by the ranks; 0 if nothing was
 * recorded.
 */
export function liveCost({ ranks, sums, functions }: LiveView): Seconds {
  const names = new Set(functions.map(({ name }) => name));
  const calls = sums.reduce((sum, { path, visits }) => sum + (names.has(path.at(-1) ?? '') ? visits : 0), 0);
  const took = ranks.reduce((sum, { overhead, seconds, threads }) => sum + overhead * seconds * threads, 0);
  return calls > 0 ? took / calls : 0;
}
