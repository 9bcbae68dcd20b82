import { placeOf } from '../spaceValues.js';
import type { TraceFacts } from './traceFacts.js';

/** Sections of docs/scalasca.md that several differences share. */
export const TASKS = 'Explicit tasks';
export const MANY_CALL_PATHS = 'More than 128 call paths';
export const IN_FINALIZE = 'Calls within MPI_Finalize';
export const UNEVEN_REGIONS = 'Parallel regions whose call paths not all processes have';

/** How many call paths the reference keeps of a stretch of time. */
const KEPT_CALL_PATHS = 128;

/** The whole run is one stretch of time for the critical path and for the activity of each location outside of it. */
export function hasManyCallPaths({ mostCallPaths }: TraceFacts): boolean {
  return mostCallPaths > KEPT_CALL_PATHS;
}

/** Whether some stretch of time before a wait state has more call paths than the reference keeps. */
export function hasLongStretch({ callPathsOfStretch }: TraceFacts): boolean {
  return callPathsOfStretch > KEPT_CALL_PATHS;
}

/** Whether a value is a worker's in a region whose call paths not all processes have. @param key `path \t location` */
export function isInUnevenRegion(key: string, { unevenRegions, workers }: TraceFacts): boolean {
  const [path, location] = placeOf(key);
  return workers.has(location) && unevenRegions.some((region) => path === region || path.startsWith(`${region}/`));
}
