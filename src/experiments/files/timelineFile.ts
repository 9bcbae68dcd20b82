/**
 * The timeline of a run as a file next to its performance space (`timeline.bin`). It is derived: a missing or damaged
 * one is recreated from the trace. Blocks are held while it is open. Interactions between locations are read in runs of
 * rows, of which only the times and the largest number are held.
 */
import * as v from 'valibot';
import type { Column } from '../../base/columns.js';
import { absent } from '../../base/elements.js';
import { TrimtabError } from '../../base/problem.js';
import {
  type CounterName,
  TIME_CLASSES,
  type Timeline,
  type TimelineBlocks,
  type TimelineClocks,
  type TimelineCounters,
  type TimelineSteps,
} from '../../model/timeline.js';
import { ColumnFile, writeColumnFile } from './columnFile.js';

const MARK = 'TTTIME01';
/** Rows that are read at once. */
export const RUN_ROWS = 4096;

/** Limits for counts in untrusted files. */
const MOST = { locations: 1 << 24, properties: 256, counters: 4096 };

/** Those before have no steps and counters. */
const VERSION = 2;

const count = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most));
const schema = v.object({
  format: v.literal('trimtab-timeline'),
  version: v.literal(VERSION),
  span: v.pipe(v.number(), v.finite(), v.minValue(0)),
  isChanged: v.boolean(),
  properties: v.pipe(v.array(v.string()), v.maxLength(MOST.properties)),
  locations: count(MOST.locations),
  callPaths: count(0xffff_ffff),
  /** How many steps there are in logical order, and how late the latest operation of one is, in seconds. */
  steps: count(0x7fff_ffff),
  latest: v.pipe(v.number(), v.finite(), v.minValue(0)),
  counters: v.pipe(v.array(v.object({ name: v.string(), unit: v.string() })), v.maxLength(MOST.counters)),
});

/** Interactions between locations. */
export type TableName = 'waits' | 'messages' | 'collectives' | 'path';
/** Some rows of a table. */
export type RowsOf<N extends TableName> = Timeline[N];

/** When rows begin and end, and what is largest in them. */
type Spans = readonly [from: Float64Array, to: Float64Array, size: (row: number) => number];

const at = (column: Float64Array, row: number): number => column[row] ?? absent(row);

/** Runs of rows that follow one another: when the first begins, when the last one of all has ended, what is largest. */
export interface Runs {
  readonly rows: number;
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly largest: Float64Array;
}

function runsOf(rows: number, [from, to, size]: Spans): Runs {
  const count = Math.ceil(rows / RUN_ROWS);
  const [first, last, largest] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  for (let run = 0; run < count; run++) {
    const begin = run * RUN_ROWS;
    first[run] = at(from, begin);
    let [latest, most] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let row = begin; row < Math.min(rows, begin + RUN_ROWS); row++) {
      latest = Math.max(latest, at(from, row), at(to, row));
      most = Math.max(most, size(row));
    }
    last[run] = latest;
    largest[run] = most;
  }
  return { rows, first, last, largest };
}

