/** Sums of messages by sender and receiver, kept while an experiment is open, so that not all are read for each question. */
import { addAt, elementAt } from '../../../base/elements.js';
import type { TimelineFile } from '../../../experiments/files/timelineFile.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { Room } from '../room.js';
import { overlapping, type Window } from './largest.js';

/** Pairs of locations that are kept in all groups together; with more, groups become larger. */
const MOST_PAIRS = 1 << 20;
const BYTES_A_PAIR = 40;
/** Runs of rows of a group at least. */
const SMALLEST_GROUP = 16;

/** Receives the traffic from one location to another: messages, bytes (NaN if unknown) and seconds waited. */
export type HearPair = (from: number, to: number, count: number, bytes: number, waiting: number) => void;

/** Sums of the messages of some runs that follow one another. */
interface Group {
  readonly runs: readonly number[];
  readonly first: number;
  readonly last: number;
  readonly pairs: Float64Array;
  readonly count: Float64Array;
  readonly bytes: Float64Array;
  readonly waiting: Float64Array;
}

export class MessageTotals {
  private constructor(
    private readonly file: TimelineFile,
    private readonly locations: number,
    /** Undefined where there are too many pairs to be kept. */
    private readonly groups: readonly Group[] | undefined,
  ) {}

  /** Reads all messages once. @throws MemoryError where there is no room; what `checkCancelled` throws */
  static of(file: TimelineFile, locations: number, room: Room, checkCancelled: CheckCancelled): MessageTotals {
    const runs = file.runsOf('messages').first.length;
    let size = SMALLEST_GROUP;
    let groups: Group[] = [];
    let pairs = 0;
    for (let from = 0; from < runs;) {
      const end = Math.min(runs, from + size);
      const group = groupOf(file, locations, from, end, checkCancelled);
      from = end;
      groups.push(group);
      pairs += group.pairs.length;
      while (pairs > MOST_PAIRS && groups.length > 1) {
        groups = halved(groups);
        pairs = groups.reduce((sum, one) => sum + one.pairs.length, 0);
        size *= 2;
      }
      if (pairs > MOST_PAIRS) return new MessageTotals(file, locations, undefined);
      room.check(pairs * BYTES_A_PAIR);
    }
    room.hold(pairs * BYTES_A_PAIR);
    return new MessageTotals(file, locations, groups);
  }

  /** Reports the traffic between locations in a window, in parts that add up to the total. */
  tell(window: Window, hear: HearPair, checkCancelled: CheckCancelled): void {
    const { file, groups, locations } = this;
    if (groups === undefined) {
      readRuns(file, overlapping(file.runsOf('messages'), window), window, hear, checkCancelled);
      return;
    }
    const met = new Set(overlapping(file.runsOf('messages'), window));
    for (const { runs, first, last, pairs, count, bytes, waiting } of groups)
      if (first >= window.from && last < window.to)
        for (const [at, pair] of pairs.entries())
          hear(
            Math.floor(pair / locations),
            pair % locations,
            ...([elementAt(count, at), elementAt(bytes, at), elementAt(waiting, at)] as const),
          );
      else
        readRuns(
          file,
          runs.filter((run) => met.has(run)),
          window,
          hear,
          checkCancelled,
        );
  }
}

function readRuns(
  file: TimelineFile,
  runs: readonly number[],
  window: Window,
  hear: HearPair,
  checkCancelled: CheckCancelled,
): void {
  for (const run of runs) {
    checkCancelled();
    const { send, receive, from, to, waiting, bytes } = file.messages(run);
    for (let row = 0; row < send.length; row++) {
      const [sent, received] = [elementAt(send, row), elementAt(receive, row)];
      if (Math.min(sent, received) >= window.to || Math.max(sent, received) < window.from) continue;
      hear(elementAt(from, row), elementAt(to, row), 1, elementAt(bytes, row), elementAt(waiting, row));
    }
  }
}

function groupOf(
  file: TimelineFile,
  locations: number,
  begin: number,
  end: number,
  checkCancelled: CheckCancelled,
): Group {
  const { first, last } = file.runsOf('messages');
  const runs = Array.from({ length: end - begin }, (_, at) => begin + at);
  const sums = new Map<number, [count: number, bytes: number, waiting: number]>();
  const always = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  readRuns(
    file,
    runs,
    always,
    (from, to, count, bytes, waiting) => {
      const pair = from * locations + to;
      const known = sums.get(pair);
      if (known === undefined) sums.set(pair, [count, bytes, waiting]);
      else {
        known[0] += count;
        known[1] += bytes;
        known[2] += waiting;
      }
    },
    checkCancelled,
  );
  const values = [...sums.values()];
  return {
    runs,
    first: runs.reduce((least, run) => Math.min(least, elementAt(first, run)), Number.POSITIVE_INFINITY),
    last: runs.reduce((most, run) => Math.max(most, elementAt(last, run)), Number.NEGATIVE_INFINITY),
    pairs: Float64Array.from(sums.keys()),
    count: Float64Array.from(values, ([count]) => count),
    bytes: Float64Array.from(values, ([, bytes]) => bytes),
    waiting: Float64Array.from(values, ([, , waiting]) => waiting),
  };
}

/** Merges pairs of groups; the last one may stay alone. */
function halved(groups: readonly Group[]): Group[] {
  return Array.from({ length: Math.ceil(groups.length / 2) }, (_, at) => {
    const [a, b] = groups.slice(2 * at, 2 * at + 2);
    if (a === undefined || b === undefined) return a ?? NO_MESSAGES;
    const rowOf = new Map(Array.from(a.pairs, (pair, row) => [pair, row]));
    const pairs = [...a.pairs];
    for (const pair of b.pairs)
      if (!rowOf.has(pair)) {
        rowOf.set(pair, pairs.length);
        pairs.push(pair);
      }
    const summed = (name: 'count' | 'bytes' | 'waiting'): Float64Array => {
      const sums = new Float64Array(pairs.length);
      sums.set(a[name]);
      for (const [row, pair] of b.pairs.entries()) addAt(sums, rowOf.get(pair) ?? 0, elementAt(b[name], row));
      return sums;
    };
    return {
      runs: [...a.runs, ...b.runs],
      ...{ first: Math.min(a.first, b.first), last: Math.max(a.last, b.last) },
      ...{
        pairs: Float64Array.from(pairs),
        count: summed('count'),
        bytes: summed('bytes'),
        waiting: summed('waiting'),
      },
    };
  });
}

const NO_MESSAGES: Group = {
  ...{ runs: [], first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY },
  pairs: new Float64Array(0),
  count: new Float64Array(0),
  bytes: new Float64Array(0),
  waiting: new Float64Array(0),
};
