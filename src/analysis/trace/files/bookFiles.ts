import { absent } from '../../../base/elements.js';
import { LARGEST_GAP } from '../../../properties/io_storm/formula.js';
import { smallTime } from '../../../properties/io_small/formula.js';
import { FileCall } from '../metrics/classification.js';
import type { PassResults } from '../passes/pass.js';
import { aloneIn } from './alone.js';
import { placeOf, timesOf } from './callTimes.js';
import type { FileRecords } from './fileRecords.js';
import { intersection, type Spans, union } from './spans.js';
import { stormRemarks } from './stormRemarks.js';

/**
 * Books Serial I/O, Small I/O and Metadata Storm: of calls that read and write the time in which the others wait for them,
 * and of the rest that of small ones; of calls that open and name files the time in which all processes make many.
 */
export function bookFiles(records: FileRecords, results: PassResults): void {
  const { processes, waits, remarks } = results;
  const busy = spansOf(records, results, () => true);
  if (busy.every((spans) => spans.length === 0)) return;
  const alone = aloneIn(busy, waitingIn(results));
  const storm = stormIn(spansOf(records, results, (kind) => kind === FileCall.Metadata, LARGEST_GAP));
  const times = timesOf(records, results, (location) => {
    const process = processes.ofLocation[location] ?? absent(location);
    return { alone: alone[process] ?? absent(process), storm };
  });
  const { kind, bytes } = records.calls.columns;
  for (let call = 0; call < records.calls.length; call++) {
    const place = placeOf(records, times, call);
    const stormy = times.storm[call] ?? absent(call);
    const serial = times.alone[call] ?? absent(call);
    if (kind[call] === FileCall.Metadata && stormy > 0) waits.addAt('io_metadata', 'io_storm', place, stormy);
    if (kind[call] !== FileCall.Data) continue;
    if (serial > 0) waits.addAt('io_data', 'io_serial', place, serial);
    const small = smallTime(bytes[call] ?? absent(call), (times.seconds[call] ?? absent(call)) - serial);
    if (small > 0) waits.addAt('io_data', 'io_small', place, small);
  }
  remarks.set('io_storm', stormRemarks(records, times, storm, processes.locations.length));
}

/** By process: when threads of it were in calls of some kinds. */
function spansOf(
  { calls, stretches }: FileRecords,
  { processes, tolerance }: PassResults,
  has: (kind: number) => boolean,
  gap = 0,
): readonly Spans[] {
  const pairs = processes.locations.map((): number[] => []);
  const { call, enter, leave } = stretches.columns;
  for (let row = 0; row < stretches.length; row++) {
    const of = call[row] ?? absent(row);
    const location = calls.columns.location[of] ?? absent(of);
    const end = leave[row] ?? absent(row);
    if (!has(calls.columns.kind[of] ?? absent(of)) || end > tolerance.until(location)) continue;
    const process = processes.ofLocation[location] ?? absent(location);
    (pairs[process] ?? absent(process)).push(enter[row] ?? absent(row), end);
  }
  return pairs.map((some) => union(some, gap));
}

/** When the first thread of a process was in calls of MPI that communicate or synchronize. */
function waitingIn({ records, processes }: PassResults): (process: number) => Spans {
  const pairs = processes.locations.map((): number[] => []);
  const firsts = new Map(processes.locations.map((locations, process) => [locations.at(0), process]));
  const { location, enter, leave } = records.operations.columns;
  for (let row = 0; row < records.operations.length; row++) {
    const process = firsts.get(location[row] ?? absent(row));
    if (process !== undefined)
      (pairs[process] ?? absent(process)).push(enter[row] ?? absent(row), leave[row] ?? absent(row));
  }
  return (process) => union(pairs[process] ?? absent(process));
}

/** When all processes are in a burst at once; one process alone makes no storm. */
function stormIn(bursts: readonly Spans[]): Spans {
  const [first, ...others] = bursts;
  if (first === undefined || others.length === 0) return [];
  return others.reduce((all, spans) => intersection(all, spans), first);
}
