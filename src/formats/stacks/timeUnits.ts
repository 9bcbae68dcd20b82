/** Seconds of one, by the names that profilers give to units of time. */
const SECONDS: ReadonlyMap<string, number> = new Map([
  ['nanoseconds', 1e-9],
  ['nsec', 1e-9],
  ['ns', 1e-9],
  ['microseconds', 1e-6],
  ['usec', 1e-6],
  ['us', 1e-6],
  ['milliseconds', 1e-3],
  ['msec', 1e-3],
  ['ms', 1e-3],
  ['seconds', 1],
  ['sec', 1],
  ['s', 1],
]);

/** Seconds of one of a unit; undefined where it is none of time. */
export function secondsOf(unit: string): number | undefined {
  return SECONDS.get(unit);
}
