import { elementAt } from '../../base/elements.js';
import { present } from '../../base/present.js';
import { CancelledError } from '../../base/problem.js';
import { percent } from '../../base/text.js';
import type { Bytes, Fraction, Seconds } from '../../base/units.js';
import type { Definitions } from '../../model/definitions.js';
import type { Prediction, Scenario } from '../../model/findings/prediction.js';
import { type Processes, processesOf } from '../../model/processes.js';
import { regionPlace } from '../../model/text/regionPlace.js';
import type { Trace } from '../../model/trace.js';
import { type AnalysisResult, changedTrace } from '../trace/index.js';
import { isThread } from '../trace/certainty/locations.js';
import { rowsByLocation } from '../trace/replay/locationRows.js';
import { Points } from '../trace/replay/points.js';
import { ReversedOrders } from '../trace/replay/orders.js';
import { type ReplayChanges, replay } from '../trace/replay/replay.js';
import { ShiftLog } from '../trace/replay/shiftLog.js';
import { confidenceOf } from './confidence.js';
import { ClassTotals, FactoredTimes, Factors, type LocatedWork } from './factoredTimes.js';
import { IterationFactors } from './iterations/factors.js';
import { iterationStarts } from './iterations/starts.js';
import { limitsOf } from './limits.js';
import { type TransferTimes, transferTimes } from './network/transferTimes.js';
import { changesWaits, isFitted, isIterated, type Plan, PlanLane, type Targets } from './planLane.js';
import { type Reread, reread, type RereadTrace, startsIn } from './reread.js';
import { type Marks, classesOfLocations, pathClasses, scenarioPaths, targetKey, usePaths } from './targets.js';
import { predictedTrace } from './timeline/predictedTrace.js';
import type { LocationClasses } from './workPass.js';

function placeOf(plan: Plan, { regions }: Definitions): Prediction['place'] {
  const [first] = plan;
  if (first === undefined || !('region' in first)) return undefined;
  return regionPlace(regions.find(({ name }) => name === first.region));
}

/** By process, its threads that recorded anything, in order. */
function threadsOf(
  processes: Processes,
  { locations }: Definitions,
  extents: Reread['extents'],
): readonly (readonly number[])[] {
  const recorded = new Set(extents.map(({ location }) => location));
  const isRecorded = (location: number): boolean => recorded.has(location) && isThread(elementAt(locations, location));
  return processes.locations.map((ofProcess) => ofProcess.filter(isRecorded));
}

const explainedText = (share: Fraction): string =>
  `Latency and bandwidth explain ${percent(share)} of the time of transfers; other calls keep their measured times.`;

const OVERLAP_BOUND =
  'Overlapped waits are an upper bound: data is taken to be needed only at the next send or collective operation of a rank.';

/** Plans that are replayed together, and values of all calls of MPI that are kept for them at most. */
const MOST_LANES = 16;
const MOST_VALUES = 32_000_000;

/** Bytes of a call, barrier or lock in its tables and as points of the replay, and of a time between them. */
const BYTES_A_WAIT = 256;
const BYTES_A_TIME = 24;

/** The trace that predictions are made from. */
interface Source {
  readonly analyzed: RereadTrace;
  readonly classOf: LocationClasses;
  /** Of a location; if iterations are known. */
  readonly startsOf: ((location: number) => ArrayLike<Seconds>) | undefined;
  /** By call path: 1 for calls that need the data of earlier receives. */
  readonly isUse: Marks;
}

/** Changes of the lanes of a replay. */
interface Lanes {
  readonly factors: Factors;
  readonly iterations: IterationFactors | undefined;
  readonly changes: Pick<ReplayChanges, 'own' | 'shared' | 'overlapped'>;
}

export type AnalyzedTrace = Pick<AnalysisResult, 'space' | 'report' | 'changes' | 'replayed'>;

/**
 * Predicts run times of one trace, whose records it holds. The partners of waits and their order stay as measured. A wait
 * ends at x' = max(e', S') + d. Here e' is its changed begin, S' the changed arrival of the last partner, and d the
 * measured time after the last arrival.
 */
export class RunPredictor {
  /** Run time as measured. */
  readonly runTime: Seconds;
  private readonly begin: Seconds;
  private readonly totals: ClassTotals;
  /** Number of classes of time that may change. */
  private readonly classes: number;
  private readonly works: readonly LocatedWork[];
  private readonly threads: readonly (readonly number[])[];
  private readonly points: Points;

