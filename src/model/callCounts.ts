/** Numbers of calls, which not every measurement counts. */

/**
 * Reports whether the number of calls is known. Whatever has time was called, but sampling and summing tools do not
 * count calls.
 */
export function isCounted(calls: number, time: number): boolean {
  return calls > 0 || !(time > 0);
}

/** Shown in tables for values that were not measured. */
export const NOT_MEASURED = '–';
