/** The numbers of a timeline as tables: time by row, waits, messages and collective operations in a window. */
import { csvLines } from '../../base/csv.js';
import { elementAt } from '../../base/elements.js';
import { dataSize, duration, grouped, quantity } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import { CollectiveOperation } from '../../model/events.js';
import { type TimeClass, timeClasses, timeNames } from '../colors/inks.js';
import { bundleIn, type GivenBundles } from './bundles.js';
import type { Window } from './frame.js';
import type { GivenCollectives, GivenMarks } from './instances.js';

export const tableKinds = ['time', 'waits', 'messages', 'bundles', 'collectives'] as const;
export type TableKind = (typeof tableKinds)[number];

export interface TimelineTable {
  /** Numbers of columns are on the right; their unit is in the head where values are saved. */
  readonly heads: readonly { readonly text: string; readonly isNumber: boolean; readonly unit?: string }[];
  readonly lines: readonly TableLine[];
}

export interface TableLine {
  /** As people read them, and as they are saved. */
  readonly texts: readonly string[];
  readonly values: readonly (string | number)[];
  /** Position in the picture; omitted for a whole row. */
  readonly at?: Window & { readonly location: number; readonly time: Seconds };
}

/** Names that numbers refer to. */
export interface TableNames {
  readonly who: (location: number) => string;
  readonly functionOf: (node: number) => string;
}

const text = (text: string) => ({ text, isNumber: false });
const number = (text: string, unit: string) => ({ text, isNumber: true, unit });
const moment = (time: Seconds): string => `${time.toFixed(6)} s`;

type Columns = GivenMarks &
  GivenCollectives & {
    readonly waitNode: Uint32Array;
    readonly waitLate: Int32Array;
    readonly messageBytes: Float64Array;
    readonly collectiveFirst: Float64Array;
    readonly collectiveEnd: Float64Array;
    readonly collectiveOperation: Uint32Array;
  };

/** Waits, the longest first. */
export function waitsTable(columns: Columns, { who, functionOf }: TableNames): TimelineTable {
  return {
    heads: [text('Who'), number('Waited', 's'), number('From', 's'), number('To', 's'), text('In'), text('For')],
    lines: Array.from(columns.waitLocation, (location, row) => {
      const [from, to] = [elementAt(columns.waitFrom, row), elementAt(columns.waitTo, row)];
      const late = elementAt(columns.waitLate, row);
      const [where, cause] = [functionOf(elementAt(columns.waitNode, row)), late < 0 ? '' : who(late)];
      return {
        texts: [who(location), duration(to - from), moment(from), moment(to), where, cause],
        values: [who(location), to - from, from, to, where, cause],
        at: { location, time: (from + to) / 2, from, to },
      };
    }),
  };
}

/** Messages, those waited for longest first. */
export function messagesTable(columns: Columns, { who }: TableNames): TimelineTable {
  return {
    heads: [
      ...[text('From'), text('To'), number('Size', 'B'), number('Sent', 's'), number('Received', 's')],
      ...[number('In transit', 's'), number('Makes wait', 's')],
    ],
    lines: Array.from(columns.messageFrom, (sender, row) => {
      const [send, receive] = [elementAt(columns.messageSend, row), elementAt(columns.messageReceive, row)];
      const [bytes, waiting] = [elementAt(columns.messageBytes, row), elementAt(columns.messageWaiting, row)];
      const receiver = elementAt(columns.messageTo, row);
      const size = Number.isNaN(bytes) ? '' : quantity(bytes, 'bytes');
      const waited = waiting > 0 ? duration(waiting) : '';
      return {
        texts: [who(sender), who(receiver), size, moment(send), moment(receive), duration(receive - send), waited],
        values: [who(sender), who(receiver), Number.isNaN(bytes) ? '' : bytes, send, receive, receive - send, waiting],
        at: { location: receiver, time: receive, from: Math.min(send, receive), to: Math.max(send, receive) },
      };
    }),
  };
}

