/** Iterations in the calls of one caller, and how alike they are (dynamics.md, 2.2, steps 2 and 3). */
import { absent, addAt, elementAt } from '../../../base/elements.js';
import type { CallRows } from './callLog.js';
import { FEWEST } from './candidates.js';

/** Iterations less alike than this at either end are warm-up, or what follows the loop. */
const TRIM = 0.5;

/** Iterations one after the other: calls `from` up to `end` of a caller, in one of its visits, from `start` to `stop`. */
class Segments {
  length = 0;
  from = new Int32Array(64);
  end = new Int32Array(64);
  visit = new Int32Array(64);
  start: Float64Array = new Float64Array(64);
  stop: Float64Array = new Float64Array(64);

  add(from: number, end: number, visit: number, start: number, stop: number): void {
    if (this.length === this.from.length) this.grow();
    const at = this.length++;
    this.from[at] = from;
    this.end[at] = end;
    this.visit[at] = visit;
    this.start[at] = start;
    this.stop[at] = stop;
  }

  private grow(): void {
    const capacity = 2 * this.length;
    const longer = <T extends Int32Array | Float64Array>(column: T, larger: T): T => {
      larger.set(column);
      return larger;
    };
    this.from = longer(this.from, new Int32Array(capacity));
    this.end = longer(this.end, new Int32Array(capacity));
    this.visit = longer(this.visit, new Int32Array(capacity));
    this.start = longer(this.start, new Float64Array(capacity));
    this.stop = longer(this.stop, new Float64Array(capacity));
  }
}

/** Iterations of one thread. */
export interface ThreadLoop {
  /** The call path that begins an iteration. */
  readonly marker: number;
  readonly count: number;
  /** Seconds of all iterations. */
  readonly seconds: number;
  /** Weighted by duration. */
  readonly regularity: number;
  /** `count + 1` moments: when iterations begin, and when the last one ends. */
  readonly starts: Float64Array;
}

/** Iterations of what is called once in each; undefined where there are too few. */
export function loopIn(calls: CallRows, members: readonly number[]): ThreadLoop | undefined {
  let nodes = 0;
  for (let call = 0; call < calls.length; call++)
    nodes = Math.max(nodes, 1 + (calls.columns.node[call] ?? absent(call)));
  const segments = segmentsIn(calls, members, nodes);
  if (segments.length < FEWEST) return undefined;
  const alike = likeness(calls, segments, nodes);
  const kept = trimmed(segments, alike);
  if (kept.length < FEWEST) return undefined;
  let [seconds, weighted] = [0, 0];
  for (const at of kept) {
    const took = elementAt(segments.stop, at) - elementAt(segments.start, at);
    seconds += took;
    weighted += took * elementAt(alike, at);
  }
  const [first = 0] = kept;
  return {
    marker: calls.columns.node[elementAt(segments.from, first)] ?? absent(first),
    count: kept.length,
    seconds,
    regularity: seconds > 0 ? weighted / seconds : 0,
    starts: Float64Array.from({ length: kept.length + 1 }, (_, i) =>
      i < kept.length
        ? elementAt(segments.start, elementAt(kept, i))
        : elementAt(segments.stop, elementAt(kept, i - 1)),
    ),
  };
}

/** Each visit of a phase that the program marks is an iteration. */
export function markedIn(calls: CallRows, phase: number): ThreadLoop | undefined {
  const { node, enter, leave } = calls.columns;
  const starts: number[] = [];
  let [seconds, end] = [0, 0];
  for (let call = 0; call < calls.length; call++) {
    if (node[call] !== phase) continue;
    const begin = enter[call] ?? absent(call);
    end = leave[call] ?? absent(call);
    // The end of its last visit may be missing.
    if (Number.isNaN(end)) end = begin;
    starts.push(begin);
    seconds += end - begin;
  }
  const count = starts.length;
  return count < FEWEST
    ? undefined
    : { marker: phase, count, seconds, regularity: 1, starts: Float64Array.from([...starts, end]) };
}

/**
 * From one call of the marker, the member that is entered first, to the next one, within each visit of the caller.
 * @param nodes call paths are below
 */
function segmentsIn(calls: CallRows, members: readonly number[], nodes: number): Segments {
  const { node, visit, enter, leave } = calls.columns;
  const segments = new Segments();
  const isMember = new Uint8Array(nodes);
  for (const member of members) isMember[member] = 1;
  /** By call path: one more than the visit in which iterations had it last. */
  const body = new Int32Array(nodes);
  let at = new Int32Array(64);
  for (let from = 0, to = 0, visits = 1; from < calls.length; from = to, visits++) {
    let marker = -1;
    let count = 0;
    for (; to < calls.length && visit[to] === visit[from]; to++) {
      const own = node[to] ?? absent(to);
      if (marker < 0 && isMember[own] === 1) marker = own;
      if (own !== marker) continue;
      if (count === at.length) {
        const longer = new Int32Array(2 * count);
        longer.set(at);
        at = longer;
      }
      at[count++] = to;
    }
    if (count < 2) continue;
    const first = at[0] ?? absent(0);
    let end = at[count - 1] ?? absent(count);
    for (let call = first; call < end; call++) body[node[call] ?? absent(call)] = visits;
    while (end + 1 < to && body[node[end + 1] ?? absent(end)] === visits) end++;
    for (let which = 0; which < count; which++) {
      const call = at[which] ?? absent(which);
      const isLast = which + 1 === count;
      const next = isLast ? end + 1 : (at[which + 1] ?? absent(which));
      const stop = isLast ? stopOf(leave, enter, end) : (enter[next] ?? absent(next));
      segments.add(call, next, visit[call] ?? absent(call), enter[call] ?? absent(call), stop);
    }
  }
  return segments;
}

