/** The worker thread of `analyzeArchive`: reads one trace or profile, analyses it, and hands back the result. */
import { present } from '../../base/present.js';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { dataOfRun } from '../../analysis/asl/data.js';
import { withCounterProperties, withShippedProperties } from '../../analysis/asl/shipped.js';
import { type AskedDynamics, type Dynamics, dynamicsOfTrace } from '../../analysis/dynamics/ofTrace.js';
import { analyzeProfile, analyzeProfileBy } from '../../analysis/profile/index.js';
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
  recordingCosts,
  type RunCosts,
  type TimeChanges,
} from '../../analysis/trace/index.js';
import { tasks } from '../../analysis/trace/search/tasks.js';
import { type AskedPredictions, boundRunTimes, predictRunTimes, withGains } from '../../analysis/whatIf/index.js';
import { doubtsOf } from '../../model/findings/doubts.js';
import { writeAtomically, writeForPerson } from '../../base/files/index.js';
import { writeDynamics } from '../../experiments/store/dynamicsFiles.js';
import { FILES } from '../../experiments/store/experiment.js';
import { encodeSpace } from '../../experiments/files/spaceFile.js';
import { writeTimeline } from '../../experiments/files/timelineFile.js';
import { encodeCube } from '../../formats/cube/index.js';
import type { Measurement } from '../../formats/format.js';
import { openMeasurement } from '../../formats/registry.js';
import { shippedProperties } from '../../properties/index.js';
import { type Definitions, spaceDefinitions } from '../../model/definitions.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import type { Predictions } from '../../model/findings/prediction.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import type { Timeline } from '../../model/timeline.js';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import { send } from '../../base/sendable.js';
import type { SharedTrace } from '../../model/trace.js';
import { CrewThreads } from '../analysis/crewThreads.js';
import { failureOf } from '../analysis/failure.js';
import { beMember } from '../analysis/member.js';
import type { MemberData } from '../analysis/memberData.js';
import type { AnalysisResult, WorkerMessage, WorkerTask } from '../analysis/messages.js';
import { readersFor, readInParallel } from '../analysis/readInParallel.js';
import { transferable } from '../analysis/transfer.js';
import { ExchangeFolder } from '../distributed/exchangeFolder.js';
import { type OwnTask, withOwnProperties } from '../asl/ownEvaluation.js';
import { dynamicsOfProfile } from '../measurements/dynamics/ofProfile.js';
import { readingOfParts } from '../distributed/parts.js';

/** Maximum number of events of a trace that is automatically read again, for performance by iteration or for gains. */
const MOST_EVENTS_UNASKED = 60_000_000;

/** Shortest interval between progress messages in milliseconds: a message per batch would cost more than the batch. */
const PROGRESS_PERIOD = 50;

