/** Predicts run times after changes of a program, by replaying its trace with changed times. */
import { elementAt } from '../../base/elements.js';
import type { Seconds } from '../../base/units.js';
import type { Definitions } from '../../model/definitions.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import type { Prediction, Predictions, Scenario } from '../../model/findings/prediction.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { type Processes, processesOf } from '../../model/processes.js';
import { regionPlace } from '../../model/text/regionPlace.js';
import type { Trace } from '../../model/trace.js';
import { changedTrace, type TimeChanges } from '../trace/index.js';
import { Points } from '../trace/replay/points.js';
import { replay } from '../trace/replay/replay.js';
import { defaultScenarios } from './defaults.js';
import { ClassTotals, FactoredTimes, Factors } from './factoredTimes.js';
import { limitsOf } from './limits.js';
import { type Reread, reread } from './reread.js';
import { type Marks, networkPaths, type PathClasses, pathClasses, targetPaths } from './targets.js';

export interface AskedPredictions {
  /** Each is evaluated alone, and all of them together; those that suit the trace if empty. */
  readonly scenarios: readonly Scenario[];
}

/** An analyzed trace. */
export interface Analyzed {
  readonly space: PerformanceSpace;
  readonly report: FindingsReport;
  readonly changes?: TimeChanges;
}

/**
 * Reads an analyzed trace again and predicts its run time with each scenario. The partners of waits and their order stay
 * as measured. A wait ends at x' = max(e', S') + d. Here e' is its changed begin, S' the changed arrival of the last
 * partner, and d the measured time after the last arrival.
 * @param trace as it was recorded
 * @throws TrimtabError for a scenario whose target is not in the trace; CancelledError
 */
export function predictRunTimes(
  trace: Trace,
  analyzed: Analyzed,
  { scenarios }: AskedPredictions,
  isCancelled?: () => boolean,
): Predictions {
  const { definitions } = trace;
  const { space, report, changes = {} } = analyzed;
  const processes = processesOf(definitions);
  const isGiven = scenarios.length > 0;
  const asked = isGiven ? scenarios : defaultScenarios(analyzed, definitions, processes.locations.length);
  const classes = classesOf(asked, space, definitions);
  const changed = changedTrace(trace, processes, changes);
  const read = reread(changed, processes, space.callTree, classes, isCancelled);
  const predictor = new Predictor(read, classes, definitions, processes);
  const plans = isGiven && asked.length > 1 ? [...asked.map((one) => [one]), asked] : asked.map((one) => [one]);
  const predictions = plans.map((plan): Prediction => {
    const place = placeOf(plan, definitions);
    return { scenarios: plan, ...(place === undefined ? {} : { place }), ...predictor.predict(plan, asked) };
  });
  const limits = limitsOf(space, definitions, read.replayed.threads.ownerships.length);
  read.forget();
  if (!isGiven) predictions.sort((one, other) => other.saved - one.saved);
  const { runTime } = predictor;
  return { format: 'trimtab-whatif', version: 1, program: report.program, runTime, predictions, limits };
}

function classesOf(scenarios: readonly Scenario[], space: PerformanceSpace, definitions: Definitions): PathClasses {
  const none = new Uint8Array(space.callTree.size);
  const marks = scenarios.map((scenario): Marks => {
    if (scenario.kind === 'network') return networkPaths(space, definitions);
    return scenario.kind === 'teams' ? none : targetPaths(space, definitions, scenario);
  });
  return pathClasses(space.callTree.size, marks);
}

function placeOf(plan: readonly Scenario[], { regions }: Definitions): Prediction['place'] {
  const [first] = plan;
  if (first === undefined || !('region' in first)) return undefined;
  return regionPlace(regions.find(({ name }) => name === first.region));
}

/** Evaluates scenarios of one trace. */
class Predictor {
  /** Run time as measured. */
  readonly runTime: Seconds;
  private readonly begin: Seconds;
  private readonly totals: ClassTotals;
  private readonly points: Points;

  constructor(
    private readonly read: Reread,
    private readonly classes: PathClasses,
    private readonly definitions: Definitions,
    private readonly processes: Processes,
  ) {
    const { extents, work, replayed } = read;
    this.begin = extents.reduce((least, { first }) => Math.min(least, first), Number.POSITIVE_INFINITY);
    const end = extents.reduce((most, { last }) => Math.max(most, last), Number.NEGATIVE_INFINITY);
    this.runTime = extents.length === 0 ? 0 : end - this.begin;
    this.totals = new ClassTotals({ work }, classes.count, definitions.locations.length);
    this.points = new Points(replayed);
  }

  /** @param asked scenarios that the classes were made for; those of the plan are among them */
  predict(plan: readonly Scenario[], asked: readonly Scenario[]): Omit<Prediction, 'scenarios' | 'place'> {
    const { read, definitions, processes, points, runTime } = this;
    const factors = new Factors(this.classes.count, definitions.locations.length);
    for (const scenario of plan)
      this.apply(scenario, elementAt(this.classes.ofTarget, asked.indexOf(scenario)), factors);
    const own = new FactoredTimes(read.work, factors);
    const isShared = plan.some(({ kind }) => kind === 'teams') ? { isShared: () => true } : {};
    const clocks = replay(read.replayed, points, { own, ...isShared }, definitions, processes);
    const end = read.extents.reduce(
      (most, { location, last }) => Math.max(most, last - clocks.savedAt(location, last)),
      Number.NEGATIVE_INFINITY,
    );
    const predicted = read.extents.length === 0 ? 0 : end - this.begin;
    const saved = runTime - predicted;
    return {
      runTime: predicted,
      saved,
      share: runTime > 0 ? saved / runTime : 0,
      changed: this.changedBy(factors),
    };
  }

  private apply(scenario: Scenario, classes: readonly number[], factors: Factors): void {
    if (scenario.kind === 'balance') {
      this.balance(classes, factors);
      return;
    }
    const factor = scenario.kind === 'scale' ? scenario.factor : 0;
    for (const one of classes)
      for (let location = 0; location < factors.locations; location++) factors.multiply(one, location, factor);
  }

  /** Ranks without any time in the code cannot take a part of it over. */
  private balance(classes: readonly number[], factors: Factors): void {
    const { locations } = this.processes;
    const times = locations.map((ofProcess) =>
      ofProcess.reduce(
        (sum, at) => classes.reduce((all, one) => all + this.totals.of(one, at) * factors.of(one, at), sum),
        0,
      ),
    );
    const taking = times.filter((time) => time > 0);
    const mean = taking.reduce((sum, time) => sum + time, 0) / taking.length;
    for (const [process, ofProcess] of locations.entries()) {
      const time = elementAt(times, process);
      if (time <= 0) continue;
      for (const location of ofProcess) for (const one of classes) factors.multiply(one, location, mean / time);
    }
  }

  private changedBy(factors: Factors): Seconds {
    let seconds = 0;
    for (let one = 0; one < this.classes.count; one++)
      for (let location = 0; location < factors.locations; location++) {
        const factor = factors.of(one, location);
        if (factor !== 1) seconds += (1 - factor) * this.totals.of(one, location);
      }
    return seconds;
  }
}
