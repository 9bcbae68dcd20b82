import { closeSync } from 'node:fs';
import { relative } from 'node:path';
import { openRegular, writeAtomically } from '../../base/files/index.js';
import { type CommandRecord, FILES, type Manifest, type Recorder, SourceSnapshot } from '../../experiments/index.js';
import { CancelledError, TrimtabError } from '../../model/problem.js';
import { commandText, counted } from '../../model/text.js';
import { JOB_FILES } from '../../targets/jobs/script.js';
import type { JobHandle, JobRequest, JobResources, JobStatus } from '../../targets/target.js';
import { inheritedEnvironment, launchEnvironment } from '../../targets/environment.js';
import type { Configuration } from '../configuration/configuration.js';
import { isRecord, type ValueRecord } from '../language/value.js';
import { redacted, redactedScript, selectedEnvironment } from '../provenance/provenance.js';
import { keepRevision, revisionOf } from '../provenance/revision.js';
import type { ActionContext, ActionFunction } from '../runner/action.js';
import { fileNameOf } from '../runner/answers.js';
import { diskQuestion, DO_NOT_RUN, lastTrace, notRun, RUN_ALL_THE_SAME } from '../measuring/diskRoom.js';
import { MeasuredFailure } from '../measuring/job.js';
import { runFailure } from '../measuring/runErrors.js';
import { inputOf } from '../measuring/steps.js';
import { keepUntracked } from '../provenance/snapshot.js';
import { findSources } from '../provenance/sourceFiles.js';
import { describeSystem } from '../provenance/system.js';
import { countOf, doneStep, textOf, variablesOf } from './arguments.js';
import { keepFragment } from './analyze.js';
import { fetchTrace } from './fetch.js';
import { settledThere } from './program.js';
import { RecordedThere } from './recordedThere.js';
import { type Site, siteOf } from './site.js';

/** What is kept of a job's last lines, to find out why it failed. */
const TAIL = 8000;
/** How long a question about the machine may take, in seconds. */
const PATIENCE = 20;

/**
 * Runs the program as a job of the target, which goes on by itself, and waits for its end. The experiment is there from
 * before the job; a job that fails leaves what it measured in it.
 * @throws TrimtabError when the job fails; CancelledError when it was cancelled, or is left to a later process
 */
export const run: ActionFunction = async (begun) => {
  const site = await siteOf(begun);
  const context = { ...begun, configuration: await settledThere(begun, site) };
  const { arguments: given, configuration, saved, save, tell } = context;
  const ranks = countOf(given, 'ranks') ?? configuration.ranks;
  const threads = countOf(given, 'threads');
  const nodes = countOf(given, 'nodes');
  const beside = {
    ...(threads === undefined ? {} : { threadsPerRank: threads }),
    ...(nodes === undefined ? {} : { nodes }),
  };
  const asked = Object.keys(beside).length === 0 ? {} : { resources: beside };
  const resources: JobResources = {
    ranks,
    ...beside,
    timeLimit: configuration.timeouts.run,
  };
  if (handleOf(saved) === undefined) await askForRoom(context, site, ranks);
  const recorder = await experimentOf(context, site, ranks);
  try {
    const jobFolder = `${site.project}/.trimtab/jobs/${context.run}/${fileNameOf(context.key)}-${context.attempt}`;
    const trace = `${jobFolder}/trace`;
    const argv = site.target.launchCommand(configuration.runCommand(ranks), resources);
    const environment = {
      ...(site.target.kind === 'local' ? launchEnvironment(ranks) : {}),
      ...(threads === undefined ? {} : { OMP_NUM_THREADS: String(threads) }),
      ...chosenVariables(context),
      TRIMTAB_EXPERIMENT_DIR: trace,
    };
    let handle = handleOf(saved);
    if (handle === undefined) {
      tell(`Handing ${configuration.program} on ${counted(ranks, 'rank')} to ${site.target.name}`);
      await site.target.run({ argv: ['mkdir', '-p', trace], folder: site.project, environment: {} });
      const folder = site.there(configuration.run.folder);
      handle = await context.jobs.submit(site.target, {
        argv,
        ...inputThere(configuration, site),
        folder,
        environment,
        jobFolder,
        name: configuration.program,
        resources,
      });
      save({ job: { ...handle } });
      await keepScript(site, recorder, jobFolder);
      context.log(`$ ${commandText(argv, configuration.run.input)}\n`);
    }
    const { status, tail } = await waitFor(context, site, handle, trace);
    const record = jobRecord(argv, site.there(configuration.run.folder), configuration, status);
    recorder.update({ run: record, job: { ...recorder.manifest.job, ...jobFacts(handle, status), ...asked } });
    const outputs = { experiment: recorder.id, target: site.target.name, ranks, trace, jobFolder };
    if (status.phase === 'succeeded') return { ...outputs, seconds: record.seconds ?? 0 };
    throw await failure(context, { site, recorder, outputs, status, tail });
  } catch (error) {
    throw ended(context, recorder, error);
  }
};

/**
 * What the program reads there from its standard input.
 * @throws TrimtabError when it is not here, or leads out of the project
 */
