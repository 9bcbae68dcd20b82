import { TrimtabError } from '../../base/problem.js';
import type { Value, ValueRecord } from '../../base/value.js';

/** More than this is a mistake in the lists. */
const MOST = 10_000;

/**
 * Every combination of the values of some names, the last name changing fastest.
 * @throws TrimtabError when a name has no list, or there are too many combinations
 */
export function combinationsOf(over: ValueRecord): ValueRecord[] {
  let combinations: ValueRecord[] = [{}];
  for (const [name, values] of Object.entries(over)) {
    if (!isList(values)) throw new TrimtabError(`"${name}" of a matrix is no list; give it the values to go through.`);
    combinations = combinations.flatMap((before) => values.map((value) => ({ ...before, [name]: value })));
    if (combinations.length > MOST)
      throw new TrimtabError(`A matrix has more than ${MOST} combinations; leave some of its values out.`);
  }
  return combinations;
}

/** Names a combination in the key of a step: `ranks=4,threads=2`. */
export function combinationKey(combination: ValueRecord): string {
  return Object.entries(combination)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(',');
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
