/** Begins and ends of durations on a thread, put together. */
import { absent } from '../../base/elements.js';
import { type Durations, Kind } from './columns.js';

/** Begins and ends without a counterpart. */
export interface Unpaired {
  /** Begins without an end. */
  readonly begins: number;
  /** Ends without a begin. */
  readonly ends: number;
}

/**
 * Gives durations to begins. At one moment, the order of the file counts. An end with a name ends the innermost
 * duration of this name, and the durations in it that were not ended. Durations that are open at the end of the trace
 * end there.
 * @param nameOf the number of a frame's name
 */
export function pair(durations: Durations, nameOf: (frame: number) => number): Unpaired {
  const { kind, start, frame, processor, duration } = durations;
  const marks = marksOf(durations);
  const open: number[] = [];
  /** Open durations of each name. */
  const named = new Map<number, number>();
  let [begins, ends] = [0, 0];
  const numberAt = (mark: number): number => frame[mark] ?? absent(mark);
  const nameAt = (begin: number): number => nameOf(numberAt(begin));
  /** Ends the innermost duration. @param end its own end; undefined if it has none */
  const close = (at: number, end?: number): void => {
    const begin = open.pop();
    if (begin === undefined) return;
    named.set(nameAt(begin), (named.get(nameAt(begin)) ?? 1) - 1);
    duration[begin] = Math.max(0, at - (start[begin] ?? 0));
    processor[begin] = end === undefined ? NaN : (processor[end] ?? NaN) - (processor[begin] ?? NaN);
    if (end === undefined) begins++;
    kind[begin] = Kind.complete;
  };
  for (const mark of marks) {
    if (kind[mark] === Kind.begin) {
      open.push(mark);
      named.set(nameAt(mark), (named.get(nameAt(mark)) ?? 0) + 1);
      continue;
    }
    kind[mark] = Kind.dropped;
    const [at, name] = [start[mark] ?? 0, numberAt(mark)];
    const isKnown = name < 0 ? open.length > 0 : (named.get(name) ?? 0) > 0;
    if (!isKnown) {
      ends++;
      continue;
    }
    for (let top = open.at(-1); name >= 0 && top !== undefined && nameAt(top) !== name; top = open.at(-1)) close(at);
    close(at, mark);
  }
  const last = open.length === 0 ? 0 : durations.last();
  while (open.length > 0) close(last);
  return { begins, ends };
}

/** Begins and ends in order of their times. */
function marksOf({ kind, start, count }: Durations): Uint32Array {
  const marks: number[] = [];
  for (let i = 0; i < count; i++) if (kind[i] === Kind.begin || kind[i] === Kind.end) marks.push(i);
  return Uint32Array.from(marks).sort((a, b) => (start[a] ?? 0) - (start[b] ?? 0) || a - b);
}
