/**
 * Records in the kept parts of a trace that belong to excluded parts: messages and collective operations between parts.
 */
import { absent, addAt, elementAt } from '../../base/elements.js';
import type { Definitions } from '../../model/definitions.js';
import { EventKind } from '../../model/events.js';
import type { Processes } from '../../model/processes.js';
import type { Trace } from '../../model/trace.js';
import { Peers } from '../trace/matching/peers.js';
import { Table } from '../trace/tables/table.js';

/** The part of a trace that an event of a location is in; `LEFT_OUT` for events that are not kept. */
export type PartAt = (location: number, ordinal: number) => number;
export const LEFT_OUT = -1;
/** An operation whose beginning and end are in different parts. */
const DIVIDED = -2;
const NO_EVENT = -1;

export interface CallCrossings {
  /** By location: events to be excluded. */
  readonly events: readonly ReadonlySet<number>[];
  /** Messages and collective operations of which a part would have been kept. */
  readonly messages: number;
  readonly collectives: number;
}

/** Operations: where they are, up to two of their events, and the part both are in. */
const operations = () => new Table(['time', 'key', 'begin', 'end'], ['location', 'part']);
type Operations = ReturnType<typeof operations>;

interface Found {
  readonly sends: Operations;
  readonly receives: Operations;
  /** With the communicator as key. */
  readonly collectives: Operations;
}

/** Goes through all events of communication. */
export function crossingsOf(trace: Trace, processes: Processes, partAt: PartAt): CallCrossings {
  const { definitions } = trace;
  const found: Found = { sends: operations(), receives: operations(), collectives: operations() };
  const channels = new ChannelNumbers(definitions, processes);
  for (const [process, locations] of processes.locations.entries()) {
    // Requests belong to processes; threads of one may complete what another one began.
    const requests = new Map<number, Posted>();
    for (const location of locations) gather(trace, { location, process, partAt, requests, channels, found });
  }
  const events = definitions.locations.map(() => new Set<number>());
  const leaveOut = ({ columns }: Operations, row: number): void => {
    const own = elementAt(events, columns.location[row] ?? absent(row));
    for (const ordinal of [columns.begin[row] ?? absent(row), columns.end[row] ?? absent(row)])
      if (ordinal !== NO_EVENT) own.add(ordinal);
  };
  return {
    messages: crossingMessages(found.sends, found.receives, leaveOut),
    collectives: crossingCollectives(found.collectives, processes, leaveOut),
    events,
  };
}

/** Numbers of channels: communicator, sending process, receiving process, tag. */
class ChannelNumbers {
  private readonly known = new Map<string, number>();
  private readonly peers: Peers;

  constructor(definitions: Definitions, processes: Processes) {
    this.peers = new Peers(definitions, processes);
  }

  of(isSend: boolean, communicator: number, process: number, peer: number, tag: number): number {
    const other = this.peers.process(communicator, process, peer) ?? -1;
    const [from, to] = isSend ? [process, other] : [other, process];
    const key = `${communicator} ${from} ${to} ${tag}`;
    const number = this.known.get(key) ?? this.known.size;
    this.known.set(key, number);
    return number;
  }
}

/** Operation started by a request: its event, its part, and the row for its end. */
interface Posted {
  readonly ordinal: number;
  readonly location: number;
  readonly time: number;
  readonly part: number;
  readonly row: number;
}

interface Gathering {
  readonly location: number;
  readonly process: number;
  readonly partAt: PartAt;
  readonly requests: Map<number, Posted>;
  readonly channels: ChannelNumbers;
  readonly found: Found;
}

function gather(trace: Trace, { location, process, partAt, requests, channels, found }: Gathering): void {
  const { sends, receives, collectives } = found;
  let [ordinal, begun] = [0, NO_EVENT];
  for (const { count, kind, time, reference, operands } of trace.batches(location)) {
    for (let at = 0; at < count; at++, ordinal++) {
      const type = kind[at] ?? absent(at);
      if (type === EventKind.Enter || type === EventKind.Leave) continue;
      const base = reference[at] ?? absent(at);
      const operand = (which: number): number => operands[base + which] ?? absent(base + which);
      const part = partAt(location, ordinal);
      const moment = time[at] ?? absent(at);
      const post = (request: number, row = NO_EVENT): void => {
        requests.set(request, { ordinal, location, time: moment, part, row });
      };
      const one = { time: moment, location, part, begin: ordinal, end: NO_EVENT };
      const channel = (isSend: boolean): number => channels.of(isSend, operand(0), process, operand(1), operand(2));
      switch (type) {
        case EventKind.MpiSend:
          addRow(sends, { ...one, key: channel(true) });
          break;
        case EventKind.MpiIsend:
          post(operand(4), addRow(sends, { ...one, key: channel(true) }));
          break;
        case EventKind.MpiIsendComplete: {
          const posted = taken(requests, operand(0));
          if (posted !== undefined && posted.row !== NO_EVENT) complete(sends, posted, ordinal, location, part);
          break;
        }
        case EventKind.MpiRecv:
          addRow(receives, { ...one, key: channel(false) });
          break;
        case EventKind.MpiIrecvRequest:
        case EventKind.NonBlockingCollectiveRequest:
          post(operand(0));
          break;
        case EventKind.MpiIrecv:
          addRow(receives, { ...completed(one, taken(requests, operand(4))), key: channel(false) });
          break;
        case EventKind.NonBlockingCollectiveComplete:
          addRow(collectives, { ...completed(one, taken(requests, operand(5))), key: operand(0) });
          break;
        case EventKind.MpiRequestCancelled: {
          const posted = taken(requests, operand(0));
          // Nothing matches it: it stays where it is, or goes with its beginning.
          if (posted !== undefined) addRow(receives, { ...completed(one, posted), key: NO_EVENT });
          break;
        }
        case EventKind.MpiCollectiveBegin:
          begun = ordinal;
          break;
        case EventKind.MpiCollectiveEnd:
          addRow(collectives, { ...one, key: operand(0), begin: begun, end: ordinal });
          break;
      }
    }
  }
}