/** Writes a timeline. @param callPaths how many the call tree has @throws TrimtabError where it cannot be written */
export function writeTimeline(path: string, timeline: Timeline, callPaths: number): void {
  const { span, isChanged, properties, blocks } = timeline;
  const columns: Record<string, Column> = {};
  for (const [name, column] of Object.entries<Column>({ ...blocks })) columns[`blocks.${name}`] = column;
  const add = (table: TableName, rows: object, [from, to, size]: Spans): void => {
    const { first, last, largest } = runsOf(from.length, [from, to, size]);
    for (const [name, column] of Object.entries<Column>({ ...rows })) columns[`${table}.${name}`] = column;
    for (const [name, column] of Object.entries({ first, last, largest })) columns[`${table}.run.${name}`] = column;
  };
  const { waits, messages, collectives, path: parts, steps, counters, counterNames } = timeline;
  add('waits', waits, [waits.from, waits.to, (row) => at(waits.to, row) - at(waits.from, row)]);
  add('messages', messages, [messages.send, messages.receive, (row) => at(messages.waiting, row)]);
  add('collectives', collectives, [collectives.first, collectives.end, (row) => at(collectives.waiting, row)]);
  add('path', parts, [parts.from, parts.to, (row) => at(parts.to, row) - at(parts.from, row)]);
  for (const [name, column] of Object.entries<Column>({ ...counters })) columns[`counters.${name}`] = column;
  for (const [name, column] of Object.entries<Column>({ ...steps })) columns[`steps.${name}`] = column;
  const begins = Array.from({ length: Math.ceil(steps.enter.length / RUN_ROWS) }, (_, run) => run * RUN_ROWS);
  for (const [name, column] of Object.entries<Column>({ ...timeline.communicators }))
    columns[`communicators.${name}`] = column;
  for (const [name, column] of Object.entries<Column>({ ...timeline.clocks })) columns[`clocks.${name}`] = column;
  columns['steps.run.enter'] = Float64Array.from(begins, (row) => at(steps.enter, row));
  columns['steps.run.step'] = Int32Array.from(begins, (row) => steps.step[row] ?? absent(row));
  const about: v.InferOutput<typeof schema> = {
    format: 'trimtab-timeline',
    version: VERSION,
    ...{ span, isChanged, properties: [...properties], locations: blocks.events.length, callPaths },
    steps: steps.step.reduce((most, step) => Math.max(most, step + 1), 0),
    latest: steps.late.reduce((most, late) => Math.max(most, late), 0),
    counters: counterNames.map(({ name, unit }) => ({ name, unit })),
  };
  writeColumnFile(path, MARK, about, columns);
}

/** Returns a function that creates its value on the first call. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function damaged(reason: string, cause?: unknown): TrimtabError {
  return new TrimtabError(`The stored timeline is damaged: ${reason}.`, { cause });
}

/** The timeline of a run, open for reading. */
export class TimelineFile {
  private communicatorRows: ReadonlyMap<number, number> | undefined;

  private constructor(
    private readonly file: ColumnFile,
    private readonly about: v.InferOutput<typeof schema>,
    readonly blocks: TimelineBlocks,
    private readonly runs: Readonly<Record<TableName, Runs>>,
    private readonly stepIndex: StepIndex,
    /** By location, where the rows of counters begin. */
    private readonly firstCounter: Uint32Array,
  ) {}

  /**
   * Opens one and checks what it holds of it.
   * @param expected what the run has
   * @param hold called with the bytes that will be held, before they are
   * @throws TrimtabError where it is damaged or of another run; what `hold` throws
   */
  static open(
    path: string,
    expected: { readonly locations: number; readonly callPaths: number },
    hold: (bytes: number) => void,
  ): TimelineFile {
    const file = ColumnFile.open(path, MARK, damaged);
    try {
      const checked = v.safeParse(schema, file.about);
      if (!checked.success) throw damaged(checked.issues[0].message);
      const about = checked.output;
      if (about.locations !== expected.locations || about.callPaths !== expected.callPaths)
        throw damaged('it belongs to another run');
      const rows = file.lengthOf('blocks.start');
      const runs = (table: TableName): number => file.lengthOf(`${table}.run.first`);
      hold(
        8 *
          (rows * (TIME_CLASSES.length + 4) +
            3 * (runs('waits') + runs('messages') + runs('collectives') + runs('path')) +
            2 * file.lengthOf('steps.run.enter') +
            about.locations),
      );
      const blocks = readBlocks(file, about.locations, about.callPaths);
      const tables = {
        waits: readRuns(file, 'waits', 'from'),
        messages: readRuns(file, 'messages', 'send'),
        collectives: readRuns(file, 'collectives', 'first'),
        path: readRuns(file, 'path', 'from'),
      };
      const firstCounter = firstRows(file, 'counters', about.locations, file.lengthOf('counters.from'));
      return new TimelineFile(file, about, blocks, tables, readStepIndex(file, about.locations), firstCounter);
    } catch (error) {
      file.close();
      throw error;
    }
  }

  get span(): number {
    return this.about.span;
  }

  get isChanged(): boolean {
    return this.about.isChanged;
  }

