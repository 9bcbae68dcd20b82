import { l10n } from 'vscode';
import type * as vscode from 'vscode';
import type { Finding } from '../../model/findings/findings.js';
import type { FoundAt, ShownFinding } from '../../protocol/report.js';
import type { ExperimentSummary } from '../../protocol/experiments.js';
import type { PropertyTarget } from '../../protocol/properties.js';
import type { ChosenLines } from '../../protocol/ranges.js';
import type { ShowDynamicsArguments } from '../../protocol/session.js';
import type { WorkflowRunSummary } from '../../protocol/workflows.js';

/** Data that a command needs of the row whose menu was used. */
export interface ChosenRow {
  readonly experiment?: ExperimentSummary;
  readonly finding?: ShownFinding;
  /** Unique name of the property the row is about. */
  readonly property?: string;
  /** Name of the page about that property. */
  readonly page?: string;
  /** Name of the target the row is about. */
  readonly target?: string;
  /** The running program the row is about. */
  readonly liveRun?: string;
  readonly workflowRun?: WorkflowRunSummary;
  readonly workflowStep?: WorkflowRunSummary['steps'][number];
}

/** Selected changes by iteration; menus of views pass their own. */
export type DynamicsTarget = Partial<ShowDynamicsArguments[0]>;

/** A function: by its name in the run, or as that of a finding. */
export type FunctionTarget = { readonly region: string } | { readonly finding?: FoundAt | undefined };

/** A function by its name in the run; a finding, with root causes if they are known; or all findings of a property. */
export type WhatIfTarget =
  | { readonly region: string }
  | {
      readonly finding?: Pick<Finding, 'callPath' | 'rootCauses' | 'gain'> | undefined;
      readonly property?: string | undefined;
    };

/** The arguments of every command. Menus of a tree pass the row, those of explorer and editor the resource. */
export interface CommandArguments {
  'trimtab.analyzePerformance': [resource?: vscode.Uri];
  'trimtab.traceWhatMatters': [resource?: vscode.Uri];
  'trimtab.createConfiguration': [resource?: vscode.Uri];
  'trimtab.chooseConfiguration': [resource?: vscode.Uri];
  'trimtab.openTrace': [resource?: vscode.Uri];
  'trimtab.stop': [];
  'trimtab.showFinding': [target?: FoundAt | ChosenRow];
  'trimtab.locateSource': [target?: FoundAt | ChosenRow, file?: vscode.Uri];
  'trimtab.explainProperty': [target?: ChosenRow];
  'trimtab.selectExperiment': [target?: string | ChosenRow];
  'trimtab.renameExperiment': [target?: ChosenRow];
  'trimtab.annotateExperiment': [target?: ChosenRow];
  'trimtab.deleteExperiment': [target?: ChosenRow];
  'trimtab.exportExperiment': [target?: ChosenRow];
  'trimtab.keepRepresentatives': [target?: ChosenRow];
  'trimtab.reproduceExperiment': [target?: string | ChosenRow];
  'trimtab.showOlderExperiments': [];
  'trimtab.showHistory': [];
  'trimtab.runWorkflow': [file?: vscode.Uri];
  'trimtab.scalabilityStudy': [];
  'trimtab.adaptInstrumentation': [];
  'trimtab.showScalability': [target?: ChosenRow];
  'trimtab.showOverheads': [target?: ChosenRow];
  'trimtab.editWorkflow': [];
  'trimtab.resumeWorkflow': [target?: ChosenRow];
  'trimtab.retryStep': [target?: ChosenRow];
  'trimtab.cancelWorkflow': [target?: ChosenRow];
  'trimtab.answerQuestion': [target?: ChosenRow];
  'trimtab.showStepLog': [target?: ChosenRow];
  'trimtab.showRunGraph': [target?: ChosenRow];
  'trimtab.evaluateProperty': [target?: PropertyTarget];
  'trimtab.selectFunction': [target?: FunctionTarget];
  'trimtab.leaveOutFunction': [target?: FunctionTarget];
  'trimtab.alwaysMeasureFunction': [target?: FunctionTarget];
  'trimtab.groupFunction': [target?: FunctionTarget];
  'trimtab.measureLines': [];
  'trimtab.groupLines': [target?: ChosenLines | vscode.Uri];
  'trimtab.dropLines': [target?: ChosenLines | vscode.Uri];
  'trimtab.addTarget': [];
  'trimtab.checkTarget': [target?: ChosenRow];
  'trimtab.liveMode': [target?: ChosenRow];
  'trimtab.liveDepth': [target?: ChosenRow];
  'trimtab.startLiveSearch': [target?: ChosenRow];
  'trimtab.stopLiveSearch': [target?: ChosenRow];
  'trimtab.refresh': [];
  'trimtab.clearMarks': [];
  'trimtab.sortFindingsByGain': [];
  'trimtab.sortFindingsByTime': [];
  'trimtab.hideChanges': [];
  'trimtab.openExplorer': [];
  'trimtab.showDynamics': [target?: DynamicsTarget];
  'trimtab.whatIf': [];
  'trimtab.whatIfFaster': [target?: WhatIfTarget];
  'trimtab.selectBack': [];
  'trimtab.selectForward': [];
  'trimtab.followLine': [];
  'trimtab.nextMark': [];
  'trimtab.previousMark': [];
  'trimtab.showOutput': [];
  'trimtab.showLog': [];
  'trimtab.restartEngine': [];
}

