/** Timeline data, collected during a search and assembled at its end. */
import { absent } from '../../../base/elements.js';
import type { Definitions } from '../../../model/definitions.js';
import type {
  Timeline,
  TimelineBlocks,
  TimelineCommunicators,
  TimelinePath,
  TimelineSteps,
  TimelineWaits,
} from '../../../model/timeline.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { Pass } from '../passes/pass.js';
import type { PathPieces } from '../rootCauses/pathPieces.js';
import { sortedByKey } from '../tables/sortedByKey.js';
import { type BlockRows, secondsOf } from './blockRecorder.js';
import { CollectiveLog } from './collectives.js';
import { emptyMessages, type MessageRows } from './messages.js';
import { countersOf } from './counters.js';
import { blocksIn } from './pass.js';
import { secondsUntil } from './spread.js';
import { StepLog } from './steps.js';
import { type LoggedWaits, WaitLog } from '../waits/waitLog.js';

export type { LoggedWaits };

/** Everything that happens between locations, while a search finds it. */
export class TimelineLog {
  readonly waits: WaitLog;
  readonly collectives: CollectiveLog;
  readonly messages: MessageRows = emptyMessages();
  readonly steps = new StepLog();

  constructor(readonly records: CommunicationRecords) {
    this.waits = new WaitLog(records.operations);
    this.collectives = new CollectiveLog(records, this.waits, this.steps);
  }
}

/** Additional data of the run. */
export interface MeasuredTimeline {
  readonly passes: readonly Pass[];
  readonly profiles: readonly { readonly location: number; readonly events: number; readonly last: number }[];
  readonly locations: number;
  readonly counters: Definitions['counters'];
  readonly communicators: Definitions['communicators'];
  /** Whether times differ from those that were recorded. */
  readonly isChanged: boolean;
  readonly path: PathPieces | undefined;
}

/** The timeline of a run whose search is over. */
export function timelineOf(
  { waits, collectives, messages, steps, records }: TimelineLog,
  { passes, profiles, locations, counters, communicators, isChanged, path }: MeasuredTimeline,
): Timeline {
  const events = new Float64Array(locations);
  let span = 0;
  for (const profile of profiles) {
    events[profile.location] = profile.events;
    if (profile.events > 0) span = Math.max(span, profile.last);
  }
  const rows = blocksOf(blocksIn(passes).blocks, locations);
  const { table } = waits;
  const waiting = secondsUntil(
    rows,
    { length: table.length, ...table.columns },
    false,
    (row) => table.columns.part[row] === 0,
  );
  const begun = collectives.table.columns.first.subarray(0, collectives.table.length);
  const pieces = pathOf(path, rows);
  const onPath = secondsUntil(rows, { length: pieces.from.length, ...pieces }, true);
  return {
    span,
    isChanged,
    properties: waits.properties,
    blocks: { ...rows, events, waiting, path: onPath },
    waits: waitsOf(waits, records),
    messages: inOrder(messages.columns, messages.columns.send.subarray(0, messages.length)),
    collectives: inOrder(collectives.table.columns, begun),
    communicators: membersOf(
      collectives.table.columns.communicator.subarray(0, collectives.table.length),
      communicators,
    ),
    path: pieces,
    steps: inOrderOf(begun, steps.stepsOf(records.operations, locations)),
    ...countersOf(blocksIn(passes).counters, counters, locations),
  };
}

/** Maximum number of stored members; those of further communicators are omitted. */
const MOST_MEMBERS = 1 << 22;

/** The members of communicators, by their numbers. */
function membersOf(used: Int32Array, communicators: Definitions['communicators']): TimelineCommunicators {
  const numbers = [...new Set(used)].sort((a, b) => a - b);
  const first = new Uint32Array(numbers.length + 1);
  const members: number[] = [];
  for (const [at, number] of numbers.entries()) {
    const { ranks = [], remoteRanks = [] } = communicators[number] ?? {};
    const isKept = members.length + ranks.length + remoteRanks.length <= MOST_MEMBERS;
    for (const list of isKept ? [ranks, remoteRanks] : []) for (const member of list) members.push(member);
    first[at + 1] = members.length;
  }
  return { number: Int32Array.from(numbers), first, member: Int32Array.from(members) };
}

/** Steps whose collective operations are numbered in order of a column of theirs. */
function inOrderOf(keys: Float64Array, steps: TimelineSteps): TimelineSteps {
  const rows = new Int32Array(keys.length);
  for (const [row, from] of sortedByKey(keys).entries()) rows[from] = row;
  return { ...steps, collective: steps.collective.map((known) => (known < 0 ? -1 : (rows[known] ?? absent(known)))) };
}