  get properties(): readonly string[] {
    return this.about.properties;
  }

  /**
   * The locations of a communicator's members; none where they are not known.
   * @throws TrimtabError where they are damaged
   */
  membersOf(communicator: number): Int32Array {
    this.communicatorRows ??= this.readCommunicatorRows();
    const row = this.communicatorRows.get(communicator);
    if (row === undefined) return new Int32Array(0);
    const [from = 0, to = 0] = this.file.read('communicators.first', 'uint32', row, row + 2);
    if (from > to || to > this.file.lengthOf('communicators.member')) throw damaged('members are missing');
    const members = this.file.read('communicators.member', 'int32', from, to);
    if (members.some((one) => one < 0 || one >= this.about.locations)) throw damaged('members are unknown locations');
    return members;
  }

  /** Timelines of earlier versions have none. */
  private readCommunicatorRows(): ReadonlyMap<number, number> {
    if (!this.file.has('communicators.number')) return new Map();
    const count = this.file.lengthOf('communicators.number');
    if (this.file.lengthOf('communicators.first') !== count + 1) throw damaged('communicators are missing');
    const numbers = this.file.read('communicators.number', 'int32', 0, count);
    return new Map(Array.from(numbers, (number, row) => [number, row]));
  }

  /**
   * How clocks were corrected; undefined where they were not.
   * @param processes of the run
   * @param hold called with the bytes that will be held, before they are
   * @throws TrimtabError where that is damaged; what `hold` throws
   */
  clocks(processes: number, hold: (bytes: number) => void): TimelineClocks | undefined {
    if (!this.file.has('clocks.first')) return undefined;
    const knots = this.file.lengthOf('clocks.measured');
    hold(16 * knots + 4 * (processes + 1));
    const first = firstRows(this.file, 'clocks', processes, knots);
    const read = (name: string): Float64Array => this.file.read(`clocks.${name}`, 'float64', 0, knots);
    const clocks = { first, measured: read('measured'), corrected: read('corrected') };
    for (let process = 0; process < processes; process++)
      for (let knot = (first[process] ?? absent(process)) + 1; knot < (first[process + 1] ?? absent(process)); knot++)
        if (!(at(clocks.measured, knot) > at(clocks.measured, knot - 1)))
          throw damaged('knots of a clock are not in order');
    return clocks;
  }

  /** How many steps there are in logical order. */
  get steps(): number {
    return this.about.steps;
  }

  /** How long after the first operation of its step the latest one of all began, in seconds. */
  get latest(): number {
    return this.about.latest;
  }

  get counterNames(): readonly CounterName[] {
    return this.about.counters;
  }

  runsOf(table: TableName): Runs {
    return this.runs[table];
  }

  /**
   * Reads operations of a location in logical order, a run of rows at a time: all that overlap some time or some steps,
   * and a few more.
   * @throws TrimtabError if they are damaged
   */
  *stepsIn(location: number, by: 'enter' | 'step', from: number, to: number): Generator<Omit<TimelineSteps, 'first'>> {
    const { first, [by]: begins } = this.stepIndex;
    const [begin, end] = [first[location] ?? absent(location), first[location + 1] ?? absent(location)];
    const firstRun = Math.ceil(begin / RUN_ROWS);
    const lastRun = Math.ceil(end / RUN_ROWS) - 1;
    // The run in which it begins has rows of others before; the last one that begins before `from` is the first that counts.
    let run = Math.floor(begin / RUN_ROWS);
    for (let next = Math.max(firstRun, run + 1); next <= lastRun; next++) {
      if ((begins[next] ?? absent(next)) > from) break;
      run = next;
    }
    for (; run <= lastRun && begin < end; run++) {
      if (run * RUN_ROWS >= begin && (begins[run] ?? absent(run)) >= to) return;
      const rows = [Math.max(begin, run * RUN_ROWS), Math.min(end, (run + 1) * RUN_ROWS)] as const;
      const read = (name: string): Float64Array => this.file.read(`steps.${name}`, 'float64', ...rows);
      yield {
        enter: read('enter'),
        leave: read('leave'),
        late: read('late'),
        step: this.file.read('steps.step', 'int32', ...rows),
        collective: this.collectiveOf(rows),
      };
    }
  }