function inputThere(configuration: Configuration, { project, there }: Site): Partial<Pick<JobRequest, 'input'>> {
  const { input } = inputOf(configuration);
  if (input === undefined) return {};
  closeSync(openRegular(input.path, input.within).descriptor);
  return { input: { path: there(input.path), within: project } };
}

/** Variables that people set for a run: in trimtab.yaml, in an instrument step, in the step itself. */
function chosenVariables({ arguments: given, configuration, done }: ActionContext): Record<string, string> {
  return {
    ...configuration.environment,
    ...variablesOf(doneStep(done, 'instrument')?.outputs ?? {}, 'environment'),
    ...variablesOf(given, 'environment'),
  };
}

/** @throws TrimtabError where the disk there may be too small for the trace, and the answer was not to run */
async function askForRoom(context: ActionContext, { target, project }: Site, ranks: number): Promise<void> {
  const { configuration, store } = context;
  const free = context.acceptsLargeTrace === true ? undefined : await target.freeSpace(project);
  if (free === undefined) return;
  const { program } = configuration;
  const question = diskQuestion({
    program,
    ranks,
    free,
    place: target.kind === 'local' ? project : `${project} on ${target.name}`,
    last: lastTrace(store, program),
    environment: chosenVariables(context),
  });
  if (question === undefined) return;
  if ((await context.ask(question, [RUN_ALL_THE_SAME, DO_NOT_RUN])) !== RUN_ALL_THE_SAME) throw notRun(question);
}

/** The experiment of this try: made before the job is, so that nothing can be measured without one. */
async function experimentOf(context: ActionContext, site: Site, ranks: number): Promise<Recorder> {
  const { configuration, saved, save, store } = context;
  const { program } = configuration;
  if (typeof saved.experiment === 'string') {
    const recorder = store.resume(saved.experiment);
    // Interrupted between the experiment's beginning and its facts: before the job, so that they still hold.
    if (recorder.manifest.sources === undefined) await recordFacts(context, site, recorder);
    return recorder;
  }
  const name = textOf(context.arguments, 'name');
  const recorder = store.create({ program, target: site.target.name, ranks, ...(name === undefined ? {} : { name }) });
  save({ experiment: recorder.id });
  await recordFacts(context, site, recorder);
  return recorder;
}

/** Keeps the sources as they are before the job, and what is known of revision, build and environment. */
async function recordFacts(context: ActionContext, site: Site, recorder: Recorder): Promise<void> {
  const { configuration, done, store } = context;
  const { project } = configuration;
  const variables = chosenVariables(context);
  const sources = new SourceSnapshot(recorder.folder, store.project);
  for (const file of findSources(project, configuration.sources)) sources.add(file, undefined, site.there(file));
  const revision = await revisionOf(project, {});
  const built = doneStep(done, 'build')?.outputs ?? {};
  recorder.update({
    sources: [...sources.records],
    environment: selectedEnvironment(variables, Object.keys(variables)),
    ...keepRevision(recorder.folder, revision),
    ...buildFacts(built),
    ...(await keepUntracked(recorder.folder, project, inheritedEnvironment())),
    ...(await systemOf(site)),
    ...targetFacts(configuration, site.target.name),
  });
}

/** What a short command prints on the target; undefined when it cannot or does not. */
async function askThere({ target, project }: Site, argv: readonly string[]): Promise<string | undefined> {
  let text = '';
  const command = { argv, folder: project, environment: {} };
  try {
    const result = await target.run(command, { timeout: PATIENCE, onOutput: (part) => (text += part) });
    return result.exitCode === 0 ? text : undefined;
  } catch (error) {
    if (error instanceof TrimtabError) return undefined; // a program it does not have; a lost connection shows next
    throw error;
  }
}

/** What the target says of itself. */
async function systemOf(site: Site): ReturnType<typeof describeSystem> {
  const modules = await askThere(site, ['sh', '-c', 'printf %s "$LOADEDMODULES"']);
  return describeSystem((argv) => askThere(site, argv), { LOADEDMODULES: modules ?? '' });
}

/** The script the job was started with, as far as the target has one. */
async function keepScript(site: Site, recorder: Recorder, jobFolder: string): Promise<void> {
  const script = await askThere(site, ['cat', `${jobFolder}/${JOB_FILES.script}`]);
  if (script === undefined || script === '') return;
  writeAtomically(recorder.path(FILES.jobScript), redactedScript(script));
  recorder.update({ job: { ...recorder.manifest.job, script: FILES.jobScript } });
}

/** The target as it was configured, without who and where. */
function targetFacts({ targets }: Configuration, name: string): Pick<Manifest, 'targetConfiguration'> {
  const target = targets.find((candidate) => candidate.name === name);
  if (target === undefined) return {};
  const { kind, setup, launcher, limits } = target;
  return {
    targetConfiguration: {
      kind,
      setup: redactedScript(setup),
      limits,
      ...(launcher === undefined ? {} : { launcher: redacted(launcher) }),
      ...(target.kind === 'slurm' ? { scheduler: redacted(target.scheduler) } : {}),
    },
  };
}

