import { absent, elementAt } from '../../../base/elements.js';
import { TrimtabError } from '../../../base/problem.js';
import { counted } from '../../../base/text.js';
import { RUN_ROWS, type TimelineFile } from '../../../experiments/files/timelineFile.js';
import type { CheckCancelled } from '../eventIndex.js';
import { countIn, largest, type RunRows, type Window } from '../timeline/largest.js';
import type { Answerer } from './answerer.js';

/** Maximum number of operations kept at once; lines of more would be an indistinct gray area. */
const MOST_OPERATIONS = 300_000;

export const stepMarks: Answerer<'stepMarks'> = (measurement, { from, to, locations, most }, checkCancelled) => {
  const file = measurement.timeline(checkCancelled);
  const unknown = locations.find((location) => location >= measurement.space.locationCount);
  if (unknown !== undefined) throw new TrimtabError(`There is no location ${unknown} in this experiment.`);
  const shown = new Set(locations);
  const found = new Map<number, Operations>();
  let count = 0;
  for (const location of shown) {
    checkCancelled();
    const own = operationsIn(file, location, { from, to }, MOST_OPERATIONS - count);
    if (own === undefined) {
      const missing = `More than ${counted(MOST_OPERATIONS, 'operation')} are seen; zoom in to see their messages and collective operations.`;
      return { head: { messages: 0, collectives: 0, missing }, columns: NOTHING() };
    }
    count += own.step.length;
    found.set(location, own);
  }
  const messages = messagesOf(file, found, most, checkCancelled);
  const collectives = collectivesOf(file, found, most, checkCancelled);
  return {
    head: { messages: messages.count, collectives: collectives.count },
    columns: { ...messages.columns, ...collectives.columns },
  };
};

/** Operations of a location in some steps, in order of time. */
interface Operations {
  readonly enter: number[];
  readonly leave: number[];
  readonly step: number[];
  readonly collective: number[];
}

/** @returns undefined where there are more than `most` */
function operationsIn(
  file: TimelineFile,
  location: number,
  { from, to }: Window,
  most: number,
): Operations | undefined {
  const found: Operations = { enter: [], leave: [], step: [], collective: [] };
  for (const rows of file.stepsIn(location, 'step', from, to))
    for (const [row, step] of rows.step.entries()) {
      if (step + 1 <= from || step >= to) continue;
      if (found.step.length >= most) return undefined;
      found.enter.push(elementAt(rows.enter, row));
      found.leave.push(elementAt(rows.leave, row));
      found.step.push(step);
      found.collective.push(elementAt(rows.collective, row));
    }
  return found;
}

/** The step of the operation that is under way at a moment; undefined where it is none of these. */
function stepAt({ enter, leave, step }: Operations, time: number): number | undefined {
  let [low, high] = [0, enter.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (elementAt(enter, middle) <= time) low = middle + 1;
    else high = middle;
  }
  return low > 0 && time <= elementAt(leave, low - 1) ? step[low - 1] : undefined;
}

/** The same, of all operations of a location. */
function anyStepAt(file: TimelineFile, location: number, time: number): number | undefined {
  for (const { enter, leave, step } of file.stepsIn(location, 'enter', time, Number.POSITIVE_INFINITY)) {
    const row = enter.findLastIndex((begin) => begin <= time);
    if (row >= 0 && time <= elementAt(leave, row)) return step[row];
    if (row < enter.length - 1) return undefined;
  }
  return undefined;
}

