import { present } from '../../../base/present.js';
import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { FILES, type Recorder } from '../../../experiments/index.js';
import { makePrivateFolder, openRegular } from '../../../base/files/index.js';
import { runEnvironment } from '../../../measurement/environment.js';
import { rulesThatMeasure } from '../../../measurement/adaptation/agor.js';
import type { MeasurementPlan } from '../../../measurement/plan.js';
import { recordOf } from '../../../measurement/planRecord.js';
import { CancelledError, TrimtabError } from '../../../base/problem.js';
import { commandText, counted } from '../../../base/text.js';
import { startsWithLauncher } from '../../../targets/launch.js';
import { checkFolder, type CommandInput } from '../../../base/processes/process.js';
import type { JobHandle, JobResources, JobStatus } from '../../../targets/target.js';
import type { Configuration } from '../../configuration/configuration.js';
import { MeasuredFailure } from '../../measuring/job.js';
import { DISK_QUESTION, DO_NOT_RUN, notRun, RUN_ALL_THE_SAME } from '../../measuring/diskRoom.js';
import { LogFile } from '../../measuring/log.js';
import type { Measurement } from '../../configuration/measurement.js';
import { reportingRecorded } from '../../measuring/recordingProgress.js';
import { roomDoubt } from '../../measuring/roomDoubt.js';
import { startAdvice } from '../../measuring/runErrors.js';
import { examplesFor } from '../../building/argumentExamples.js';
import { runSentence } from '../../measuring/sentences.js';
import { latestOutputs } from '../../language/declaration.js';
import { action, type ActionContext } from '../../steps/action.js';
import { fileNameOf } from '../../runs/answers.js';
import { runDeclaration, savedBy } from '../../declarations/run.js';
import { evaluate } from '../analyze/evaluate.js';
import { fetchTrace, keepRecords } from '../fetch/index.js';
import { RecordedThere } from './recordedThere.js';
import { preloadedThere } from './preloaded.js';
import { settledThere } from './program.js';
import { measurementOf } from '../../steps/measurement.js';
import { reduceDeclaration } from '../../declarations/reduce.js';
import { experimentFor, keepScript, recordJob, type RunGiven } from './record.js';
import { selectionThere } from './selection.js';
import { checkCommand, measuredCommand } from './measuredCommand.js';
import { SEARCH_FILE, type SearchHistory } from '../../../measurement/search/history.js';
import type { SearchReport } from '../../../measurement/search/search.js';
import { searchedText } from '../../../measurement/search/words.js';
import { knownLoop } from '../../live/knownLoop.js';
import { searchRun } from '../../live/searchRun.js';
import { steeredRun } from './steering.js';
import { type Site, siteOf } from '../../steps/site.js';

/** Size kept of a job's last output, to find out why it failed. */
const TAIL = 8000;
/** How long a cancelled job may take to be gone, in milliseconds. */
const FINAL_LINES = 60_000;

/** One run of the program: what is asked for, and where it is recorded. */
interface Job {
  readonly site: Site;
  readonly recorder: Recorder;
  readonly argv: readonly string[];
  /** Working folder on the target. */
  readonly folder: string;
  /** Standard input of the program on the target. */
  readonly input?: CommandInput;
  readonly resources: JobResources;
  readonly measurement: Measurement;
  readonly jobFolder: string;
  /** Folder of the records on the target. */
  readonly trace: string;
}

/**
 * Runs the program as a job of the target, which continues independently, and waits for its end. The experiment exists
 * from before the job. If the job fails, its records are analyzed; if it is cancelled, its trace is kept.
 * @throws TrimtabError when the job fails; CancelledError when it was cancelled, or is left to a later process
 */
