import { type Processes, type Reading, readProcesses } from '../../analysis/trace/index.js';
import type { ProblemNote } from '../../model/problem.js';
import type { SharedTrace } from '../../model/trace.js';
import { eventCounter, type SharedRanges } from './sharedRanges.js';

/** Reads one of the shared ranges, and takes from the trace what was found wrong in it. */
export function readRange(
  trace: SharedTrace,
  processes: Processes,
  shared: SharedRanges,
  { index, thread }: { index: number; thread: number },
  isCancelled: () => boolean,
): { reading: Reading; notes: readonly ProblemNote[] } {
  const onEvents = eventCounter(shared, thread);
  const reading = readProcesses(trace, processes, shared.ranges[index], { onEvents, isCancelled });
  return { reading, notes: trace.takeNotes() };
}
