/** The worker thread of `analyzeArchive`: reads one trace or profile, analyses it, and hands back the result. */
import { present } from '../../base/present.js';
import { availableParallelism } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { hasCounters } from '../../asl/counters.js';
import type { AskedDynamics, Dynamics, DynamicsOptions } from '../../analysis/dynamics/ofTrace.js';
import { runOfTrace, withoutLoop } from '../../analysis/dynamics/runOfTrace.js';
import {
  analyzeReadings,
  announcedEvents,
  analyzeTrace,
  type AnalysisOptions,
  type AnalysisResult as TraceResult,
  costsFor,
  READING,
  type Reading,
  readingText,
  type TimeChanges,
} from '../../analysis/trace/index.js';
import { type AskedPredictions, predictRunTimes, withGains } from '../../analysis/whatIf/index.js';
import { doubtsOf } from '../../model/findings/doubts.js';
import type { Measurement } from '../../formats/format.js';
import { openOnDemand } from '../../formats/onDemand.js';
import { shippedProperties } from '../../properties/index.js';
import { type Definitions, spaceDefinitions } from '../../model/definitions.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import type { Predictions } from '../../model/findings/prediction.js';
import type { Timeline } from '../../model/timeline.js';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import { send } from '../../base/sendable.js';
import type { SharedTrace } from '../../model/trace.js';
import { CrewThreads } from '../analysis/crewThreads.js';
import { failureOf } from '../analysis/failure.js';
import type { MemberData } from '../analysis/memberData.js';
import type { AnalysisResult, WorkerMessage, WorkerTask } from '../analysis/messages.js';
import { costsIfWanted } from '../analysis/recordingCosts.js';
import { readersFor, readInParallel } from '../analysis/readInParallel.js';
import { transferable } from '../analysis/transfer.js';
import type { OwnTask } from '../asl/ownEvaluation.js';

/** A task whose program has a name. */
type NamedTask = WorkerTask & { readonly program: string };

/** Maximum number of events of a trace that is automatically read again, for performance by iteration or for gains. */
const MOST_EVENTS_UNASKED = 60_000_000;

/** Shortest interval between progress messages in milliseconds: a message per batch would cost more than the batch. */
const PROGRESS_PERIOD = 50;

function isTask(data: unknown): data is WorkerTask {
  return (
    typeof data === 'object' &&
    data !== null &&
    'archive' in data &&
    'cancelled' in data &&
    data.cancelled instanceof SharedArrayBuffer
  );
}

function isMemberData(data: unknown): data is MemberData {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'member' && 'jobs' in data;
}

function say(message: WorkerMessage, buffers: readonly (ArrayBuffer | MessagePort)[] = []): void {
  send(parentPort, message, buffers);
}

function sayProgress(): (fraction: number, message: string) => void {
  let said = 0;
  return (fraction, message) => {
    const now = Date.now();
    if (now - said < PROGRESS_PERIOD) return;
    said = now;
    say({ kind: 'progress', fraction, message });
  };
}

async function run(asked: WorkerTask): Promise<void> {
  const { archive, cancelled, cubex, spaceFile } = asked;
  const flag = new Int32Array(cancelled);
  const isCancelled = () => Atomics.load(flag, 0) !== 0;
  const { program, ...opened } = await openOnDemand(archive);
  const task = { program, ...asked };
  if (task.metric !== undefined && opened.kind === 'trace')
    throw new TrimtabError(
      `${archive} is a trace: its waiting is ranked by time. Only profiles can be ranked by a metric.`,
    );
  const { timeline, dynamics, predictions, bounds, ...analyzed } = await analysisOf(opened, task, isCancelled);
  const { space } = analyzed;
  const report =
    analyzed.report.main === undefined
      ? await withOwn({ ...analyzed, series: dynamics?.run }, opened, task, isCancelled)
      : analyzed.report;
  if (isCancelled()) throw new CancelledError();
  if (cubex !== undefined) {
    const { writeCube } = await import('../analysis/resultCube.js');
    writeCube(cubex, space, opened, report, isCancelled);
  }
  const named = { ...space, definitions: spaceDefinitions(opened.definitions) };
  // Written here, since writing hundreds of megabytes would block the engine's requests.
  if (spaceFile !== undefined) {
    const { keepResults } = await import('../analysis/keptResults.js');
    keepResults(spaceFile, named, { timeline, dynamics });
  }
  const moved = transferable(named);
  const written = spaceFile === undefined ? {} : { spaceFile };
  const told =
    dynamics === undefined || task.dynamics === undefined ? {} : { dynamics: toldOf(dynamics, task.dynamics) };
  say(
    { kind: 'done', result: { report, space: moved.space, ...told, ...present({ predictions, bounds }), ...written } },
    moved.buffers,
  );
}