  /** Timelines of earlier versions do not contain it. */
  private collectiveOf(rows: readonly [number, number]): Int32Array {
    if (!this.file.has('steps.collective')) return new Int32Array(rows[1] - rows[0]).fill(-1);
    const column = this.file.read('steps.collective', 'int32', ...rows);
    const end = this.runs.collectives.rows;
    for (const value of column) if (value < -1 || value >= end) throw damaged('steps refer to unknown collectives');
    return column;
  }

  /** Returns the counter values of a location. @throws TrimtabError if it is damaged */
  countersOf(location: number): Omit<TimelineCounters, 'first'> {
    const bounds = [
      this.firstCounter[location] ?? absent(location),
      this.firstCounter[location + 1] ?? absent(location),
    ] as const;
    const read = (name: string): Float64Array => this.file.read(`counters.${name}`, 'float64', ...bounds);
    const counter = this.file.read('counters.counter', 'int32', ...bounds);
    if (counter.some((one) => one < 0 || one >= this.about.counters.length))
      throw damaged('values refer to unknown counters');
    return {
      counter,
      from: read('from'),
      to: read('to'),
      least: read('least'),
      most: read('most'),
      mean: read('mean'),
    };
  }

  /**
   * The rows of a run. There are many: a column is read when it is first asked for.
   * @throws TrimtabError, then, where it is damaged
   */
  waits(run: number): RowsOf<'waits'> {
    const { locations, callPaths } = this.about;
    const times = this.timesIn('waits', run);
    const [from, to, lateTime] = [times('from'), times('to'), times('lateTime')];
    const location = once(() => this.index('waits', 'location', run, locations));
    const node = once(() => this.index('waits', 'node', run, callPaths));
    const late = once(() => this.index('waits', 'late', run, locations, -1));
    const lateNode = once(() => this.index('waits', 'lateNode', run, callPaths, -1));
    const part = once(() => this.bytes('waits', 'part', run));
    const property = once(() => {
      const column = this.bytes('waits', 'property', run);
      if (column.some((one) => one >= this.properties.length)) throw damaged('a wait is of no property');
      return column;
    });
    return {
      get from() {
        return from();
      },
      get to() {
        return to();
      },
      get location() {
        return location();
      },
      get node() {
        return node();
      },
      get late() {
        return late();
      },
      get lateNode() {
        return lateNode();
      },
      get lateTime() {
        return lateTime();
      },
      get property() {
        return property();
      },
      get part() {
        return part();
      },
    };
  }

  /** As waits. */
  messages(run: number): RowsOf<'messages'> {
    const { locations } = this.about;
    const times = this.timesIn('messages', run);
    const [send, receive, waiting] = [times('send'), times('receive'), times('waiting')];
    const from = once(() => this.index('messages', 'from', run, locations));
    const to = once(() => this.index('messages', 'to', run, locations));
    const [begin, end] = this.bounds('messages', run);
    // Timelines of earlier versions do not contain it.
    const bytes = this.file.has('messages.bytes')
      ? times('bytes')
      : once(() => new Float64Array(end - begin).fill(Number.NaN));
    return {
      get send() {
        return send();
      },
      get receive() {
        return receive();
      },
      get from() {
        return from();
      },
      get to() {
        return to();
      },
      get waiting() {
        return waiting();
      },
      get bytes() {
        return bytes();
      },
    };
  }

  /** The rows of a run. @throws TrimtabError where they are damaged */
  collectives(run: number): RowsOf<'collectives'> {
    return {
      first: this.column('collectives', 'first', run),
      last: this.column('collectives', 'last', run),
      end: this.column('collectives', 'end', run),
      communicator: this.index('collectives', 'communicator', run, 0x7fff_ffff),
      operation: this.index('collectives', 'operation', run, 0x7fff_ffff),
      late: this.index('collectives', 'late', run, this.about.locations),
      waiting: this.column('collectives', 'waiting', run),
    };
  }

