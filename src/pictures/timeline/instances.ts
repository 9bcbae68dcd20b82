/** Events of an experiment in a window, on the rows of a picture. */
import { absent, elementAt } from '../../base/elements.js';
import { duration } from '../../base/text.js';
import {
  type CollectiveMoment,
  type CollectiveStep,
  type Messages,
  MIDDLE,
  type NamedSpan,
  type Span,
} from './marks.js';

/** Waits, messages and the critical path in columns; times in seconds, locations by their numbers. */
export interface GivenMarks {
  readonly waitLocation: Uint32Array;
  readonly waitFrom: Float64Array;
  readonly waitTo: Float64Array;
  readonly messageFrom: Uint32Array;
  readonly messageTo: Uint32Array;
  readonly messageSend: Float64Array;
  readonly messageReceive: Float64Array;
  readonly messageWaiting: Float64Array;
  readonly pathLocation: Uint32Array;
  readonly pathFrom: Float64Array;
  readonly pathTo: Float64Array;
}

/** Calls in columns: on which row, how deep, of which call path, from when to when. */
export interface GivenCalls {
  readonly row: Uint32Array;
  readonly depth: Uint32Array;
  readonly node: Uint32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** Rows by their locations. */
export type Rows = ReadonlyMap<number, number>;

/** How long each wait is, written into it. */
export function waitSpans(columns: GivenMarks, rowOf: Rows): NamedSpan[] {
  return Array.from(columns.waitLocation, (location, at) => {
    const [from, to] = [elementAt(columns.waitFrom, at), elementAt(columns.waitTo, at)];
    return { row: rowOf.get(location) ?? -1, from, to, text: duration(to - from) };
  }).filter(({ row }) => row >= 0);
}

/** The names of calls within which no other is, the longest first. */
export function callSpans(parts: readonly GivenCalls[], nameOf: (node: number) => string): NamedSpan[] {
  return innermostCalls(parts)
    .sort((a, b) => b.to - b.from - (a.to - a.from))
    .map(({ row, node, from, to }) => ({ row, from, to, text: nameOf(node) }));
}

/** A call on its row. */
interface Call extends Span {
  readonly depth: number;
  readonly node: number;
}

/** Calls within which no other is, by row and time. */
function innermostCalls(parts: readonly GivenCalls[]): Call[] {
  const calls = new Map<string, Call>();
  for (const columns of parts)
    for (let at = 0; at < columns.row.length; at++) {
      const [row, depth] = [elementAt(columns.row, at), elementAt(columns.depth, at)];
      const [from, to] = [elementAt(columns.from, at), elementAt(columns.to, at)];
      calls.set(`${row}/${depth}/${from}`, { row, depth, node: elementAt(columns.node, at), from, to });
    }
  const ordered = [...calls.values()].sort((a, b) => a.row - b.row || a.from - b.from || a.depth - b.depth);
  return ordered.filter(({ row, depth, to }, at) => {
    const next = ordered[at + 1];
    return next?.row !== row || next.depth <= depth || next.from >= to;
  });
}

/**
 * The moments at which a row changes what it does: the begins and ends of its calls, ascending. Arrow keys go from one time
 * between them to the next.
 */
export function changesOf(parts: readonly GivenCalls[], row: number): number[] {
  const moments = new Set<number>();
  for (const columns of parts)
    for (let at = 0; at < columns.row.length; at++) {
      if (elementAt(columns.row, at) !== row) continue;
      moments.add(elementAt(columns.from, at));
      moments.add(elementAt(columns.to, at));
    }
  return [...moments].sort((a, b) => a - b);
}

/** The critical path, by time. */
export function pathOf(columns: GivenMarks, rowOf: Rows): Span[] {
  return Array.from(columns.pathLocation, (location, at) => ({
    row: rowOf.get(location) ?? -1,
    from: elementAt(columns.pathFrom, at),
    to: elementAt(columns.pathTo, at),
  })).filter(({ row }) => row >= 0);
}

/** Messages and collective operations in logical order: steps, and locations by their numbers. */
export interface GivenStepMarks {
  readonly messageFrom: Uint32Array;
  readonly messageTo: Uint32Array;
  readonly messageSend: Int32Array;
  readonly messageReceive: Int32Array;
  readonly messageWaiting: Float64Array;
  readonly collectiveStep: Int32Array;
  readonly collectiveWaiting: Float64Array;
  readonly memberEnd: Uint32Array;
  readonly member: Uint32Array;
}

/** Messages from one row to another, in the middle of the steps that send and receive them. */
export function messagesInSteps(columns: GivenStepMarks, rowOf: Rows): Messages {
  const middle = (steps: Int32Array): Float64Array => Float64Array.from(steps, (step) => step + MIDDLE);
  const { messageSend, messageReceive, ...rest } = columns;
  return messagesOf({ ...rest, messageSend: middle(messageSend), messageReceive: middle(messageReceive) }, rowOf);
}

/** Collective operations of several rows. */
export function collectivesInSteps(columns: GivenStepMarks, rowOf: Rows): CollectiveStep[] {
  const { collectiveStep, collectiveWaiting, memberEnd, member } = columns;
  return Array.from(collectiveStep, (step, at) => ({
    step,
    rows: [...member.subarray(at === 0 ? 0 : memberEnd[at - 1], memberEnd[at])].flatMap(
      (location) => rowOf.get(location) ?? [],
    ),
    waiting: elementAt(collectiveWaiting, at),
  }));
}

/** Collective operations in columns, the one waited in longest first, and members of their communicators. */
export interface GivenCollectives {
  readonly collectiveCommunicator: Uint32Array;
  readonly collectiveLast: Float64Array;
  readonly collectiveLate: Uint32Array;
  readonly collectiveWaiting: Float64Array;
  readonly communicator: Uint32Array;
  readonly communicatorEnd: Uint32Array;
  readonly communicatorMember: Uint32Array;
}

/** Collective operations of several rows, in order of time. */
export function collectivesInTime(columns: GivenCollectives, rowOf: Rows): CollectiveMoment[] {
  const { communicator, communicatorEnd: ends, communicatorMember: members } = columns;
  const rows = new Map<number, readonly number[]>();
  for (const [at, number] of communicator.entries()) {
    const own = members.subarray(at === 0 ? 0 : ends[at - 1], ends[at]);
    rows.set(number, [...new Set([...own].flatMap((location) => rowOf.get(location) ?? []))]);
  }
  return Array.from(columns.collectiveLast, (time, at) => ({
    time,
    rows: rows.get(elementAt(columns.collectiveCommunicator, at)) ?? [],
    late: rowOf.get(elementAt(columns.collectiveLate, at)),
    waiting: elementAt(columns.collectiveWaiting, at),
  })).filter((one) => one.rows.length > 1);
}

/** Messages from one row that is shown to another, and their places in the columns. */
export function messagesOf(
  columns: Pick<GivenMarks, 'messageFrom' | 'messageTo' | 'messageSend' | 'messageReceive' | 'messageWaiting'>,
  rowOf: Rows,
): Messages & { readonly index: readonly number[] } {
  const kept = Array.from(columns.messageFrom.keys()).filter((at) => {
    const [from, to] = [columns.messageFrom, columns.messageTo].map((list) => rowOf.get(elementAt(list, at)));
    return from !== undefined && to !== undefined && from !== to;
  });
  const rows = (locations: Uint32Array): number[] =>
    kept.map((at) => rowOf.get(elementAt(locations, at)) ?? absent(at));
  const times = (column: Float64Array): number[] => kept.map((at) => elementAt(column, at));
  return {
    index: kept,
    sender: rows(columns.messageFrom),
    receiver: rows(columns.messageTo),
    send: times(columns.messageSend),
    receive: times(columns.messageReceive),
    waiting: times(columns.messageWaiting),
  };
}
