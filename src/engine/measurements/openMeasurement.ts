/** State of the thread of an open measurement. */
import { join } from 'node:path';
import type { ClockCorrection } from '../../analysis/trace/clocks/clockCorrection.js';
import { correctedSeekable } from '../../analysis/trace/clocks/index.js';
import { correctionsIn } from '../../analysis/trace/again/timelineClocks.js';
import { isFile, statOf } from '../../base/files/index.js';
import { resultsOf } from '../../experiments/compare/measuredRun.js';
import { type Experiment, FILES } from '../../experiments/store/experiment.js';
import { formatOf, openAsTrace } from '../../formats/registry.js';
import type { Definitions } from '../../model/definitions.js';
import { type Processes, processesOf } from '../../model/processes.js';
import type { SeekableTrace, SharedTrace } from '../../model/trace.js';
import type { PerformanceSpace, SeverityColumn } from '../../model/performanceSpace.js';
import { TrimtabError } from '../../base/problem.js';
import type { TimelineFile } from '../../experiments/files/timelineFile.js';
import { type CheckCancelled, EventIndex, isSeekable } from './eventIndex.js';
import type { Room } from './room.js';
import { untrustedTrace } from './untrustedTrace.js';
import { OpenPredictor } from './whatIf/open.js';
import { CallPaths } from './timeline/calls.js';
import { type OpenDynamics, openDynamics } from './dynamics/open.js';
import { MessageTotals } from './timeline/messageTotals.js';
import { openTimeline } from './timeline/open.js';

/** Bytes that finding a call path takes, generously. */
const BYTES_A_PATH = 128;

export class OpenMeasurement {
  /** Whether events can be asked for. */
  readonly hasEvents: boolean;
  /** The trace or profile that it was analyzed from, where it may be read. */
  readonly archiveToRead: string | undefined;
  private index: EventIndex | undefined;
  private pictured: TimelineFile | undefined;
  /** By the number of the loop. */
  private readonly changing = new Map<number, OpenDynamics>();
  private paths: CallPaths | undefined;
  private exchanged: MessageTotals | undefined;
  private predicting: OpenPredictor | undefined;

  private constructor(
    readonly experiment: Experiment,
    readonly space: PerformanceSpace,
    readonly definitions: Definitions,
    readonly room: Room,
    private readonly readsOutside: boolean,
  ) {
    const archive = readsOutside || experiment.hasTraceInside ? experiment.archive : undefined;
    this.archiveToRead = archive;
    this.hasEvents = archive !== undefined && isFile(archive) && formatOf(archive)?.kind === 'trace';
  }

  /**
   * Reads the results of an experiment: nothing outside of its folder, unless that is allowed.
   * @throws TrimtabError when there are none or they are damaged; MemoryError when they exceed the available memory
   */
  static read(experiment: Experiment, readsOutside: boolean, room: Room): OpenMeasurement {
    // Before it is read: its columns take what the file has.
    room.hold(statOf(join(experiment.folder, FILES.space))?.size ?? 0);
    const { space, definitions } = resultsOf(experiment, readsOutside);
    return new OpenMeasurement(experiment, space, definitions, room, readsOutside);
  }

  /**
   * Returns the events of the trace, which is opened on first use. Their times are corrected if clocks were corrected
   * and a stored timeline has the corrections.
   * @throws TrimtabError when there are none, or the trace cannot be read
   */
  events(checkCancelled: CheckCancelled): EventIndex {
    return (this.index ??= this.openEvents(checkCancelled));
  }

  /** Finds the call paths of calls. */
  callPaths(): CallPaths {
    if (this.paths === undefined) this.room.hold(BYTES_A_PATH * this.space.callTree.size);
    return (this.paths ??= new CallPaths(this.space.callTree));
  }

  /**
   * Returns the timeline. It is stored next to the space, and rebuilt from the trace if it is missing or damaged.
   * @throws TrimtabError if there is none and no trace to rebuild it from; CancelledError
   */
  timeline(checkCancelled: CheckCancelled): TimelineFile {
    if (this.pictured === undefined) {
      this.pictured = openTimeline(this, checkCancelled);
      // Events that were read before have the times that were measured.
      this.index = undefined;
    }
    return this.pictured;
  }

