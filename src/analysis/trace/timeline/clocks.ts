/** Corrections of clocks in a timeline, so that events can be read with the times that the analysis had. */
import { elementAt } from '../../../base/elements.js';
import type { Timeline, TimelineClocks } from '../../../model/timeline.js';
import type { TimeChanges } from '../changedTimes.js';
import { ClockCorrection, type CorrectionData } from '../clocks/clockCorrection.js';

/** The timeline with the corrections of clocks that its times differ by, where nothing else was changed. */
export function timelineWithClocks(timeline: Timeline, { corrections, compensation }: TimeChanges): Timeline {
  if (corrections === undefined || compensation !== undefined) return timeline;
  return { ...timeline, isChanged: false, clocks: clocksOf(corrections) };
}

/** Knots by process, without those between two of the same shift: all moments stay the same to the last bit. */
function clocksOf(corrections: readonly CorrectionData[]): TimelineClocks {
  const thinned = corrections.map(({ measured, corrected }) => {
    const shift = (knot: number): number => elementAt(corrected, knot) - elementAt(measured, knot);
    const kept = [...measured.keys()].filter(
      (knot) =>
        knot === 0 ||
        knot === measured.length - 1 ||
        shift(knot - 1) !== shift(knot) ||
        shift(knot) !== shift(knot + 1),
    );
    const pick = (column: Float64Array): Float64Array => Float64Array.from(kept, (knot) => elementAt(column, knot));
    return { measured: pick(measured), corrected: pick(corrected) };
  });
  const first = new Uint32Array(thinned.length + 1);
  for (const [process, { measured }] of thinned.entries())
    first[process + 1] = elementAt(first, process) + measured.length;
  const all = elementAt(first, thinned.length);
  const clocks = { first, measured: new Float64Array(all), corrected: new Float64Array(all) };
  for (const [process, { measured, corrected }] of thinned.entries()) {
    clocks.measured.set(measured, elementAt(first, process));
    clocks.corrected.set(corrected, elementAt(first, process));
  }
  return clocks;
}

/** The corrections by process. */
export function correctionsIn({ first, measured, corrected }: TimelineClocks): ClockCorrection[] {
  return Array.from(first.subarray(0, -1), (from, process) => {
    const to = elementAt(first, process + 1);
    return new ClockCorrection(measured.subarray(from, to), corrected.subarray(from, to));
  });
}
