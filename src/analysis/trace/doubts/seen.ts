import type { CallTree } from '../../../model/callTree.js';
import { type Definitions, isProgram, type Paradigm, type Region } from '../../../model/definitions.js';
import { timeMetric } from '../metrics/classification.js';
import { mpiName } from '../metrics/operations.js';

/** Which kinds of regions a run went through. */
export interface Seen {
  readonly mpi: boolean;
  /** Communication between processes by something else than MPI. */
  readonly otherCommunication: boolean;
  readonly pthread: boolean;
  /** Functions of the program itself, or of libraries it calls. */
  readonly functions: boolean;
}

const COMMUNICATING: ReadonlySet<Paradigm> = new Set(['gaspi', 'upc', 'shmem']);

/** Looks at the regions of all call paths. */
export function regionsSeen(tree: CallTree, { regions }: Definitions): Seen {
  const seen = [...new Set(tree.region)].flatMap((index): Region[] => {
    const region = regions[index];
    return region === undefined ? [] : [region];
  });
  return {
    mpi: seen.some(isMpi),
    otherCommunication: seen.some(({ paradigm }) => COMMUNICATING.has(paradigm)),
    pthread: seen.some(({ paradigm }) => paradigm === 'pthread'),
    functions: seen.some(isFunction),
  };
}

function isMpi(region: Region): boolean {
  return region.paradigm === 'mpi' || (region.paradigm === 'unknown' && mpiName(region.name) !== undefined);
}

/** Whether a region is code that a person or the compiler marked, and not a call of a parallel programming interface. */
function isFunction(region: Region): boolean {
  const { paradigm } = region;
  if (isProgram(region) || isMpi(region)) return false;
  return (paradigm === 'compiler' || paradigm === 'user' || paradigm === 'unknown') && timeMetric(region) === 'comp';
}
