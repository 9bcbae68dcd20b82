/** Moments of threads as moments of the run: those of one name belong together, in the order in which threads have them. */
import { elementAt } from '../../base/elements.js';
import type { Seconds } from '../../base/units.js';
import type { ProfileBuilder } from '../profile/index.js';
import type { Sink, TimerValues } from './timerValues.js';
import type { TauMoment, TauThread } from './trial.js';

interface Moment {
  readonly name: string;
  /** When the last thread had reached it. */
  time: Seconds | undefined;
  readonly parts: { readonly moment: TauMoment; readonly thread: TauThread; readonly location: number }[];
}

/** @param locations of the threads */
export function addMoments(
  threads: readonly TauThread[],
  locations: readonly number[],
  values: TimerValues,
  builder: ProfileBuilder,
): void {
  // One snapshot per thread is the end, which is reported anyway.
  if (threads.every(({ moments }) => moments.length <= 1)) return;
  for (const { name, time, parts } of momentsOf(threads, locations)) {
    const snapshot = builder.snapshot(name, time);
    const into: Sink = {
      exclusive: (metric, path, location, value) => {
        if (Number.isFinite(value)) snapshot.exclusive(metric, path, location, value);
      },
      // Snapshots contain only the exclusive values of calls.
      inclusive: () => undefined,
      unknown: () => undefined,
    };
    for (const { moment, thread, location } of parts)
      values.add({ rows: moment.rows, thread: thread.thread }, location, into);
  }
}

function momentsOf(threads: readonly TauThread[], locations: readonly number[]): Iterable<Moment> {
  const found = new Map<string, Moment>();
  threads.forEach((thread, index) => {
    const times = new Map<string, number>();
    thread.moments.forEach((moment, at) => {
      const name = moment.name === '' ? `Snapshot ${at + 1}` : moment.name;
      const before = times.get(name) ?? 0;
      times.set(name, before + 1);
      const key = `${before} ${name}`;
      const known = found.get(key) ?? { name, time: undefined, parts: [] };
      found.set(key, known);
      if (moment.time !== undefined) known.time = Math.max(known.time ?? 0, moment.time);
      known.parts.push({ moment, thread, location: elementAt(locations, index) });
    });
  });
  return found.values();
}
