/** Predicted run times of an open experiment, from records of its trace that are held. */
import { type AnalyzedTrace, RunPredictor } from '../../../analysis/whatIf/index.js';
import { scenarioPaths, targetKey } from '../../../analysis/whatIf/targets.js';
import type { CorrectionData } from '../../../analysis/trace/clocks/clockCorrection.js';
import { announcedEvents } from '../../../analysis/trace/reading/index.js';
import { TrimtabError } from '../../../base/problem.js';
import { isFile } from '../../../base/files/index.js';
import type { Bytes } from '../../../base/units.js';
import type { TimelineFile } from '../../../experiments/files/timelineFile.js';
import type { Experiment } from '../../../experiments/store/experiment.js';
import { formatOf } from '../../../formats/registry.js';
import type { Definitions } from '../../../model/definitions.js';
import type { Prediction, Scenario } from '../../../model/findings/prediction.js';
import type { PerformanceSpace } from '../../../model/performanceSpace.js';
import { type Processes, processesOf } from '../../../model/processes.js';
import type { Trace } from '../../../model/trace.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { Room } from '../room.js';
import { type Candidates, candidatesOf } from './candidates.js';

/** Targets that are held at once; those of questions long ago are forgotten. */
const MOST_TARGETS = 256;
/** Bytes of records that an event has at least, on average. */
const LEAST_BYTES_AN_EVENT = 8;

/** The experiment whose run times are predicted. */
interface Predictable {
  readonly experiment: Experiment;
  readonly space: PerformanceSpace;
  readonly definitions: Definitions;
  readonly room: Room;
  /** As it was recorded. */
  readonly trace: () => Trace;
  readonly timeline: (checkCancelled: CheckCancelled) => Pick<TimelineFile, 'isChanged'>;
  readonly corrections: (
    processes: Processes,
    checkCancelled: CheckCancelled,
  ) => readonly { data: () => CorrectionData }[] | undefined;
}

type Plan = readonly Scenario[];

/** The prediction of a plan, or one sentence that explains why there is none. */
export type Predicted = Prediction | { readonly problem: string };

/**
 * Answers from held records, as long as targets are known. Another target makes a new reading of the trace, with all
 * targets that were asked for.
 */
export class OpenPredictor {
  private held: { readonly predictor: RunPredictor; readonly bytes: Bytes } | undefined;
  private known: Candidates | undefined;
  private analysis: AnalyzedTrace | undefined;
  /** Scenarios of the targets that the next reading must know, by the keys of these. */
  private targets = new Map<string, Scenario>();

  constructor(private readonly measurement: Predictable) {}

  /** Scenarios that suit the trace. @throws TrimtabError; see candidatesOf */
  candidates(): Candidates {
    return (this.known ??= candidatesOf(this.measurement));
  }

  /**
   * Returns the predictor of these plans and the reasons why plans cannot be predicted, by plan.
   * @throws TrimtabError if the experiment has no events, or its times differ from those of its trace; MemoryError;
   *   CancelledError
   */
  predict(plans: readonly Plan[], checkCancelled: CheckCancelled): { predictor: RunPredictor; of: Predicted[] } {
    const problems = plans.map((plan) => this.problemOf(plan));
    const possible = plans.filter((_, index) => problems[index] === undefined);
    const predictor = this.predictorOf(possible, checkCancelled);
    this.measurement.room.check(predictor.bytesFor(possible.length));
    const found = predictor.predict(possible, asked(checkCancelled)).values();
    const of = problems.map((problem): Predicted => {
      if (problem !== undefined) return { problem };
      const { value } = found.next();
      return value ?? { problem: 'The run time was not predicted.' };
    });
    return { predictor, of };
  }

  private problemOf(plan: Plan): string | undefined {
    const { space, definitions } = this.measurement;
    for (const scenario of plan)
      try {
        if (!this.targets.has(targetKey(scenario))) scenarioPaths(scenario, space, definitions);
      } catch (error) {
        if (error instanceof TrimtabError) return error.message;
        throw error;
      }
    return undefined;
  }

  private predictorOf(plans: readonly Plan[], checkCancelled: CheckCancelled): RunPredictor {
    const { held } = this;
    if (held !== undefined && plans.every((plan) => held.predictor.knows(plan))) return held.predictor;
    const targets = this.targetsWith(plans.flat());
    const read = this.read([...targets.values()], checkCancelled);
    this.targets = targets;
    this.held = read;
    return read.predictor;
  }

  private targetsWith(scenarios: readonly Scenario[]): Map<string, Scenario> {
    const { scenarios: suitable, functions } = this.candidates();
    const always = [...suitable, ...functions.map((region): Scenario => ({ kind: 'scale', region, factor: 1 }))];
    const before = this.targets.size > MOST_TARGETS ? [] : this.targets.values();
    return new Map([...always, ...before, ...scenarios].map((scenario) => [targetKey(scenario), scenario]));
  }

  /** Records that were held are replaced: their memory is returned before others are read. */
  private read(targets: readonly Scenario[], checkCancelled: CheckCancelled): NonNullable<OpenPredictor['held']> {
    const { room } = this.measurement;
    this.checkEvents();
    const trace = this.measurement.trace();
    const analyzed = (this.analysis ??= this.analyzed(checkCancelled));
    this.forget();
    room.check(LEAST_BYTES_AN_EVENT * announcedEvents(trace.definitions));
    const predictor = RunPredictor.read(trace, analyzed, targets, asked(checkCancelled));
    const { bytes } = predictor;
    room.hold(bytes);
    return { predictor, bytes };
  }

  private forget(): void {
    if (this.held === undefined) return;
    this.held.predictor.forget();
    this.measurement.room.release(this.held.bytes);
    this.held = undefined;
    this.targets = new Map();
  }

  /** @throws TrimtabError if there are no events, or a replay could not reproduce the times of the analysis */
  private checkEvents(): void {
    const { id, archive } = this.measurement.experiment;
    const { measurement, compensation } = this.measurement.experiment.report();
    if (measurement === 'profile' || (archive !== undefined && formatOf(archive)?.kind === 'profile'))
      throw new TrimtabError(
        `Experiment ${id} is a profile, and predictions need the events of a trace. Use "Trace What Matters" to record one.`,
      );
    if (archive === undefined || !isFile(archive))
      throw new TrimtabError(`Experiment ${id} has no trace, and predictions need its events. Run the program again.`);
    if (compensation !== undefined)
      throw new TrimtabError(
        `Measurement overhead was subtracted from the times of experiment ${id}. Analyze its trace without --compensate to predict run times.`,
      );
  }

  /** @throws TrimtabError if the times of the analysis are not those of the trace */
  private analyzed(checkCancelled: CheckCancelled): AnalyzedTrace {
    const { experiment, space, definitions } = this.measurement;
    const report = experiment.report();
    if (this.measurement.timeline(checkCancelled).isChanged)
      throw new TrimtabError(
        `The times of experiment ${experiment.id} differ from those in its trace. Open the trace again to predict run times.`,
      );
    const corrections = this.measurement.corrections(processesOf(definitions), checkCancelled);
    if (corrections === undefined) return { space, report };
    return { space, report, changes: { corrections: corrections.map((each) => each.data()) } };
  }
}

const asked = (checkCancelled: CheckCancelled) => (): boolean => {
  checkCancelled();
  return false;
};
