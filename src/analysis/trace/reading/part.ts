import type { CallTree } from '../../../model/callTree.js';
import type { AcceleratorRecords } from '../records/acceleratorRecords.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { PassData } from '../passes/pass.js';
import type { PollingRecords } from '../records/pollingRecords.js';
import type { ThreadRecords } from '../records/threadRecords.js';
import type { TableData } from '../tables/table.js';
import type { ProcessReading } from '../profile/processReading.js';
import type { Reading } from './reading.js';

/** The tables of all records. */
type Tables = Omit<CommunicationRecords, 'ends' | 'shapes'> &
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
  /** Data of each pass, by its name. */
  readonly passes: Readonly<Record<string, PassData>>;
  readonly teamSizes: readonly number[];
  readonly processes: readonly ProcessReading[];
}

/** A reading as plain data. It shares the reading's memory, so that the reading must not change any more. */
export function partOf(reading: Reading): ReadingPart {
  const { tree, records, threads, accelerators, polling, passes, processes } = reading;
  return {
    tree: tree.build(),
    tables: {
      operations: records.operations.data(),
      sends: records.sends.data(),
      receives: records.receives.data(),
      collectives: records.collectives.data(),
      barriers: threads.barriers.data(),
      taskSpans: threads.taskSpans.data(),
      ownerships: threads.ownerships.data(),
      activities: accelerators.activities.data(),
      calls: accelerators.calls.data(),
      stretches: polling.stretches.data(),
    },
    ends: records.ends.data(),
    shapes: records.shapes.data(),
    passes: Object.fromEntries(passes.map((pass) => [pass.name, pass.part()])),
    teamSizes: threads.teamSizes,
    processes,
  };
}

/** The memory of a part that can change hands without being copied, each buffer once. */
export function buffersOf({ tree, tables, ends, shapes, passes, processes }: ReadingPart): ArrayBuffer[] {
  const arrays: ArrayBufferView[] = [tree.parent, tree.region, tree.site, ends, shapes];
  const allTables = [tables, ...Object.values(passes)].flatMap((some) => Object.values(some));
  for (const { columns } of allTables) arrays.push(...Object.values(columns));
  for (const { profiles } of processes) {
    for (const { times, intervals } of profiles) {
      arrays.push(times.serial, times.inTeam, times.visits);
      arrays.push(intervals.start, intervals.node, intervals.seconds);
      if (intervals.marks.row !== undefined) arrays.push(intervals.marks.row);
    }
  }
  const buffers = new Set<ArrayBuffer>();
  for (const { buffer } of arrays) if (buffer instanceof ArrayBuffer) buffers.add(buffer);
  return [...buffers];
}
