/** A trace of the representative iterations only. */
import { absent, elementAt } from '../../base/elements.js';
import { TrimtabError } from '../../base/problem.js';
import { counted, percent } from '../../base/text.js';
import { copyArchive, type KeptStretch, otf2 } from '../../formats/otf2/index.js';
import { formatOf, measurementAt } from '../../formats/registry.js';
import type { CallTree } from '../../model/callTree.js';
import { EventKind } from '../../model/events.js';
import { processesOf } from '../../model/processes.js';
import type { RunSeries } from '../../model/dynamics/series.js';
import { iterationsText, type SimilarIterations } from '../../model/dynamics/similar.js';
import type { Trace } from '../../model/trace.js';
import { REPRESENTATIVES } from '../trace/doubts/measurement.js';
import { changedTrace, type TimeChanges } from '../trace/index.js';
import { crossingsOf, LEFT_OUT } from './crossings.js';
import { cutsOf, type LocationCuts } from './cuts.js';

/** Description and limits of a trace of representatives. */
export interface KeptRepresentatives {
  /** Its anchor file. */
  readonly archive: string;
  readonly iterations: readonly number[];
  /** Of so many. */
  readonly of: number;
  readonly events: number;
  readonly eventsBefore: number;
  readonly bytes: number;
  /** Messages and collective operations that would have been kept in part, and are without records therefore. */
  readonly messages: number;
  readonly collectives: number;
  /** Information that the trace does not contain, in sentences. */
  readonly limits: readonly string[];
}

/** Consecutive iterations that are kept; the program before the loop and behind it are parts too. */
interface Part {
  /** Indices of cuts: from the first up to the other one; -1 and the number of iterations + 1: the ends of the trace. */
  readonly from: number;
  to: number;
}

/**
 * Writes a trace of the representatives of all iterations, and of what is before and behind the loop. Times within an
 * iteration, and those between processes in it, stay as they are to the tick.
 * @param archive the trace that was analyzed
 * @param folder where the new one is made; it must not be there
 * @throws TrimtabError where it is of a format that is not written, or cannot be
 */
export function keepRepresentatives(
  archive: string,
  folder: string,
  found: {
    readonly trace: Trace;
    readonly changes: TimeChanges;
    readonly callTree: CallTree;
    readonly run: RunSeries;
    readonly similar: SimilarIterations;
  },
): KeptRepresentatives {
  const { trace, changes, callTree, run, similar } = found;
  const { definitions } = trace;
  if (formatOf(measurementAt(archive)) !== otf2)
    throw new TrimtabError(`${archive} is no OTF2 trace: representatives are kept of those only.`);
  const { iterations } = run;
  const processes = processesOf(definitions);
  const timed = changedTrace(trace, processes, changes);
  const marker = callTree.region[elementAt(iterations.members, 0)] ?? absent(0);
  const cuts = cutsOf(timed, processes, iterations, marker);
  const kept = similar.clusters.map(({ representative }) => representative).sort((a, b) => a - b);
  const parts = partsOf(kept, iterations.count);
  const partOf = partBySegment(parts, iterations.count);
  const crossings = crossingsOf(timed, processes, (location, ordinal) => {
    const { at } = elementAt(cuts, location);
    return partOf[segmentOf(at, ordinal)] ?? LEFT_OUT;
  });
  const ticksPerSecond = Number(definitions.clock.ticksPerSecond);
  const stretches = stretchesOf(parts, cuts, (seconds) => Math.round(seconds * ticksPerSecond));
  const hasCounters = (definitions.counters?.size ?? 0) > 0;
  const { anchor, events, bytes } = copyArchive(archive, folder, timed, {
    ...{ stretches, leftOut: crossings.events },
    // Counters go on while nothing is recorded: what they counted there would be booked at the next reading.
    kinds: new Set([EventKind.Metric]),
    property: [REPRESENTATIVES, `${kept.join(',')} of ${iterations.count}`],
  });
  const { messages, collectives } = crossings;
  return {
    archive: anchor,
    iterations: kept,
    of: iterations.count,
    events,
    eventsBefore: cuts.reduce((sum, own) => sum + own.events, 0),
    bytes,
    messages,
    collectives,
    limits: [...limitsOf(kept, iterations.count, similar, { messages, collectives, hasCounters })],
  };
}

