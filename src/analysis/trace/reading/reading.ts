import type { Forecast } from '../tables/forecast.js';
import { CallTreeBuilder } from '../profile/callTreeBuilder.js';
import { type AcceleratorRecords, emptyAcceleratorRecords } from '../records/acceleratorRecords.js';
import { type CommunicationRecords, emptyRecords } from '../records/communicationRecords.js';
import type { RequestsOfProcess } from '../records/requests.js';
import { CommunicationCounts } from '../severities/counts.js';
import { emptyOneSidedRecords, type OneSidedRecords } from '../records/oneSidedRecords.js';
import { emptyPollingRecords, type PollingRecords } from '../records/pollingRecords.js';
import { emptyThreadRecords, type ThreadRecords } from '../records/threadRecords.js';
import type { LocationProfile } from './locationProfile.js';

/** What reading all events of some processes leaves: times by call path, and the records that cross locations. */
export interface Reading {
  readonly tree: CallTreeBuilder;
  readonly records: CommunicationRecords;
  readonly threads: ThreadRecords;
  readonly oneSided: OneSidedRecords;
  readonly accelerators: AcceleratorRecords;
  readonly counts: CommunicationCounts;
  readonly polling: PollingRecords;
  /** Process by process, each one's locations in the order of the trace. */
  readonly processes: ProcessReading[];
}

export interface ProcessReading {
  readonly profiles: readonly LocationProfile[];
  /** The location that forked a team of threads first, if any did. */
  readonly master: number | undefined;
  readonly requests: RequestsOfProcess;
}

/** @param forecast how much of the events was read, where rows come one by one */
export function emptyReading(forecast?: Forecast): Reading {
  return {
    tree: new CallTreeBuilder(),
    records: emptyRecords(forecast),
    threads: emptyThreadRecords(),
    oneSided: emptyOneSidedRecords(),
    accelerators: emptyAcceleratorRecords(),
    counts: new CommunicationCounts(),
    polling: emptyPollingRecords(),
    processes: [],
  };
}

/** The profiles of all locations that were read. */
export function profilesOf({ processes }: Reading): LocationProfile[] {
  return processes.flatMap(({ profiles }) => profiles);
}
