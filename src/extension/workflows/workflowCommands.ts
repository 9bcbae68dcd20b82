import * as vscode from 'vscode';
import { TrimtabError } from '../../base/problem.js';
import type { AvailableWorkflow, WorkflowRunSummary } from '../../protocol/workflows.js';
import { standingPlace } from '../configuration/configuration.js';
import { configurationFor } from '../configuration/newConfiguration.js';
import type { Engine } from '../client/engine.js';
import type { ChosenRow, CommandHandlers } from '../commands/commandTable.js';
import { accepted } from './foreignRun.js';
import { pick } from '../shown/prompts.js';
import type { WorkflowInputs } from './inputs.js';
import { showTable } from './overheadsTable.js';
import { answer } from './questions.js';
import type { WorkflowGraphEditor } from './workflowGraph.js';
import type { WorkflowRunsView } from './workflowRuns.js';

type Handled =
  | 'trimtab.runWorkflow'
  | 'trimtab.scalabilityStudy'
  | 'trimtab.adaptInstrumentation'
  | 'trimtab.showScalability'
  | 'trimtab.showOverheads'
  | 'trimtab.editWorkflow'
  | OfRuns;

type OfRuns =
  | 'trimtab.resumeWorkflow'
  | 'trimtab.retryStep'
  | 'trimtab.cancelWorkflow'
  | 'trimtab.answerQuestion'
  | 'trimtab.showStepLog'
  | 'trimtab.showRunGraph';

/** Commands on workflows and their runs. Called without a row, each asks which run is meant. */
export function workflowCommands(
  engine: Engine,
  view: WorkflowRunsView,
  graph: WorkflowGraphEditor,
  inputs: WorkflowInputs,
  showScalability: (experiments: readonly string[]) => Promise<void>,
): Pick<CommandHandlers, Handled> {
  return {
    'trimtab.runWorkflow': async (target) => {
      const workflow = target?.fsPath ?? (await pickWorkflow(engine, vscode.l10n.t('Run which workflow?')))?.id;
      if (workflow !== undefined) await start(engine, inputs, workflow);
    },
    'trimtab.scalabilityStudy': () => start(engine, inputs, 'scalability-study'),
    'trimtab.adaptInstrumentation': () => start(engine, inputs, 'adapt-instrumentation'),
    'trimtab.showScalability': async (target) => {
      const run = await chosen(
        view,
        target,
        vscode.l10n.t('Show the chart of'),
        (candidate) => candidate.series.length > 0,
      );
      if (run !== undefined) await showScalability(run.series);
    },
    'trimtab.showOverheads': async (target) => {
      const run = await chosen(
        view,
        target,
        vscode.l10n.t('Show the table of'),
        (candidate) => candidate.table !== undefined,
      );
      if (run !== undefined) await showTable(run);
    },
    'trimtab.editWorkflow': async () => {
      const workflow = await pickWorkflow(
        engine,
        vscode.l10n.t('Open which workflow? A shipped one is copied into the folder first.'),
      );
      if (workflow !== undefined) await graph.openFile(await ownFile(workflow));
    },
    ...runCommands(engine, view, graph),
  };
}

/** Commands on workflow runs and their steps. */
function runCommands(
  engine: Engine,
  view: WorkflowRunsView,
  graph: WorkflowGraphEditor,
): Pick<CommandHandlers, OfRuns> {
  return {
    'trimtab.resumeWorkflow': async (target) => {
      const run = await chosen(view, target, vscode.l10n.t('Resume'), among('interrupted', 'failed', 'cancelled'));
      if (run !== undefined) await resume(engine, run, null);
    },
    'trimtab.retryStep': async (target) => {
      if (target?.workflowRun === undefined || target.workflowStep === undefined) return;
      await resume(engine, target.workflowRun, target.workflowStep.key);
    },
    'trimtab.cancelWorkflow': async (target) => {
      const run = await chosen(view, target, vscode.l10n.t('Cancel'), among('running', 'asking', 'interrupted'));
      if (run !== undefined) await engine.request('trimtab/cancelWorkflow', { id: run.id });
    },
    'trimtab.answerQuestion': async (target) => {
      const run = await chosen(view, target, vscode.l10n.t('Answer'), among('asking'));
      const step = target?.workflowStep ?? run?.steps.find(({ state }) => state === 'asking');
      if (run !== undefined && step !== undefined) await answer(engine, run, step);
    },
    'trimtab.showStepLog': async (target) => {
      const { workflowRun: run, workflowStep: step } = target ?? {};
      if (run === undefined || step?.log === undefined)
        throw new TrimtabError(vscode.l10n.t('This step has not written a log yet.'));
      await vscode.window.showTextDocument(vscode.Uri.joinPath(vscode.Uri.file(run.folder), step.log), {
        preview: true,
      });
    },
    'trimtab.showRunGraph': async (target) => {
      const run = await chosen(view, target, vscode.l10n.t('Show'));
      if (run !== undefined) await graph.openRun(run.id);
    },
  };
}

