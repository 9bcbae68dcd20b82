/** Reading the events of a trace once more, for what could not be known before its call paths were. */
import { CancelledError } from '../../../base/problem.js';
import type { CallTree } from '../../../model/callTree.js';
import type { Processes } from '../../../model/processes.js';
import type { Trace } from '../../../model/trace.js';
import type { EventRecorder, Pass } from '../passes/pass.js';
import { CallTreeBuilder } from '../profile/callTreeBuilder.js';
import { ProcessReader } from '../reading/readProcesses.js';
import { emptyReading, forgetReading } from '../reading/reading.js';
import { NO_FORECAST } from '../tables/forecast.js';

/** Takes what of a location's events is wanted; call paths have the numbers of the tree. */
export type Look = (location: number) => Pick<EventRecorder, 'times' | 'calls'>;

/**
 * Reads events of one process again, as the analysis that made the tree did: times go to the same call paths.
 * @param locations those of the process that are wanted; threads inherit call paths of those that forked them, if these are
 * @param trace with the times that the analysis ended with
 * @throws CancelledError when `isCancelled` says so
 */
export function readAgain(
  trace: Trace,
  processes: Processes,
  locations: readonly number[],
  tree: CallTree,
  look: Look,
  isCancelled?: () => boolean,
): void {
  if (isCancelled?.() === true) throw new CancelledError();
  const pass: Pass = {
    name: 'look',
    kinds: [],
    record: (location) => ({ add: () => undefined, ...look(location) }),
    part: () => ({}),
    merge: () => undefined,
    finish: () => [],
  };
  const reading = { ...emptyReading(), tree: CallTreeBuilder.of(tree), passes: [pass] };
  const how = { isCallsOnly: true, ...(isCancelled === undefined ? {} : { isCancelled }) };
  const only: Processes = { ...processes, locations: [locations] };
  const reader = new ProcessReader(trace, only, NO_FORECAST, reading, how);
  reader.read({ from: 0, to: 1 });
  reader.finish();
  forgetReading(reading);
}
