/** `trimtab workflow …`. */
import { join, resolve } from 'node:path';
import { ExperimentStore } from '../../experiments/index.js';
import { readText } from '../../base/files/index.js';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import { plainName } from '../../base/plainText.js';
import { commandText, duration, plainLine } from '../../base/text.js';
import { type Configuration, findConfiguration, loadConfiguration, MeasuredFailure } from '../../workflows/index.js';
import { actionOf } from '../../workflows/reading/kinds.js';
import { availableWorkflows, describeWorkflow } from '../../workflows/reading/library.js';
import {
  answerRun,
  cancelLeftRun,
  cancelRun,
  configurationOf,
  hasJobs,
  openSurroundings,
  readRun,
  readRuns,
  resumeRun,
  type RunObserver,
  startRun,
  type StartedRun,
  type StepState,
  type Surroundings,
  type WorkflowRunState,
  type WorkflowRunSummary,
} from '../../workflows/runner/index.js';
import { actionLines, shownActions } from '../text/actionLines.js';
import { acceptedRun } from './acceptRun.js';
import type { Context } from '../services/context.js';
import { storeFor } from '../services/store.js';
import { askInTerminal } from '../terminal/question.js';
import type { WorkflowRequest } from '../arguments/workflow.js';
import { readSettings } from './workflowInputs.js';

/** Does what a `trimtab workflow` command asks for. */
export async function workflow(context: Context, request: WorkflowRequest): Promise<void> {
  const folder = resolve(context.folder, request.project);
  const project = configured(folder) ?? storeFor(folder).project;
  switch (request.action) {
    case 'list':
      return list(context, project, request.json);
    case 'actions':
      return request.json
        ? context.terminal.json(shownActions())
        : context.terminal.lines(actionLines(context.terminal.width));
    case 'show':
      return show(context, project, request);
    case 'cancel':
      return cancel(context, folder, project, idOf(project, request.id));
    case 'answer':
      answerRun(project, idOf(project, request.id), request.step, request.answer);
      return;
    case 'run':
      return run(context, folder, project, request);
    case 'resume':
      return resume(context, folder, project, request);
  }
}

/** Runs a workflow with the inputs that were set. @throws UsageError when they are not those it has */
function run(
  context: Context,
  folder: string,
  project: string,
  request: Extract<WorkflowRequest, { action: 'run' }>,
): Promise<void> {
  const inputs = readSettings(describeWorkflow(request.workflow, project), request.settings);
  return follow(context, loadConfiguration(configurationAt(folder)), request, (surroundings, observer) =>
    startRun(request.workflow, inputs, surroundings, observer),
  );
}

/** Resumes a run; an external one only when its commands were accepted. */
async function resume(
  context: Context,
  folder: string,
  project: string,
  request: Extract<WorkflowRequest, { action: 'resume' }>,
): Promise<void> {
  const id = idOf(project, request.id);
  const { from, seen } = request;
  const run = readRun(project, id);
  const path = run.unwritten === undefined ? configurationAt(folder) : run.configuration;
  const accepted = await acceptedRun(context, project, { id, configuration: path, seen });
  const configuration = configurationOf({ ...run, configuration: path });
  return follow(context, configuration, request, (surroundings, observer) =>
    resumeRun(id, surroundings, observer, { from, accepted }),
  );
}

/** Cancels a run and its jobs, even if no process executes it at the moment. */
async function cancel(context: Context, folder: string, project: string, id: string): Promise<void> {
  const run = readRun(project, id);
  const { terminal } = context;
  if (run.state === 'succeeded' || run.state === 'failed' || run.state === 'cancelled') {
    const ended = run.state === 'cancelled' ? 'was cancelled' : `has ${run.state}`;
    terminal.status(`The run ${id} ${ended} already; there is nothing to cancel.\n`);
    return;
  }
  if (run.state !== 'interrupted' || !hasJobs(run)) {
    cancelRun(project, id);
    const effect = run.state === 'interrupted' ? 'is cancelled' : 'stops';
    terminal.status(`The run ${id} ${effect}. To continue it, run "trimtab workflow resume ${id}".\n`);
    return;
  }
  try {
    const path = run.unwritten === undefined ? configurationAt(folder) : run.configuration;
    await follow(context, configurationOf({ ...run, configuration: path }), { json: false }, (surroundings, observer) =>
      cancelLeftRun(id, surroundings, observer),
    );
  } catch (error) {
    if (!(error instanceof CancelledError)) throw error;
  }
}

