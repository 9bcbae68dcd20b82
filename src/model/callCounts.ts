/** Numbers of calls, which not every measurement counts. */

/** Whether the number of calls is known: what took time was called, but who samples, or sums up, does not count the calls. */
export function isCounted(calls: number, time: number): boolean {
  return calls > 0 || !(time > 0);
}

/** Stands in tables for what was not measured. */
export const NOT_MEASURED = '–';
