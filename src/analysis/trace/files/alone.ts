import { absent, elementAt } from '../../../base/elements.js';
import type { Spans } from './spans.js';

/** A stretch of time that belongs to a process. */
interface Owned {
  readonly process: number;
  readonly begin: number;
  readonly end: number;
}

/**
 * When exactly one process reads or writes and all others wait in MPI: by process, the time in which it alone is in calls
 * of files while each of the others is in a call of MPI.
 * @param busy by process: when any thread of it is in a call of files
 * @param waiting by process: when its first thread is in a call of MPI
 */
export function aloneIn(busy: readonly Spans[], waiting: (process: number) => Spans): readonly Spans[] {
  const found = busy.map((): number[] => []);
  if (busy.length < 2) return found;
  let alone = withoutOthers(busy);
  for (let process = 0; process < busy.length && alone.length > 0; process++)
    alone = keptWhile(alone, process, waiting(process));
  for (const { process, begin, end } of alone) (found[process] ?? absent(process)).push(begin, end);
  return found;
}

/** When exactly one of the processes is busy, in order of time. */
function withoutOthers(busy: readonly Spans[]): readonly Owned[] {
  const changes = busy.flatMap((spans, process) =>
    spans.map((time, i) => ({ time, process, change: i % 2 === 0 ? 1 : -1 })),
  );
  // Ends precede begins at the same time.
  changes.sort((one, other) => one.time - other.time || one.change - other.change);
  const alone: Owned[] = [];
  let [count, sum, since] = [0, 0, 0];
  for (const { time, process, change } of changes) {
    if (count === 1 && time > since) alone.push({ process: sum, begin: since, end: time });
    count += change;
    sum += change * process;
    since = time;
  }
  return alone;
}

/** Returns the intervals of others that remain while a process waits; its own are unchanged. */
function keptWhile(alone: readonly Owned[], waiting: number, spans: Spans): readonly Owned[] {
  const kept: Owned[] = [];
  let at = 0;
  for (const stretch of alone) {
    const { process, begin, end } = stretch;
    if (process === waiting) {
      kept.push(stretch);
      continue;
    }
    while (at < spans.length && elementAt(spans, at + 1) <= begin) at += 2;
    for (let i = at; i < spans.length && elementAt(spans, i) < end; i += 2)
      kept.push({
        process,
        begin: Math.max(begin, elementAt(spans, i)),
        end: Math.min(end, elementAt(spans, i + 1)),
      });
  }
  return kept;
}
