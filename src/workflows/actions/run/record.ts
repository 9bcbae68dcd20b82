/** Facts about a run that its experiment records. */
import { present } from '../../../base/present.js';
import { writeAtomically } from '../../../base/files/index.js';
import { CancelledError } from '../../../base/problem.js';
import { FILES, type ManifestChange, type Recorder } from '../../../experiments/index.js';
import { JOB_FILES } from '../../../targets/jobs/script.js';
import type { JobHandle, JobResources, JobStatus } from '../../../targets/target.js';
import type { CommandInput } from '../../../base/processes/process.js';
import { commandRecord } from '../../measuring/job.js';
import type { Measurement } from '../../configuration/measurement.js';
import { endingSignal } from '../../measuring/sentences.js';
import {
  askThere,
  environmentFacts,
  machineFacts,
  sourceFacts,
  targetFacts,
  toolchainThere,
} from '../../provenance/facts.js';
import { redactedScript, toolFacts } from '../../provenance/provenance.js';
import type { ActionContext } from '../../steps/action.js';
import type { Given } from '../../language/declaration.js';
import { type runDeclaration, savedBy } from '../../declarations/run.js';
import { latestDraft } from '../build/drafts.js';
import type { Site } from '../../steps/site.js';

/** Arguments of the step. */
export type RunGiven = Given<typeof runDeclaration.arguments>;

/** The program to start. */
interface Started {
  readonly argv: readonly string[];
  readonly resources: JobResources;
  readonly measurement: Measurement;
}

/** The experiment of this try: made before the job is, so that nothing can be measured without one. */
export async function experimentFor(
  context: ActionContext,
  given: RunGiven,
  site: Site,
  started: Started,
): Promise<Recorder> {
  const { configuration, save, store } = context;
  const { experiment } = savedBy(context.saved);
  if (experiment !== undefined) {
    const recorder = store.resume(experiment);
    // Interrupted between the experiment's beginning and its facts: before the job, so that they still hold.
    if (recorder.manifest.sources === undefined) await recordFacts(context, site, recorder, started);
    return recorder;
  }
  const name = given.get('name');
  const recorder = store.create({
    program: configuration.program,
    target: site.target.name,
    ranks: started.resources.ranks,
    ...present({ name }),
  });
  try {
    save({ experiment: recorder.id });
    await recordFacts(context, site, recorder, started);
    return recorder;
  } catch (error) {
    // The next attempt creates a new one.
    if (!(error instanceof CancelledError))
      recorder.finishQuietly('failed', error instanceof Error ? error.message : String(error));
    throw error;
  }
}

/** Keeps what the build knew beforehand, else what is found now, and what is of this run alone. */
async function recordFacts(
  context: ActionContext,
  site: Site,
  recorder: Recorder,
  { argv, resources, measurement }: Started,
): Promise<void> {
  const { configuration, store } = context;
  const { target } = site;
  const folder = site.there(configuration.run.folder);
  const tools = {
    compiler: undefined,
    run: argv,
    environment: measurement.chosen,
    folders: { build: folder, run: folder },
  };
  const own: ManifestChange = {
    ...environmentFacts(target, resources, measurement),
    ...toolFacts(await toolchainThere(target, tools)),
    ...targetFacts(target),
  };
  const draft = latestDraft(context);
  if (draft !== undefined) {
    draft.giveTo(recorder, own);
    return;
  }
  const sources = await sourceFacts(recorder.folder, configuration, { store: store.project, there: site.there });
  recorder.update({ ...sources, ...(await machineFacts(target)), ...own });
}

/** The script the job was started with, as far as the target has one. */
export async function keepScript({ target }: Site, recorder: Recorder, jobFolder: string): Promise<void> {
  const script = await askThere(target, ['cat', `${jobFolder}/${JOB_FILES.script}`]);
  if (script === undefined || script === '') return;
  writeAtomically(recorder.path(FILES.jobScript), redactedScript(script));
  recorder.update({ job: { ...recorder.manifest.job, script: FILES.jobScript } });
}

/** Keeps how a job ended. @returns the seconds its own script ran */
export function recordJob(
  recorder: Recorder,
  job: Started & {
    readonly site: Site;
    readonly folder: string;
    readonly input?: CommandInput;
    readonly handle: JobHandle;
    readonly status: JobStatus;
  },
): number {
  const { site, argv, folder, input, resources, handle, status } = job;
  const { began, ended, exitCode, phase, sentence, cause } = status;
  const seconds =
    began === undefined || ended === undefined ? 0 : Math.max(0, (Date.parse(ended) - Date.parse(began)) / 1000);
  const endedBy = endingSignal(argv, exitCode);
  const stopped = phase === 'cancelled' ? 'cancelled' : cause === 'time' ? 'timeout' : undefined;
  const { nodes, threadsPerRank } = resources;
  const asked = {
    ...present({ nodes, threadsPerRank }),
  };
  recorder.update({
    run: commandRecord(
      site.project,
      { argv, folder, ...present({ input }) },
      { exitCode: endedBy === undefined ? exitCode : undefined, endedBy, stopped, seconds, tail: '' },
    ),
    job: {
      ...recorder.manifest.job,
      id: handle.id,
      outcome: sentence,
      ...present({ exit: exitCode, began, ended }),
      ...(Object.keys(asked).length === 0 ? {} : { resources: asked }),
    },
  });
  return seconds;
}
