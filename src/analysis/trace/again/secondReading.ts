/** Reading the events of a trace once more, for what could not be known before its call paths were. */
import { CancelledError } from '../../../base/problem.js';
import type { CallTree } from '../../../model/callTree.js';
import type { Processes } from '../../../model/processes.js';
import type { Trace } from '../../../model/trace.js';
import type { Pass } from '../passes/pass.js';
import type { EventRecorder } from '../recorders/recorders.js';
import { ProcessReader } from '../reading/readProcesses.js';
import { emptyRereading, forgetProfiles, forgetReading } from '../reading/reading.js';
import { NO_FORECAST } from '../tables/forecast.js';

/** Takes what of a location's events is wanted; call paths have the numbers of the tree. */
export type Look = (location: number) => Pick<EventRecorder, 'times' | 'calls' | 'readings'>;

/**
 * Reads events of processes again, as the analysis that made the tree did: times go to the same call paths. One reading is
 * made for many processes, because its preparation takes as long as there are locations.
 */
export class SecondReading {
  private readonly only: { ofLocation: Int32Array; locations: (readonly number[])[] };
  /** Prepared when the first process is read. */
  private reader: ProcessReader | undefined;
  private look: Look = () => ({});

  /** @param trace with the times that the analysis ended with */
  constructor(
    private readonly trace: Trace,
    { ofLocation }: Processes,
    private readonly tree: CallTree,
    private readonly isCancelled?: () => boolean,
  ) {
    this.only = { ofLocation, locations: [] };
  }

  /**
   * Reads one process.
   * @param locations requested locations of it; threads inherit call paths of those that forked them, if these are
   * requested
   * @throws CancelledError when `isCancelled` returns true
   */
  read(locations: readonly number[], look: Look): void {
    if (this.isCancelled?.() === true) throw new CancelledError();
    const reader = (this.reader ??= this.prepare());
    this.look = look;
    this.only.locations = [locations];
    reader.read({ from: 0, to: 1 });
    forgetProfiles(reader.reading);
  }

  /** Gives the memory back: nothing is read any more. */
  finish(): void {
    if (this.reader === undefined) return;
    this.reader.finish();
    forgetReading(this.reader.reading);
  }

  private prepare(): ProcessReader {
    const { trace, tree, only, isCancelled } = this;
    const pass: Pass = {
      name: 'look',
      kinds: [],
      record: (location) => ({ add: () => undefined, ...this.look(location) }),
      part: () => ({}),
      merge: () => undefined,
      finish: () => [],
    };
    const reading = emptyRereading(tree, [pass]);
    const how = { isCallsOnly: true, ...(isCancelled === undefined ? {} : { isCancelled }) };
    return new ProcessReader(trace, only, NO_FORECAST, reading, how);
  }
}