export type CommandId = keyof CommandArguments;

export type CommandHandlers = { readonly [K in CommandId]: (...args: CommandArguments[K]) => Promise<void> };

/** Every command by name, as error messages call it; the manifest must list exactly these. */
export const commandNames: Readonly<Record<CommandId, string>> = {
  'trimtab.analyzePerformance': l10n.t('Analyze Performance'),
  'trimtab.traceWhatMatters': l10n.t('Trace What Matters'),
  'trimtab.createConfiguration': l10n.t('Create Configuration and Run'),
  'trimtab.chooseConfiguration': l10n.t('Choose Ranks and Target'),
  'trimtab.openTrace': l10n.t('Open Trace or Profile'),
  'trimtab.stop': l10n.t('Stop'),
  'trimtab.showFinding': l10n.t('Show Finding'),
  'trimtab.locateSource': l10n.t('Locate Source'),
  'trimtab.explainProperty': l10n.t('Explain Property'),
  'trimtab.selectExperiment': l10n.t('Select Experiment'),
  'trimtab.renameExperiment': l10n.t('Rename Experiment'),
  'trimtab.annotateExperiment': l10n.t('Annotate Experiment'),
  'trimtab.deleteExperiment': l10n.t('Delete Experiment'),
  'trimtab.exportExperiment': l10n.t('Export Experiment'),
  'trimtab.keepRepresentatives': l10n.t('Keep Representatives'),
  'trimtab.reproduceExperiment': l10n.t('Reproduce Experiment'),
  'trimtab.showOlderExperiments': l10n.t('Show Older Experiments'),
  'trimtab.showHistory': l10n.t('Experiment History'),
  'trimtab.runWorkflow': l10n.t('Run Workflow'),
  'trimtab.scalabilityStudy': l10n.t('Scalability Study'),
  'trimtab.adaptInstrumentation': l10n.t('Adapt Instrumentation'),
  'trimtab.showScalability': l10n.t('Show Scalability'),
  'trimtab.showOverheads': l10n.t('Show Measurement Overhead'),
  'trimtab.editWorkflow': l10n.t('Edit Workflow'),
  'trimtab.resumeWorkflow': l10n.t('Resume Workflow'),
  'trimtab.retryStep': l10n.t('Retry from Step'),
  'trimtab.cancelWorkflow': l10n.t('Cancel Workflow'),
  'trimtab.answerQuestion': l10n.t('Answer Question'),
  'trimtab.showStepLog': l10n.t('Show Step Log'),
  'trimtab.showRunGraph': l10n.t('Show Run as Graph'),
  'trimtab.evaluateProperty': l10n.t('Evaluate Property'),
  'trimtab.selectFunction': l10n.t('Measure or Exclude Function'),
  'trimtab.leaveOutFunction': l10n.t('Exclude from Measurement'),
  'trimtab.alwaysMeasureFunction': l10n.t('Always Measure'),
  'trimtab.groupFunction': l10n.t('Group'),
  'trimtab.measureLines': l10n.t('Measure These Lines'),
  'trimtab.groupLines': l10n.t('Group of These Lines'),
  'trimtab.dropLines': l10n.t('Do Not Measure These Lines'),
  'trimtab.addTarget': l10n.t('Add Target'),
  'trimtab.checkTarget': l10n.t('Check Target'),
  'trimtab.liveMode': l10n.t('Change Recording'),
  'trimtab.liveDepth': l10n.t('Limit Depth of Calls'),
  'trimtab.startLiveSearch': l10n.t('Search for Lost Time'),
  'trimtab.stopLiveSearch': l10n.t('Stop Search'),
  'trimtab.refresh': l10n.t('Refresh'),
  'trimtab.clearMarks': l10n.t('Clear Marks'),
  'trimtab.sortFindingsByGain': l10n.t('Sort by Predicted Gain'),
  'trimtab.sortFindingsByTime': l10n.t('Sort by Time Lost'),
  'trimtab.hideChanges': l10n.t('Hide Changes on Lines'),
  'trimtab.openExplorer': l10n.t('Open Explorer'),
  'trimtab.showDynamics': l10n.t('Show Dynamics'),
  'trimtab.whatIf': l10n.t('What If'),
  'trimtab.whatIfFaster': l10n.t('What If This Were Faster?'),
  'trimtab.selectBack': l10n.t('Go Back in Selection'),
  'trimtab.selectForward': l10n.t('Go Forward in Selection'),
  'trimtab.followLine': l10n.t('Follow the Line in the Editor'),
  'trimtab.nextMark': l10n.t('Go to Next Mark'),
  'trimtab.previousMark': l10n.t('Go to Previous Mark'),
  'trimtab.showOutput': l10n.t('Show Output'),
  'trimtab.showLog': l10n.t('Show Log'),
  'trimtab.restartEngine': l10n.t('Restart Engine'),
};

export function isCommandId(name: string): name is CommandId {
  return Object.hasOwn(commandNames, name);
}
