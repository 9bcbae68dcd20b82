import type { Region } from '../../model/definitions.js';
import { classified } from '../profile/classification.js';

/** What a function belongs to. */
type FrameKind = Pick<Region, 'paradigm' | 'role'> & {
  /** Whether what it calls is its own work, so that frames below it are of no interest: their time is time in it. */
  readonly isWhole: boolean;
};

/**
 * What a function of a stack belongs to. Stacks go on into libraries: what MPI, POSIX threads and waits of OpenMP call is
 * their time. Functions with a source of their own are the program's, though they may be called `read` or `open` as in
 * other languages.
 */
export function kindOf(name: string, file: string | undefined): FrameKind {
  const { paradigm, role } = classified(name);
  if (paradigm === 'none' && file !== undefined && file !== '')
    return { paradigm: 'unknown', role: 'function', isWhole: false };
  const waits = paradigm === 'openmp' && role !== 'parallel';
  return { paradigm, role, isWhole: paradigm === 'mpi' || paradigm === 'pthread' || waits };
}