  /**
   * Reads an analyzed trace again.
   * @param trace as it was recorded
   * @param targets scenarios whose targets can be predicted, whatever the factor
   * @throws TrimtabError for a scenario whose target is not in the trace; CancelledError when `isCancelled` returns true
   */
  static read(
    trace: Trace,
    { space, changes = {}, replayed }: AnalyzedTrace,
    targets: readonly Scenario[],
    isCancelled?: () => boolean,
  ): RunPredictor {
    const { definitions } = trace;
    const processes = processesOf(definitions);
    const [ofWaits, changing] = [new Map<string, Marks>(), new Map<string, Marks>()];
    for (const scenario of targets)
      (changesWaits(scenario) ? ofWaits : changing).set(
        targetKey(scenario),
        scenarioPaths(scenario, space, definitions),
      );
    const classes = pathClasses(space.callTree.size, [...changing.values()]);
    const ofTarget = new Map(
      [...changing.keys()].map((key, target) => [key, elementAt(classes.ofTarget, target)] as const),
    );
    const analyzed = {
      trace: changedTrace(trace, processes, changes),
      processes,
      tree: space.callTree,
      waits: replayed,
    };
    const iterations = targets.some(isIterated) ? iterationStarts({ ...analyzed, space, isCancelled }) : undefined;
    const classOf = classesOfLocations(definitions, classes);
    const read = reread(
      analyzed,
      { classOf, count: classes.count },
      { transfers: targets.some(isFitted), iterations },
      isCancelled,
    );
    const { transfers, replayed: found } = read;
    const { count } = classes;
    const times =
      transfers === undefined ? undefined : transferTimes(transfers, found, count, definitions.locations.length);
    const limits = [
      ...(times === undefined ? [] : [explainedText(times.explained)]),
      ...(targets.some(({ kind }) => kind === 'overlap') ? [OVERLAP_BOUND] : []),
      ...limitsOf(space, definitions, found.threads.ownerships.length),
    ];
    const startsOf = iterations === undefined ? undefined : startsIn(iterations, processes);
    const source = { analyzed, classOf, startsOf, isUse: usePaths(space, definitions) };
    return new RunPredictor({ ...read, times }, { count, ofTarget, ofWaits }, source, limits);
  }

  private constructor(
    private readonly read: Omit<Reread, 'transfers'> & { readonly times: TransferTimes | undefined },
    private readonly targets: Targets,
    private readonly source: Source,
    /** Parts of the run that keep their measured times or order, a sentence each. */
    readonly limits: readonly string[],
  ) {
    const { extents, work, replayed, times } = read;
    const { definitions, processes } = this;
    const [count, works] = times === undefined ? [targets.count, [work]] : [3 * targets.count, [work, times.work]];
    const locations = definitions.locations.length;
    this.threads = threadsOf(processes, definitions, extents);
    this.begin = extents.reduce((least, { first }) => Math.min(least, first), Number.POSITIVE_INFINITY);
    const end = extents.reduce((most, { last }) => Math.max(most, last), Number.NEGATIVE_INFINITY);
    this.runTime = extents.length === 0 ? 0 : end - this.begin;
    this.classes = count;
    this.totals = new ClassTotals(works, count, locations);
    this.works = works.map((one) => ({
      work: one,
      rows: rowsByLocation(one.columns.location, one.length, locations),
    }));
    this.points = new Points(replayed);
  }

  private get definitions(): Definitions {
    return this.source.analyzed.trace.definitions;
  }

  private get processes(): Processes {
    return this.source.analyzed.processes;
  }

  /** Whether all scenarios change targets that were given to `read`. */
  knows(plan: Plan): boolean {
    const { ofTarget, ofWaits } = this.targets;
    const { times, iterated } = this.read;
    const hasData = (times !== undefined || !plan.some(isFitted)) && (iterated !== undefined || !plan.some(isIterated));
    return hasData && plan.map(targetKey).every((key) => ofTarget.has(key) || ofWaits.has(key));
  }

  /** Memory of the records, about. */
  get bytes(): Bytes {
    const { barriers, ownerships } = this.read.replayed.threads;
    const waits = this.read.replayed.records.operations.length + barriers.length + ownerships.length;
    const times = this.works.reduce((rows, { work }) => rows + work.length, 0);
    return BYTES_A_WAIT * waits + BYTES_A_TIME * times;
  }

  /** Memory that the prediction of so many plans needs in addition, about. */
  bytesFor(plans: number): Bytes {
    const { operations } = this.read.replayed.records;
    return Float64Array.BYTES_PER_ELEMENT * operations.length * Math.min(plans, this.lanes);
  }

  /** Gives the memory of the records back. */
  forget(): void {
    this.read.forget();
  }

  /**
   * Predicts the run time with all scenarios of each plan together, applied from left to right.
   * @param plans scenarios whose targets are known
   * @throws CancelledError when `isCancelled` returns true
   */
  predict(plans: readonly Plan[], isCancelled?: () => boolean): Prediction[] {
    const { lanes } = this;
    const found: Prediction[] = [];
    for (let first = 0; first < plans.length; first += lanes) {
      if (isCancelled?.() === true) throw new CancelledError();
      found.push(...this.replayed(plans.slice(first, first + lanes)));
    }
    return found;
  }

  /** Plans that are replayed together. */
  private get lanes(): number {
    const calls = Math.max(1, this.read.replayed.records.operations.length);
    return Math.max(1, Math.min(MOST_LANES, Math.floor(MOST_VALUES / calls)));
  }

