import { absent, elementAt } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';
import { type EventTimes, timedTrace } from '../../../model/timedTrace.js';
import type { Trace } from '../../../model/trace.js';
import { SecondReading } from '../../trace/again/secondReading.js';
import { type LocationShifts, NO_SHIFTS, ShiftedTimes } from '../../trace/replay/shiftedTimes.js';
import type { RereadTrace } from '../reread.js';
import type { LocationClasses } from '../workPass.js';
import { type PlanFactors, SavedTimes } from './savedTimes.js';

/** All changes of the times of a trace by one plan. */
export interface PlanTimes {
  readonly plan: PlanFactors;
  /** By location. */
  readonly shifts: readonly LocationShifts[];
  readonly classOf: LocationClasses;
}

/**
 * A trace with the times that its events would have after changes of the program. Waits are those of the replay; between
 * them, each call path has its changed share of the time. Events keep their order on each location.
 * @param isCancelled reading throws CancelledError when it returns true
 */
export function predictedTrace(analyzed: RereadTrace, times: PlanTimes, isCancelled?: () => boolean): Trace {
  const saved = new SavedOfProcesses(analyzed, times, isCancelled);
  return timedTrace(
    analyzed.trace,
    (location) => new PredictedTimes(saved.take(location), times.shifts[location] ?? NO_SHIFTS),
  );
}

/** The changed times of one location's events. */
class PredictedTimes implements EventTimes {
  private readonly shifted: ShiftedTimes;
  private next = 0;
  private latest = Number.NEGATIVE_INFINITY;

  /** @param saved by event: seconds that the location's own time has become shorter by until then */
  constructor(
    private readonly saved: Float64Array,
    shifts: LocationShifts,
  ) {
    this.shifted = new ShiftedTimes(shifts);
  }

  at(_kind: number, time: Seconds): Seconds {
    const saved = this.saved[this.next] ?? absent(this.next);
    this.next++;
    // Differences of times are rounded, which must not change the order of events.
    this.latest = Math.max(this.latest, this.shifted.at(time, saved));
    return this.latest;
  }

  endOfFlush(end: Seconds, begin: Seconds, changed: Seconds): Seconds {
    return changed + (end - begin);
  }
}

/** Reads a process when the first of its locations is asked for, because its threads share call paths. */
class SavedOfProcesses {
  private readonly reading: SecondReading;
  private readonly known = new Map<number, Float64Array>();

  constructor(
    private readonly analyzed: RereadTrace,
    private readonly times: PlanTimes,
    isCancelled?: () => boolean,
  ) {
    const { trace, processes, tree } = analyzed;
    this.reading = new SecondReading(trace, processes, tree, isCancelled);
  }

  /** Returns the savings at the events of a location, and forgets them. */
  take(location: number): Float64Array {
    const known = this.known.get(location) ?? this.read(location);
    this.known.delete(location);
    return known;
  }

  private read(wanted: number): Float64Array {
    const { processes } = this.analyzed;
    const { classOf, plan } = this.times;
    const locations = elementAt(processes.locations, elementAt(processes.ofLocation, wanted));
    const recorders = new Map<number, SavedTimes>();
    this.reading.read(locations, (location) => {
      const times = new SavedTimes(location, classOf(location), plan);
      recorders.set(location, times);
      return { times };
    });
    for (const [location, { ofEvents }] of recorders) this.known.set(location, ofEvents);
    return this.known.get(wanted) ?? new Float64Array(0);
  }
}
