import type { ExperimentSummary } from '../../protocol/experiments.js';
import type { WorkflowRunSummary } from '../../protocol/workflows.js';
import type { ShownFinding } from '../../protocol/report.js';
import type { CommandArguments, CommandId } from '../commands/commandTable.js';

/** Action of clicking a row. */
export type RowCommand = {
  readonly [K in CommandId]: { readonly id: K; readonly title: string; readonly arguments: CommandArguments[K] };
}[CommandId];

/** A row that can be ticked: what it switches, of which running program. */
export interface RowTick {
  readonly on: boolean;
  readonly kind: 'function' | 'group' | 'metric';
  /** As in requests. */
  readonly run: string;
  readonly name: string;
}

/** A row of one of the trees as plain data; `RowTree` shows it. */
export interface Row {
  /** Unique in its tree and the same after a refresh, so that the tree keeps what is open and selected. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** Plain text: names come from traces and must not become links. */
  readonly tooltip?: string;
  /** Text for a screen reader instead of label and description. */
  readonly spoken?: string;
  readonly icon?: { readonly id: string; readonly color?: string };
  readonly command?: RowCommand;
  /** For the `when` clauses of the manifest's menus. */
  readonly context?: string;
  readonly children: readonly Row[];
  readonly expanded?: boolean;
  /** Object of the row, for the commands of its menu. */
  readonly experiment?: ExperimentSummary;
  readonly finding?: ShownFinding;
  readonly property?: string;
  /** Name of the page about that property. */
  readonly page?: string;
  /** Shown as a box with or without a tick. */
  readonly tick?: RowTick;
  /** The running program that the row is about, as in requests. */
  readonly liveRun?: string;
  /** Name of the target the row is about. */
  readonly target?: string;
  readonly workflowRun?: WorkflowRunSummary;
  readonly workflowStep?: WorkflowRunSummary['steps'][number];
}
