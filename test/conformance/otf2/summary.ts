import { addAt, elementAt } from '../../../src/base/elements.js';
import type { EventKindName } from '../../../src/model/events.js';
import { CollectiveOperation, EventKind, OPERANDS } from '../../../src/model/events.js';
import type { Trace } from '../../../src/model/trace.js';

/** Visits and ticks of a region, summed over locations. */
export interface RegionTotals {
  visits: number;
  inclusive: number;
  exclusive: number;
}

/** Numbers that REFERENCE_otf2lib.json gives for a trace. */
export interface Summary {
  readonly events: Record<string, number>;
  readonly perLocation: Record<string, number>;
  unbalancedLeaves: number;
  readonly messages: { sends: number; send_bytes: number; recvs: number; recv_bytes: number };
  readonly collectives: Record<string, number>;
  readonly collectiveBytes: [sent: number, received: number];
  readonly rma: Record<string, number>;
  /** By name, file and line. */
  readonly regions: Map<string, RegionTotals>;
}

const KINDS: EventKindName[] = [];
for (const name of Object.keys(EventKind) as EventKindName[]) KINDS[EventKind[name]] = name;
const OPERATIONS = Object.keys(CollectiveOperation);

interface Call {
  readonly region: number;
  readonly enter: number;
  inChildren: number;
}

/** Goes through all events of a trace once. */
export function summarize(trace: Trace): Summary {
  const summary: Summary = {
    events: {},
    perLocation: {},
    unbalancedLeaves: 0,
    messages: { sends: 0, send_bytes: 0, recvs: 0, recv_bytes: 0 },
    collectives: {},
    collectiveBytes: [0, 0],
    rma: {},
    regions: new Map(),
  };
  trace.definitions.locations.forEach((_, location) => summariseLocation(trace, location, summary));
  return summary;
}

function summariseLocation(trace: Trace, location: number, summary: Summary): void {
  const { name, id } = elementAt(trace.definitions.locations, location);
  const stack: Call[] = [];
  const counts = new Float64Array(256);
  let events = 0;
  for (const { count, kind, time, reference, operands } of trace.batches(location)) {
    events += count;
    for (let i = 0; i < count; i++) {
      addAt(counts, elementAt(kind, i), 1);
      if (kind[i] === EventKind.Enter)
        stack.push({ region: elementAt(reference, i), enter: elementAt(time, i), inChildren: 0 });
      else if (kind[i] === EventKind.Leave) leave(trace, summary, stack, elementAt(reference, i), elementAt(time, i));
      else communication(summary, elementAt(kind, i), operands, elementAt(reference, i));
    }
  }
  if (events > 0) summary.perLocation[`${id}:${name}`] = events;
  counts.forEach((count, kind) => {
    if (count > 0) summary.events[elementAt(KINDS, kind)] = (summary.events[elementAt(KINDS, kind)] ?? 0) + count;
  });
}

/** Counts and excludes a leave that does not fit the innermost call, as the reference does. */
function leave(trace: Trace, summary: Summary, stack: Call[], region: number, time: number): void {
  const call = stack.at(-1);
  if (call?.region !== region) {
    summary.unbalancedLeaves++;
    return;
  }
  stack.pop();
  const ticks = (time - call.enter) * Number(trace.definitions.clock.ticksPerSecond);
  const caller = stack.at(-1);
  if (caller !== undefined) caller.inChildren += ticks;
  const { name, file, beginLine } = elementAt(trace.definitions.regions, region);
  const key = regionKey(name, file, beginLine);
  const totals = summary.regions.get(key) ?? { visits: 0, inclusive: 0, exclusive: 0 };
  totals.visits++;
  // Of calls within calls of the same region, only the outermost counts.
  if (!stack.some((outer) => outer.region === region)) totals.inclusive += ticks;
  totals.exclusive += ticks - call.inChildren;
  summary.regions.set(key, totals);
}

/** Returns the identifier of a region in the reference. */
export function regionKey(name: string, file: string | null | undefined, line: number): string {
  return `${name}|${file ?? ''}|${line}`;
}

function communication(summary: Summary, kind: number, operands: Float64Array, at: number): void {
  const operand = (names: readonly string[], name: string) => elementAt(operands, at + names.indexOf(name));
  switch (kind) {
    case EventKind.MpiSend:
    case EventKind.MpiIsend:
      summary.messages.sends++;
      summary.messages.send_bytes += operand(OPERANDS.MpiSend, 'bytes');
      break;
    case EventKind.MpiRecv:
    case EventKind.MpiIrecv:
      summary.messages.recvs++;
      summary.messages.recv_bytes += operand(OPERANDS.MpiRecv, 'bytes');
      break;
    case EventKind.MpiCollectiveEnd: {
      const name = elementAt(OPERATIONS, operand(OPERANDS.MpiCollectiveEnd, 'operation'));
      const key = `CollectiveOp.${name.toUpperCase()}`;
      summary.collectives[key] = (summary.collectives[key] ?? 0) + 1;
      summary.collectiveBytes[0] += operand(OPERANDS.MpiCollectiveEnd, 'bytesSent');
      summary.collectiveBytes[1] += operand(OPERANDS.MpiCollectiveEnd, 'bytesReceived');
      break;
    }
    case EventKind.RmaPut:
    case EventKind.RmaGet: {
      const key = kind === EventKind.RmaPut ? 'RmaPut_bytes' : 'RmaGet_bytes';
      summary.rma[key] = (summary.rma[key] ?? 0) + operand(OPERANDS.RmaPut, 'bytes');
      break;
    }
  }
}