async function analysisOf(
  opened: Measurement,
  task: NamedTask,
  isCancelled: () => boolean,
): Promise<AnalysisResult & { readonly timeline?: Timeline | undefined }> {
  if (opened.kind === 'profile') return (await import('./profileAnalysis.js')).analyzeSums(opened, task);
  const found = await analyzeEvents(opened.trace, task, isCancelled);
  const { timeline, dynamics, predictions } = found;
  const counted = await withCounters(found, opened.definitions, task);
  return { ...counted, timeline, ...present({ dynamics, predictions }) };
}

/** Series are large: they leave the thread only if requested. */
function toldOf({ report, run, kept, calls }: Dynamics, { series = false }: AskedDynamics): Dynamics {
  return {
    report,
    ...(series && run !== undefined ? { run } : {}),
    ...present({ kept, calls }),
  };
}

/** Most runs have no counters, and need none of the code of ASL. */
async function withCounters(
  analyzed: AnalysisResult,
  definitions: Definitions,
  { properties }: WorkerTask,
): Promise<AnalysisResult> {
  if (!hasCounters(analyzed.space)) return analyzed;
  const [{ withCounterProperties }, { dataOfRun }] = await Promise.all([
    import('../../analysis/asl/shipped.js'),
    import('../../analysis/asl/data.js'),
  ]);
  return withCounterProperties(analyzed, definitions, dataOfRun(analyzed, definitions), properties);
}

async function withOwn(
  { report, space, series }: AnalysisResult & Pick<OwnTask, 'series'>,
  opened: Measurement,
  { properties: texts = [], archive }: WorkerTask,
  isCancelled: () => boolean,
): Promise<FindingsReport> {
  if (texts.length === 0) return report;
  const { withOwnProperties } = await import('../asl/ownEvaluation.js');
  const run = { space, definitions: opened.definitions, totalTime: report.totalTime };
  const { parallelRegions } = opened.kind === 'profile' ? opened.profile : {};
  const more = parallelRegions === undefined ? {} : { parallelRegions };
  const events = opened.kind === 'trace' ? { trace: archive } : {};
  return withOwnProperties(report, { texts, run, series, ...more, ...events }, { isCancelled });
}

async function analyzeEvents(
  trace: SharedTrace,
  task: NamedTask,
  isCancelled: () => boolean,
): Promise<TraceResult & { readonly dynamics?: Dynamics; readonly predictions?: Predictions }> {
  const { waits, replayed, ...searched } = await searchEvents(trace, task, isCancelled);
  const found = withPredictions(trace, { ...searched, ...present({ replayed }) }, task, isCancelled);
  if (waits === undefined) return found;
  const options = { ...task.dynamics, ...textsOf(task), isCancelled };
  return { ...found, dynamics: await dynamicsOf(trace, { ...found, waits }, options) };
}

/** Loads the code that judges iterations only if there are any. */
async function dynamicsOf(trace: SharedTrace, analyzed: TraceResult, options: DynamicsOptions): Promise<Dynamics> {
  const { level = 0, keep, isCancelled } = options;
  const run = runOfTrace(trace, analyzed, level, isCancelled);
  if (typeof run === 'string' && keep === undefined) return { report: withoutLoop(run) };
  const { dynamicsOfRun } = await import('../../analysis/dynamics/ofTrace.js');
  return dynamicsOfRun(run, trace, analyzed, options);
}

