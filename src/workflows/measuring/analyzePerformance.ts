/** The main job: prepare, build, run, collect, analyse, store. */
import { FILES, SourceSnapshot, type ExperimentStore } from '../../experiments/index.js';
import { checkProbe, rescueCommand, wrappedCompilers } from '../../measurement/probe.js';
import type { FindingsReport } from '../../model/findings.js';
import { CancelledError, TrimtabError } from '../../model/problem.js';
import type { Seconds } from '../../model/units.js';
import { capture } from '../../base/processes/capture.js';
import { inheritedEnvironment, launchEnvironment } from '../../targets/environment.js';

import { missingProgramSentence } from '../../base/processes/missingProgram.js';
import { collect, nothingMeasured } from './collect.js';
import type { Compilations } from '../building/builtPrograms.js';
import type { Configuration } from '../configuration/configuration.js';
import { languageOfCompiler } from '../configuration/languages.js';
import { isOpen, settleProgram } from '../building/settle.js';
import { checkCancelled, MeasuredFailure, type AnalyzeArchive, type Job, type JobObserver } from './job.js';
import { describeToolchain, selectedEnvironment, toolFacts, type Toolchain } from '../provenance/provenance.js';
import { checkToolchain } from './ranks.js';
import { storeAnalysis, type Stored } from './results.js';
import { keepRevision, revisionOf, type Revision } from '../provenance/revision.js';
import { findSources } from '../provenance/sourceFiles.js';
import { keepUntracked } from '../provenance/snapshot.js';
import { build, run } from './steps.js';
import { describeSystem } from '../provenance/system.js';

export interface AnalyzePerformanceOptions extends JobObserver {
  readonly configuration: Configuration;
  readonly store: ExperimentStore;
  /** Folder that holds trimtab-cc and the probe's sources. */
  readonly probeFolder: string;
  readonly analyzeArchive: AnalyzeArchive;
  /** How long processes may take to end after SIGTERM. */
  readonly grace?: Seconds;
  /** How long a silent minute of the build is, in milliseconds; 60,000 where it is left out. */
  readonly silentMinute?: number;
}

/** What a job leaves. */
export interface JobResult {
  /** Identifier of the experiment. */
  readonly experiment: string;
  readonly report: FindingsReport;
}

/**
 * Builds, runs and analyses a program and keeps everything as an experiment. The experiment is there from before the
 * build; when a step fails, what was measured so far stays in it.
 * @throws TrimtabError when a step fails; CancelledError when the signal was aborted
 */
export async function analyzePerformance(options: AnalyzePerformanceOptions): Promise<JobResult> {
  const job = await prepare(options);
  try {
    const built = await settle(job, await build(job));
    checkCancelled(job.observer);
    return await measure(built, options.analyzeArchive);
  } catch (error) {
    throw await abandon(job, error);
  }
}

/** Checks what can be checked before anything is started, and makes the experiment. */
async function prepare(options: AnalyzePerformanceOptions): Promise<Job> {
  const { configuration, store, probeFolder } = options;
  options.onProgress?.('prepare', `Preparing ${configuration.program}`);
  checkProbe(probeFolder);
  checkCancelled(options);
  const environment = {
    ...launchEnvironment(configuration.ranks),
    ...inheritedEnvironment(),
    ...configuration.environment,
  };
  const compilers = wrappedCompilers(configuration.build?.commands ?? []);
  const [compiler] = compilers.length > 0 ? compilers : [undefined];
  const { build, run } = configuration;
  const folders = { ...(build === undefined ? {} : { build: build.folder }), run: run.folder };
  const toolchain = await describeToolchain(compiler, run.commands.at(0) ?? [], environment, folders);
  if (compiler !== undefined && toolchain.compiler === undefined)
    throw new TrimtabError(missingProgramSentence(compiler, 'ENOENT'));
  checkToolchain(toolchain);
  const revision = await revisionOf(configuration.project, environment);
  checkCancelled(options);

  const { program, target, ranks } = configuration;
  const recorder = store.create({ program, target, ranks });
  const sources = new SourceSnapshot(recorder.folder, store.project);
  const { grace, silentMinute } = options;
  const job: Job = {
    configuration,
    project: store.project,
    observer: options,
    recorder,
    sources,
    environment,
    probeFolder,
    compilers,
    grace,
    silentMinute,
    problems: [],
  };
  try {
    await recordFacts(job, toolchain, revision);
  } catch (error) {
    throw await abandon(job, error);
  }
  return job;
}