/** Stretches of kept iterations with what lies before and behind the loop. */
function partsOf(kept: readonly number[], count: number): Part[] {
  const parts: Part[] = [{ from: -1, to: 0 }];
  for (const iteration of kept) {
    const last = elementAt(parts, parts.length - 1);
    if (last.to === iteration) last.to = iteration + 1;
    else parts.push({ from: iteration, to: iteration + 1 });
  }
  const last = elementAt(parts, parts.length - 1);
  if (last.to === count) last.to = count + 1;
  else parts.push({ from: count, to: count + 1 });
  return parts;
}

/** By segment (0: before the loop, then the iterations, then behind it): its part. */
function partBySegment(parts: readonly Part[], count: number): Int32Array {
  const partOf = new Int32Array(count + 2).fill(LEFT_OUT);
  for (const [part, { from, to }] of parts.entries()) partOf.fill(part, from + 1, to + 1);
  return partOf;
}

/** The segment that an event is in: how many cuts are before it, or at it. */
function segmentOf(cuts: Float64Array, ordinal: number): number {
  let [low, high] = [0, cuts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cuts[middle] ?? absent(middle)) <= ordinal) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** By location: its stretches, each moved so that a part begins on no location before the part before it has ended on all. */
function stretchesOf(
  parts: readonly Part[],
  cuts: readonly LocationCuts[],
  ticksOf: (seconds: number) => number,
): KeptStretch[][] {
  const stretches = cuts.map((): KeptStretch[] => []);
  let ended = 0;
  for (const [number, { from, to }] of parts.entries()) {
    const begins = cuts.map(({ begin }) => (from < 0 ? -Infinity : ticksOf(begin[from] ?? absent(from))));
    const ends = cuts.map((own) => endOf(own, to, ticksOf));
    const first = begins.reduce((least, ticks) => Math.min(least, ticks), Infinity);
    const shift = number === 0 ? 0 : first - ended;
    for (const [location, { at, events }] of cuts.entries()) {
      elementAt(stretches, location).push({
        from: from < 0 ? 0 : (at[from] ?? absent(from)),
        to: to < at.length ? (at[to] ?? absent(to)) : events,
        begin: elementAt(begins, location) - shift,
        end: Math.max(0, elementAt(ends, location).boundary - shift),
        shift,
      });
    }
    ended = ends.reduce((most, { last }) => Math.max(most, last), -Infinity) - shift;
  }
  return stretches;
}

/** When a part ends on a location, and when its last event there is, which a thread may be late with. */
function endOf(
  { begin, before, at }: LocationCuts,
  to: number,
  ticksOf: (seconds: number) => number,
): { readonly boundary: number; readonly last: number } {
  if (to >= at.length) return { boundary: Infinity, last: 0 };
  const boundary = ticksOf(begin[to] ?? absent(to));
  const last = before[to] ?? absent(to);
  return { boundary, last: last === -Infinity ? boundary : Math.max(boundary, ticksOf(last)) };
}

function* limitsOf(
  kept: readonly number[],
  count: number,
  { deviation, clusters }: SimilarIterations,
  cut: { readonly messages: number; readonly collectives: number; readonly hasCounters: boolean },
): Generator<string> {
  const named = iterationsText(
    kept.map((iteration) => [iteration, iteration] as const),
    kept.length,
  );
  const stands = clusters.reduce((sum, { share }) => sum + share, 0);
  yield `It contains ${counted(kept.length, 'iteration')} of ${count} (${named}), and the run before and after the loop. The representatives cover ${percent(stands)} of the loop; an iteration differs from its representative by ${percent(deviation)} on average.`;
  yield 'It does not show changes from iteration to iteration, the critical path, or causes of waits across excluded iterations.';
  if (cut.messages + cut.collectives > 0)
    yield `${counted(cut.messages, 'message')} and ${counted(cut.collectives, 'collective operation')} reach into excluded iterations: it contains the time of their calls, but not their waiting.`;
  yield 'Whether a wait for a message was in the wrong order may depend on messages of excluded iterations, which are ignored.';
  if (cut.hasCounters) yield 'It has no readings of counters.';
  yield 'If processes are in different iterations at the same time, the time in which some of them have none is MEASUREMENT OFF.';
}
