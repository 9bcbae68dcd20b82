import { absent, elementAt } from '../../../base/elements.js';
import type { Processes } from '../../../model/processes.js';
import type { Severities } from '../severities/severities.js';
import type { LocationProfile } from '../profile/locationProfile.js';

interface Master {
  readonly location: number;
  readonly workers: number;
  /** Seconds by slot (node + 1) outside parallel regions. */
  readonly serial: Float64Array;
}

/** Which threads let others idle: the one of each process that forks teams first, outside parallel regions. */
export class IdleThreads {
  private readonly masters = new Map<number, Master>();

  constructor(locations: readonly LocationProfile[], processes: Processes) {
    const workers = new Map<number, number>();
    for (const { location, isWorker } of locations) {
      const process = elementAt(processes.ofLocation, location);
      if (isWorker) workers.set(process, (workers.get(process) ?? 0) + 1);
    }
    const seen = new Set<number>();
    for (const { location, hasForked, isWorker, times } of locations) {
      const process = elementAt(processes.ofLocation, location);
      if (!hasForked || seen.has(process)) continue;
      seen.add(process);
      const others = (workers.get(process) ?? 0) - (isWorker ? 1 : 0);
      if (others > 0) this.masters.set(location, { location, workers: others, serial: times.serial });
    }
  }

  /** Whether any thread does. */
  get letsOthersIdle(): boolean {
    return this.masters.size > 0;
  }

  /** How many threads idle while a location is at a node. */
  waitingFor(location: number, node: number): number {
    const master = this.masters.get(location);
    // Nodes where the location never was may have no slot.
    const seconds = master?.serial[node + 1];
    return master !== undefined && seconds !== undefined && seconds > 0 ? master.workers : 0;
  }

  /**
   * Records the idle time caused by serial code of the masters. Their waiting is excluded: its causes are elsewhere.
   * @param waited seconds a location waited at a node
   * @returns the excluded idle time, in seconds
   */
  book(waited: (location: number, node: number) => number, severities: Severities): number {
    const costs = severities.of('delay_ompidle');
    let leftOut = 0;
    for (const { location, workers, serial } of this.masters.values()) {
      for (let slot = 1; slot < serial.length; slot++) {
        const seconds = serial[slot] ?? absent(slot);
        if (!(seconds > 0)) continue;
        const worked = Math.max(0, seconds - waited(location, slot - 1));
        costs.add(slot - 1, location, worked * workers);
        leftOut += (seconds - worked) * workers;
      }
    }
    return leftOut;
  }
}