  /** Replays the trace with a lane for each plan, and again those that reverse orders. */
  private replayed(plans: readonly Plan[]): Prediction[] {
    const { choices } = this.read;
    const reversed = new ReversedOrders(plans.length);
    const { runTimes, changed } = this.runTimes(plans, { kind: 'measured', choices, reversed });
    const lanes = plans.flatMap((_, lane) => (reversed.isReversed[lane] === 1 ? [lane] : []));
    const others =
      lanes.length === 0
        ? []
        : this.runTimes(
            lanes.map((lane) => elementAt(plans, lane)),
            { kind: 'first come', reversed: reversed.only(lanes) },
          ).runTimes;
    return plans.map((plan, lane) => {
      const runTime = elementAt(runTimes, lane);
      const confidence = confidenceOf(runTime, others[lanes.indexOf(lane)] ?? runTime);
      return this.prediction(plan, runTime, elementAt(changed, lane), confidence);
    });
  }

  /**
   * Returns the trace with the times that its events would have with all scenarios of a plan. Locations are read when they
   * are asked for.
   * @param plan scenarios whose targets are known
   */
  predictedTrace(plan: Plan, isCancelled?: () => boolean): Trace {
    const { definitions, processes, points, source, works } = this;
    const { factors, iterations, changes } = this.lanesOf([plan]);
    const log = new ShiftLog(definitions.locations.length);
    replay(points, { ...changes, log }, definitions, processes);
    const { analyzed, classOf, startsOf } = source;
    const iterated = iterations === undefined || startsOf === undefined ? undefined : { factors: iterations, startsOf };
    const changed = { factors, iterations: iterated, transfers: works[1] };
    return predictedTrace(analyzed, { plan: changed, shifts: log.locationShifts(), classOf }, isCancelled);
  }

  /** The changes of each plan, as a lane. */
  private lanesOf(plans: readonly Plan[]): Lanes {
    const { definitions, processes, totals, targets, threads } = this;
    const factors = new Factors(this.classes, definitions.locations.length, plans.length);
    const iterations = this.iterationsOf(plans, factors);
    for (const [lane, plan] of plans.entries())
      new PlanLane(factors, lane, targets, totals, processes, iterations, threads).apply(plan);
    const own = new FactoredTimes(this.works, factors, iterations);
    const shared = plans.map((plan) => this.waitsAt(plan, 'teams'));
    const paths = plans.map((plan) => this.waitsAt(plan, 'overlap'));
    const { isUse } = this.source;
    const overlapped = paths.every((each) => each === undefined)
      ? undefined
      : { paths, isUse, extents: this.read.extents };
    return { factors, iterations, changes: { own, shared, ...present({ overlapped }) } };
  }

  /** Replays the trace once. @returns by plan, the run time, and the time that changes on all locations */
  private runTimes(
    plans: readonly Plan[],
    orders: ReplayChanges['orders'],
  ): { runTimes: Seconds[]; changed: Seconds[] } {
    const { read, definitions, processes, points, totals, begin } = this;
    const { factors, iterations, changes } = this.lanesOf(plans);
    const clocks = replay(points, { ...changes, ...present({ orders }) }, definitions, processes);
    for (const { location, last } of read.extents) clocks.advance(location, last);
    const endOf = (lane: number): Seconds =>
      read.extents.reduce((latest, { location, last }) => Math.max(latest, last - clocks.saved(location, lane)), begin);
    return {
      runTimes: plans.map((_, lane) => (read.extents.length === 0 ? 0 : endOf(lane) - begin)),
      changed: plans.map((_, lane) => factors.saved(totals, lane) + (iterations?.saved(lane) ?? 0)),
    };
  }

  private iterationsOf(plans: readonly Plan[], factors: Factors): IterationFactors | undefined {
    const { iterated } = this.read;
    const isNeeded = iterated !== undefined && plans.some((plan) => plan.some(isIterated));
    return isNeeded ? new IterationFactors(iterated, this.processes, factors) : undefined;
  }

  private prediction(plan: Plan, runTime: Seconds, changed: Seconds, confidence: Fraction): Prediction {
    const saved = this.runTime - runTime;
    const share = this.runTime > 0 ? saved / this.runTime : 0;
    const place = placeOf(plan, this.definitions);
    return {
      ...{ scenarios: plan, ...(place === undefined ? {} : { place }), runTime, saved, share, changed },
      ...(confidence < 1 ? { confidence } : {}),
    };
  }

  /** Call paths at which scenarios of a kind change waits; undefined if there are none. */
  private waitsAt(plan: Plan, wanted: 'teams' | 'overlap'): Marks | undefined {
    const marks = plan.flatMap((scenario) =>
      scenario.kind === wanted ? (this.targets.ofWaits.get(targetKey(scenario)) ?? []) : [],
    );
    if (marks.length < 2) return marks[0];
    return marks.reduce((all, some) => all.map((mark, path) => mark | (some[path] ?? 0)));
  }
}
