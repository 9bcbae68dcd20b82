import {
  changedTrace,
  type Processes,
  type Reading,
  readProcesses,
  type ReadOptions,
  type TimeChanges,
} from '../../analysis/trace/index.js';
import { absent } from '../../base/elements.js';
import type { ProblemNote } from '../../base/problem.js';
import type { SharedTrace, Trace } from '../../model/trace.js';
import { eventCounter, type SharedRanges } from './sharedRanges.js';

/** The events of an archive as all threads read them. */
export interface Source {
  readonly trace: SharedTrace;
  /** The trace itself, or the trace with changed times. */
  readonly events: Trace;
}

export function sourceOf(trace: SharedTrace, processes: Processes, changes: TimeChanges): Source {
  return { trace, events: changedTrace(trace, processes, changes) };
}

/** Reads one of the shared ranges, and takes from the trace what was found wrong in it. */
export function readRange(
  { trace, events }: Source,
  processes: Processes,
  shared: SharedRanges,
  { index, thread }: { index: number; thread: number },
  how: Pick<ReadOptions, 'isCancelled' | 'memory' | 'costs'>,
): { reading: Reading; notes: readonly ProblemNote[] } {
  const onEvents = eventCounter(shared, thread);
  const range = shared.ranges[index] ?? absent(index);
  const reading = readProcesses(events, processes, range, { ...how, onEvents });
  return { reading, notes: trace.takeNotes() };
}