/** The blocks of all locations in order of these; each location's come in sequence. */
function blocksOf(found: BlockRows, locations: number): Pick<TimelineBlocks, 'first' | 'start' | 'seconds' | 'node'> {
  const { length, columns } = found;
  const order = byLocation(columns.location, length, locations);
  const seconds = secondsOf(found);
  const classes = length === 0 ? 0 : seconds.length / length;
  const first = new Uint32Array(locations + 1);
  const start = new Float64Array(length);
  const node = new Int32Array(length);
  const sorted = new Float64Array(seconds.length);
  for (let row = 0; row < length; row++) {
    const from = order[row] ?? absent(row);
    const location = columns.location[from] ?? absent(from);
    first[location + 1] = row + 1;
    start[row] = columns.start[from] ?? absent(from);
    node[row] = columns.node[from] ?? absent(from);
    for (let each = 0; each < classes; each++)
      sorted[row * classes + each] = seconds[from * classes + each] ?? absent(from);
  }
  // Locations without events have none: theirs begin where those before end.
  for (let location = 0; location < locations; location++)
    first[location + 1] = Math.max(first[location + 1] ?? absent(location), first[location] ?? absent(location));
  return { first, start, seconds: sorted, node };
}

/** Rows by location; those of one keep their order. */
function byLocation(location: Int32Array, length: number, locations: number): Uint32Array {
  const next = new Uint32Array(locations + 1);
  for (let row = 0; row < length; row++) {
    const slot = (location[row] ?? absent(row)) + 1;
    next[slot] = (next[slot] ?? absent(slot)) + 1;
  }
  for (let at = 0; at < locations; at++) next[at + 1] = (next[at + 1] ?? absent(at)) + (next[at] ?? absent(at));
  const order = new Uint32Array(length);
  for (let row = 0; row < length; row++) {
    const own = location[row] ?? absent(row);
    const slot = next[own] ?? absent(own);
    order[slot] = row;
    next[own] = slot + 1;
  }
  return order;
}

/** The path comes latest first, and its ends are those of the locations it is on there. */
function pathOf(
  found: PathPieces | undefined,
  { first, start }: Pick<TimelineBlocks, 'first' | 'start'>,
): TimelinePath {
  const length = found?.length ?? 0;
  const [from, to, location] = [new Float64Array(length), new Float64Array(length), new Int32Array(length)];
  for (let row = 0; found !== undefined && row < length; row++) {
    const at = length - 1 - row;
    const own = found.columns.location[row] ?? absent(row);
    const begin = start[first[own] ?? absent(own)] ?? 0;
    const end = start[(first[own + 1] ?? absent(own)) - 1] ?? 0;
    from[at] = Math.max(begin, found.columns.from[row] ?? absent(row));
    to[at] = Math.min(end, found.columns.to[row] ?? absent(row));
    location[at] = own;
  }
  return inOrder({ from, to, location }, from);
}

function waitsOf({ table }: WaitLog, { operations }: CommunicationRecords): TimelineWaits {
  const { length, columns } = table;
  const lateTime = new Float64Array(length);
  const lateNode = new Int32Array(length);
  for (let row = 0; row < length; row++) {
    const late = columns.lateOperation[row] ?? absent(row);
    lateTime[row] = late < 0 ? Number.NaN : (operations.columns.enter[late] ?? absent(late));
    lateNode[row] = late < 0 ? -1 : (operations.columns.node[late] ?? absent(late));
  }
  const { from, to, location, node, late, property, part } = columns;
  const rows = { from, to, location, node, late, property, part, lateTime, lateNode };
  return inOrder(rows, from.subarray(0, length));
}

type Column = Float64Array | Int32Array | Uint8Array;

/** Rows in order of a column of theirs. */
function inOrder<Rows extends Readonly<Record<keyof Rows, Column>>>(rows: Rows, keys: Float64Array): Rows {
  const order = isAscending(keys) ? undefined : sortedByKey(keys);
  const sorted = { ...rows };
  for (const name of namesOf(rows))
    sorted[name] = order === undefined ? cut(rows[name], keys.length) : picked(rows[name], order);
  return sorted;
}

function isAscending(keys: Float64Array): boolean {
  for (let row = 1; row < keys.length; row++)
    if ((keys[row] ?? absent(row)) < (keys[row - 1] ?? absent(row))) return false;
  return true;
}

function cut<C extends Column>(column: C, length: number): C;
function cut(column: Column, length: number): Column {
  return column.subarray(0, length);
}

function namesOf<Rows extends object>(rows: Rows): (keyof Rows)[] {
  const names: (keyof Rows)[] = [];
  for (const name in rows) names.push(name);
  return names;
}

function picked<C extends Column>(column: C, order: Uint32Array): C;
function picked(column: Column, order: Uint32Array): Column {
  const length = order.length;
  const sorted =
    column instanceof Float64Array
      ? new Float64Array(length)
      : column instanceof Int32Array
        ? new Int32Array(length)
        : new Uint8Array(length);
  for (let row = 0; row < length; row++) sorted[row] = column[order[row] ?? absent(row)] ?? absent(row);
  return sorted;
}
