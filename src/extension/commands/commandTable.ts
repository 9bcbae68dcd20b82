import type * as vscode from 'vscode';
import type { FoundAt, ShownFinding } from '../../protocol/report.js';
import type { ExperimentSummary } from '../../protocol/experiments.js';
import type { PropertyTarget } from '../../protocol/properties.js';
import type { ChosenLines } from '../../protocol/ranges.js';
import type { ShowDynamicsArguments } from '../../protocol/session.js';
import type { WorkflowRunSummary } from '../../protocol/workflows.js';

/** What a command needs of the row whose menu it was chosen from. */
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

/** What is shown of changes by iteration; menus of views give what they show instead. */
export type DynamicsTarget = Partial<ShowDynamicsArguments[0]>;

/** A function: by its name in the run, or as that of a finding. */
export type FunctionTarget = { readonly region: string } | { readonly finding?: FoundAt | undefined };

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
  'trimtab.hideChanges': [];
  'trimtab.openExplorer': [];
  'trimtab.showDynamics': [target?: DynamicsTarget];
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
  'trimtab.analyzePerformance': 'Analyze Performance',
  'trimtab.traceWhatMatters': 'Trace What Matters',
  'trimtab.createConfiguration': 'Create Configuration and Run',
  'trimtab.chooseConfiguration': 'Choose Ranks and Target',
  'trimtab.openTrace': 'Open Trace or Profile',
  'trimtab.stop': 'Stop',
  'trimtab.showFinding': 'Show Finding',
  'trimtab.locateSource': 'Locate Source',
  'trimtab.explainProperty': 'Explain Property',
  'trimtab.selectExperiment': 'Select Experiment',
  'trimtab.renameExperiment': 'Rename Experiment',
  'trimtab.annotateExperiment': 'Annotate Experiment',
  'trimtab.deleteExperiment': 'Delete Experiment',
  'trimtab.exportExperiment': 'Export Experiment',
  'trimtab.keepRepresentatives': 'Keep Representatives',
  'trimtab.reproduceExperiment': 'Reproduce Experiment',
  'trimtab.showOlderExperiments': 'Show Older Experiments',
  'trimtab.showHistory': 'Experiment History',
  'trimtab.runWorkflow': 'Run Workflow',
  'trimtab.scalabilityStudy': 'Scalability Study',
  'trimtab.adaptInstrumentation': 'Adapt Instrumentation',
  'trimtab.showScalability': 'Show Scalability',
  'trimtab.showOverheads': 'Show Measurement Overhead',
  'trimtab.editWorkflow': 'Edit Workflow',
  'trimtab.resumeWorkflow': 'Resume Workflow',
  'trimtab.retryStep': 'Retry from Step',
  'trimtab.cancelWorkflow': 'Cancel Workflow',
  'trimtab.answerQuestion': 'Answer Question',
  'trimtab.showStepLog': 'Show Step Log',
  'trimtab.showRunGraph': 'Show Run as Graph',
  'trimtab.evaluateProperty': 'Evaluate Property',
  'trimtab.selectFunction': 'Measure or Exclude Function',
  'trimtab.leaveOutFunction': 'Exclude from Measurement',
  'trimtab.alwaysMeasureFunction': 'Always Measure',
  'trimtab.groupFunction': 'Group',
  'trimtab.measureLines': 'Measure These Lines',
  'trimtab.groupLines': 'Group of These Lines',
  'trimtab.dropLines': 'Do Not Measure These Lines',
  'trimtab.addTarget': 'Add Target',
  'trimtab.checkTarget': 'Check Target',
  'trimtab.liveMode': 'Change Recording',
  'trimtab.liveDepth': 'Limit Depth of Calls',
  'trimtab.startLiveSearch': 'Search for Lost Time',
  'trimtab.stopLiveSearch': 'Stop Search',
  'trimtab.refresh': 'Refresh',
  'trimtab.clearMarks': 'Clear Marks',
  'trimtab.hideChanges': 'Hide Changes on Lines',
  'trimtab.openExplorer': 'Open Explorer',
  'trimtab.showDynamics': 'Show Dynamics',
  'trimtab.selectBack': 'Go Back in Selection',
  'trimtab.selectForward': 'Go Forward in Selection',
  'trimtab.followLine': 'Follow the Line in the Editor',
  'trimtab.nextMark': 'Go to Next Mark',
  'trimtab.previousMark': 'Go to Previous Mark',
  'trimtab.showOutput': 'Show Output',
  'trimtab.showLog': 'Show Log',
  'trimtab.restartEngine': 'Restart Engine',
};

export function isCommandId(name: string): name is CommandId {
  return Object.hasOwn(commandNames, name);
}