/** The trimtab.yaml that runs of a folder work with. @throws TrimtabError when there is none */
function configurationAt(folder: string): string {
  const path = findConfiguration(folder);
  if (path !== undefined) return path;
  throw new TrimtabError(`There is no trimtab.yaml in or above ${folder}; "trimtab run" proposes one.`);
}

function configured(folder: string): string | undefined {
  const path = findConfiguration(folder);
  return path === undefined ? undefined : loadConfiguration(path).project;
}

/** A run by the beginning of its identifier, or the newest one for `latest`. */
function idOf(project: string, wanted: string): string {
  const runs = readRuns(project);
  const fitting = wanted === 'latest' ? runs.slice(0, 1) : runs.filter(({ id }) => id.startsWith(wanted));
  const [first] = fitting;
  if (first !== undefined && fitting.length === 1) return first.id;
  throw new TrimtabError(
    fitting.length === 0
      ? `There is no workflow run "${wanted}" here; "trimtab workflow list" lists all runs.`
      : `"${wanted}" is the beginning of ${fitting.length} workflow runs; write more of it.`,
  );
}

/** Starts or resumes a run with a configuration, shows what happens, and prints how it ended. */
async function follow(
  context: Context,
  configuration: Configuration,
  { json }: { readonly json: boolean },
  begin: (surroundings: Surroundings, observer: RunObserver) => StartedRun,
): Promise<void> {
  const surroundings = openSurroundings({
    configuration,
    store: new ExperimentStore(configuration.project),
    probeFolder: context.findProbe(),
    analyzeArchive: context.analyzeArchive,
  });
  const leave = new AbortController();
  const signal = AbortSignal.any([context.signal, leave.signal]);
  try {
    const steps = new StepLines(context, surroundings.store.project, leave);
    const run = begin(surroundings, {
      signal,
      onOutput: (_, text) => context.terminal.status(text),
      onChange: (state) => steps.show(state),
    });
    const { state, error } = await run.ended;
    await finish(context, surroundings.store.project, state, { error, json, left: signal.reason === 'leave' });
  } finally {
    await surroundings.close();
  }
}

/** How a run ended, on standard output. @throws TrimtabError when it failed; CancelledError when it was cancelled */
async function finish(
  context: Context,
  project: string,
  state: WorkflowRunState,
  { error, json, left }: { error: unknown; json: boolean; left: boolean },
): Promise<void> {
  const summary = readRun(project, state.id);
  if (json) await context.terminal.json(summary);
  else await context.terminal.lines(runLines(summary));
  if (left) {
    context.terminal.status(
      `The run keeps its current state. To continue it, run "trimtab workflow resume ${state.id}".\n`,
    );
    return;
  }
  if (state.state === 'cancelled') throw new CancelledError();
  if (state.state !== 'failed') return;
  const details = error instanceof TrimtabError ? error.details : undefined;
  const sentence = `${state.sentence ?? 'The workflow failed.'} To continue from there, run "trimtab workflow resume ${state.id}".`;
  if (error instanceof MeasuredFailure) throw new MeasuredFailure(sentence, error.experiment, details ?? '');
  throw new TrimtabError(sentence, details === undefined ? {} : { details });
}

/** Prints each change of a step once, and forwards questions. */
class StepLines {
  private readonly told = new Map<string, Pick<StepState, 'state'> & { readonly sentence: string }>();

  constructor(
    private readonly context: Context,
    private readonly project: string,
    private readonly leave: AbortController,
  ) {}

  show({ id, steps }: WorkflowRunState): void {
    for (const step of steps) {
      const { sentence = '' } = step;
      const known = this.told.get(step.key);
      if (known?.state === step.state && known.sentence === sentence) continue;
      this.told.set(step.key, { state: step.state, sentence });
      // The last message of a step during its run is not repeated at its end.
      const said = sentence === '' || known?.sentence === sentence ? '' : `: ${sentence}`;
      this.context.terminal.status(`${plainLine(`${SIGNS[step.state]} ${indented(step)}${said}`)}\n`);
      if (step.state === 'asking') void this.ask(id, step);
    }
  }

