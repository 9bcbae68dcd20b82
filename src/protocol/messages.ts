/**
 * Every message between the engine and its clients beyond the Language Server Protocol itself, in one place.
 * A request is a method name with the types of its parameters and its result; a notification has parameters only.
 * CodeLens, hover and document synchronization are plain LSP and not listed here.
 */
import type { ValueRecord } from '../base/value.js';
import type { FindingsReport } from '../model/findings/findings.js';
import type { Scenario } from '../model/findings/prediction.js';
import type { TriedPrediction } from '../model/findings/scenarioSchema.js';
import type { Selected } from '../model/selection.js';
import type { SeverityLevel } from '../model/findings/severityLevel.js';
import type { AssistantTool } from './assistants.js';
import type { ChannelAddress } from './channel.js';
import type { ExperimentChoice, ExperimentList, ExportChoice } from './experiments.js';
import type {
  AskedTree,
  ComparedCell,
  CompareView,
  ExportFormat,
  FoundCell,
  FoundTree,
  ShownComparison,
} from './pages/compare.js';
import type {
  HistoryView,
  HistoryWindow,
  PageRule,
  RetentionPreview,
  RetentionResult,
  ShownPrediction,
  Trend,
} from './pages/history.js';
import type { WorkflowGraph } from './graph.js';
import type { ChosenLines, RangesFile, ShownRange, SourceWithRanges } from './ranges.js';
import type { EvaluatedProperty, PropertyTarget } from './properties.js';
import type { FunctionChoice } from './session.js';
import type { ScalabilityState } from './pages/scalability.js';
import type { LiveRunSummary } from './live.js';
import type { PageEdit } from './pages/workflow.js';
import type { FoundAt, ShownReport } from './report.js';
import type { StateAnswer, StateMethod } from './states.js';
import type { SelectionOrigin, SelectionState } from './selection.js';
import type { NewTarget, TargetKindForm, TargetSummary } from './targets.js';
import type {
  AdjustedConfiguration,
  AvailableWorkflow,
  ConfigurationChoices,
  ConfigurationProposal,
  ProposalChoice,
  RunReview,
  Stage,
  WorkflowRunSummary,
} from './workflows.js';

/** A mark at the end of a source line. */
export interface LineMark {
  /** 0-based, in the current text of the document. */
  readonly line: number;
  readonly level: SeverityLevel;
  /** Such as `12.1 % Late Sender · 3 of 4 ranks`. */
  readonly text: string;
  /** The line was changed since the run, or lines around it no longer allow to place it surely. */
  readonly stale: boolean;
  /** Change between runs that the mark shows: significantly less, significantly more, or neither. */
  readonly change?: 'won' | 'lost' | 'open';
}

/** Comparison or study shown on source lines instead of marks: identifiers of the runs and its title. */
export type ShownOnLines =
  | {
      /** A comparison. */
      readonly is: 'changes';
      readonly before: readonly string[];
      readonly after: readonly string[];
      readonly labels: { readonly before: string; readonly after: string };
    }
  | {
      /** A study of scaling. */
      readonly is: 'growth';
      readonly ids: readonly string[];
      readonly program: string;
      /** Fewest first. */
      readonly ranks: readonly number[];
    };

/** Data kept of a run: a profile, every event, or every event of the parts that a profile shows to matter. */
export type RecordingMode = (typeof RECORDING_MODES)[number];
export const RECORDING_MODES = ['profile', 'trace', 'what-matters'] as const;

