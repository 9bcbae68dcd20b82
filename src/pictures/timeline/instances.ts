/** What an experiment tells of a window, on the rows of a picture. */
import { absent, elementAt } from '../../base/elements.js';
import { duration } from '../../base/text.js';
import type { Messages, NamedSpan, Span } from './marks.js';

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
  const calls = new Map<string, { row: number; depth: number; node: number; from: number; to: number }>();
  for (const columns of parts)
    for (let at = 0; at < columns.row.length; at++) {
      const [row, depth] = [elementAt(columns.row, at), elementAt(columns.depth, at)];
      const [from, to] = [elementAt(columns.from, at), elementAt(columns.to, at)];
      calls.set(`${row}/${depth}/${from}`, { row, depth, node: elementAt(columns.node, at), from, to });
    }
  const ordered = [...calls.values()].sort((a, b) => a.row - b.row || a.from - b.from || a.depth - b.depth);
  return ordered
    .filter(({ row, depth, to }, at) => {
      const next = ordered[at + 1];
      return next?.row !== row || next.depth <= depth || next.from >= to;
    })
    .sort((a, b) => b.to - b.from - (a.to - a.from))
    .map(({ row, node, from, to }) => ({ row, from, to, text: nameOf(node) }));
}

/** The critical path, by time. */
export function pathOf(columns: GivenMarks, rowOf: Rows): Span[] {
  return Array.from(columns.pathLocation, (location, at) => ({
    row: rowOf.get(location) ?? -1,
    from: elementAt(columns.pathFrom, at),
    to: elementAt(columns.pathTo, at),
  })).filter(({ row }) => row >= 0);
}

/** Messages between rows that are shown. */
export function messagesOf(columns: GivenMarks, rowOf: Rows): Messages {
  const kept = Array.from(columns.messageFrom.keys()).filter(
    (at) => rowOf.has(elementAt(columns.messageFrom, at)) && rowOf.has(elementAt(columns.messageTo, at)),
  );
  const rows = (locations: Uint32Array): number[] =>
    kept.map((at) => rowOf.get(elementAt(locations, at)) ?? absent(at));
  const times = (column: Float64Array): number[] => kept.map((at) => elementAt(column, at));
  return {
    sender: rows(columns.messageFrom),
    receiver: rows(columns.messageTo),
    send: times(columns.messageSend),
    receive: times(columns.messageReceive),
    waiting: times(columns.messageWaiting),
  };
}