/** Returns the end of a call; if it was not left, its ENTER is its last known time. */
function stopOf(leave: Float64Array, enter: Float64Array, call: number): number {
  const end = leave[call] ?? absent(call);
  return Number.isNaN(end) ? (enter[call] ?? absent(call)) : end;
}

const log = (calls: number): number => Math.log2(1 + calls);

/**
 * How alike each segment is to the median of all: Σ min / Σ max over what they call, in logarithms of numbers of calls. Only
 * what a segment calls is gone through: what it does not call adds nothing to the first sum and the median to the second.
 */
function likeness(calls: CallRows, segments: Segments, nodes: number): Float64Array {
  const { node } = calls.columns;
  /** Callees are numbered from 1 in the order in which they come; 0 is what was not called yet. */
  const numberOf = new Int32Array(nodes);
  /** By callee: the segment that called it last, where that pair is, and how many pairs it has. */
  const before: number[] = [];
  const pairOf: number[] = [];
  const pairs: number[] = [];
  /** By pair of callee and segment, in order: how often the one is called in the other. */
  let calleeOf = new Int32Array(segments.length);
  let segmentOf = new Int32Array(segments.length);
  let times = new Int32Array(segments.length);
  let count = 0;
  for (let segment = 0; segment < segments.length; segment++) {
    const end = segments.end[segment] ?? absent(segment);
    for (let call = segments.from[segment] ?? absent(segment); call < end; call++) {
      const own = node[call] ?? absent(call);
      const callee = (numberOf[own] ||= pairs.push(0)) - 1;
      if (before[callee] !== segment) {
        if (count === times.length) {
          calleeOf = twiceAsLong(calleeOf);
          segmentOf = twiceAsLong(segmentOf);
          times = twiceAsLong(times);
        }
        before[callee] = segment;
        pairOf[callee] = count;
        pairs[callee] = (pairs[callee] ?? absent(callee)) + 1;
        calleeOf[count] = callee;
        segmentOf[count] = segment;
        times[count++] = 0;
      }
      const pair = pairOf[callee] ?? absent(callee);
      times[pair] = (times[pair] ?? absent(pair)) + 1;
    }
  }
  // Pairs of one callee together.
  const start = new Int32Array(pairs.length + 1);
  for (const [callee, own] of pairs.entries()) start[callee + 1] = (start[callee] ?? absent(callee)) + own;
  const next = start.slice();
  const [bySegment, byTimes] = [new Int32Array(count), new Int32Array(count)];
  for (let pair = 0; pair < count; pair++) {
    const callee = calleeOf[pair] ?? absent(pair);
    const at = next[callee] ?? absent(callee);
    bySegment[at] = segmentOf[pair] ?? absent(pair);
    byTimes[at] = times[pair] ?? absent(pair);
    next[callee] = at + 1;
  }
  const low = new Float64Array(segments.length);
  const high = new Float64Array(segments.length);
  let all = 0;
  for (let callee = 0; callee < pairs.length; callee++) {
    const [from, to] = [start[callee] ?? absent(callee), start[callee + 1] ?? absent(callee)];
    const median = medianLog(byTimes.slice(from, to), segments.length);
    all += median;
    for (let at = from; at < to; at++) {
      const own = bySegment[at] ?? absent(at);
      const value = log(byTimes[at] ?? absent(at));
      addAt(low, own, Math.min(value, median));
      addAt(high, own, Math.max(value, median) - median);
    }
  }
  return low.map((sum, at) => (all + elementAt(high, at) > 0 ? sum / (all + elementAt(high, at)) : 1));
}

function twiceAsLong(column: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * column.length);
  longer.set(column);
  return longer;
}

/** The median of the logarithms of counts, of which those that are missing to `total` are 0. @param counts used up */
function medianLog(counts: Int32Array, total: number): number {
  const sorted = counts.sort();
  const zeros = total - sorted.length;
  const at = (place: number): number => (place < zeros ? 0 : log(elementAt(sorted, place - zeros)));
  const middle = Math.floor(total / 2);
  return total % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
}

/** The segments of each visit, without those at its ends that are too little alike. */
function trimmed({ length, visit }: Segments, alike: Float64Array): number[] {
  const kept: number[] = [];
  for (let from = 0, to = 0; from < length; from = to) {
    while (to < length && visit[to] === visit[from]) to++;
    let [first, end] = [from, to];
    while (first < end && elementAt(alike, first) < TRIM) first++;
    while (end > first && elementAt(alike, end - 1) < TRIM) end--;
    for (let at = first; at < end; at++) kept.push(at);
  }
  return kept;
}