/** With predictions if they were requested, and else with the gains of findings. Wrong numbers have no gains. */
function withPredictions(
  trace: SharedTrace,
  { replayed, ...found }: TraceResult,
  task: WorkerTask,
  isCancelled: () => boolean,
): TraceResult & { readonly predictions?: Predictions } {
  if (replayed === undefined) return found;
  const { whatIf } = task;
  const predict = (asked: AskedPredictions): Predictions =>
    predictRunTimes(trace, { ...found, replayed }, asked, isCancelled);
  if (whatIf !== undefined) return { ...found, predictions: predict(whatIf) };
  if (doubtsOf(found.report).some(({ severity }) => severity === 'error')) return found;
  return { ...found, report: withGains(found.report, predict({ scenarios: [] })) };
}

/** The parameter files of the project. */
const textsOf = ({ properties: texts }: WorkerTask) => (texts === undefined ? {} : { texts });

/** Only where it is asked for in so many words, very large traces are read once more, by one thread. */
function findsDynamics({ definitions }: SharedTrace, { spaceFile, dynamics }: WorkerTask): boolean {
  const isWanted = spaceFile !== undefined || dynamics !== undefined;
  const isExtra = dynamics === undefined || dynamics.isExtra === true;
  return isWanted && (!isExtra || announcedEvents(definitions) <= MOST_EVENTS_UNASKED);
}

/** Whether run times are predicted; very large traces are read once more on request only. */
function predicts({ definitions }: SharedTrace, { spaceFile, gains, whatIf }: WorkerTask): boolean {
  if (whatIf !== undefined) return true;
  return (spaceFile !== undefined || gains === true) && announcedEvents(definitions) <= MOST_EVENTS_UNASKED;
}

async function searchEvents(trace: SharedTrace, task: NamedTask, isCancelled: () => boolean): Promise<TraceResult> {
  const { archive, program, cancelled, correctClocks = true, threads, exchange } = task;
  const onProgress = sayProgress();
  const costs = costsIfWanted(trace, task);
  const costly = costs === undefined ? {} : { costs };
  const options: AnalysisOptions = {
    program,
    properties: shippedProperties,
    correctClocks,
    isCancelled,
    onProgress,
    timeline: task.spaceFile !== undefined,
    waits: findsDynamics(trace, task),
    replay: predicts(trace, task),
    ...costly,
  };
  const readers = threads ?? readersFor(trace.definitions, availableParallelism());
  if (readers <= 1 && exchange === undefined) return analyzeTrace(trace, options);
  const threadsInParallel = new CrewThreads(__filename, readers, say);
  const { members, memory, crew } = threadsInParallel;
  const onRead = (events: number, announced: number): void =>
    onProgress(READING * Math.min(1, events / announced), readingText(events, announced));
  const read = async (changes: TimeChanges): Promise<Reading> => {
    const how = costsFor(changes, costs);
    const isFirst = changes.corrections === undefined && changes.compensation === undefined;
    if (exchange !== undefined && isFirst)
      return (await import('../distributed/parts.js')).readingOfParts(trace, exchange, memory, how.costs);
    return readInParallel(archive, trace, { members, memory, cancelled, onRead, changes, ...how });
  };
  try {
    return await analyzeReadings(trace, read, { ...options, crew });
  } finally {
    await threadsInParallel.end();
  }
}

async function startMember(data: MemberData): Promise<void> {
  const [{ beMember }, { tasks }] = await Promise.all([
    import('../analysis/member.js'),
    import('../../analysis/trace/search/tasks.js'),
  ]);
  if (parentPort !== null) beMember(data, tasks, parentPort);
}

if (isMemberData(workerData)) {
  void startMember(workerData);
} else if (isTask(workerData)) {
  run(workerData).catch((error: unknown) => say(failureOf(error)));
}
