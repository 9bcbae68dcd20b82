/** Predicts run times after changes of a program, by replaying its trace with changed times. */
import { elementAt } from '../../base/elements.js';
import { CancelledError } from '../../base/problem.js';
import type { Seconds } from '../../base/units.js';
import type { Definitions } from '../../model/definitions.js';
import type { Prediction, Predictions, Scenario } from '../../model/findings/prediction.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { type Processes, processesOf } from '../../model/processes.js';
import { regionPlace } from '../../model/text/regionPlace.js';
import type { Trace } from '../../model/trace.js';
import { type AnalysisResult, changedTrace } from '../trace/index.js';
import { type LocationRows, rowsByLocation } from '../trace/replay/locationRows.js';
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

/**
 * Reads an analyzed trace again and predicts its run time with each scenario. The partners of waits and their order stay
 * as measured. A wait ends at x' = max(e', S') + d. Here e' is its changed begin, S' the changed arrival of the last
 * partner, and d the measured time after the last arrival.
 * @param trace as it was recorded
 * @throws TrimtabError for a scenario whose target is not in the trace; CancelledError
 */
export function predictRunTimes(
  trace: Trace,
  analyzed: Pick<AnalysisResult, 'space' | 'report' | 'changes'>,
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
  const predictions = predictor.predict(plans, asked, isCancelled);
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

/** Plans that are replayed together, and values of all calls of MPI that are kept for them at most. */
const MOST_LANES = 8;
const MOST_VALUES = 32_000_000;

/** Evaluates scenarios of one trace. */
class Predictor {
  /** Run time as measured. */
  readonly runTime: Seconds;
  private readonly begin: Seconds;
  private readonly totals: ClassTotals;
  private readonly rows: LocationRows;
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
    this.totals = new ClassTotals(work, classes.count, definitions.locations.length);
    this.rows = rowsByLocation(work.columns.location, work.length, definitions.locations.length);
    this.points = new Points(replayed);
  }

  /**
   * @param asked scenarios that the classes were made for; those of the plans are among them
   * @throws CancelledError when `isCancelled` returns true
   */
  predict(
    plans: readonly (readonly Scenario[])[],
    asked: readonly Scenario[],
    isCancelled?: () => boolean,
  ): Prediction[] {
    const calls = this.read.replayed.records.operations.length;
    const lanes = Math.max(1, Math.min(MOST_LANES, Math.floor(MOST_VALUES / Math.max(1, calls))));
    const found: Prediction[] = [];
    for (let first = 0; first < plans.length; first += lanes) {
      if (isCancelled?.() === true) throw new CancelledError();
      found.push(...this.replayed(plans.slice(first, first + lanes), asked));
    }
    return found;
  }

  /** Replays the trace once, with a lane for each plan. */
  private replayed(plans: readonly (readonly Scenario[])[], asked: readonly Scenario[]): Prediction[] {
    const { read, definitions, processes, points, runTime, totals } = this;
    const factors = new Factors(this.classes.count, definitions.locations.length, plans.length);
    for (const [lane, plan] of plans.entries())
      for (const scenario of plan)
        this.apply(scenario, elementAt(this.classes.ofTarget, asked.indexOf(scenario)), factors, lane);
    const own = new FactoredTimes(read.work, this.rows, factors);
    const isShared = Uint8Array.from(plans, (plan) => (plan.some(({ kind }) => kind === 'teams') ? 1 : 0));
    const clocks = replay(points, { own, isShared }, definitions, processes);
    for (const { location, last } of read.extents) clocks.advance(location, last);
    return plans.map((plan, lane) => {
      let end = this.begin;
      for (const { location, last } of read.extents) end = Math.max(end, last - clocks.saved(location, lane));
      const predicted = read.extents.length === 0 ? 0 : end - this.begin;
      const saved = runTime - predicted;
      const share = runTime > 0 ? saved / runTime : 0;
      const place = placeOf(plan, definitions);
      const target = { scenarios: plan, ...(place === undefined ? {} : { place }) };
      return { ...target, runTime: predicted, saved, share, changed: factors.saved(totals, lane) };
    });
  }

  private apply(scenario: Scenario, classes: readonly number[], factors: Factors, lane: number): void {
    if (scenario.kind === 'balance') {
      this.balance(classes, factors, lane);
      return;
    }
    const factor = scenario.kind === 'scale' ? scenario.factor : 0;
    for (const one of classes)
      for (let location = 0; location < factors.locations; location++) factors.multiply(one, location, lane, factor);
  }

  /** Ranks without any time in the code cannot take a part of it over. */
  private balance(classes: readonly number[], factors: Factors, lane: number): void {
    const { totals } = this;
    const { locations } = this.processes;
    const timeOf = (one: number, at: number): Seconds => totals.of(one, at) * factors.get(factors.at(one, at) + lane);
    const times = locations.map((ofProcess) =>
      ofProcess.reduce((sum, at) => classes.reduce((all, one) => all + timeOf(one, at), sum), 0),
    );
    const taking = times.filter((time) => time > 0);
    const mean = taking.reduce((sum, time) => sum + time, 0) / taking.length;
    for (const [process, ofProcess] of locations.entries()) {
      const time = elementAt(times, process);
      if (time <= 0) continue;
      for (const location of ofProcess) for (const one of classes) factors.multiply(one, location, lane, mean / time);
    }
  }
}
