import type { CountedMetric } from '../severities/space.js';
import type { FileUse } from '../../../model/findings/findings.js';
import { processesOf, type Processes } from '../../../model/processes.js';
import type { Problem } from '../../../base/problem.js';
import type { Trace } from '../../../model/trace.js';
import type { PropertyCatalog } from '../../../properties/index.js';
import type { Remark } from '../../report/evidence.js';
import type { SampledWeight } from '../../../model/profile.js';
import { ClockViolations } from '../clocks/violations.js';
import type { Compensating } from '../compensation/compensating.js';
import type { MessageMatching } from '../matching/messages.js';
import { matchMessages } from '../matching/messages.js';
import type { MetricName } from '../metrics/metrics.js';
import { type RegionTable, regionTable } from '../profile/regionTable.js';
import type { Crew } from '../parallel/index.js';
import type { LocationProfile } from '../profile/locationProfile.js';
import { forgetReading, profilesOf, type Reading } from '../reading/reading.js';
import { structureProblems } from '../reading/structureProblems.js';
import type { Origins } from '../rootCauses/origins.js';
import type { PathPieces } from '../rootCauses/pathPieces.js';
import type { WaitRecords } from '../replay/waitRecords.js';
import { release } from '../tables/release.js';
import { Severities } from '../severities/severities.js';
import { Waits } from '../waits/waits.js';
import { TimelineLog } from '../timeline/index.js';
import { Tolerance } from '../tolerance/index.js';

/** Causes of waiting, as far as known. */
export interface Causes {
  readonly origins: Origins;
  /** Seconds of waiting without a known delay, by the metric of its short-term costs. */
  readonly unattributed: ReadonlyMap<MetricName, number>;
  /** The critical path in time, where it was wanted. */
  readonly path?: PathPieces | undefined;
  /** Call paths of the stretch of time between two synchronizations that has most of them. */
  readonly callPathsOfStretch: number;
}

/** State shared by the stages of a search: the reading, and the results so far. */
export class Search {
  readonly processes: Processes;
  readonly regions: RegionTable;
  readonly profiles: readonly LocationProfile[];
  readonly severities: Severities;
  readonly waits: Waits;
  readonly tolerance: Tolerance;
  readonly clocks = new ClockViolations();
  readonly problems: Problem[];
  /** Data for a timeline and the log of waits, if requested. */
  readonly timeline: TimelineLog | undefined;
  /** Additional evidence at call paths by metric. */
  readonly remarks = new Map<MetricName, ReadonlyMap<number, Remark>>();
  /** Samples by calling context. */
  readonly sampled = new Map<number, number>();
  readonly sampledTimes = new Map<number, SampledWeight>();
  /** Files by what was done with them. */
  readonly files: FileUse[] = [];
  readonly counted: CountedMetric[] = [];
  causes: Causes | undefined;
  /** How to subtract overhead, if it was recorded. */
  compensating: Compensating | undefined;
  /** Whether records for replays are kept. */
  keepsWaitRecords = false;
  replayed: WaitRecords | undefined;
  private matched: MessageMatching | undefined;

  constructor(
    readonly trace: Trace,
    readonly reading: Reading,
    /** Properties to search for. */
    readonly properties: PropertyCatalog,
    /** The threads that search. */
    readonly crew: Crew,
    /** Whether times are corrected where clocks disagree. */
    readonly mayCorrect: boolean,
    /** The violations that times were corrected for already. */
    readonly before?: ClockViolations,
    /** Whether overhead was subtracted from the times. */
    readonly isCompensated = false,
    /** Whether waits are kept one by one, for a timeline or for series by iteration. */
    keepsWaits = false,
  ) {
    this.severities = new Severities(properties);
    this.processes = processesOf(trace.definitions);
    this.regions = regionTable(trace.definitions);
    this.profiles = profilesOf(reading);
    this.timeline = keepsWaits ? new TimelineLog(reading.records) : undefined;
    this.waits = new Waits(reading.records, this.severities, reading.tree, this.regions, this.timeline?.waits);
    this.tolerance = new Tolerance(trace, reading.processes, this.processes);
    this.problems = [...structureProblems(this.profiles)];
  }

  /** Which send each receive belongs to. */
  get matching(): MessageMatching {
    return (this.matched ??= matchMessages(this.reading.records, this.trace.definitions, this.processes));
  }

  /** Releases the reading and the results: all is read again. */
  forget(): void {
    this.forgetMatching();
    this.waits.states.clear();
    forgetReading(this.reading);
  }

  forgetMatching(): void {
    if (this.matched !== undefined) release(this.matched.sendOf);
    this.matched = undefined;
  }
}
