import type { CallTree } from '../../../model/callTree.js';
import type { AcceleratorRecords } from '../records/acceleratorRecords.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { CountsData } from '../severities/counts.js';
import type { OneSidedRecords } from '../records/oneSidedRecords.js';
import type { PollingRecords } from '../records/pollingRecords.js';
import type { ThreadRecords } from '../records/threadRecords.js';
import type { TableData } from '../tables/table.js';
import type { LocationProfile } from './locationProfile.js';
import type { ProcessReading, Reading } from './reading.js';

/** The tables of all records. */
type Tables = Omit<CommunicationRecords, 'ends' | 'shapes'> &
  OneSidedRecords &
  AcceleratorRecords &
  PollingRecords &
  Omit<ThreadRecords, 'teamSizes'>;

/** A reading as plain data, which can leave its thread or be written to a file. */
export interface ReadingPart {
  readonly tree: CallTree;
  readonly tables: { readonly [Name in keyof Tables]: TableData };
  /** Combinations of numbers that columns of the tables refer to. */
  readonly ends: Float64Array;
  readonly shapes: Float64Array;
  readonly counts: CountsData;
  readonly teamSizes: readonly number[];
  readonly processes: readonly ProcessReading[];
}

/** A reading as plain data. It shares the reading's memory, so that the reading must not change any more. */
export function partOf(reading: Reading): ReadingPart {
  const { tree, records, threads, oneSided, accelerators, polling, counts, processes } = reading;
  return {
    tree: tree.build(),
    tables: {
      operations: records.operations.data(),
      sends: records.sends.data(),
      receives: records.receives.data(),
      collectives: records.collectives.data(),
      syncs: oneSided.syncs.data(),
      transfers: oneSided.transfers.data(),
      locks: oneSided.locks.data(),
      barriers: threads.barriers.data(),
      taskSpans: threads.taskSpans.data(),
      ownerships: threads.ownerships.data(),
      activities: accelerators.activities.data(),
      calls: accelerators.calls.data(),
      stretches: polling.stretches.data(),
    },
    ends: records.ends.data(),
    shapes: records.shapes.data(),
    counts: counts.data(),
    teamSizes: threads.teamSizes,
    processes: processes.map(({ profiles, master, requests }) => ({
      profiles: profiles.map(plainProfile),
      master,
      requests,
    })),
  };
}

/** A profile without the machinery that made it. */
function plainProfile(profile: LocationProfile): LocationProfile {
  const { location, events, first, last, irregularities, flushes, isWorker, hasForked, recordsTests } = profile;
  const { serial, inTeam, visits, fork, management, limited } = profile.times;
  const { count, row, start, node, seconds } = profile.intervals;
  return {
    location,
    events,
    first,
    last,
    irregularities,
    flushes,
    isWorker,
    hasForked,
    recordsTests,
    times: { serial, inTeam, visits, fork, management, limited },
    intervals: { count, row, start, node, seconds },
  };
}

/** The memory of a part that can change hands without being copied, each buffer once. */
export function buffersOf({ tree, tables, ends, shapes, counts, processes }: ReadingPart): ArrayBuffer[] {
  const arrays: ArrayBufferView[] = [tree.parent, tree.region, tree.site, ends, shapes];
  for (const { callPath, location, value } of counts) arrays.push(callPath, location, value);
  for (const { columns } of Object.values(tables)) arrays.push(...Object.values(columns));
  for (const { profiles } of processes) {
    for (const { times, intervals } of profiles) {
      arrays.push(times.serial, times.inTeam, times.visits);
      arrays.push(intervals.row, intervals.start, intervals.node, intervals.seconds);
    }
  }
  const buffers = new Set<ArrayBuffer>();
  for (const { buffer } of arrays) if (buffer instanceof ArrayBuffer) buffers.add(buffer);
  return [...buffers];
}