export interface Requests {
  /**
   * Returns the changes in the answer to another request (one of those in `states.ts`) since the answer with the given
   * number.
   */
  'trimtab/changes': {
    params: { of: StateMethod; params: unknown; have: number | null };
    result: StateAnswer<unknown>;
  };
  /**
   * The nearest configuration at or above a file or folder; null when there is none. `other` where the path is a program
   * that it does not run: what both are called.
   */
  'trimtab/findConfiguration': {
    params: { path: string };
    result: {
      path: string;
      other?: { readonly configured: string; readonly named: string; readonly isSource: boolean };
    } | null;
  };
  'trimtab/proposeConfiguration': { params: { path: string }; result: ConfigurationProposal | ProposalChoice };
  /** Writes choices into the text of a configuration that is not yet on disk, and checks it. @param path of the file */
  'trimtab/adjustConfiguration': {
    params: { path: string; text: string; choices: ConfigurationChoices };
    result: AdjustedConfiguration;
  };
  /**
   * Builds, runs and analyzes. `mode` overrides the configuration. `program` measures another program, unmodified, with
   * all other settings of the configuration. `task` is chosen by the client and names its progress and output. Cancel
   * it as LSP provides.
   */
  'trimtab/analyzePerformance': {
    params: {
      task: string;
      configuration: string;
      program?: string;
      acceptsLargeTrace?: boolean;
      mode?: RecordingMode;
    };
    result: { experiment: string };
  };
  /**
   * Question to ask before a configuration is run on this machine, whose disk may be too small for the trace; null if
   * none is needed. Runs on other targets ask automatically, as steps of a workflow. A client whose user agrees sends
   * `acceptsLargeTrace`.
   */
  'trimtab/diskQuestion': { params: { configuration: string; program?: string }; result: { question: string | null } };
  /**
   * Estimate of the trace size of a program, from the profile of a run measured by Trimtab; null for all other
   * experiments.
   */
  'trimtab/traceForecast': { params: { experiment: string }; result: { sentence: string | null } };
  /** Analyses an existing archive (path of its anchor file or folder) and keeps the result as an experiment that refers to it. */
  /** `reuse`: an experiment that was made of this file since it last changed is selected instead of a new one. */
  'trimtab/openTrace': { params: { task: string; path: string; reuse?: boolean }; result: { experiment: string } };
  /** Formats that `openTrace` can open, for dialogs; extensions are without the dot. */
  'trimtab/formats': {
    params: null;
    result: readonly { readonly title: string; readonly extensions: readonly string[] }[];
  };
  /**
   * Runs an experiment again from its own sources, in a copy of its project. `compared`: both have results;
   * `differences`: in what the new run differs, as sentences.
   */
  'trimtab/reproduceExperiment': {
    params: { task: string; id: string };
    result: { experiment: string; compared: boolean; differences: readonly string[] };
  };
  'trimtab/listExperiments': { params: ExperimentChoice; result: ExperimentList };
  /**
   * Shows the marks of an experiment; null shows none. The selection of the previous experiment is kept as far as it
   * exists in this one, and announced once resolved.
   */
  'trimtab/selectExperiment': { params: { id: string | null }; result: null };
  'trimtab/renameExperiment': { params: { id: string; name: string }; result: null };
  'trimtab/annotateExperiment': { params: { id: string; note: string }; result: null };
  'trimtab/deleteExperiment': { params: { id: string }; result: null };
  /** Export formats: the programs that read each one, and its file extension if it is a file. */
  'trimtab/exportForms': { params: null; result: readonly ExportChoice[] };
  /** Writes an experiment's results to a file, or into a folder. @param path absolute */
  'trimtab/exportExperiment': { params: { id: string; to: string; path: string }; result: { files: number } };
  /**
   * Writes a trace of the representative iterations next to the experiment's own trace, which is kept. `limits` lists
   * what the new trace cannot show. `isOwn`: the original belongs to the experiment and may be removed.
   */
  'trimtab/keepRepresentatives': {
    params: { id: string };
    result: {
      archive: string;
      iterations: number;
      of: number;
      events: number;
      eventsBefore: number;
      bytes: number;
      limits: readonly string[];
      isOwn: boolean;
    };
  };
  /** Removes the trace of an experiment, and keeps all else of it. */
  'trimtab/dropTrace': { params: { id: string }; result: null };
  /** The selected experiment's report; null when none is selected. */
  'trimtab/report': { params: null; result: { id: string; report: FindingsReport } | null };
  /** Data that views show of that report; null if none is selected. */
  'trimtab/findings': { params: null; result: { id: string; report: ShownReport } | null };
  /** The local file and 0-based line a finding leads to, mapped to the current text; null when the source is not found. */
  'trimtab/locate': { params: { finding: FoundAt }; result: { path: string; line: number } | null };
  /** The line that causes most of the worst finding of the run shown, else the line of that finding, as `trimtab/locate`. */
  'trimtab/worstLine': { params: null; result: { path: string; line: number } | null };
  'trimtab/lineMarks': { params: { uri: string }; result: readonly LineMark[] };
  /** The page of a property that the project of the selected experiment, or Trimtab, has as a text; null where it has none. */
  'trimtab/ownPropertyPage': { params: { property: string }; result: { markdown: string } | null };
  /**
   * Call of a tool by an assistant. The answer is JSON, whose names and texts are data of the measured program. Changes
   * nothing.
   */
  'trimtab/askAssistant': { params: { tool: AssistantTool; input: unknown }; result: { text: string } };
  /** Evaluates a property of an open document on the selected experiment, in a separate thread. */
  'trimtab/evaluateProperty': { params: PropertyTarget; result: EvaluatedProperty };
  /** Measured files of the selected experiment that are not found here, those with the worst findings first. */
  'trimtab/missingSources': { params: null; result: readonly string[] };
  /**
   * The pair of a remote and a local folder with the most matching measured files. Files match if relative paths agree
   * and the measured lines exist. Null if no pair or several pairs match best. `found` as below.
   */
  'trimtab/proposePathMapping': { params: null; result: { remote: string; local: string; found: number } | null };
  /**
   * Which folder there and which here hold the same sources, when `path` (absolute) is the measured file; `found`: how
   * many of the missing files that finds. Nothing is changed: the client writes it into the setting.
   */
  'trimtab/learnPathMapping': {
    params: { measured: string; path: string };
    result: { remote: string; local: string; found: number };
  };
  /** Data that a view of the history shows. */
  'trimtab/history': { params: HistoryView; result: HistoryWindow };
  /** Previews the effect of a rule, and applies it. */
  'trimtab/previewRetention': { params: { rule: PageRule }; result: RetentionPreview };
  'trimtab/applyRetention': { params: { rule: PageRule }; result: RetentionResult };
  /** A measure followed over the experiments; an unknown measure or place means the total time or the whole program. */
  'trimtab/trend': { params: { measure: string; place: string }; result: Trend };
  /** All tags it is to have. */
  'trimtab/tagExperiment': { params: { id: string; tags: string[] }; result: null };
  'trimtab/starExperiment': { params: { id: string; on: boolean }; result: null };
  /** Predicts the run of an experiment after changes. The result is opened as an experiment, but none of the history. */
  'trimtab/predictRun': {
    params: { task: string; id: string; scenarios: Scenario[] };
    result: { experiment: string; name: string };
  };
  /** Keeps a prediction with its experiment: the next runs of a changed version are compared with it. */
  'trimtab/keepPrediction': { params: { id: string; prediction: TriedPrediction }; result: null };
  /** @param created identifies the prediction */
  'trimtab/dropPrediction': { params: { id: string; created: string }; result: null };
  /** Kept predictions that were made from an experiment, or compared with it. */
  'trimtab/judgedPredictions': { params: { id: string | null }; result: { predictions: readonly ShownPrediction[] } };
  /**
   * Current position (0-based) of a line (1-based) of an experiment's source snapshot; null when the source is not
   * found.
   */
  'trimtab/locateIn': {
    params: { experiment: string; file: string; line: number };
    result: { path: string; line: number } | null;
  };
  /** Which of the experiments repeat one another: groups, the baseline's first. */
  'trimtab/groupRepeats': { params: { ids: string[] }; result: readonly (readonly string[])[] };
  /** Data that a view of a comparison shows, for groups of repeats compared with the first group. */
  'trimtab/compare': { params: { groups: string[][]; view: CompareView }; result: ShownComparison };
  /** For each call path of an experiment, that of another one which it is the same as; -1 where it has none. */
  'trimtab/matchCallPaths': { params: { experiment: string; other: string }; result: { nodes: number[] } };
  /** Identifies a row of the comparison in one of the compared runs. */
  'trimtab/findCell': { params: ComparedCell; result: FoundCell };
  /** How a property changed along the call tree. */
  'trimtab/findTree': { params: AskedTree; result: FoundTree };
  'trimtab/exportComparison': { params: { groups: string[][]; format: ExportFormat }; result: { text: string } };
  /**
   * Shows what changed between two groups of repeats on the lines, in the place of marks; null shows marks again.
   * Answers where the largest change is now (0-based line).
   */
  'trimtab/showChanges': {
    params: { sides: { before: string[]; after: string[] } | null };
    result: { path: string; line: number } | null;
  };
  /**
   * Shows growth over runs with at least five rank counts on the source lines instead of marks; null shows marks again.
   * Returns the current position of the largest growth (0-based line).
   */
  'trimtab/showGrowth': { params: { ids: string[] | null }; result: { path: string; line: number } | null };
  /** The comparison or study shown on the source lines; null if marks are shown. */
  'trimtab/shownOnLines': { params: null; result: ShownOnLines | null };
  /** Speed-up, efficiency and growth of properties over runs with different rank counts. */
  'trimtab/scalability': { params: { ids: string[] }; result: ScalabilityState };
  /** The shipped workflows and those of the workspace. */
  'trimtab/workflows': { params: null; result: readonly AvailableWorkflow[] };
  /** Settings that can be chosen when a workflow is started; `workflow` as for `startWorkflow`. */
  'trimtab/describeWorkflow': { params: { workflow: string }; result: AvailableWorkflow };
  /** Newest first; damaged ones with their reason. */
  'trimtab/workflowRuns': { params: null; result: readonly WorkflowRunSummary[] };
  /** `workflow`: name of a shipped one, or path of a file; `configuration`: path of trimtab.yaml. */
  'trimtab/startWorkflow': {
    params: { workflow: string; configuration: string; inputs: ValueRecord };
    result: { id: string };
  };
  /**
   * Resumes a run; with `from`, that step and all after it run again. An external run is resumed only with the
   * fingerprint of its review.
   */
  'trimtab/resumeWorkflow': {
    params: { id: string; from: string | null; accepted?: string | undefined };
    result: null;
  };
  /** Content to review before an external run is resumed; null for a run that this user started here. */
  'trimtab/reviewWorkflowRun': { params: { id: string }; result: RunReview | null };
  'trimtab/cancelWorkflow': { params: { id: string }; result: null };
  'trimtab/answerWorkflow': { params: { id: string; step: string; answer: string }; result: null };
  /** The workflow as it was when the run began. */
  'trimtab/workflowOfRun': { params: { id: string }; result: { text: string } };
  'trimtab/workflowGraph': { params: { text: string }; result: WorkflowGraph };
  /** The text of a workflow file after an edit that keeps its comments. */
  'trimtab/editWorkflow': { params: { text: string; edit: PageEdit }; result: { text: string } };
  /** Selects in all views at once; an experiment that is not shown is shown then. */
  'trimtab/select': { params: { selection: Selected; origin: SelectionOrigin }; result: null };
  /** The current selection. */
  'trimtab/selection': { params: null; result: SelectionState };
  /**
   * Selects the call paths through a line (0-based) of the current text of a document: those called from it, or whose
   * function begins at it; else those of the function around it. Nothing changes where it has none (`selected` is false).
   */
  'trimtab/followLine': { params: { uri: string; line: number }; result: { selected: boolean } };
  /** Goes back to what was selected before, or forward again; whether there was a way. */
  'trimtab/stepSelection': { params: { to: 'back' | 'forward' }; result: { moved: boolean } };
  /** Address of the channel on which queries of measurements (`queries/`) are answered in frames of numbers. */
  'trimtab/openChannel': { params: null; result: ChannelAddress };
  /** This machine and those of trimtab.yaml; none is connected to. */
  'trimtab/listTargets': { params: null; result: readonly TargetSummary[] };
  /** The kinds of targets that can be added, and what to ask a person for each. */
  'trimtab/targetKinds': { params: null; result: readonly TargetKindForm[] };
  /** Programs that are running, with their state. Refused without trust. */
  'trimtab/liveRuns': { params: null; result: readonly LiveRunSummary[] };
  /**
   * Sends a request such as `function off relax_*` to a running program and returns when it takes effect. Refused
   * without trust.
   */
  'trimtab/askLive': { params: { id: string; request: string }; result: { sentence: string } };
  /** Searches a running program for why, where and when it loses time, or ends a search that this started. Refused without trust. */
  'trimtab/searchLive': { params: { id: string; on: boolean }; result: null };
  /** Connects to a target and asks what it has. */
  'trimtab/checkTarget': { params: { name: string }; result: TargetSummary };
  /** Returns the text of a configuration that contains this choice for a function. */
  'trimtab/selectFunction': {
    params: { text: string; region: string; choice: FunctionChoice };
    result: { text: string };
  };
  /** The lines of a source that builds measure. */
  'trimtab/lineRanges': { params: SourceWithRanges; result: readonly ShownRange[] };
  /** The text of the file of ranges with lines that are measured; '' is their usual name. */
  'trimtab/measureLines': {
    params: SourceWithRanges & { lines: ChosenLines; name: string };
    result: { ranges: string };
  };
  /**
   * File with the ranges of a source, and the path of the source in it; null if no folder of the window contains the
   * source.
   */
  'trimtab/rangesFile': { params: { path: string }; result: RangesFile | null };
  /** That text with the ranges that any of the lines is in put into a group, by which they are switched. */
  'trimtab/groupLines': {
    params: SourceWithRanges & { lines: ChosenLines; group: string };
    result: { ranges: string };
  };
  /** That text without the ranges that any of the lines is in. */
  'trimtab/dropLines': { params: SourceWithRanges & { lines: ChosenLines }; result: { ranges: string } };
  /** The text of a configuration with one more target. */
  'trimtab/addTarget': { params: { text: string; target: NewTarget }; result: { text: string } };
}

export interface Notifications {
  /** Runs were added, resumed or ended: request them again. */
  'trimtab/workflowRunsChanged': Record<string, never>;
  /** A run that this engine executed came to its end. */
  'trimtab/workflowEnded': { id: string; name: string; state: 'succeeded' | 'failed'; sentence: string };
  'trimtab/progress': { task: string; stage: Stage; message: string; fraction?: number };
  /** Verbatim output of the build or the program, for the output channel. */
  'trimtab/output': { task: string; text: string };
  'trimtab/experimentsChanged': { selected: string | null };
  /** The selection changed; `origin` made the change and needs no notification. */
  'trimtab/selectionChanged': SelectionState & { origin: SelectionOrigin };
  /** Marks of open documents may have changed: ask again. */
  'trimtab/marksChanged': { uris: readonly string[] | null };
}
