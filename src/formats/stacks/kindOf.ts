import type { Region } from '../../model/definitions.js';
import { classified } from '../profile/classification.js';

/** Class of a function. */
type FrameKind = Pick<Region, 'paradigm' | 'role'> & {
  /** Whether what it calls is its own work, so that frames below it are of no interest: their time is time in it. */
  readonly isWhole: boolean;
};

/**
 * Returns the class of a function of a stack. Stacks extend into libraries: functions called by MPI, POSIX threads and
 * waits of OpenMP belong to these. Functions with a separate source are the program's, even if their names are `read`
 * or `open` as in other languages.
 */
export function kindOf(name: string, file: string | undefined): FrameKind {
  const { paradigm, role } = classified(name);
  if (paradigm === 'none' && file !== undefined && file !== '')
    return { paradigm: 'unknown', role: 'function', isWhole: false };
  const waits = paradigm === 'openmp' && role !== 'parallel';
  return { paradigm, role, isWhole: paradigm === 'mpi' || paradigm === 'pthread' || waits };
}
