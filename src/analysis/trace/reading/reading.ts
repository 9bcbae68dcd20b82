import type { CallTree } from '../../../model/callTree.js';
import type { Forecast } from '../tables/forecast.js';
import { type Costly, makePasses } from './passes.js';
import type { Pass } from '../passes/pass.js';
import { CallTreeBuilder } from '../profile/callTreeBuilder.js';
import { type AcceleratorRecords, emptyAcceleratorRecords } from '../records/acceleratorRecords.js';
import {
  type CommunicationRecords,
  emptyRecords,
  forgetCollectives,
  forgetMessages,
} from '../records/communicationRecords.js';
import { emptyPollingRecords, type PollingRecords } from '../records/pollingRecords.js';
import { emptyThreadRecords, type ThreadRecords } from '../records/threadRecords.js';
import { releaseIntervals } from '../intervals/packedIntervals.js';
import type { LocationProfile } from '../profile/locationProfile.js';
import type { ProcessReading } from '../profile/processReading.js';

/** Result of reading all events of some processes: times by call path, and the records that cross locations. */
export interface Reading {
  readonly tree: CallTreeBuilder;
  readonly records: CommunicationRecords;
  readonly threads: ThreadRecords;
  readonly accelerators: AcceleratorRecords;
  readonly polling: PollingRecords;
  readonly passes: readonly Pass[];
  /** Process by process, each one's locations in the order of the trace. */
  readonly processes: ProcessReading[];
}

/**
 * @param forecast the fraction of events read, for rows that are added one by one, and the memory to use
 * @param costly set if overhead is to be determined
 */
export function emptyReading(forecast?: Forecast, costly?: Costly): Reading {
  const parts = emptyParts(forecast);
  return { ...parts, tree: new CallTreeBuilder(), passes: makePasses(parts.records, costly) };
}

/** An empty reading of a trace whose call paths are known, for other passes. */
export function emptyRereading(tree: CallTree, passes: readonly Pass[]): Reading {
  return { ...emptyParts(), tree: CallTreeBuilder.of(tree), passes };
}

function emptyParts(forecast?: Forecast): Omit<Reading, 'tree' | 'passes'> {
  return {
    records: emptyRecords(forecast),
    threads: emptyThreadRecords(forecast?.memory),
    accelerators: emptyAcceleratorRecords(),
    polling: emptyPollingRecords(),
    processes: [],
  };
}

/** Gives the memory of a reading back, which must not be used any more. */
export function forgetReading(reading: Reading): void {
  forgetRecords(reading);
  forgetProfiles(reading);
}

/** Gives the memory of the processes that were read back, where nothing of them is needed any more. */
export function forgetProfiles(reading: Reading): void {
  for (const { intervals } of profilesOf(reading)) releaseIntervals(intervals);
  reading.processes.length = 0;
}

/** Gives the memory of the records back, where the search for causes took that of the timelines already. */
export function forgetRecords({ records, threads }: Reading): void {
  forgetMessages(records);
  forgetCollectives(records);
  records.operations.clear();
  for (const table of [threads.barriers, threads.taskSpans, threads.ownerships]) table.clear();
}

/** The profiles of all locations that were read. */
export function profilesOf({ processes }: Reading): LocationProfile[] {
  return processes.flatMap(({ profiles }) => profiles);
}