export const run = action(runDeclaration, async (begun, given) => {
  const site = await siteOf(begun, given.get('target'));
  const settled = { ...begun, configuration: await settledThere(begun, site) };
  const context = { ...settled, configuration: await preloadedThere(settled, site) };
  const job = await prepared(context, given, site);
  const { recorder, resources, trace, jobFolder } = job;
  let handle: JobHandle | undefined = savedBy(context.saved).job;
  const isNew = handle === undefined;
  try {
    handle ??= await submitted(context, job);
    const ending = new AbortController();
    const steering = isNew && isSteered(context, given) ? steeringOf(context, job, ending.signal) : undefined;
    const told: ReportedRun = { searched: '' };
    // Awaited after the job: until then a failure must not count as unhandled.
    steering?.catch(() => undefined);
    const over = reportingWhile(context, job, waitFor(context, job, handle, told));
    const searching =
      given.get('search') === 'yes'
        ? searchOf(context, job, told, { signal: ending.signal, ended: sentenceOfEnd(context, over) })
        : undefined;
    searching?.catch(() => undefined);
    let outcome;
    try {
      outcome = await over;
    } finally {
      ending.abort();
      await searching; // its last results are written before the experiment ends
    }
    const { status, tail } = outcome;
    const found = await steering;
    const searched = await searching;
    if (recorder.manifest.job?.script === undefined) await keepScript(site, recorder, job.jobFolder);
    const seconds = recordJob(recorder, { ...job, handle, status });
    if (status.phase !== 'succeeded') throw await failure(context, job, status, tail);
    const advice = startAdvice(tail, context.configuration.run.input, () => examplesFor(context.configuration));
    if (advice !== undefined) warn(recorder, `The program may not have done its work: ${advice}.`);
    const place = { target: site.target.name, project: site.project };
    const steered = found === undefined ? {} : { steered: found };
    return {
      experiment: recorder.id,
      ...place,
      ranks: resources.ranks,
      trace,
      jobFolder,
      seconds,
      ...steered,
      ...(searched ?? {}),
    };
  } catch (error) {
    throw await ended(context, job, { error, wasHandedIn: handle !== undefined });
  }
});

/** Whether what is measured is adapted while the program runs, as the step before asks for. */
function isSteered({ done }: ActionContext, given: RunGiven): boolean {
  return given.get('like') === undefined && latestOutputs(reduceDeclaration, done)?.search?.stage === 'live';
}

/** Never fails before the job has ended: errors are reported then. */
async function steeringOf({ log }: ActionContext, { site, trace, recorder, measurement }: Job, signal: AbortSignal) {
  const found = await steeredRun(site.target, trace, (sentence) => log(`${sentence}\n`), signal);
  if (found === undefined) return undefined;
  log(`${found.found.length} functions are measured from iteration ${found.iteration} on.\n`);
  const rules = rulesThatMeasure(found.found);
  const { plan } = measurement;
  recorder.update({ measurement: recordOf({ ...plan, selection: { ...plan.selection, functions: rules } }) });
  return found;
}

/** Messages about a job in addition to those of its target. */
interface ReportedRun {
  searched: string;
}

/** Outcome of the job, one sentence; undefined if it continues and this process no longer waits for it. */
const sentenceOfEnd = (
  { cancelled: isCancelled }: ActionContext,
  over: Promise<{ readonly status: JobStatus }>,
): Promise<string | undefined> =>
  over.then(
    ({ status }) => status.sentence,
    () => (isCancelled() ? 'The run was cancelled.' : undefined),
  );

const truthsOf = ({ hypotheses }: SearchHistory): number =>
  hypotheses.filter(({ number, state }) => number > 0 && state === 'true').length;

/**
 * Searches the program until it ends. Results are stored in the experiment after each step, and a restarted engine
 * resumes from them.
 */
async function searchOf(
  context: ActionContext,
  { site, trace, recorder }: Job,
  told: ReportedRun,
  ending: { readonly signal: AbortSignal; readonly ended: Promise<string | undefined> },
) {
  const { log } = context;
  const say = (sentence: string): void => log(`${sentence}\n`);
  const place = { target: site.target, folder: trace };
  const file = join(recorder.folder, SEARCH_FILE);
  const tell = ({ history }: SearchReport): void => void (told.searched = searchedText(history));
  const history = await searchRun(place, { file, log: say, tell, ...ending });
  const { iterations, cost } = history;
  const found = truthsOf(history);
  say(searchedText(history));
  return { searched: { iterations, found, cost } };
}

