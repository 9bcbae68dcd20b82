/** Corrections of clocks in a timeline, so that events can be read with the times that the analysis had. */
import { elementAt } from '../../../base/elements.js';
import type { Timeline, TimelineClocks } from '../../../model/timeline.js';
import type { TimeChanges } from './changedTimes.js';
import { ClockCorrection, type CorrectionData } from '../clocks/clockCorrection.js';

/** The timeline with the corrections of clocks that its times differ by, where nothing else was changed. */
export function timelineWithClocks(timeline: Timeline, { corrections, compensation }: TimeChanges): Timeline {
  if (corrections === undefined || compensation !== undefined) return timeline;
  return { ...timeline, isChanged: false, clocks: clocksOf(corrections) };
}

/** Knots by process, without those between two of the same shift: all moments stay the same to the last bit. */
function clocksOf(corrections: readonly CorrectionData[]): TimelineClocks {
  const first = new Uint32Array(corrections.length + 1);
  const [measured, corrected]: [number[], number[]] = [[], []];
  for (const [process, knots] of corrections.entries()) {
    const shift = (knot: number): number => elementAt(knots.corrected, knot) - elementAt(knots.measured, knot);
    const last = knots.measured.length - 1;
    for (const [knot, time] of knots.measured.entries()) {
      const isBetween = knot > 0 && knot < last;
      if (isBetween && shift(knot - 1) === shift(knot) && shift(knot) === shift(knot + 1)) continue;
      measured.push(time);
      corrected.push(elementAt(knots.corrected, knot));
    }
    first[process + 1] = measured.length;
  }
  return { first, measured: Float64Array.from(measured), corrected: Float64Array.from(corrected) };
}

/** The corrections by process. */
export function correctionsIn({ first, measured, corrected }: TimelineClocks): ClockCorrection[] {
  return Array.from(first.subarray(0, -1), (from, process) => {
    const to = elementAt(first, process + 1);
    return new ClockCorrection(measured.subarray(from, to), corrected.subarray(from, to));
  });
}
