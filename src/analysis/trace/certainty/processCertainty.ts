import { elementAt } from '../../../base/elements.js';
import type { Definitions } from '../../../model/definitions.js';
import type { Processes } from '../../../model/processes.js';
import { isThread, type LocationCertainty } from './locations.js';

/** How far the records of the processes can be relied on: as far as those of all their threads. */
export class ProcessCertainty {
  private readonly limits: Float64Array;
  private readonly ending: Uint8Array;
  private readonly threads: Uint8Array;

  constructor(certainty: readonly LocationCertainty[], { locations }: Definitions, processes: Processes) {
    const count = processes.locations.length;
    this.limits = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
    this.ending = new Uint8Array(count);
    this.threads = new Uint8Array(count);
    for (const { location, state, until } of certainty) {
      if (!isThread(elementAt(locations, location))) continue;
      const process = elementAt(processes.ofLocation, location);
      this.threads[process] = 1;
      this.limits[process] = Math.min(this.until(process), until);
      if (state === 'cut' || state === 'lost') this.ending[process] = 1;
    }
  }

  get count(): number {
    return this.limits.length;
  }

  /** Time up to which all that happened in a process is in the trace; -Infinity and Infinity as for locations. */
  until(process: number): number {
    return elementAt(this.limits, process);
  }

  isWhole(process: number): boolean {
    return this.limits[process] === Number.POSITIVE_INFINITY;
  }

  /** Whether the last records of a process are missing, which explains that others have more of them. */
  endsEarly(process: number): boolean {
    return this.ending[process] === 1;
  }

  /** Whether the process runs code, and is no device or source of metrics. */
  hasThreads(process: number): boolean {
    return this.threads[process] === 1;
  }

  /** The earliest of all limits. */
  get earliest(): number {
    return this.limits.reduce((least, limit) => Math.min(least, limit), Number.POSITIVE_INFINITY);
  }
}
