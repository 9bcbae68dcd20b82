import { addAt, elementAt } from '../../base/elements.js';
import type { Profile } from '../../model/profile.js';
import { pathsOf } from '../../model/profileValues.js';

/** Inclusive values by call path, where there is no tree that they follow from: as the file has them. */
export function inclusiveSums({ shape, inclusive, space }: Profile, metric: string): Float64Array | undefined {
  const values = shape === undefined || shape === 'tree' ? undefined : inclusive?.get(metric);
  if (values === undefined) return undefined;
  const sums = new Float64Array(space.callTree.size);
  pathsOf(values).forEach((path, entry) => addAt(sums, path, elementAt(values.value, entry)));
  return sums;
}
