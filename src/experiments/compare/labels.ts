/** Labels of the groups of a comparison. */
import { elementAt } from '../../base/elements.js';
import { localTime } from '../../base/dates.js';
import type { ComparedRun } from './comparison.js';

/** A group that may have a name already. */
interface Named {
  readonly label?: string;
  readonly runs: readonly Pick<ComparedRun, 'id' | 'name' | 'created'>[];
}

/**
 * Returns labels that distinguish the groups: names of the runs; if these are equal, with the time of the first run,
 * else its identifier.
 */
export function groupLabels(groups: readonly Named[]): string[] {
  const names = groups.map(({ label, runs }) => label ?? namesOf(runs.map(({ name }) => name)));
  const timed = told(names, groups, ({ created }) => localTime(created, 'second'));
  return new Set(timed).size === timed.length ? timed : told(names, groups, ({ id }) => id);
}

function namesOf([first = '', ...rest]: readonly string[]): string {
  if (rest.length === 0) return first;
  return rest.every((name) => name === first) ? `${first} (${rest.length + 1} runs)` : [first, ...rest].join(' + ');
}

/** The names, with a fact about the first run where a name occurs more than once. */
function told(
  names: readonly string[],
  groups: readonly Named[],
  fact: (run: Named['runs'][number]) => string,
): string[] {
  return names.map((name, index) => {
    const first = elementAt(groups, index).runs.at(0);
    const alone = names.indexOf(name) === names.lastIndexOf(name);
    return alone || first === undefined ? name : `${name} · ${fact(first)}`;
  });
}