/** Bundles of messages, those with the most messages first. @param rows names of rows, and a location of each */
export function bundlesTable(
  bundles: GivenBundles,
  rows: readonly { readonly name: string; readonly locations: readonly number[] }[],
): TimelineTable {
  return {
    heads: [
      ...[text('From'), text('To'), number('Messages', 'count'), number('Size', 'B')],
      ...[number('Sent about', 's'), number('Received about', 's'), number('Makes wait', 's')],
    ],
    lines: Array.from(bundles.count, (_, at) => {
      const { sender, receiver, count, bytes, send, receive, waiting } = bundleIn(bundles, at);
      const [from, to] = [rows[sender]?.name ?? '', rows[receiver]?.name ?? ''];
      const isKnown = !Number.isNaN(bytes);
      const waited = waiting > 0 ? duration(waiting) : '';
      const [location] = rows[receiver]?.locations ?? [];
      return {
        texts: [from, to, grouped(count), isKnown ? dataSize(bytes) : '', moment(send), moment(receive), waited],
        values: [from, to, count, isKnown ? bytes : '', send, receive, waiting],
        ...(location === undefined
          ? {}
          : { at: { location, time: receive, from: Math.min(send, receive), to: Math.max(send, receive) } }),
      };
    }),
  };
}

/** Collective operations, those waited in longest first. */
export function collectivesTable(columns: Columns, { who }: TableNames): TimelineTable {
  return {
    heads: [
      ...[text('Operation'), number('Waited', 's'), number('First rank came', 's'), number('Last rank came', 's')],
      ...[text('Last rank'), number('Ended', 's')],
    ],
    lines: Array.from(columns.collectiveOperation, (operation, row) => {
      const [first, last] = [elementAt(columns.collectiveFirst, row), elementAt(columns.collectiveLast, row)];
      const [end, waiting] = [elementAt(columns.collectiveEnd, row), elementAt(columns.collectiveWaiting, row)];
      const late = elementAt(columns.collectiveLate, row);
      const name = collectiveName(operation);
      return {
        texts: [name, duration(waiting), moment(first), moment(last), who(late), moment(end)],
        values: [name, waiting, first, last, who(late), end],
        at: { location: late, time: last, from: first, to: end },
      };
    }),
  };
}

/** Seconds of rows by class: value `r * classes + c` is that of row `r` and class `c`. */
export interface RowTimes {
  readonly rows: readonly string[];
  readonly classes: readonly TimeClass[];
  readonly seconds: Float64Array;
  readonly waiting: Float64Array;
}

/** Returns the time of each row by class; classes without any time are omitted. Waiting is a part of them. */
export function timeTable({ rows, classes, seconds, waiting }: RowTimes): TimelineTable {
  const at = (row: number, each: number): number => elementAt(seconds, row * classes.length + each);
  const used = timeClasses.flatMap((name) => {
    const each = classes.indexOf(name);
    return each >= 0 && rows.some((_, row) => at(row, each) > 0) ? [{ name, each }] : [];
  });
  return {
    heads: [
      text('Row'),
      ...used.map(({ name }) => number(timeNames[name], 's')),
      number('in calls', 's'),
      number(timeNames.waiting, 's'),
    ],
    lines: rows.map((name, row) => {
      const parts = used.map(({ each }) => at(row, each));
      const values = [...parts, parts.reduce((sum, value) => sum + value, 0), elementAt(waiting, row)];
      return { texts: [name, ...values.map((value) => duration(value))], values: [name, ...values] };
    }),
  };
}

/** `MPI_Reduce_scatter`; operations on windows and communicators in words. */
export function collectiveName(operation: number): string {
  const [name = `operation ${grouped(operation)}`] =
    Object.entries(CollectiveOperation).find(([, known]) => known === operation) ?? [];
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  const isMpi = operation < CollectiveOperation.CreateHandle;
  return isMpi ? `MPI_${words.charAt(0).toUpperCase()}${words.slice(1).replaceAll(' ', '_')}` : words;
}

/** All lines of a table, with units in the head. */
export function csvOf({ heads, lines }: TimelineTable): string {
  const head = heads.map(({ text, unit }) => (unit === undefined ? text : `${text} (${unit})`));
  return csvLines([head, ...lines.map(({ values }) => values)]);
}