/** Starts a workflow after asking for its inputs. @param wanted name of a shipped one, or path of a file */
async function start(engine: Engine, inputs: WorkflowInputs, wanted: string): Promise<void> {
  const place = standingPlace()?.fsPath;
  if (place === undefined)
    throw new TrimtabError(vscode.l10n.t('Open the folder of your program first. A workflow uses its trimtab.yaml.'));
  const configuration = await configurationFor(engine, place, 'run');
  if (configuration === undefined) return;
  const answers = await inputs.ask(await engine.request('trimtab/describeWorkflow', { workflow: wanted }));
  if (answers === undefined) return;
  await vscode.workspace.saveAll(false);
  await engine.request('trimtab/startWorkflow', { workflow: wanted, configuration, inputs: answers });
  await vscode.commands.executeCommand('trimtab.workflowRuns.focus');
}

/** Resumes a run; an external one only after its commands were reviewed. */
async function resume(engine: Engine, { id }: WorkflowRunSummary, from: string | null): Promise<void> {
  const review = await engine.request('trimtab/reviewWorkflowRun', { id });
  if (review !== null && !(await accepted(review))) return;
  await engine.request('trimtab/resumeWorkflow', { id, from, accepted: review?.fingerprint });
}

async function pickWorkflow(engine: Engine, placeHolder: string): Promise<AvailableWorkflow | undefined> {
  const workflows = await engine.request('trimtab/workflows', null);
  const items = workflows.map((workflow) => ({
    label: workflow.name,
    description: workflow.shipped ? '' : vscode.workspace.asRelativePath(workflow.path),
    detail: workflow.problem ?? workflow.description,
    workflow,
  }));
  return (
    await pick(items, {
      placeHolder,
      matchAll: true,
      // Focus comes back to a page late, which would close the list again.
      ignoreFocusOut: true,
    })
  )?.workflow;
}

/** A workflow's file; a shipped one is copied, so that it can be changed. */
async function ownFile({ path, shipped, id }: AvailableWorkflow): Promise<vscode.Uri> {
  const file = vscode.Uri.file(path);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (!shipped) return file;
  if (folder === undefined)
    throw new TrimtabError(vscode.l10n.t('Open a folder first. The workflow is copied into it.'));
  const copy = vscode.Uri.joinPath(folder, `${id}.trimtab-workflow.yaml`);
  try {
    await vscode.workspace.fs.copy(file, copy, { overwrite: false });
  } catch (error) {
    // The copy of an earlier time is what the person works on.
    if (!(error instanceof vscode.FileSystemError && error.code === 'FileExists')) throw error;
  }
  return copy;
}

/** Accepts runs in one of these states. */
function among(...states: readonly WorkflowRunSummary['state'][]): (run: WorkflowRunSummary) => boolean {
  return ({ state }) => states.includes(state);
}

async function chosen(
  view: WorkflowRunsView,
  target: ChosenRow | undefined,
  verb: string,
  accepts: (run: WorkflowRunSummary) => boolean = () => true,
): Promise<WorkflowRunSummary | undefined> {
  if (target?.workflowRun !== undefined) return target.workflowRun;
  await view.refresh();
  const items = view.runs
    .filter(accepts)
    .map((run) => ({ label: run.name, description: `${run.state} · ${run.id}`, run }));
  const placeHolder =
    items.length === 0
      ? vscode.l10n.t('There is no such workflow run.')
      : vscode.l10n.t('{0} which workflow run?', verb);
  return (await pick(items, { placeHolder, ignoreFocusOut: true }))?.run;
}
