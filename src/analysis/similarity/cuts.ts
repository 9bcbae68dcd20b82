/** Positions at which iterations begin among the events of each location. */
import { absent, elementAt } from '../../base/elements.js';
import { EventKind } from '../../model/events.js';
import type { Processes } from '../../model/processes.js';
import type { Iterations } from '../../model/dynamics/series.js';
import type { Trace } from '../../model/trace.js';

/** Of one location: iteration i is its events `at[i]` up to `at[i + 1]`, from `begin[i]` seconds on; what follows is behind the loop. */
export interface LocationCuts {
  readonly at: Float64Array;
  readonly begin: Float64Array;
  /** Of the last event before each cut; -Infinity where there is none. */
  readonly before: Float64Array;
  /** Events of the location. */
  readonly events: number;
}

const OPENS: ReadonlySet<number> = new Set([EventKind.Enter, EventKind.ThreadTeamBegin]);
const CLOSES: ReadonlySet<number> = new Set([EventKind.Leave, EventKind.ThreadTeamEnd]);

/**
 * Returns the cuts of all locations. A process's first thread is cut at the ENTER that begins an iteration. Its other
 * threads are cut at the first later moment with the fewest open regions in the loop, so that every part is complete.
 * @param trace with the times that iterations were found in
 * @param marker the region that begins an iteration
 */
export function cutsOf(trace: Trace, processes: Processes, iterations: Iterations, marker: number): LocationCuts[] {
  const { starts } = iterations;
  const all = starts.filter(({ length }) => length > 0);
  const earliest = Float64Array.from({ length: iterations.count + 1 }, (_, i) =>
    all.reduce((least, own) => Math.min(least, own[i] ?? absent(i)), Infinity),
  );
  return trace.definitions.locations.map((_, location) => {
    const process = elementAt(processes.ofLocation, location);
    const members = elementAt(processes.locations, process);
    const main = members.find((member) => elementAt(starts, member).length > 0);
    const own = main === undefined ? earliest : elementAt(starts, main);
    const entered = location === main ? depthAt(trace, location, marker, elementAt(own, 0)) : undefined;
    const depth = entered ?? leastDepth(trace, location, elementAt(own, 0), elementAt(own, iterations.count));
    return cutsIn(trace, location, own, { depth, marker: entered === undefined ? undefined : marker });
  });
}

interface SeenCut {
  readonly kind: number;
  readonly time: number;
  readonly reference: number;
  /** Regions and teams that are open before it. */
  readonly depth: number;
}

/** Yields the events of a location; the same object is refilled each time. */
function* eventsOf(trace: Trace, location: number): Generator<SeenCut, void> {
  const seen = { kind: 0, time: 0, reference: 0, depth: 0 };
  for (const { count, kind, time, reference } of trace.batches(location)) {
    for (let at = 0; at < count; at++) {
      seen.kind = kind[at] ?? absent(at);
      seen.time = time[at] ?? absent(at);
      seen.reference = reference[at] ?? absent(at);
      yield seen;
      if (OPENS.has(seen.kind)) seen.depth++;
      else if (CLOSES.has(seen.kind)) seen.depth--;
    }
  }
}

/** How much is open where a region is entered at a moment; undefined where it is not. */
function depthAt(trace: Trace, location: number, region: number, moment: number): number | undefined {
  for (const { kind, time, reference, depth } of eventsOf(trace, location)) {
    if (time > moment) return undefined;
    if (time === moment && kind === EventKind.Enter && reference === region) return depth;
  }
  return undefined;
}

/** The least that is open from one moment to another. */
function leastDepth(trace: Trace, location: number, from: number, to: number): number {
  let least = Infinity;
  for (const { time, depth } of eventsOf(trace, location)) {
    if (time > to) break;
    if (time >= from) least = Math.min(least, depth);
  }
  return least === Infinity ? 0 : least;
}

function cutsIn(
  trace: Trace,
  location: number,
  starts: Float64Array,
  { depth: base, marker }: { readonly depth: number; readonly marker: number | undefined },
): LocationCuts {
  const at = new Float64Array(starts.length);
  const before = new Float64Array(starts.length).fill(-Infinity);
  let [next, ordinal, last] = [0, 0, -Infinity];
  const final = starts.length - 1;
  const isCut = ({ kind, time, reference, depth }: SeenCut): boolean => {
    const start = starts[next] ?? absent(next);
    if (time < start || depth > base) return false;
    // At one moment a call may be left, and what begins an iteration be entered.
    const isMarked = marker !== undefined && next < final && time === start;
    return !isMarked || (kind === EventKind.Enter && reference === marker);
  };
  for (const seen of eventsOf(trace, location)) {
    while (next <= final && isCut(seen)) {
      at[next] = ordinal;
      before[next] = last;
      next++;
    }
    last = seen.time;
    ordinal++;
  }
  at.fill(ordinal, next);
  before.fill(last, next);
  return { at, begin: starts, before, events: ordinal };
}
