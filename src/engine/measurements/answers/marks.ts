import { absent } from '../../../base/elements.js';
import {
  countIn,
  type FoundInterval,
  largest,
  overlapping,
  overlaps,
  type RunRows,
  type Window,
} from '../timeline/largest.js';
import { isChosenIn, kept, meantMessages, rowsOf } from '../timeline/meantMessages.js';
import { waitRows } from '../timeline/waits.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import type { TimelineFile } from '../../../experiments/files/timelineFile.js';
import type { Answerer } from './answerer.js';

/** Members of communicators that are given at once. */
const MOST_MEMBERS = 1 << 16;

export const marks: Answerer<'marks'> = (measurement, { from, to, locations, ends, most }, checkCancelled) => {
  const file = measurement.timeline(checkCancelled);
  const window = { from, to };
  const isChosen = isChosenIn(locations);
  const isWhole = locations === null;

  const waits = (run: number): RunRows =>
    waitRows(file.waits(run), ({ location, part }, row) => part[row] === 0 && isChosen(location[row]));
  const foundWaits = largest(file.runsOf('waits'), window, most, waits, checkCancelled);

  const { columns: messageRows, rows: messages } = meantMessages(file, { locations, ends });
  const foundMessages = largest(file.runsOf('messages'), window, most, messages, checkCancelled);

  const collectiveRows = kept((run) => file.collectives(run));
  const collectives = (run: number): RunRows => {
    const rows = collectiveRows(run);
    return rowsOf(rows.first, rows.end, rows.waiting, () => true);
  };
  const foundCollectives = largest(file.runsOf('collectives'), window, most, collectives, checkCancelled);

  const path = partsOfPath(measurement, file, window, isChosen, checkCancelled);
  const waitRowsAt = kept((run) => file.waits(run));
  const ofWaits = columnsFrom(foundWaits, waitRowsAt, {
    location: ({ location }) => location,
    from: ({ from }) => from,
    to: ({ to }) => to,
    node: ({ node }) => node,
    property: ({ property }) => property,
    late: ({ late }) => late,
    lateTime: ({ lateTime }) => lateTime,
  });
  const ofMessages = columnsFrom(foundMessages, messageRows, {
    from: ({ from }) => from,
    to: ({ to }) => to,
    send: ({ send }) => send,
    receive: ({ receive }) => receive,
    waiting: ({ waiting }) => waiting,
    bytes: ({ bytes }) => bytes,
  });
  const ofCollectives = columnsFrom(foundCollectives, collectiveRows, {
    communicator: ({ communicator }) => communicator,
    operation: ({ operation }) => operation,
    first: ({ first }) => first,
    last: ({ last }) => last,
    end: ({ end }) => end,
    late: ({ late }) => late,
    waiting: ({ waiting }) => waiting,
  });
  return {
    head: {
      waits: countIn(file.runsOf('waits'), window, false, waits, checkCancelled),
      messages: countIn(file.runsOf('messages'), window, isWhole, messages, checkCancelled),
      collectives: countIn(file.runsOf('collectives'), window, true, collectives, checkCancelled),
      path: path.pathFrom.length,
    },
    columns: {
      ...columnsOf(ofWaits, ofMessages, ofCollectives),
      ...membersOf(file, ofCollectives('communicator'), isChosen),
      ...path,
    },
  };
};

/**
 * Returns the chosen members of some communicators; those of communicators beyond `MOST_MEMBERS` in all are omitted.
 */
function membersOf(
  file: TimelineFile,
  communicators: Float64Array,
  isChosen: (location: number | undefined) => boolean,
) {
  const [numbers, ends, members]: [number[], number[], number[]] = [[], [], []];
  for (const number of new Set(communicators)) {
    const chosen = file.membersOf(number).filter(isChosen);
    if (members.length + chosen.length > MOST_MEMBERS) continue;
    for (const member of chosen) members.push(member);
    numbers.push(number);
    ends.push(members.length);
  }
  return {
    communicator: Uint32Array.from(numbers),
    communicatorEnd: Uint32Array.from(ends),
    communicatorMember: Uint32Array.from(members),
  };
}

/** The parts of the critical path in a window. */
function partsOfPath(
  { room }: OpenMeasurement,
  file: TimelineFile,
  window: Window,
  isChosen: (location: number | undefined) => boolean,
  checkCancelled: CheckCancelled,
) {
  const [location, from, to]: [number[], number[], number[]] = [[], [], []];
  for (const run of overlapping(file.runsOf('path'), window)) {
    checkCancelled();
    const rows = file.path(run);
    room.check(32 * (location.length + rows.from.length));
    const pieces = rowsOf(rows.from, rows.to, rows.to, (row) => isChosen(rows.location[row]));
    for (let row = 0; row < pieces.length; row++) {
      if (!overlaps(pieces, row, window) || !pieces.isMeant(row)) continue;
      location.push(rows.location[row] ?? absent(row));
      from.push(pieces.from(row));
      to.push(pieces.to(row));
    }
  }
  return {
    pathLocation: Uint32Array.from(location),
    pathFrom: Float64Array.from(from),
    pathTo: Float64Array.from(to),
  };
}

type Values<Name> = (name: Name) => Float64Array;

/** Returns columns of waits, messages and collective operations, under the names of the answer. */
function columnsOf(
  ofWaits: Values<'location' | 'from' | 'to' | 'node' | 'property' | 'late' | 'lateTime'>,
  ofMessages: Values<'from' | 'to' | 'send' | 'receive' | 'waiting' | 'bytes'>,
  ofCollectives: Values<'communicator' | 'operation' | 'first' | 'last' | 'end' | 'late' | 'waiting'>,
) {
  return {
    waitLocation: Uint32Array.from(ofWaits('location')),
    waitFrom: ofWaits('from'),
    waitTo: ofWaits('to'),
    waitNode: Uint32Array.from(ofWaits('node')),
    waitProperty: Uint32Array.from(ofWaits('property')),
    waitLate: Int32Array.from(ofWaits('late')),
    waitLateTime: ofWaits('lateTime'),
    messageFrom: Uint32Array.from(ofMessages('from')),
    messageTo: Uint32Array.from(ofMessages('to')),
    messageSend: ofMessages('send'),
    messageReceive: ofMessages('receive'),
    messageWaiting: ofMessages('waiting'),
    messageBytes: ofMessages('bytes'),
    collectiveCommunicator: Uint32Array.from(ofCollectives('communicator')),
    collectiveOperation: Uint32Array.from(ofCollectives('operation')),
    collectiveFirst: ofCollectives('first'),
    collectiveLast: ofCollectives('last'),
    collectiveEnd: ofCollectives('end'),
    collectiveLate: Uint32Array.from(ofCollectives('late')),
    collectiveWaiting: ofCollectives('waiting'),
  };
}

/** The values of some rows, by name; each run is read once. */
function columnsFrom<Rows, Name extends string>(
  found: readonly FoundInterval[],
  read: (run: number) => Rows,
  columns: Readonly<Record<Name, (rows: Rows) => ArrayLike<number>>>,
): (name: Name) => Float64Array {
  const byRun = found.map((one, at) => ({ ...one, at })).sort((a, b) => a.run - b.run);
  const values = new Map<string, Float64Array>();
  for (const name of Object.keys(columns)) values.set(name, new Float64Array(found.length));
  for (const { run, row, at } of byRun) {
    const rows = read(run);
    for (const [name, column] of Object.entries<(rows: Rows) => ArrayLike<number>>(columns))
      (values.get(name) ?? absent(name))[at] = column(rows)[row] ?? absent(row);
  }
  return (name) => values.get(name) ?? absent(name);
}