function warn(recorder: Recorder, message: string): void {
  recorder.update({ problems: [...(recorder.manifest.problems ?? []), { level: 'warning', message }] });
}

/** Everything but the job itself. */
async function prepared(context: ActionContext, given: RunGiven, site: Site): Promise<Job> {
  const { configuration } = context;
  const threads = given.get('threads');
  const nodes = given.get('nodes');
  const resources: JobResources = {
    ranks: given.get('ranks') ?? configuration.ranks,
    ...present({ threadsPerRank: threads, nodes }),
    timeLimit: configuration.timeouts.run,
  };
  const folder = site.there(configuration.run.folder);
  const input = inputThere(configuration, site);
  const settled = await measurementOf(context, site, {
    own: given.get('environment'),
    mode: given.get('mode'),
    like: given.get('like'),
  });
  const measurement = given.get('search') === 'yes' ? withKnownLoop(context, settled) : settled;
  if (savedBy(context.saved).job === undefined) await askForRoom(context, site, resources.ranks, measurement.plan);
  const launched = site.target.launchCommand(configuration.runCommand(resources.ranks), resources);
  checkCommand(launched, measurement.plan);
  const recorder = await experimentFor(context, given, site, { argv: launched, resources, measurement });
  const jobFolder = `${site.project}/.trimtab/jobs/${context.run}/${fileNameOf(context.key)}-${context.attempt}`;
  // If the target is the local machine, the records need not be fetched.
  const trace = site.isHere ? recorder.path(FILES.trace) : `${jobFolder}/trace`;
  const argv = await measuredCommand(context, site, { launched, plan: measurement.plan, records: trace });
  return { site, recorder, argv, folder, ...input, resources, measurement, jobFolder, trace };
}

/**
 * Adds known iterations, which a search needs: unless the user defines them, those of the loop found in an earlier run.
 */
function withKnownLoop(
  { store, configuration: { program }, log }: ActionContext,
  measurement: Measurement,
): Measurement {
  const { plan } = measurement;
  const loop = plan.phase === '' && plan.system === undefined ? knownLoop(store, program) : undefined;
  if (loop === undefined) return measurement;
  log(`Each call of ${loop.name} is an iteration: the loop of experiment ${loop.experiment}.\n`);
  return { ...measurement, plan: { ...plan, phase: loop.name } };
}

/**
 * Returns the standard input of the program on the target.
 * @throws TrimtabError when it does not exist locally, or is outside of the project
 */
function inputThere({ project, run: { input } }: Configuration, site: Site): Pick<Job, 'input'> {
  if (input === undefined) return {};
  closeSync(openRegular(input, project).descriptor);
  return { input: { path: site.there(input), within: site.project } };
}

/** @throws TrimtabError if the target's disk may be too small for the trace, and the user does not agree to continue */
async function askForRoom(
  context: ActionContext,
  { target, project, isHere }: Site,
  ranks: number,
  plan: MeasurementPlan,
): Promise<void> {
  const { asking, configuration, store } = context;
  const free = context.acceptsLargeTrace === true ? undefined : await target.freeSpace(project);
  if (free === undefined) return;
  const place = isHere ? project : `${project} on ${target.name}`;
  const doubt = roomDoubt({ configuration, store, plan, target: target.name, ranks, free, place });
  if (doubt === undefined) return;
  const agreed = await context.agreed('large traces', async () => {
    const answer = await asking.choose?.(`${doubt} ${DISK_QUESTION}`, [RUN_ALL_THE_SAME, DO_NOT_RUN]);
    return answer === RUN_ALL_THE_SAME;
  });
  if (!agreed) throw notRun(doubt);
}