  /** Who sent how much to whom: all messages are read when it is first asked for. @throws as timeline; MemoryError */
  messageTotals(checkCancelled: CheckCancelled): MessageTotals {
    const { room, space } = this;
    const file = this.timeline(checkCancelled);
    return (this.exchanged ??= MessageTotals.of(file, space.locationCount, room, checkCancelled));
  }

  /**
   * Returns performance by iteration of a loop. It is stored next to the space, and rebuilt from the measurement if it
   * is missing or damaged. If it cannot be rebuilt, the report contains the reason.
   * @param level which of the loops that were found; the chosen one is 0
   * @throws TrimtabError; CancelledError
   */
  dynamics(checkCancelled: CheckCancelled, level = 0): OpenDynamics {
    const known = this.changing.get(level) ?? openDynamics(this, level, checkCancelled);
    this.changing.set(level, known);
    return known;
  }

  /** Predicts run times after changes of the program. The trace is read when it is first asked for. */
  predictor(): OpenPredictor {
    return (this.predicting ??= new OpenPredictor(this));
  }

  /** Why there is no timeline, in one sentence. */
  get missingTimeline(): string {
    const { archive, id } = this.experiment;
    const isProfile = archive !== undefined && formatOf(archive)?.kind === 'profile';
    return isProfile
      ? `Experiment ${id} was measured as a profile: sums have no order in time; measure a trace for a timeline.`
      : `Experiment ${id} keeps no timeline, and there is no trace to make one of.`;
  }

  private openEvents(checkCancelled: CheckCancelled): EventIndex {
    const trace = this.trace();
    if (!isSeekable(trace))
      throw new TrimtabError(`${this.archiveToRead} can be read from its start only, not in windows of time.`);
    return new EventIndex(this.corrected(trace, checkCancelled), this.room);
  }

  /**
   * Opens the trace, as it was recorded.
   * @throws TrimtabError when there is none, or it cannot be read
   */
  trace(): SharedTrace {
    const { archiveToRead, hasEvents, experiment, readsOutside } = this;
    if (archiveToRead !== undefined && hasEvents) return openAsTrace(archiveToRead);
    const { archive, id, hasTraceInside } = experiment;
    throw archive === undefined || hasTraceInside || !isFile(archive) || readsOutside
      ? new TrimtabError(`Experiment ${id} has no trace, so it has no single events.`)
      : untrustedTrace(id);
  }

  /** With the clocks that the timeline has, where one is kept. */
  private corrected(trace: SeekableTrace, checkCancelled: CheckCancelled): SeekableTrace {
    if (!isFile(join(this.experiment.folder, FILES.timeline))) return trace;
    const processes = processesOf(trace.definitions);
    const corrections = this.corrections(processes, checkCancelled);
    return corrections === undefined ? trace : correctedSeekable(trace, processes, corrections);
  }

  /**
   * Corrections of the clocks of processes that the times of the analysis differ by; undefined if there are none.
   * @throws as timeline
   */
  corrections({ locations }: Processes, checkCancelled: CheckCancelled): ClockCorrection[] | undefined {
    const clocks = this.timeline(checkCancelled).clocks(locations.length, (bytes) => this.room.hold(bytes));
    return clocks === undefined ? undefined : correctionsIn(clocks);
  }

  /** The values of a metric; none where the metric is known and nothing has it. @throws TrimtabError when it is unknown */
  severities(metric: string): SeverityColumn & { readonly unit: string } {
    const known = this.space.metrics.find(({ name }) => name === metric);
    if (known === undefined) throw new TrimtabError(`Experiment ${this.experiment.id} has no property ${metric}.`);
    const values = this.space.severities.get(metric);
    return { unit: known.unit, ...(values ?? NOTHING) };
  }
}

const NOTHING: SeverityColumn = {
  callPath: new Uint32Array(0),
  location: new Uint32Array(0),
  value: new Float64Array(0),
};
