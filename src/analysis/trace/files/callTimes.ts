import { absent, addAt } from '../../../base/elements.js';
import type { PassResults } from '../passes/pass.js';
import type { WaitingPlace } from '../statistics/instances.js';
import type { FileRecords } from './fileRecords.js';
import { type Spans, within } from './spans.js';

/** Times of the calls of files, by their rows, in seconds; nothing of a call whose times are uncertain. */
export interface CallTimes {
  readonly enter: Float64Array;
  readonly leave: Float64Array;
  /** In the call, without calls of files within it. */
  readonly seconds: Float64Array;
  /** Time within the spans of its location. */
  readonly alone: Float64Array;
  readonly storm: Float64Array;
}

export function timesOf(
  { calls, stretches }: FileRecords,
  { tolerance }: PassResults,
  spansAt: (location: number) => { readonly alone: Spans; readonly storm: Spans },
): CallTimes {
  const none = (): Float64Array => new Float64Array(calls.length);
  const times = { enter: none().fill(Number.NaN), leave: none(), seconds: none(), alone: none(), storm: none() };
  const { call, enter, leave } = stretches.columns;
  for (let row = 0; row < stretches.length; row++) {
    const of = call[row] ?? absent(row);
    const location = calls.columns.location[of] ?? absent(of);
    const [from, to] = [enter[row] ?? absent(row), leave[row] ?? absent(row)];
    if (to > tolerance.until(location)) continue;
    const spans = spansAt(location);
    if (Number.isNaN(times.enter[of])) times.enter[of] = from;
    times.leave[of] = to;
    addAt(times.seconds, of, to - from);
    addAt(times.alone, of, within(from, to, spans.alone));
    addAt(times.storm, of, within(from, to, spans.storm));
  }
  return times;
}

/** Returns the position of a call. */
export function placeOf({ calls }: FileRecords, { enter, leave }: CallTimes, call: number): WaitingPlace {
  const { node, location } = calls.columns;
  return {
    node: node[call] ?? absent(call),
    location: location[call] ?? absent(call),
    enter: enter[call] ?? absent(call),
    leave: leave[call] ?? absent(call),
  };
}