/** What the manifest keeps of the build step: its commands and its compiler. */
function buildFacts({ commands, compiler }: ValueRecord): {
  build?: CommandRecord[];
  compiler?: { command: string; version: string };
} {
  const records = (Array.isArray(commands) ? commands : []).flatMap((record) =>
    isCommandRecord(record) ? [record] : [],
  );
  const known = isRecord(compiler ?? null) ? compiler : undefined;
  return {
    ...(records.length === 0 ? {} : { build: records }),
    ...(isTool(known) ? { compiler: { command: known.command, version: known.version } } : {}),
  };
}

function isCommandRecord(data: unknown): data is CommandRecord {
  return typeof data === 'object' && data !== null && 'argv' in data && Array.isArray(data.argv) && 'folder' in data;
}

function isTool(data: unknown): data is { command: string; version: string } {
  return (
    typeof data === 'object' &&
    data !== null &&
    'command' in data &&
    typeof data.command === 'string' &&
    'version' in data &&
    typeof data.version === 'string'
  );
}

function handleOf({ job }: ValueRecord): JobHandle | undefined {
  if (!isRecord(job)) return undefined;
  const { id, jobFolder } = job;
  return typeof id === 'string' && typeof jobFolder === 'string' ? { id, jobFolder } : undefined;
}

/** Follows a job to its end; what it prints goes to the log. */
async function waitFor(
  context: ActionContext,
  { target }: Site,
  handle: JobHandle,
  trace: string,
): Promise<{ status: JobStatus; tail: string }> {
  const { jobs, saved, save, signal, tell } = context;
  let offset = typeof saved.offset === 'number' ? saved.offset : 0;
  let tail = '';
  let said = '';
  const recorded = new RecordedThere(target, trace);
  for (;;) {
    const status = await jobs.status(target, handle, signal);
    if (status === undefined) {
      if (context.cancelled()) await target.cancel(handle);
      throw new CancelledError();
    }
    // What waits has printed nothing; many that wait are not worth a question each.
    const output = status.phase === 'pending' ? undefined : await target.output(handle, offset);
    if (output !== undefined && output.next > offset) {
      offset = output.next;
      context.log(output.text);
      tail = (tail + output.text).slice(-TAIL);
      save({ offset });
    }
    const written = status.phase === 'running' ? await recorded.say() : undefined;
    const sentence = written === undefined ? status.sentence : `${status.sentence.replace(/\.$/, '')}: ${written}.`;
    if (sentence !== said) tell(sentence, handle.id);
    said = sentence;
    if (status.phase !== 'pending' && status.phase !== 'running') return { status, tail };
  }
}

function jobRecord(
  argv: readonly string[],
  folder: string,
  { project, run: { input } }: Configuration,
  { began, ended, exitCode }: JobStatus,
): CommandRecord {
  const seconds = began === undefined || ended === undefined ? 0 : (Date.parse(ended) - Date.parse(began)) / 1000;
  return {
    argv: [...argv],
    folder,
    ...(input === undefined ? {} : { input: relative(project, input) }),
    seconds: Math.max(0, seconds),
    ...(exitCode === undefined ? {} : { exit: exitCode }),
  };
}

function jobFacts({ id }: JobHandle, { sentence, exitCode, began, ended }: JobStatus) {
  return {
    id,
    outcome: sentence,
    ...(exitCode === undefined ? {} : { exit: exitCode }),
    ...(began === undefined ? {} : { began }),
    ...(ended === undefined ? {} : { ended }),
  };
}

/** Keeps what a failed job measured, and says why it failed. */
async function failure(
  context: ActionContext,
  facts: { site: Site; recorder: Recorder; outputs: { trace: string }; status: JobStatus; tail: string },
): Promise<TrimtabError> {
  const { site, recorder, outputs, status, tail } = facts;
  const cause = runFailure(tail);
  const sentence = cause === undefined ? status.sentence : status.sentence.replace(/\.$/, `: ${cause}.`);
  let archive: string | undefined;
  try {
    archive = await fetchTrace(context, site, recorder, outputs.trace);
  } catch (error) {
    if (!(error instanceof TrimtabError)) throw error;
    const left = ` What it measured is still on ${site.target.name} in ${outputs.trace}: ${error.message}`;
    return new TrimtabError(`${sentence}${left}`, { details: tail });
  }
  if (archive === undefined) return new TrimtabError(sentence, { details: tail });
  const whole = `${sentence} What it measured until then is kept in experiment ${recorder.id}.`;
  try {
    await keepFragment(context, recorder, archive);
  } catch (error) {
    if (!(error instanceof TrimtabError)) throw error;
    // Why the program failed matters more than why its fragment of a trace could not be analysed.
    return new TrimtabError(whole, { details: `${tail}\n\n${error.message}`, cause: error });
  }
  return new MeasuredFailure(whole, recorder.id, tail);
}

/** Ends the experiment of a run that did not succeed, unless a later process goes on with it. */
function ended(context: ActionContext, recorder: Recorder, error: unknown): unknown {
  if (error instanceof CancelledError && !context.cancelled()) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof CancelledError) recorder.finishQuietly('cancelled');
  else recorder.finishQuietly('failed', message);
  return error;
}