/** Returns the message shown while it runs. */
function whatRuns({ configuration }: ActionContext, { site, resources, measurement }: Job): string {
  const where = site.isHere ? '' : ` on ${site.target.name}`;
  const kept = measurement.plan.mode === 'profile' ? ' for a profile' : '';
  return `Running ${configuration.program} on ${counted(resources.ranks, 'rank')}${where}${kept}`;
}

/** Hands the job in. It is on disk before anything relies on it. */
async function submitted(context: ActionContext, job: Job): Promise<JobHandle> {
  const { configuration, log, save, tell } = context;
  const { site, recorder, argv, folder, input, resources, measurement, jobFolder, trace } = job;
  const { target } = site;
  tell(
    target.isScheduled
      ? `Handing ${configuration.program} on ${counted(resources.ranks, 'rank')} to ${target.name}`
      : whatRuns(context, job),
  );
  if (site.isHere) {
    checkFolder(configuration.run.folder);
    makePrivateFolder(trace);
  } else await target.run({ argv: ['mkdir', '-p', trace], folder: site.project, environment: {} });
  const { threadsPerRank } = resources;
  // Without a launcher the number of processes is unknown: a script may start one after the other.
  const finishedLater = resources.ranks === 1 && !startsWithLauncher(argv);
  const environment = {
    ...(threadsPerRank === undefined ? {} : { OMP_NUM_THREADS: String(threadsPerRank) }),
    ...runEnvironment(measurement.chosen, measurement.plan, {
      folder: trace,
      finishedLater,
      ...(await selectionThere(job)),
    }),
  };
  const name = configuration.program;
  const handle = await context.jobs.submit(target, {
    argv,
    folder,
    ...present({ input }),
    searchFirst: site.probe,
    environment,
    jobFolder,
    name,
    resources,
  });
  try {
    save({ job: { ...handle }, records: { target: target.name, folder: trace } });
  } catch (error) {
    // Without a record the job could not be found again.
    await target.cancel(handle).catch(() => undefined);
    throw error;
  }
  try {
    await keepScript(site, recorder, jobFolder);
  } catch (error) {
    // The job is worth more than its script, which is tried again at the end.
    if (!(error instanceof TrimtabError)) throw error;
    log(`${error.message}\n`);
  }
  log(`$ ${commandText(argv, configuration.run.input)}\n`);
  return handle;
}

/** Waits, and meanwhile reports how much was recorded, if that is visible. */
function reportingWhile<T>(context: ActionContext, job: Job, wait: Promise<T>): Promise<T> {
  if (!job.site.isHere || job.site.target.isScheduled) return wait;
  return reportingRecorded(
    job.trace,
    (recorded) => context.progress(`${whatRuns(context, job)}: ${recorded}`),
    () => wait,
  );
}

const isOver = ({ phase }: JobStatus): boolean => phase !== 'pending' && phase !== 'running';

/** Follows a job to its end; what it prints goes to the step's log and the experiment's. */
async function waitFor(
  context: ActionContext,
  job: Job,
  handle: JobHandle,
  told: ReportedRun,
): Promise<{ status: JobStatus; tail: string }> {
  const { jobs, signal, tell } = context;
  const { site, recorder } = job;
  const log = new LogFile(recorder.path(FILES.runLog));
  const recorded = site.isHere ? undefined : new RecordedThere(site.target, job.trace);
  const output = new JobOutput(context, site, handle, log);
  let said = '';
  try {
    for (;;) {
      const status = await jobs.status(site.target, handle, signal);
      if (status === undefined) {
        if (context.cancelled()) await cancelled(context, job, handle);
        throw new CancelledError();
      }
      // Pending jobs have no output; polling many of them is not worth a request each.
      if (status.phase !== 'pending') await output.read(isOver(status));
      const state = site.target.isScheduled || isOver(status) ? status.sentence : whatRuns(context, job);
      const written = status.phase === 'running' ? await recorded?.say() : undefined;
      const recording = written === undefined ? state : `${state.replace(/\.$/, '')}: ${written}.`;
      const sentence =
        told.searched === '' || isOver(status) ? recording : `${recording.replace(/\.?$/, '.')} ${told.searched}`;
      if (sentence !== said) tell(sentence, handle.id);
      if (isOver(status)) return { status, tail: output.tail };
      said = sentence;
    }
  } finally {
    log.close();
    if (log.problem !== undefined) warn(recorder, log.problem);
  }
}

