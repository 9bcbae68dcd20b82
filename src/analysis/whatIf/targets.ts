import { TrimtabError } from '../../base/problem.js';
import { plainLine } from '../../base/text.js';
import type { Definitions, Region } from '../../model/definitions.js';
import type { ScenarioTarget } from '../../model/findings/prediction.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import { isUseful, marked, markedBelow } from '../efficiency/classes.js';
import { timeMetric } from '../trace/metrics/classification.js';
import { isTest, mpiName } from '../trace/metrics/operations.js';
import { NO_CLASS } from './workPass.js';

/** Call paths of a target, by path: 1 for those that belong to it. */
export type Marks = Uint8Array;

const NETWORK = new Set([
  'mpi_point2point',
  'mpi_collective',
  'mpi_sync_collective',
  'mpi_rma_communication',
  'mpi_rma_sync_active',
  'mpi_rma_sync_passive',
]);

/** A loop of tests ends when a message arrives: without the time of its tests it would end before. */
function isNetwork(region: Region): boolean {
  return NETWORK.has(timeMetric(region)) && !isTest(region.name) && mpiName(region.name)?.endsWith('probe') !== true;
}

/**
 * Returns the call paths whose exclusive time a target changes: those in which a thread computes, reads or writes files.
 * @throws TrimtabError if there are none
 */
export function targetPaths(
  { callTree }: Pick<PerformanceSpace, 'callTree'>,
  definitions: Pick<Definitions, 'regions'>,
  { region, withCallees = false }: ScenarioTarget,
): Marks {
  const exact = marked(callTree, definitions, ({ name }) => name === region);
  const named = exact.includes(1)
    ? exact
    : marked(callTree, definitions, ({ name }) => shortFunctionName(name) === region);
  if (!named.includes(1))
    throw new TrimtabError(`The trace has no calls of a function or construct "${plainLine(region)}".`);
  const useful = marked(callTree, definitions, isUseful);
  const paths = (withCallees ? markedBelow(callTree, named) : named).map((mark, path) => mark & (useful[path] ?? 0));
  if (!paths.includes(1))
    throw new TrimtabError(
      `"${plainLine(region)}" only communicates or waits, so it has no time that a change could scale. Use --network ideal for communication.`,
    );
  return paths;
}

/** Returns the call paths of communication. */
export function networkPaths({ callTree }: Pick<PerformanceSpace, 'callTree'>, definitions: Definitions): Marks {
  return marked(callTree, definitions, isNetwork);
}

/** Call paths by the targets that contain them. */
export interface PathClasses {
  /** By call path: its class, or NO_CLASS. */
  readonly classOf: Int32Array;
  readonly count: number;
  /** By target: the classes that it consists of. */
  readonly ofTarget: readonly (readonly number[])[];
}

/** Divides call paths into classes, so that each target consists of whole classes. */
export function pathClasses(paths: number, targets: readonly Marks[]): PathClasses {
  const classOf = new Int32Array(paths).fill(NO_CLASS);
  const numbers = new Map<string, number>();
  const ofTarget = targets.map((): number[] => []);
  for (let path = 0; path < paths; path++) {
    const containing = targets.flatMap((marks, target) => (marks[path] === 1 ? [target] : []));
    if (containing.length === 0) continue;
    const key = containing.join(' ');
    let number = numbers.get(key);
    if (number === undefined) {
      numbers.set(key, (number = numbers.size));
      for (const target of containing) ofTarget[target]?.push(number);
    }
    classOf[path] = number;
  }
  return { classOf, count: numbers.size, ofTarget };
}
