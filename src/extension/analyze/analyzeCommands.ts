import * as vscode from 'vscode';
import { TrimtabError } from '../../base/problem.js';
import { fileName } from '../../base/text.js';
import type { Engine } from '../client/engine.js';
import type { ErrorFunnel } from '../errors.js';
import type { CommandHandlers } from '../commands/commandTable.js';
import { proposeSources } from '../findings/locateSource.js';
import type { FindingsView } from '../findings/findingsView.js';
import type { Notifier } from '../notifier.js';
import type { Results } from '../results.js';
import { revealLine } from '../selection/shownLines.js';
import { askInDialog } from '../shown/messages.js';
import { type Measured, measuredFor, standingPlace } from '../configuration/configuration.js';
import type { EngineTasks } from './engineTasks.js';
import { newConfigurationCommands } from '../configuration/newConfiguration.js';

/** Dependencies of the main task. */
export interface AnalyzeParts {
  readonly engine: Engine;
  readonly tasks: EngineTasks;
  readonly results: Results;
  readonly findings: FindingsView;
  /** Shows when time is lost, without taking the focus. */
  readonly revealTimeline: () => Promise<void>;
  readonly notifier: Notifier;
  readonly errors: ErrorFunnel;
}

/** The main task and its smaller sister: measure a program, or read a trace that was measured elsewhere. */
export function analyzeCommands(
  parts: AnalyzeParts,
): Pick<
  CommandHandlers,
  | 'trimtab.analyzePerformance'
  | 'trimtab.traceWhatMatters'
  | 'trimtab.createConfiguration'
  | 'trimtab.chooseConfiguration'
  | 'trimtab.openTrace'
  | 'trimtab.stop'
> {
  return {
    'trimtab.analyzePerformance': (resource) => analyzePerformance(parts, resource),
    'trimtab.traceWhatMatters': (resource) => analyzePerformance(parts, resource, 'what-matters'),
    ...newConfigurationCommands(parts.engine, (path) => analyzePerformance(parts, vscode.Uri.file(path))),
    'trimtab.openTrace': async (resource) => {
      const trace = resource ?? (await pickMeasurement(parts.engine));
      if (trace !== undefined) await openTrace(parts, trace.fsPath);
    },
    'trimtab.stop': () => {
      parts.tasks.stop();
      return Promise.resolve();
    },
  };
}

/**
 * Reads a trace or profile, keeps it as an experiment and shows it.
 * @param path a file (of a trace its anchor file), or the folder that holds one
 * @param reuse whether an experiment that was made of the file before is shown instead
 * @returns the experiment's id
 */
export async function openTrace(parts: AnalyzeParts, path: string, reuse = false): Promise<string> {
  const { experiment } = await parts.tasks.run(vscode.l10n.t('Reading {0}', path), (task, token) =>
    parts.engine.request('trimtab/openTrace', { task, path, reuse }, token),
  );
  await showResults(parts);
  await proposeSources(parts.engine, parts.notifier);
  return experiment;
}

/** @param mode recorded data of the run; that of trimtab.yaml if omitted */
async function analyzePerformance(
  parts: AnalyzeParts,
  resource: vscode.Uri | undefined,
  mode?: 'what-matters',
): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    parts.notifier.tell(
      'warning',
      vscode.l10n.t('Trimtab builds and runs programs only in trusted workspaces. You can view results without trust.'),
      { title: vscode.l10n.t('Manage Trust'), run: () => vscode.commands.executeCommand('workbench.trust.manage') },
    );
    return;
  }
  const path = (resource ?? standingPlace())?.fsPath;
  if (path === undefined)
    throw new TrimtabError(vscode.l10n.t('No program to analyze. Open its folder or one of its sources first.'));
  await vscode.workspace.saveAll(false);
  const measured = await measuredFor(parts.engine, path);
  if (measured !== undefined) await measure(parts, path, measured, mode);
}

/** @param path what the person pointed at */
async function measure(
  parts: AnalyzeParts,
  path: string,
  measured: Measured,
  mode: 'what-matters' | undefined,
): Promise<void> {
  // In mode `what-matters`, disk space is forecast once the selection is known, and the run itself asks.
  const accepted = mode === undefined ? await acceptsDisk(parts.engine, measured) : { mode };
  if (accepted === undefined) return;
  const what = mode === undefined ? vscode.l10n.t('Analyzing the performance') : vscode.l10n.t('Tracing what matters');
  const how = measured.program === undefined ? `with ${measured.configuration}` : vscode.l10n.t('without rebuilding');
  const { experiment } = await parts.tasks.run(`${what} of ${fileName(path)} ${how}`, (task, token) =>
    parts.engine.request('trimtab/analyzePerformance', { task, ...measured, ...accepted }, token),
  );
  await showResults(parts);
  // Not for measurements that were opened: their own editor shows where the findings are.
  parts.errors.watchQuietly(revealWorstLine(parts.engine), 'Showing the worst line');
  await offerTrace(parts, experiment, path, measured);
}

/** Offers a trace after a profile, with its benefits and its cost. */
async function offerTrace(parts: AnalyzeParts, experiment: string, path: string, measured: Measured): Promise<void> {
  const { sentence } = await parts.engine.request('trimtab/traceForecast', { experiment });
  if (sentence === null) return;
  const title = vscode.l10n.t('Trace What Matters');
  parts.notifier.tell(
    'information',
    vscode.l10n.t(
      '{0} was measured as a profile, which shows where time is spent. A trace shows why, line by line. {1}',
      fileName(measured.program ?? path),
      sentence,
    ),
    { title, run: () => parts.errors.watch(measure(parts, path, measured, 'what-matters'), title) },
  );
}

/** Asks where the disk may be too small for the trace. @returns undefined when the person thought better of it */
async function acceptsDisk(
  engine: Engine,
  measured: Measured,
): Promise<{ readonly acceptsLargeTrace?: true } | undefined> {
  const { question } = await engine.request('trimtab/diskQuestion', { ...measured });
  if (question === null) return {};
  const detail = vscode.l10n.t('You can free the space of earlier experiments in the experiment history.');
  const button = await askInDialog('warning', question, detail, [vscode.l10n.t('Run Anyway')]);
  return button === undefined ? undefined : { acceptsLargeTrace: true };
}

/** Shows what a task found. */
export async function showResults({ results, findings, revealTimeline, errors }: AnalyzeParts): Promise<void> {
  await results.refresh();
  await findings.revealWorst();
  errors.watchQuietly(revealTimeline(), 'Showing the timeline');
}

/** Scrolls to the line that causes the worst finding. The cursor and the focus stay. */
async function revealWorstLine(engine: Engine): Promise<void> {
  const worst = await engine.request('trimtab/worstLine', null);
  // A measurement names its files: one outside of the opened folders is not opened without a click.
  const isInside = worst !== null && vscode.workspace.getWorkspaceFolder(vscode.Uri.file(worst.path)) !== undefined;
  if (isInside) await revealLine(worst);
}

async function pickMeasurement(engine: Engine): Promise<vscode.Uri | undefined> {
  const formats = await engine.request('trimtab/formats', null);
  const chosen = await vscode.window.showOpenDialog({
    title: 'Open a trace (its anchor file, such as traces.otf2) or a profile',
    openLabel: 'Open',
    filters: {
      'Traces and profiles': formats.flatMap(({ extensions }) => [...extensions]),
      ...Object.fromEntries(formats.map(({ title, extensions }) => [title, [...extensions]])),
      'All files': ['*'],
    },
  });
  return chosen?.[0];
}
