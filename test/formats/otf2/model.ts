import { elementAt } from '../../../src/base/elements.js';
import type { EventKindName } from '../../../src/model/events.js';
import { EventKind, OPERANDS } from '../../../src/model/events.js';
import type { Trace } from '../../../src/model/trace.js';

/** One event, taken out of the columns for comparison. */
export interface PlainEvent {
  readonly kind: EventKindName;
  readonly time: number;
  /** Region index of Enter and Leave. */
  readonly region?: number;
  readonly site?: number;
  /** By name, in the order of OPERANDS. */
  readonly operands?: Readonly<Record<string, number>>;
  /** Values after the named operands: those of a metric. */
  readonly values?: readonly number[];
}

const KINDS = Object.keys(EventKind) as EventKindName[];
const NAMES: Partial<Record<EventKindName, readonly string[]>> = OPERANDS;

/** All events of a location as objects. */
export function eventsOf(trace: Trace, location: number): PlainEvent[] {
  const events: PlainEvent[] = [];
  for (const batch of trace.batches(location)) {
    for (let i = 0; i < batch.count; i++) {
      const kind = KINDS.find((name) => EventKind[name] === batch.kind[i]);
      if (kind === undefined) throw new Error(`no event kind ${batch.kind[i]}`);
      const time = elementAt(batch.time, i);
      const at = elementAt(batch.reference, i);
      if (kind === 'Enter') events.push({ kind, time, region: at, site: elementAt(batch.site, i) });
      else if (kind === 'Leave') events.push({ kind, time, region: at });
      else events.push({ kind, time, ...operandsOf(kind, batch.operands, at) });
    }
  }
  return events;
}

function operandsOf(kind: EventKindName, operands: Float64Array, at: number): Partial<PlainEvent> {
  const names = NAMES[kind] ?? [];
  const named = { operands: Object.fromEntries(names.map((name, i) => [name, elementAt(operands, at + i)])) };
  if (kind !== 'Metric') return named;
  return { ...named, values: [...operands.subarray(at + 2, at + 2 + elementAt(operands, at + 1))] };
}

/** The sentences of a trace's problems. */
export function sentences(trace: Trace): string[] {
  return trace.problems.map((problem) => problem.message);
}