  /** As collectives. */
  path(run: number): RowsOf<'path'> {
    return {
      from: this.column('path', 'from', run),
      to: this.column('path', 'to', run),
      location: this.index('path', 'location', run, this.about.locations),
    };
  }

  close(): void {
    this.file.close();
  }

  private bounds(table: TableName, run: number): readonly [number, number] {
    return [run * RUN_ROWS, Math.min(this.runs[table].rows, (run + 1) * RUN_ROWS)];
  }

  private timesIn(table: TableName, run: number): (name: string) => () => Float64Array {
    return (name) => once(() => this.column(table, name, run));
  }

  private column(table: TableName, name: string, run: number): Float64Array {
    return this.file.read(`${table}.${name}`, 'float64', ...this.bounds(table, run));
  }

  private bytes(table: TableName, name: string, run: number): Uint8Array {
    return this.file.read(`${table}.${name}`, 'uint8', ...this.bounds(table, run));
  }

  private index(table: TableName, name: string, run: number, end: number, least = 0): Int32Array {
    const column = this.file.read(`${table}.${name}`, 'int32', ...this.bounds(table, run));
    for (const value of column) if (value < least || value >= end) throw damaged(`${table} refer to unknown entries`);
    return column;
  }
}

function readBlocks(file: ColumnFile, locations: number, callPaths: number): TimelineBlocks {
  const rows = file.lengthOf('blocks.start');
  const all = (name: string, length = rows): Float64Array => file.read(`blocks.${name}`, 'float64', 0, length);
  const blocks: TimelineBlocks = {
    first: file.read('blocks.first', 'uint32', 0, locations + 1),
    events: all('events', locations),
    start: all('start'),
    seconds: all('seconds', rows * TIME_CLASSES.length),
    waiting: all('waiting'),
    path: all('path'),
    node: file.read('blocks.node', 'int32', 0, rows),
  };
  const { first, start, node } = blocks;
  if (first[0] !== 0 || first[locations] !== rows) throw damaged('its blocks are not those of its locations');
  for (let location = 0; location < locations; location++) {
    const [from, to] = [first[location] ?? absent(location), first[location + 1] ?? absent(location)];
    if (from > to) throw damaged('its blocks are not those of its locations');
    for (let row = from + 1; row < to; row++)
      if (!(at(start, row) >= at(start, row - 1))) throw damaged('its blocks are not in order of time');
  }
  for (const column of [blocks.events, start, blocks.seconds, blocks.waiting, blocks.path])
    if (!column.every(Number.isFinite)) throw damaged('its blocks have what is no number');
  if (node.some((one) => one < -1 || one >= callPaths)) throw damaged('its blocks refer to no call path');
  return blocks;
}

/** Positions of operations in logical order: the first by location, and the time and step of the first one by run. */
interface StepIndex {
  readonly first: Uint32Array;
  readonly enter: Float64Array;
  readonly step: Int32Array;
}

function readStepIndex(file: ColumnFile, locations: number): StepIndex {
  const rows = file.lengthOf('steps.enter');
  const runs = Math.ceil(rows / RUN_ROWS);
  return {
    first: firstRows(file, 'steps', locations, rows),
    enter: file.read('steps.run.enter', 'float64', 0, runs),
    step: file.read('steps.run.step', 'int32', 0, runs),
  };
}

/** By location, where its rows begin. */
function firstRows(file: ColumnFile, table: string, locations: number, rows: number): Uint32Array {
  const first = file.read(`${table}.first`, 'uint32', 0, locations + 1);
  if (first[0] !== 0 || first[locations] !== rows || first.some((row, at) => row > (first[at + 1] ?? rows)))
    throw damaged(`its ${table} are not those of its locations`);
  return first;
}

function readRuns(file: ColumnFile, table: TableName, key: string): Runs {
  const rows = file.lengthOf(`${table}.${key}`);
  const count = Math.ceil(rows / RUN_ROWS);
  const column = (name: string): Float64Array => file.read(`${table}.run.${name}`, 'float64', 0, count);
  return { rows, first: column('first'), last: column('last'), largest: column('largest') };
}
