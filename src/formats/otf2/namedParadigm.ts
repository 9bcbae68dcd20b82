/**
 * Paradigms of regions by their names, in archives of EZTrace: it writes all regions as the program's own (EZTrace
 * 2.0), so that only names identify calls of libraries.
 */
import type { Paradigm } from '../../model/definitions.js';

/** A region of every EZTrace archive: the end of EZTrace's work. */
const EZTRACE = 'EZTrace finalize';

const byName: readonly (readonly [RegExp, Paradigm])[] = [
  [/^P?MPI_[A-Z]/, 'mpi'],
  [/^(pthread|sem)_[a-z]/, 'pthread'],
];

/** Whether an archive with regions of these names is EZTrace's. */
export function isOfEztrace(names: Iterable<string>): boolean {
  for (const name of names) if (name === EZTRACE) return true;
  return false;
}

/** The paradigm of a region that EZTrace wrote. */
export function namedParadigm(name: string, written: Paradigm): Paradigm {
  if (written !== 'user') return written;
  return byName.find(([pattern]) => pattern.test(name))?.[1] ?? written;
}