/** Output of a job, as far as it was read; the read position survives an interruption. */
class JobOutput {
  tail = '';
  private offset: number;

  constructor(
    private readonly context: ActionContext,
    private readonly site: Site,
    private readonly handle: JobHandle,
    private readonly file: LogFile,
  ) {
    this.offset = savedBy(context.saved).offset ?? 0;
  }

  /** Reads the output available so far. @param toEnd reads all of it: the job has ended */
  async read(toEnd: boolean): Promise<void> {
    for (;;) {
      const { text, next } = await this.site.target.output(this.handle, this.offset);
      if (next <= this.offset) return;
      this.offset = next;
      this.context.log(text);
      this.file.write(text);
      this.tail = (this.tail + text).slice(-TAIL);
      this.context.remember({ offset: next });
      if (!toEnd) return;
    }
  }
}

/** Ends a job, and waits until it is gone: what it recorded is not complete before. */
async function cancelled({ jobs }: ActionContext, job: Job, handle: JobHandle): Promise<void> {
  const { target } = job.site;
  await target.cancel(handle);
  const patience = AbortSignal.timeout(FINAL_LINES);
  let status = await jobs.status(target, handle, patience);
  while (status !== undefined && !isOver(status)) status = await jobs.status(target, handle, patience);
  if (status !== undefined) recordJob(job.recorder, { ...job, handle, status });
}

/** Keeps and analyzes the records of a failed job, and returns the reason for the failure. */
async function failure(context: ActionContext, job: Job, status: JobStatus, tail: string): Promise<TrimtabError> {
  const { site, recorder, argv, trace } = job;
  const sentence = runSentence(argv, status, tail, {
    limit: site.target.isScheduled ? undefined : limitOf(context, job),
    input: context.configuration.run.input,
    examples: examplesFor(context.configuration),
  });
  const place = { target: site.target.name, project: site.project };
  let archive: string | undefined;
  try {
    archive = await fetchTrace(context, { site, recorder, trace, signal: context.signal });
    if (archive === undefined) return new TrimtabError(sentence, { details: tail });
    await evaluate(context, { recorder, archive, ...place });
  } catch (error) {
    // Why the program failed matters more than why its fragment of a trace could not be had or analyzed.
    if (!(error instanceof TrimtabError)) throw error;
    const left =
      archive === undefined && !site.isHere
        ? ` The measurements are still on ${site.target.name} in ${trace}: ${error.message}`
        : '';
    return new TrimtabError(`${sentence}${left}`, { details: `${tail}\n\n${error.message}`, cause: error });
  }
  const kept = `${sentence} The measurements until then are kept in experiment ${recorder.id}.`;
  return new MeasuredFailure(kept, recorder.id, tail);
}

/** Returns the requested time limit, if only trimtab.yaml sets it. */
function limitOf({ configuration }: ActionContext, { site, resources }: Job): number | undefined {
  const limited = configuration.targets.find(({ name }) => name === site.target.name)?.limits.time;
  return limited === undefined ? resources.timeLimit : undefined;
}

/** Ends the experiment of a run that did not succeed, unless a later process resumes it. */
async function ended(
  context: ActionContext,
  { site, recorder, trace }: Job,
  { error, wasHandedIn }: { readonly error: unknown; readonly wasHandedIn: boolean },
): Promise<unknown> {
  if (!(error instanceof CancelledError)) {
    recorder.finishQuietly('failed', error instanceof Error ? error.message : String(error));
    return error;
  }
  if (!context.cancelled()) return error;
  const problem = wasHandedIn ? await keepRecords(context, { site, recorder, trace }) : undefined;
  recorder.finishQuietly('cancelled', problem);
  return error;
}