/** Takes up what only the build shows: the compilers it called and, where that is open, the program it made. */
async function settle(job: Job, compilations: Compilations): Promise<Job> {
  const { observer, recorder } = job;
  const compilers = job.compilers.length > 0 ? job.compilers : mpiFirst(compilations.compilers);
  let { configuration } = job;
  if (isOpen(configuration)) {
    const settled = await settleProgram(configuration, compilations, observer.asking ?? {});
    observer.onOutput?.(`${settled.sentence}\n`);
    ({ configuration } = settled);
  }
  if (configuration === job.configuration && compilers === job.compilers) return job;
  const environment = { ...job.environment, ...configuration.environment };
  const run = configuration.run.commands.at(0) ?? [];
  const toolchain = await describeToolchain(compilers.at(0), run, environment);
  checkToolchain(toolchain);
  recorder.update({
    ...toolFacts(toolchain),
    environment: selectedEnvironment(environment, Object.keys(configuration.environment)),
    ranks: { asked: configuration.ranks },
  });
  return { ...job, configuration, compilers, environment };
}

/** Those for MPI, as far as their names tell, else all. */
function mpiFirst(compilers: readonly string[]): readonly string[] {
  const mpi = compilers.filter((name) => languageOfCompiler(name) !== undefined);
  return mpi.length > 0 ? mpi : compilers;
}

/** Keeps the sources as they are before the build, and what is known about tools, revision and environment. */
async function recordFacts(job: Job, toolchain: Toolchain, revision: Revision | undefined): Promise<void> {
  const { configuration, environment, recorder, sources } = job;
  for (const file of findSources(configuration.project, configuration.sources)) sources.add(file);
  recorder.update({
    ...toolFacts(toolchain),
    ...keepRevision(recorder.folder, revision),
    environment: selectedEnvironment(environment, Object.keys(configuration.environment)),
    sources: [...sources.records],
    ...(await keepUntracked(recorder.folder, configuration.project, environment)),
    ...(await describeSystem((argv) => capture(argv, environment), environment)),
  });
}

/** Runs the built program and turns what it recorded into results. */
async function measure(job: Job, analyzeArchive: AnalyzeArchive): Promise<JobResult> {
  const { recorder } = job;
  const began = Date.now();
  const { result, failure } = await run(job);
  const archive = await collect(job, true);
  checkCancelled(job.observer);
  if (archive === undefined) {
    if (failure !== undefined) throw new TrimtabError(failure, { details: result.tail });
    throw nothingMeasured(job);
  }
  let stored: Stored;
  try {
    stored = await analyze(job, archive, { analyzeArchive, began, whole: failure === undefined });
  } catch (error) {
    // Why the program failed matters more than why its fragment of a trace could not be analysed.
    if (failure !== undefined && error instanceof TrimtabError)
      throw new TrimtabError(failure, { details: `${result.tail}\n\n${error.message}`, cause: error });
    throw error;
  }
  if (failure !== undefined)
    throw new MeasuredFailure(
      `${failure} What was measured until then is kept in experiment ${recorder.id}.`,
      recorder.id,
      result.tail,
    );
  const { report, wrong } = stored;
  if (wrong !== undefined) throw new MeasuredFailure(wrong.message, recorder.id, result.tail);
  recorder.finish('complete');
  return { experiment: recorder.id, report };
}

/**
 * Analyses an archive and stores the results.
 * @param how.began when the run began, in milliseconds since 1970
 * @param how.whole the program ended by itself, so that every rank should be there
 */
async function analyze(
  job: Job,
  archive: string,
  { analyzeArchive, began, whole }: { analyzeArchive: AnalyzeArchive; began: number; whole: boolean },
): Promise<Stored> {
  const { configuration, observer, recorder } = job;
  observer.onProgress?.('analyze', 'Analysing the trace', 0);
  const results = await analyzeArchive(archive, {
    program: configuration.program,
    cubex: recorder.path(FILES.cubex),
    ...(observer.signal === undefined ? {} : { signal: observer.signal }),
    onProgress: (fraction, message) => observer.onProgress?.('analyze', message, fraction),
  });
  observer.onProgress?.('store', 'Storing the experiment');
  return storeAnalysis(recorder, results, {
    project: job.project,
    ...(whole ? { asked: configuration.ranks } : {}),
    problems: job.problems,
    began,
  });
}

/** Ends an experiment that did not succeed, keeping what it has. Returns the error to throw. */
async function abandon(job: Job, error: unknown): Promise<unknown> {
  const { recorder } = job;
  if (!(error instanceof CancelledError)) {
    recorder.finishQuietly('failed', error instanceof Error ? error.message : String(error));
    return error;
  }
  try {
    await collect(job, false);
  } catch (second) {
    // The cancel was asked for and is done; that its records could not be saved is told with the experiment.
    const reason = second instanceof Error ? second.message : String(second);
    recorder.finishQuietly(
      'cancelled',
      `Cancelled; what was measured was not made into a trace: ${reason}; to try again: ${rescueCommand(recorder.path(FILES.trace))}`,
    );
    return error;
  }
  recorder.finishQuietly('cancelled');
  return error;
}