function messagesOf(
  file: TimelineFile,
  found: ReadonlyMap<number, Operations>,
  most: number,
  checkCancelled: CheckCancelled,
) {
  const read = (run: number): RunRows => {
    const rows = file.messages(run);
    const stepOf = (location: number | undefined, time: number | undefined): number | undefined => {
      const own = found.get(location ?? -1);
      return own === undefined ? undefined : stepAt(own, time ?? Number.NaN);
    };
    return {
      length: rows.send.length,
      from: (row) => elementAt(rows.send, row),
      to: (row) => elementAt(rows.receive, row),
      size: (row) => elementAt(rows.waiting, row),
      isMeant: (row) =>
        found.has(rows.from[row] ?? -1) &&
        found.has(rows.to[row] ?? -1) &&
        (stepOf(rows.from[row], rows.send[row]) ?? stepOf(rows.to[row], rows.receive[row])) !== undefined,
    };
  };
  const window = timeOf(found);
  const runs = file.runsOf('messages');
  const chosen = window === undefined ? [] : largest(runs, window, most, read, checkCancelled);
  const lines = chosen.flatMap(({ run, row }) => {
    const rows = file.messages(run);
    const [from, to] = [elementAt(rows.from, row), elementAt(rows.to, row)];
    const ends = [
      [from, elementAt(rows.send, row)],
      [to, elementAt(rows.receive, row)],
    ] as const;
    const [send, receive] = ends.map(
      ([location, time]) => stepAt(found.get(location) ?? absent(location), time) ?? anyStepAt(file, location, time),
    );
    return send === undefined || receive === undefined
      ? []
      : [{ from, to, send, receive, waiting: elementAt(rows.waiting, row) }];
  });
  return {
    count: window === undefined ? 0 : countIn(runs, window, false, read, checkCancelled),
    columns: {
      messageFrom: Uint32Array.from(lines, ({ from }) => from),
      messageTo: Uint32Array.from(lines, ({ to }) => to),
      messageSend: Int32Array.from(lines, ({ send }) => send),
      messageReceive: Int32Array.from(lines, ({ receive }) => receive),
      messageWaiting: Float64Array.from(lines, ({ waiting }) => waiting),
    },
  };
}

/** When the first of some operations begins and the last ends; undefined where there is none. */
function timeOf(found: ReadonlyMap<number, Operations>): Window | undefined {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { enter, leave } of found.values()) {
    from = Math.min(from, enter[0] ?? Number.POSITIVE_INFINITY);
    to = Math.max(to, leave.at(-1) ?? Number.NEGATIVE_INFINITY);
  }
  // Operations that end with the last one belong to it.
  return from <= to ? { from, to: to + Math.abs(to) * 1e-15 + Number.MIN_VALUE } : undefined;
}

function collectivesOf(
  file: TimelineFile,
  found: ReadonlyMap<number, Operations>,
  most: number,
  checkCancelled: CheckCancelled,
) {
  const all = new Map<number, { readonly step: number; readonly members: number[] }>();
  for (const [location, { step, collective }] of found)
    for (const [row, number] of collective.entries()) {
      if (number < 0) continue;
      const known = all.get(number) ?? { step: elementAt(step, row), members: [] };
      known.members.push(location);
      all.set(number, known);
    }
  let rows: { readonly run: number; readonly of: ReturnType<TimelineFile['collectives']> } | undefined;
  const told = [...all]
    .sort(([a], [b]) => a - b)
    .flatMap(([number, { step, members }]) => {
      // A line leads from one to another.
      if (members.length < 2) return [];
      const run = Math.floor(number / RUN_ROWS);
      if (rows?.run !== run) {
        checkCancelled();
        rows = { run, of: file.collectives(run) };
      }
      const { operation, waiting } = rows.of;
      const row = number % RUN_ROWS;
      return [{ step, members, operation: elementAt(operation, row), waiting: elementAt(waiting, row) }];
    });
  const chosen = told.toSorted((a, b) => b.waiting - a.waiting).slice(0, most);
  let end = 0;
  return {
    count: told.length,
    columns: {
      collectiveStep: Int32Array.from(chosen, ({ step }) => step),
      collectiveOperation: Int32Array.from(chosen, ({ operation }) => operation),
      collectiveWaiting: Float64Array.from(chosen, ({ waiting }) => waiting),
      memberEnd: Uint32Array.from(chosen, ({ members }) => (end += members.length)),
      member: Uint32Array.from(chosen.flatMap(({ members }) => members)),
    },
  };
}

const NOTHING = () => ({
  messageFrom: new Uint32Array(0),
  messageTo: new Uint32Array(0),
  messageSend: new Int32Array(0),
  messageReceive: new Int32Array(0),
  messageWaiting: new Float64Array(0),
  collectiveStep: new Int32Array(0),
  collectiveOperation: new Int32Array(0),
  collectiveWaiting: new Float64Array(0),
  memberEnd: new Uint32Array(0),
  member: new Uint32Array(0),
});
