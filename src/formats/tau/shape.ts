/** Structure formed by timers with callers in their names: a call tree, or only caller–callee pairs. */
import type { ProfileShape } from '../../model/profile.js';

/** Basis of the decision: regions as numbers. */
export interface Paths {
  /** The paths of several steps, each with the sum of its exclusive values over all threads. */
  readonly paths: readonly { readonly steps: readonly number[]; readonly exclusive: number }[];
  /** Sums of the timers without callers. */
  readonly flat: ReadonlyMap<number, number>;
}

/** By so much the paths to a region may differ from the region itself, of the larger of both. */
const ROUNDING = 1e-6;

/**
 * TAU keeps callers up to a depth. A tree it is where that reached to the roots: then no path begins with a region that
 * others call, and the paths to a region add up to it.
 */
export function shapeOf({ paths, flat }: Paths): ProfileShape {
  if (paths.length === 0) return 'flat';
  const first = new Set<number>();
  const called = new Set<number>();
  const sums = new Map<number, number>();
  for (const { steps, exclusive } of paths) {
    const [start, end] = [steps[0], steps.at(-1)];
    if (start === undefined || end === undefined) continue;
    first.add(start);
    // A root that calls itself is a root.
    if (end !== start) called.add(end);
    sums.set(end, (sums.get(end) ?? 0) + exclusive);
  }
  for (const region of first) if (called.has(region)) return 'edges';
  for (const region of called) {
    const [sum, whole] = [sums.get(region) ?? 0, flat.get(region)];
    if (whole !== undefined && Math.abs(sum - whole) > ROUNDING * Math.max(Math.abs(sum), Math.abs(whole), 1))
      return 'edges';
  }
  return 'tree';
}
