/** How large a run was, in the words of its programming model. */
import type { FindingsReport } from './findings.js';
import { counted } from '../../base/text.js';

type Places = Pick<FindingsReport, 'locations' | 'processes'>;

/** Locations of a run: `whole` names all of them, such as all ranks. */
export interface Extent {
  /** `4 ranks`, `2 ranks · 8 threads`; without MPI `8 threads`. */
  readonly parts: readonly string[];
  readonly whole: 'all ranks' | 'all threads' | 'all locations' | 'the process';
}

export function extentOf({ locations, processes }: Places): Extent {
  const threads = locations.filter((name) => threadNumber(name) !== undefined).length;
  const several = locations.length === threads ? counted(threads, 'thread') : counted(locations.length, 'location');
  if (isSerial({ locations, processes })) return { parts: ['1 process'], whole: 'the process' };
  if (processes > 1 || locations.length <= processes)
    return {
      parts: [counted(processes, 'rank'), ...(locations.length <= processes ? [] : [several])],
      whole: 'all ranks',
    };
  // One process, with MPI or without: its threads are what the time is shared by.
  return { parts: [several], whole: locations.length === threads ? 'all threads' : 'all locations' };
}

/** Whether a run has one location, which is neither a rank nor a numbered thread: nothing is summed over locations. */
function isSerial({ locations, processes }: Places): boolean {
  const [name = ''] = locations;
  return processes <= 1 && locations.length <= 1 && !/\brank\b/i.test(name) && threadNumber(name) === undefined;
}

/** Returns a sum over the locations of a run, such as `10.3 s of all ranks together`. @param value with its unit */
export function sumText(value: string, { whole }: Extent): string {
  return whole === 'the process' ? value : `${value} of ${whole} together`;
}

/** Number of a thread in names such as `Process, OMP thread 1`; the master thread is thread 0. */
export function threadNumber(name: string): number | undefined {
  if (/\bmaster thread\b/i.test(name)) return 0;
  const numbered = /\bthread\s*(\d+)/i.exec(name);
  return numbered === null ? undefined : Number(numbered[1]);
}
