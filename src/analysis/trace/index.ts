import type { FindingsReport } from '../../model/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { CancelledError, type Problem } from '../../model/problem.js';
import type { Trace } from '../../model/trace.js';
import { bookIdleThreads, bookTimes } from './bookTimes.js';
import { analyzeAccelerators } from './accelerators/index.js';
import { analyzeCollectives } from './collectives/index.js';
import { countCommunication } from './counts.js';
import {
  causalGraphOf,
  clockCorrections,
  clockProblem,
  ClockViolations,
  correctedTrace,
  TOLERABLE,
} from './clocks/index.js';
import { analyzeMessages, joinMessages } from './messages/index.js';
import { countOneSided } from './onesided/counts.js';
import { analyzeOneSided } from './onesided/index.js';
import { structureProblems } from './problems.js';
import { type Processes, processesOf } from './processes.js';
import { CallTreeBuilder } from './profile/callTreeBuilder.js';
import { ForkList } from './profile/forks.js';
import { LocationPass, type PassContext } from './profile/locationPass.js';
import { regionTable } from './profile/regionTable.js';
import { emptyAcceleratorRecords } from './records/acceleratorRecords.js';
import { emptyRecords } from './records/communicationRecords.js';
import { emptyOneSidedRecords } from './records/oneSidedRecords.js';
import { emptyThreadRecords } from './records/threadRecords.js';
import { buildReport } from './report/index.js';
import { analyzeRootCauses } from './rootCauses/index.js';
import { Severities } from './severities.js';
import { buildSpace } from './space.js';
import { analyzeThreads } from './threads/index.js';
import { Waits } from './waits.js';

export { metrics, type MetricName } from './metrics.js';
export { exclusive, inclusive, total } from './space.js';
export { toTsv } from './tsv.js';

export interface AnalysisOptions {
  /** Name of the measured program, for the report. */
  readonly program: string;
  /** Called now and then with the share of the work done (0 to 1) and what is being done. */
  readonly onProgress?: (fraction: number, message: string) => void;
  /** Asked often; the analysis ends with a CancelledError soon after it says true. */
  readonly isCancelled?: () => boolean;
  /** Whether times are corrected where clocks of processes disagree; they are when left out. */
  readonly correctClocks?: boolean;
}

export interface AnalysisResult {
  readonly space: PerformanceSpace;
  readonly report: FindingsReport;
}

/** Share of the work that is reading the events; the rest is the search for waiting time and the report. */
const READING = 0.9;

/**
 * Searches a trace for inefficiency: reads each location once, matches what crosses locations, and computes the
 * severities and the ranked findings. Where clocks disagree by more than is tolerable, times are corrected and the trace
 * is searched once more.
 * @throws CancelledError when `isCancelled` says so
 */
export function analyzeTrace(trace: Trace, options: AnalysisOptions): AnalysisResult {
  return search(trace, options);
}

/** @param before the violations that the correction of the clocks was made for */
function search(trace: Trace, options: AnalysisOptions, before?: ClockViolations): AnalysisResult {
  const { definitions } = trace;
  const processes = processesOf(definitions);
  const tree = new CallTreeBuilder();
  const regions = regionTable(definitions);
  const records = emptyRecords();
  const threads = emptyThreadRecords();
  const oneSided = emptyOneSidedRecords();
  const accelerators = emptyAcceleratorRecords();
  const streams = Uint8Array.from(definitions.locations, ({ type }) => (type === 'accelerator-stream' ? 1 : 0));
  const severities = new Severities();
  const step = stepper(options);

  const context = { tree, regions, records, threads, oneSided, accelerators, streams };
  const passes = readLocations(trace, processes, context, severities, options);
  step(READING, 'Searching messages for waiting time');
  const waits = new Waits(records, severities, tree, regions);
  const problems: Problem[] = [...structureProblems(passes)];
  const matching = joinMessages(records, definitions, processes);
  const clocks = new ClockViolations();
  clocks.checkMessages(records, matching, processes);
  problems.push(...analyzeMessages(records, matching, waits));
  step(READING + 0.05, 'Searching collective operations for waiting time');
  problems.push(...analyzeCollectives(records, definitions, processes, waits, clocks));
  if (before === undefined && options.correctClocks !== false && clocks.largest > TOLERABLE) {
    const corrections = clockCorrections(causalGraphOf(records, matching, definitions, processes));
    return search(correctedTrace(trace, processes, corrections), options, clocks);
  }
  problems.push(...(before === undefined ? clockProblem(clocks) : clockProblem(before, clocks)));
  problems.push(...analyzeOneSided(records, oneSided, definitions, processes, waits));
  step(READING + 0.07, 'Searching OpenMP for waiting time');
  problems.push(...analyzeThreads(threads, processes, regions, waits));
  analyzeAccelerators(accelerators, definitions, processes, passes, waits, severities);
  countCommunication(records, severities);
  countOneSided(records, oneSided, severities);
  step(READING + 0.075, 'Searching for the causes of waiting');
  const origins = analyzeRootCauses(
    { definitions, processes, records, threads, tree, states: waits.states, locations: passes },
    severities,
  );
  step(READING + 0.08, 'Ranking what was found');
  const space = buildSpace(tree.build(), definitions.locations.length, severities);
  const report = buildReport(space, definitions, {
    program: options.program,
    ...extent(passes),
    problems: [...trace.problems, ...problems],
    causes: waits.causes,
    origins,
    instances: waits.instances,
  });
  step(1, 'Done');
  return { space, report };
}

/** Reads all locations, process by process, and books their times. */
function readLocations(
  trace: Trace,
  processes: Processes,
  context: PassContext,
  severities: Severities,
  options: AnalysisOptions,
): LocationPass[] {
  const passes: LocationPass[] = [];
  const announced = trace.definitions.locations.reduce((sum, { announcedEvents }) => sum + announcedEvents, 0);
  let events = 0;
  for (const locations of processes.locations) {
    const forks = new ForkList(context.threads.teamSizes);
    const ofProcess = new Map<number, LocationPass>();
    for (const location of locations) {
      const pass = new LocationPass(location, context, forks);
      for (const batch of trace.batches(location)) {
        if (options.isCancelled?.() === true) throw new CancelledError();
        pass.add(batch);
        events += batch.count;
        options.onProgress?.(READING * Math.min(1, events / Math.max(1, announced)), 'Reading events');
      }
      pass.finish();
      ofProcess.set(location, pass);
      bookTimes(location, pass, context.tree, context.regions, severities);
    }
    bookIdleThreads(ofProcess, forks, severities);
    passes.push(...ofProcess.values());
  }
  return passes;
}

function stepper({ onProgress, isCancelled }: AnalysisOptions): (fraction: number, message: string) => void {
  return (fraction, message) => {
    if (isCancelled?.() === true) throw new CancelledError();
    onProgress?.(fraction, message);
  };
}

/** Number of events, and seconds from the first to the last of them. */
function extent(passes: readonly LocationPass[]): { events: number; span: number } {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  let events = 0;
  for (const pass of passes) {
    events += pass.events;
    if (pass.events === 0) continue;
    first = Math.min(first, pass.first);
    last = Math.max(last, pass.last);
  }
  return { events, span: events === 0 ? 0 : last - first };
}
