import type { Definitions } from '../../../model/definitions.js';
import type { EventBatch } from '../../../model/events.js';
import type { Trace } from '../../../model/trace.js';

/** Source of a trace's events, readable from any position. */
export interface EventSource {
  readonly definitions: Definitions;
  /**
   * The events of one location in file order, without the first `skip`. As with `Trace.batches`, a batch is valid
   * until the next one is asked for.
   */
  from(location: number, skip: number): Iterator<EventBatch>;
}

/** Reads from the file each time. Memory does not grow with the trace; going back means reading from the beginning. */
export function streaming(trace: Trace): EventSource {
  return { definitions: trace.definitions, from: (location, skip) => without(skip, trace.batches(location)) };
}

/** Keeps the columns of all events that were read in memory, about 40 bytes an event, so that going back costs nothing. */
export function resident(trace: Trace): EventSource {
  const kept = new Map<number, readonly EventBatch[]>();
  const columnsOf = (location: number): readonly EventBatch[] => {
    let batches = kept.get(location);
    if (batches === undefined) kept.set(location, (batches = Array.from(trace.batches(location), copy)));
    return batches;
  };
  return { definitions: trace.definitions, from: (location, skip) => without(skip, columnsOf(location)) };
}

function* without(skip: number, batches: Iterable<EventBatch>): Generator<EventBatch, void> {
  let left = skip;
  for (const batch of batches) {
    if (left < batch.count) yield left === 0 ? batch : part(batch, left);
    left = Math.max(0, left - batch.count);
  }
}

/** The events of a batch from `first` on; operands stay where they are. */
function part({ count, kind, time, reference, site, operands }: EventBatch, first: number): EventBatch {
  return {
    count: count - first,
    kind: kind.subarray(first),
    time: time.subarray(first),
    reference: reference.subarray(first),
    site: site.subarray(first),
    operands,
  };
}

function copy({ count, kind, time, reference, site, operands }: EventBatch): EventBatch {
  return {
    count,
    kind: kind.slice(0, count),
    time: time.slice(0, count),
    reference: reference.slice(0, count),
    site: site.slice(0, count),
    operands: operands.slice(),
  };
}
