import type * as vscode from 'vscode';
import type { Finding } from '../../model/findings.js';
import type { ExperimentSummary } from '../../protocol/messages.js';

/** What a command needs of the row whose menu it was chosen from. */
export interface ChosenRow {
  readonly experiment?: ExperimentSummary;
  readonly finding?: Finding;
  /** Unique name of the property the row is about. */
  readonly property?: string;
}

/** The arguments of every command. Menus of a tree pass the row, those of explorer and editor the resource. */
export interface CommandArguments {
  'trimtab.analyzePerformance': [resource?: vscode.Uri];
  'trimtab.openTrace': [resource?: vscode.Uri];
  'trimtab.stop': [];
  'trimtab.showFinding': [target?: Finding | ChosenRow];
  'trimtab.explainProperty': [target?: Finding | ChosenRow];
  'trimtab.selectExperiment': [target?: string | ChosenRow];
  'trimtab.renameExperiment': [target?: ChosenRow];
  'trimtab.annotateExperiment': [target?: ChosenRow];
  'trimtab.deleteExperiment': [target?: ChosenRow];
  'trimtab.showHistory': [];
  'trimtab.refresh': [];
  'trimtab.clearMarks': [];
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
  'trimtab.openTrace': 'Open Trace',
  'trimtab.stop': 'Stop',
  'trimtab.showFinding': 'Show Finding',
  'trimtab.explainProperty': 'Explain Property',
  'trimtab.selectExperiment': 'Select Experiment',
  'trimtab.renameExperiment': 'Rename Experiment',
  'trimtab.annotateExperiment': 'Annotate Experiment',
  'trimtab.deleteExperiment': 'Delete Experiment',
  'trimtab.showHistory': 'Experiment History',
  'trimtab.refresh': 'Refresh',
  'trimtab.clearMarks': 'Clear Marks',
  'trimtab.nextMark': 'Go to Next Mark',
  'trimtab.previousMark': 'Go to Previous Mark',
  'trimtab.showOutput': 'Show Output',
  'trimtab.showLog': 'Show Log',
  'trimtab.restartEngine': 'Restart Engine',
};

export function isCommandId(name: string): name is CommandId {
  return Object.hasOwn(commandNames, name);
}
