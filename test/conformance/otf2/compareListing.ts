import { expect } from 'vitest';

import { elementAt } from '../../../src/base/elements.js';
import type { EventBatch, EventKindName } from '../../../src/model/events.js';
import { EventKind, OPERANDS } from '../../../src/model/events.js';
import type { Trace } from '../../../src/model/trace.js';
import type { PrintedEvent } from './otf2Print.js';
import { printedEvent, printedName, printedOperand } from './otf2Print.js';

const NAMES: Partial<Record<EventKindName, readonly string[]>> = OPERANDS;

/** Position of a comparison in a location. */
class Cursor {
  private batch: EventBatch | undefined;
  private at = 0;

  constructor(private readonly batches: IterableIterator<EventBatch>) {}

  /** The batch with the next event and its place in it; undefined at the end. */
  next(): { batch: EventBatch; i: number } | undefined {
    while (this.batch === undefined || this.at >= this.batch.count) {
      const step = this.batches.next();
      if (step.done === true) return undefined;
      this.batch = step.value;
      this.at = 0;
    }
    return { batch: this.batch, i: this.at++ };
  }
}

/**
 * Compares all events of a trace with otf2-print's listing: kind, exact timestamp, region and communicator names and
 * all operands that are printed as numbers.
 * @param deep whether operands and names are compared, too
 * @returns how many events were compared
 */
export async function compareListing(
  trace: Trace,
  lines: AsyncIterable<string> | Iterable<string>,
  deep: boolean,
): Promise<number> {
  const { locations } = trace.definitions;
  const cursors = new Map(locations.map(({ id }, index) => [id, new Cursor(trace.batches(index))]));
  let count = 0;
  for await (const line of lines) {
    const printed = printedEvent(line);
    if (printed === undefined) continue;
    const next = cursors.get(printed.location)?.next();
    if (next === undefined) throw new Error(`no event where otf2-print lists: ${line}`);
    compareEvent(trace, next.batch, next.i, printed, deep);
    count++;
  }
  for (const [id, cursor] of cursors)
    expect(cursor.next(), `events of location ${id} that otf2-print does not list`).toBeUndefined();
  return count;
}

function compareEvent(trace: Trace, batch: EventBatch, i: number, printed: PrintedEvent, deep: boolean): void {
  const { ticksPerSecond, globalOffset } = trace.definitions.clock;
  const ticks = BigInt(Math.round(elementAt(batch.time, i) * Number(ticksPerSecond))) + globalOffset;
  if (batch.kind[i] !== EventKind[printed.kind] || ticks !== printed.ticks) {
    expect({ kind: batch.kind[i], ticks }).toEqual({ kind: EventKind[printed.kind], ticks: printed.ticks });
  }
  if (!deep) return;
  if (printed.kind === 'Enter' || printed.kind === 'Leave') {
    expect(elementAt(trace.definitions.regions, elementAt(batch.reference, i)).name).toBe(
      printedName(printed.attributes, 'Region'),
    );
    return;
  }
  compareOperands(trace, batch, elementAt(batch.reference, i), printed);
}

function compareOperands(trace: Trace, batch: EventBatch, first: number, printed: PrintedEvent): void {
  (NAMES[printed.kind] ?? []).forEach((name, i) => {
    const value = elementAt(batch.operands, first + i);
    if (name === 'communicator' || name === 'team' || name === 'contingent') {
      const label = name === 'communicator' ? 'Communicator' : name === 'team' ? 'Thread Team' : 'Thread Contingent';
      expect(elementAt(trace.definitions.communicators, value).name).toBe(printedName(printed.attributes, label));
      return;
    }
    const expected = printedOperand(printed.attributes, name);
    if (expected !== undefined) expect(value, `${name} of ${printed.kind}: ${printed.attributes}`).toBe(expected);
  });
}
