/**
 * The timeline of a run as a file beside its performance space (`timeline.bin`). It is derived: a missing or damaged one is
 * made again from the trace. Blocks are held while it is open, what happens between locations is read in runs of rows, of
 * which only the times and the largest number are held.
 */
import * as v from 'valibot';
import type { Column } from '../base/columns.js';
import { absent } from '../base/elements.js';
import { TrimtabError } from '../base/problem.js';
import { TIME_CLASSES, type Timeline, type TimelineBlocks } from '../model/timeline.js';
import { ColumnFile, writeColumnFile } from './columnFile.js';

const MARK = 'TTTIME01';
/** Rows that are read at once. */
export const RUN_ROWS = 4096;

/** How many there may be of what others say there is. */
const MOST = { locations: 1 << 24, properties: 256 };

const count = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most));
const schema = v.object({
  format: v.literal('trimtab-timeline'),
  version: v.literal(1),
  span: v.pipe(v.number(), v.finite(), v.minValue(0)),
  isChanged: v.boolean(),
  properties: v.pipe(v.array(v.string()), v.maxLength(MOST.properties)),
  locations: count(MOST.locations),
  callPaths: count(0xffff_ffff),
});

/** What happens between locations. */
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
  const { waits, messages, collectives, path: parts } = timeline;
  add('waits', waits, [waits.from, waits.to, (row) => at(waits.to, row) - at(waits.from, row)]);
  add('messages', messages, [messages.send, messages.receive, (row) => at(messages.waiting, row)]);
  add('collectives', collectives, [collectives.first, collectives.end, (row) => at(collectives.waiting, row)]);
  add('path', parts, [parts.from, parts.to, (row) => at(parts.to, row) - at(parts.from, row)]);
  const about: v.InferOutput<typeof schema> = {
    format: 'trimtab-timeline',
    version: 1,
    ...{ span, isChanged, properties: [...properties], locations: blocks.events.length, callPaths },
  };
  writeColumnFile(path, MARK, about, columns);
}

function damaged(reason: string, cause?: unknown): TrimtabError {
  return new TrimtabError(`The stored timeline is damaged: ${reason}.`, { cause });
}

/** The timeline of a run, open for reading. */
export class TimelineFile {
  private constructor(
    private readonly file: ColumnFile,
    private readonly about: v.InferOutput<typeof schema>,
    readonly blocks: TimelineBlocks,
    private readonly runs: Readonly<Record<TableName, Runs>>,
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
            3 * (runs('waits') + runs('messages') + runs('collectives') + runs('path'))),
      );
      const blocks = readBlocks(file, about.locations, about.callPaths);
      return new TimelineFile(file, about, blocks, {
        waits: readRuns(file, 'waits', 'from'),
        messages: readRuns(file, 'messages', 'send'),
        collectives: readRuns(file, 'collectives', 'first'),
        path: readRuns(file, 'path', 'from'),
      });
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

  runsOf(table: TableName): Runs {
    return this.runs[table];
  }

  /** The rows of a run. @throws TrimtabError where they are damaged */
  waits(run: number): RowsOf<'waits'> {
    const rows = {
      from: this.column('waits', 'from', run),
      to: this.column('waits', 'to', run),
      location: this.index('waits', 'location', run, this.about.locations),
      node: this.index('waits', 'node', run, this.about.callPaths),
      late: this.index('waits', 'late', run, this.about.locations, -1),
      lateNode: this.index('waits', 'lateNode', run, this.about.callPaths, -1),
      lateTime: this.column('waits', 'lateTime', run),
      property: this.bytes('waits', 'property', run),
      part: this.bytes('waits', 'part', run),
    };
    if (rows.property.some((property) => property >= this.properties.length)) throw damaged('a wait is of no property');
    return rows;
  }

  /** As waits. */
  messages(run: number): RowsOf<'messages'> {
    return {
      send: this.column('messages', 'send', run),
      receive: this.column('messages', 'receive', run),
      from: this.index('messages', 'from', run, this.about.locations),
      to: this.index('messages', 'to', run, this.about.locations),
      waiting: this.column('messages', 'waiting', run),
    };
  }

  /** As waits. */
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

  /** As waits. */
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

  private column(table: TableName, name: string, run: number): Float64Array {
    return this.file.read(`${table}.${name}`, 'float64', ...this.bounds(table, run));
  }

  private bytes(table: TableName, name: string, run: number): Uint8Array {
    return this.file.read(`${table}.${name}`, 'uint8', ...this.bounds(table, run));
  }

  private index(table: TableName, name: string, run: number, end: number, least = 0): Int32Array {
    const column = this.file.read(`${table}.${name}`, 'int32', ...this.bounds(table, run));
    for (const value of column) if (value < least || value >= end) throw damaged(`${table} refer to what is not there`);
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

function readRuns(file: ColumnFile, table: TableName, key: string): Runs {
  const rows = file.lengthOf(`${table}.${key}`);
  const count = Math.ceil(rows / RUN_ROWS);
  const column = (name: string): Float64Array => file.read(`${table}.run.${name}`, 'float64', 0, count);
  return { rows, first: column('first'), last: column('last'), largest: column('largest') };
}