interface CrossingRow {
  readonly time: number;
  readonly key: number;
  readonly begin: number;
  readonly end: number;
  readonly location: number;
  readonly part: number;
}

function addRow(table: Operations, row: CrossingRow): number {
  const at = table.addRow();
  const { columns } = table;
  columns.time[at] = row.time;
  columns.key[at] = row.key;
  columns.begin[at] = row.begin;
  columns.end[at] = row.end;
  columns.location[at] = row.location;
  columns.part[at] = row.part;
  return at;
}

function taken(requests: Map<number, Posted>, request: number): Posted | undefined {
  const posted = requests.get(request);
  requests.delete(request);
  return posted;
}

const together = (one: number, other: number): number => (one === other ? one : DIVIDED);

/** Returns the completed operation with the position at which it was posted: messages keep their posting order. */
function completed(end: Omit<CrossingRow, 'key'>, posted: Posted | undefined): Omit<CrossingRow, 'key'> {
  if (posted?.location !== end.location) return end;
  return { ...end, time: posted.time, begin: posted.ordinal, end: end.begin, part: together(posted.part, end.part) };
}

function complete(sends: Operations, posted: Posted, ordinal: number, location: number, part: number): void {
  const { columns } = sends;
  if (posted.location === location) columns.end[posted.row] = ordinal;
  columns.part[posted.row] = together(columns.part[posted.row] ?? absent(posted.row), part);
}

/** Rows by key, each in order of time. */
function byKey({ length, columns: { key, time } }: Operations): Map<number, number[]> {
  const rows = new Map<number, number[]>();
  for (let row = 0; row < length; row++) {
    const own = key[row] ?? absent(row);
    const known = rows.get(own);
    if (known === undefined) rows.set(own, [row]);
    else known.push(row);
  }
  for (const own of rows.values())
    own.sort((one, other) => (time[one] ?? absent(one)) - (time[other] ?? absent(other)) || one - other);
  return rows;
}

/** The n-th send of a channel belongs to its n-th receive; both are kept where all of both is in one part. */
function crossingMessages(
  sends: Operations,
  receives: Operations,
  leaveOut: (table: Operations, row: number) => void,
): number {
  const [sent, received] = [byKey(sends), byKey(receives)];
  let crossing = 0;
  for (const key of new Set([...sent.keys(), ...received.keys()])) {
    const [from, to] = [sent.get(key) ?? [], received.get(key) ?? []];
    for (let n = 0; n < Math.max(from.length, to.length); n++) {
      const [send, receive] = [from[n], to[n]];
      const parts = [
        ...(send === undefined ? [] : [sends.columns.part[send] ?? absent(send)]),
        ...(receive === undefined ? [] : [receives.columns.part[receive] ?? absent(receive)]),
      ];
      if (isOfOne(parts)) continue;
      crossing++;
      if (send !== undefined) leaveOut(sends, send);
      if (receive !== undefined) leaveOut(receives, receive);
    }
  }
  return crossing;
}

const isOfOne = (parts: readonly number[]): boolean => parts.every((part) => part === parts[0] && part !== DIVIDED);

/** The n-th operation of each process in a communicator is the same one. */
function crossingCollectives(
  collectives: Operations,
  processes: Processes,
  leaveOut: (table: Operations, row: number) => void,
): number {
  const { location, part } = collectives.columns;
  let crossing = 0;
  for (const rows of byKey(collectives).values()) {
    const counts = new Float64Array(processes.locations.length);
    const instances: number[][] = [];
    for (const row of rows) {
      const process = elementAt(processes.ofLocation, location[row] ?? absent(row));
      const n = elementAt(counts, process);
      (instances[n] ??= []).push(row);
      addAt(counts, process, 1);
    }
    for (const members of instances) {
      if (isOfOne(members.map((row) => part[row] ?? absent(row)))) continue;
      crossing++;
      for (const row of members) leaveOut(collectives, row);
    }
  }
  return crossing;
}