function isTask(data: unknown): data is WorkerTask {
  return (
    typeof data === 'object' &&
    data !== null &&
    'archive' in data &&
    'program' in data &&
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

/** Yields the pieces until cancelled. */
function* unlessCancelled(pieces: Iterable<Uint8Array>, isCancelled: () => boolean): Generator<Uint8Array> {
  for (const piece of pieces) {
    if (isCancelled()) throw new CancelledError();
    yield piece;
  }
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

async function run(task: WorkerTask): Promise<void> {
  const { archive, cancelled, cubex } = task;
  const flag = new Int32Array(cancelled);
  const isCancelled = () => Atomics.load(flag, 0) !== 0;
  const opened = openMeasurement(archive);
  if (task.metric !== undefined && opened.kind === 'trace')
    throw new TrimtabError(
      `${archive} is a trace: its waiting is ranked by time. Only profiles can be ranked by a metric.`,
    );
  const { timeline, dynamics, predictions, ...analyzed } = await analysisOf(opened, task, isCancelled);
  const { space } = analyzed;
  const bounds =
    task.whatIf === undefined || opened.kind === 'trace'
      ? undefined
      : boundRunTimes(opened.definitions, analyzed, task.whatIf.scenarios);
  const report =
    analyzed.report.main === undefined
      ? await withOwn({ ...analyzed, series: dynamics?.run }, opened, task, isCancelled)
      : analyzed.report;
  if (isCancelled()) throw new CancelledError();
  if (cubex !== undefined) writeCube(cubex, space, opened, report, isCancelled);
  const named = { ...space, definitions: spaceDefinitions(opened.definitions) };
  const { spaceFile } = task;
  // Written here, since writing hundreds of megabytes would block the engine's requests.
  if (spaceFile !== undefined) {
    writeAtomically(spaceFile, encodeSpace(named));
    writeTimelineNextTo(spaceFile, timeline, space.callTree.size);
    writeDynamicsNextTo(spaceFile, dynamics, space.callTree.size);
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
  task: WorkerTask,
  isCancelled: () => boolean,
): Promise<AnalysisResult & { readonly timeline?: Timeline | undefined }> {
  if (opened.kind === 'profile') {
    const summed = analyzeSums(opened, task);
    const { spaceFile, dynamics: asked, archive } = task;
    if (spaceFile === undefined && asked === undefined) return summed;
    const how = { ...asked, totalTime: summed.report.totalTime, ...textsOf(task) };
    const dynamics = dynamicsOfProfile(archive, () => opened.profile, summed.space, opened.definitions, how);
    return dynamics === undefined ? summed : { ...summed, dynamics };
  }
  const found = await analyzeEvents(opened.trace, task, isCancelled);
  const { timeline, dynamics, predictions } = found;
  const counted = withCounters(found, opened.definitions, task);
  return { ...counted, timeline, ...present({ dynamics, predictions }) };
}

/** Those of an earlier analysis are none of this one. */
function writeDynamicsNextTo(spaceFile: string, dynamics: Dynamics | undefined, callPaths: number): void {
  const folder = dirname(spaceFile);
  if (dynamics !== undefined) writeDynamics(folder, dynamics, callPaths);
  else for (const name of [FILES.dynamics, FILES.series]) rmSync(join(folder, name), { force: true });
}

/** Series are large: they leave the thread only if requested. */
function toldOf({ report, run, kept, calls }: Dynamics, { series = false }: AskedDynamics): Dynamics {
  return {
    report,
    ...(series && run !== undefined ? { run } : {}),
    ...present({ kept, calls }),
  };
}

/** One of an earlier analysis is none of this one. */
function writeTimelineNextTo(spaceFile: string, timeline: Timeline | undefined, callPaths: number): void {
  const path = join(dirname(spaceFile), FILES.timeline);
  if (timeline === undefined) rmSync(path, { force: true });
  else writeTimeline(path, timeline, callPaths);
}

function withCounters(analyzed: AnalysisResult, definitions: Definitions, { properties }: WorkerTask): AnalysisResult {
  return withCounterProperties(analyzed, definitions, () => dataOfRun(analyzed, definitions), properties);
}

function withOwn(
  { report, space, series }: AnalysisResult & Pick<OwnTask, 'series'>,
  opened: Measurement,
  { properties: texts = [], archive }: WorkerTask,
  isCancelled: () => boolean,
): Promise<FindingsReport> {
  const run = { space, definitions: opened.definitions, totalTime: report.totalTime };
  const { parallelRegions } = opened.kind === 'profile' ? opened.profile : {};
  const more = parallelRegions === undefined ? {} : { parallelRegions };
  const events = opened.kind === 'trace' ? { trace: archive } : {};
  return withOwnProperties(report, { texts, run, series, ...more, ...events }, { isCancelled });
}

function analyzeSums(
  { profile, definitions }: Extract<Measurement, { readonly kind: 'profile' }>,
  task: WorkerTask,
): AnalysisResult {
  // Properties describe time: with another ranked metric, there are none.
  if (task.metric !== undefined) return analyzeProfileBy(task.metric, profile, task.program);
  const analyzed = analyzeProfile(profile, task.program, shippedProperties, costsIfWanted({ definitions }, task));
  if (analyzed.report.main !== undefined) return analyzed;
  const data = dataOfRun(analyzed, definitions, { parallelRegions: () => profile.parallelRegions });
  return withShippedProperties(analyzed, definitions, data, task.properties);
}

async function analyzeEvents(
  trace: SharedTrace,
  task: WorkerTask,
  isCancelled: () => boolean,
): Promise<TraceResult & { readonly dynamics?: Dynamics; readonly predictions?: Predictions }> {
  const { waits, replayed, ...searched } = await searchEvents(trace, task, isCancelled);
  const found = withPredictions(trace, { ...searched, ...present({ replayed }) }, task, isCancelled);
  if (waits === undefined) return found;
  const dynamics = dynamicsOfTrace(trace, { ...found, waits }, { ...task.dynamics, ...textsOf(task), isCancelled });
  return { ...found, dynamics };
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

async function searchEvents(trace: SharedTrace, task: WorkerTask, isCancelled: () => boolean): Promise<TraceResult> {
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
      return readingOfParts(trace, new ExchangeFolder(exchange), memory, how.costs);
    return readInParallel(archive, trace, { members, memory, cancelled, onRead, changes, ...how });
  };
  try {
    return await analyzeReadings(trace, read, { ...options, crew });
  } finally {
    await threadsInParallel.end();
  }
}

/** Returns recording costs, if they are to be subtracted. @throws TrimtabError if they are unknown */
function costsIfWanted(
  { definitions }: { readonly definitions: Definitions },
  { archive, compensate }: WorkerTask,
): RunCosts | undefined {
  if (compensate === undefined) return undefined;
  const found = recordingCosts(definitions, compensate.cost);
  if (found !== undefined) return found;
  throw new TrimtabError(
    `${archive} does not contain its measurement overhead, so it cannot be subtracted. Give the overhead of a recorded call in nanoseconds, such as --compensate --cost 100.`,
  );
}

function writeCube(
  path: string,
  space: PerformanceSpace,
  opened: Measurement,
  { memory, compensation }: FindingsReport,
  isCancelled: () => boolean,
): void {
  const options = {
    creator: 'Trimtab',
    ...(memory === undefined ? {} : { memory: memory.processes }),
    // Measurement overhead is not subtracted from the shortest and the longest calls.
    ...(opened.kind === 'profile' && compensation === undefined ? { apart: opened.profile.apart ?? [] } : {}),
  };
  writeForPerson(path, unlessCancelled(encodeCube(space, opened.definitions, options), isCancelled));
}

if (isMemberData(workerData)) {
  if (parentPort !== null) beMember(workerData, tasks, parentPort);
} else if (isTask(workerData)) {
  run(workerData).catch((error: unknown) => say(failureOf(error)));
}