  /** On a terminal the question is asked at once; elsewhere the run is left until it is answered. */
  private async ask(id: string, { key, question }: StepState): Promise<void> {
    if (question === undefined) return;
    const choices = question.choices.length === 0 ? '' : ` (${question.choices.join(' / ')})`;
    if (!process.stdin.isTTY) {
      this.context.terminal.status(
        `${plainLine(`${question.text}${choices}`)}\nAnswer with: ${commandText(['trimtab', 'workflow', 'answer', id, key])} <answer>, then trimtab workflow resume ${id}\n`,
      );
      this.leave.abort('leave');
      return;
    }
    const { signal } = this.context;
    for (let answered = false; !answered && !signal.aborted;) {
      const answer = await askInTerminal(`${question.text}${choices}`, signal);
      if (answer === undefined) break;
      answered = this.take(id, key, answer.trim());
    }
  }

  private take(id: string, key: string, answer: string): boolean {
    try {
      answerRun(this.project, id, key, answer);
      return true;
    } catch (error) {
      if (!(error instanceof TrimtabError)) throw error;
      this.context.terminal.status(`${error.message}\n`);
      return false;
    }
  }
}

/** A sign next to each state, which does not depend on words. */
const SIGNS: Readonly<Record<StepState['state'], string>> = {
  running: '…',
  asking: '?',
  succeeded: '✓',
  failed: '✗',
  cancelled: '■',
  skipped: '-',
};

/** Returns the step's title, with its round or combination. */
function indented({ key, title }: Pick<StepState, 'key' | 'title'>): string {
  const inside = [...key.matchAll(/\[([^\]]*)\]/g)].map(([, text]) => text).join(', ');
  return inside === '' ? title : `${title} [${inside}]`;
}

/** The state of a run; an external one, which does not continue automatically, is marked. */
function standing({ state, elsewhere }: Pick<WorkflowRunSummary, 'state' | 'elsewhere'>): string {
  return elsewhere ? `${state}, external` : state;
}

function* runLines(run: WorkflowRunSummary): Generator<string> {
  yield `${plainName(run.name)}: ${standing(run)}${run.sentence === undefined ? '' : `. ${plainLine(run.sentence)}`}`;
  for (const step of run.steps) {
    const { began, ended, sentence, kind } = step;
    const time = ended === undefined ? '' : ` (${duration((Date.parse(ended) - Date.parse(began)) / 1000)})`;
    yield `  ${SIGNS[step.state]} ${plainLine(indented(step))}${time}${sentence === undefined ? '' : `: ${plainLine(sentence)}`}`;
    if (actionOf(kind)?.printsResult === true) yield* logLines(run, step);
  }
}

/** Bytes; logs end at 64 MiB. */
const LARGEST_LOG = 65 << 20;

/** Yields the output of a step, if that is its result; its columns are unchanged. */
function* logLines({ folder }: WorkflowRunSummary, { log }: StepState): Generator<string> {
  if (log === undefined) return;
  yield '';
  for (const line of readText(join(folder, log), { limit: LARGEST_LOG, within: folder }).trimEnd().split('\n')) {
    const indent = /^ */.exec(line)?.[0] ?? '';
    yield `    ${indent}${plainLine(line)}`.trimEnd();
  }
}

async function list(context: Context, project: string, json: boolean): Promise<void> {
  const workflows = availableWorkflows(project);
  const runs = readRuns(project);
  if (json) return context.terminal.json({ workflows, runs });
  const width = Math.max(...workflows.map(({ id }) => id.length));
  await context.terminal.lines([
    'Workflows',
    ...workflows.map(({ id, description, problem }) => `  ${id.padEnd(width)}  ${plainLine(problem ?? description)}`),
    '',
    'Runs',
    ...(runs.length === 0
      ? ['  none yet']
      : runs.map(
          ({ id, sentence, ...run }) =>
            `  ${id}  ${standing(run)}${sentence === undefined ? '' : `: ${plainLine(sentence)}`}`,
        )),
  ]);
}

async function show(
  context: Context,
  project: string,
  { id, json }: { readonly id: string; readonly json: boolean },
): Promise<void> {
  const run = readRun(project, idOf(project, id));
  await (json ? context.terminal.json(run) : context.terminal.lines(runLines(run)));
}
