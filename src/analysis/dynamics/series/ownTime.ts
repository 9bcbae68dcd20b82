import { TIME_CLASSES } from '../../../model/timeline.js';

/** 1 for classes of time that are the program's own work, not that of MPI or OpenMP. */
const OWN = Uint8Array.from(TIME_CLASSES, (name) =>
  Number(name === 'computation' || name === 'I/O' || name === 'device'),
);

/** Whether a class of time is the program's own work, not that of MPI or OpenMP; OUTSIDE is none. */
export function isOwnTime(timeClass: number): boolean {
  return OWN[timeClass] === 1;
}
