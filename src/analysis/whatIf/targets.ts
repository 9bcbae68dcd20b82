import { elementAt } from '../../base/elements.js';
import { TrimtabError } from '../../base/problem.js';
import { plainLine } from '../../base/text.js';
import type { Definitions, Region } from '../../model/definitions.js';
import type { Scenario, ScenarioTarget } from '../../model/findings/prediction.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import { isParallel, isUseful, marked, markedBelow } from '../efficiency/classes.js';
import { isThread } from '../trace/certainty/locations.js';
import { timeMetric } from '../trace/metrics/classification.js';
import { isTest, mpiName } from '../trace/metrics/operations.js';
import { type LocationClasses, NO_CLASS } from './workPass.js';

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

const IO: ReadonlySet<string> = new Set(['io_data', 'io_metadata', 'mpi_io_individual']);

/**
 * Whether a call reads, writes or names files, and waits for no other rank. Collective MPI I/O and MPI_File_open may
 * wait for other ranks, but a trace does not show how long.
 */
export const isRemovableIo = (region: Region): boolean => IO.has(timeMetric(region));

/** The call tree, with the names of its regions. */
interface Called {
  readonly callTree: PerformanceSpace['callTree'];
  readonly definitions: Pick<Definitions, 'regions'>;
}

/** The same for scenarios that change the time of the same call paths. */
export function targetKey(scenario: Scenario): string {
  const { kind } = scenario;
  if (kind === 'parallelize') return JSON.stringify([kind, scenario.region, scenario.withCallees === true]);
  if (kind === 'network' || kind === 'teams' || kind === 'overlap' || kind === 'io')
    return JSON.stringify([kind, scenario.region]);
  return JSON.stringify(['function', scenario.region, scenario.withCallees === true]);
}

/**
 * Returns the call paths whose exclusive time a scenario changes. For teams, these are the call paths of barriers at which
 * threads share their time; for overlap, those of calls that do not wait.
 * @throws TrimtabError if there are none
 */
export function scenarioPaths(scenario: Scenario, space: PerformanceSpace, definitions: Definitions): Marks {
  const called = { callTree: space.callTree, definitions };
  switch (scenario.kind) {
    case 'network':
      return networkPaths(called, scenario.region);
    case 'teams':
      return teamPaths(called, scenario.region);
    case 'overlap':
      return overlapPaths(called, scenario.region);
    case 'io':
      return filePaths(called, scenario.region);
    case 'parallelize':
      return serialPaths(called, scenario);
    default:
      return targetPaths(called, scenario);
  }
}

/** Call paths in which a thread computes, reads or writes files. */
function targetPaths(called: Called, { region, withCallees = false }: ScenarioTarget): Marks {
  const { callTree, definitions } = called;
  const named = callsOf(called, region);
  const useful = marked(callTree, definitions, isUseful);
  const paths = (withCallees ? markedBelow(callTree, named) : named).map((mark, path) => mark & (useful[path] ?? 0));
  if (!paths.includes(1))
    throw new TrimtabError(
      `"${plainLine(region)}" only communicates or waits, so it has no time that a change could scale. Use --network ideal for communication.`,
    );
  return paths;
}

/** Call paths of communication. */
function networkPaths(called: Called, region: string | undefined): Marks {
  const paths = marked(called.callTree, called.definitions, isNetwork);
  if (region === undefined) return paths;
  const named = callsOf(called, region);
  const found = paths.map((mark, path) => mark & (named[path] ?? 0));
  if (!found.includes(1)) throw new TrimtabError(`"${plainLine(region)}" is not a function that communicates.`);
  return found;
}

/** Call paths of communication, in a function or everywhere. */
function overlapPaths(called: Called, region: string | undefined): Marks {
  const paths = marked(called.callTree, called.definitions, isNetwork);
  const within = region === undefined ? undefined : markedBelow(called.callTree, callsOf(called, region));
  const found = within === undefined ? paths : paths.map((mark, path) => mark & (within[path] ?? 0));
  if (!found.includes(1))
    throw new TrimtabError(
      region === undefined ? 'The trace has no communication.' : `"${plainLine(region)}" contains no communication.`,
    );
  return found;
}

/** Functions of communication that do not need the data of earlier receives. */
const RECEIVING = /^(?:i?m?recv|i?m?probe|wait(?:all|any|some)?|recv_init|precv_init)$/;

/** Call paths of calls that need the data of all earlier receives: sends, collective operations, and the end of MPI. */
export function usePaths(space: Pick<PerformanceSpace, 'callTree'>, definitions: Definitions): Marks {
  const isUse = (region: Region): boolean => {
    const name = mpiName(region.name) ?? '';
    return name === 'finalize' || (isNetwork(region) && !RECEIVING.test(name));
  };
  return marked(space.callTree, definitions, isUse);
}

/** Call paths of file I/O, of one function or of all. */
function filePaths(called: Called, region: string | undefined): Marks {
  const paths = marked(called.callTree, called.definitions, isRemovableIo);
  if (!paths.includes(1)) throw new TrimtabError('The trace contains no file I/O whose time could be removed.');
  if (region === undefined) return paths;
  const named = callsOf(called, region);
  const found = paths.map((mark, path) => mark & (named[path] ?? 0));
  if (!found.includes(1)) throw new TrimtabError(`"${plainLine(region)}" is not a function of file I/O.`);
  return found;
}

/** Call paths outside parallel regions in which a thread computes, reads or writes files. */
function serialPaths(called: Called, target: ScenarioTarget): Marks {
  const { callTree, definitions } = called;
  const parallel = markedBelow(callTree, marked(callTree, definitions, isParallel));
  const paths = targetPaths(called, target).map((mark, path) => (parallel[path] === 1 ? 0 : mark));
  if (!paths.includes(1)) throw new TrimtabError(`"${plainLine(target.region)}" has no time outside parallel regions.`);
  return paths;
}

/** Call paths in a construct; all of them without one. */
function teamPaths(called: Called, region: string | undefined): Marks {
  const { callTree } = called;
  return region === undefined ? new Uint8Array(callTree.size).fill(1) : markedBelow(callTree, callsOf(called, region));
}

/** @throws TrimtabError if there are none */
function callsOf({ callTree, definitions }: Called, region: string): Marks {
  const exact = marked(callTree, definitions, ({ name }) => name === region);
  if (exact.includes(1)) return exact;
  const named = marked(callTree, definitions, ({ name }) => shortFunctionName(name) === region);
  if (named.includes(1)) return named;
  throw new TrimtabError(`The trace has no calls of a function or construct "${plainLine(region)}".`);
}

/** Call paths by the targets that contain them. */
export interface PathClasses {
  /** By call path: its class, or NO_CLASS. */
  readonly classOf: Int32Array;
  readonly count: number;
  /** By target: the classes that it consists of. */
  readonly ofTarget: readonly (readonly number[])[];
}

/** Streams of accelerators have no classes: their time does not change. */
export function classesOfLocations(
  { locations }: Pick<Definitions, 'locations'>,
  { classOf }: Pick<PathClasses, 'classOf'>,
): LocationClasses {
  const none = new Int32Array(0);
  return (location) => (isThread(elementAt(locations, location)) ? classOf : none);
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
