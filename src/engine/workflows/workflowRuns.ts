/** Workflow runs of the workspace: started, picked up again, answered and stopped. Their states are on disk. */
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ExperimentStore, isInternal } from '../../experiments/index.js';
import { TrimtabError } from '../../base/problem.js';
import type { EngineOptions } from '../../protocol/session.js';
import { analyzeDeclaration } from '../../workflows/declarations/analyze.js';
import { type Configuration, loadConfiguration } from '../../workflows/configuration/configuration.js';
import { latestOutputs } from '../../workflows/language/declaration.js';
import type { ValueRecord } from '../../base/value.js';
import { type AvailableWorkflow, availableWorkflows, describeWorkflow } from '../../workflows/reading/library.js';
import {
  answerRun,
  cancelLeftRun,
  cancelRun,
  configurationOf,
  elsewhereSentence,
  hasJobs,
  interruptedRuns,
  openSurroundings,
  readRuns,
  readWorkflowCopy,
  type ResumeOptions,
  resumeRun,
  reviewRun,
  type RunObserver,
  type RunReview,
  startRun,
  type StartedRun,
  type Surroundings,
  type WorkflowRunSummary,
} from '../../workflows/runner/index.js';
import { analyzeArchive } from '../analysis/analyzeArchive.js';
import { compareApart } from '../comparison/comparisons.js';
import type { Announcer } from '../requests/announcer.js';
import { Collector } from '../requests/debounce.js';
import { sentenceOf } from '../requests/failures.js';
import type { Selection } from '../selection/selection.js';
import type { TargetSettings } from '../targets/targetSettings.js';
import type { Workspace } from '../project/workspace.js';

/** A run changes often: it is announced at most this often, in milliseconds. */
const ANNOUNCE_PAUSE = 150;

const NOT_TRUSTED =
  'Workflows build and run programs, which Trimtab does only in a trusted workspace; trust it (Workspaces: Manage Workspace Trust) and start again.';

interface Active {
  readonly leave: AbortController;
  readonly ended: Promise<unknown>;
}

/** Callbacks for the caller that started a run; its promise reports the end. */
export interface Watcher extends Pick<RunObserver, 'onOutput' | 'onProgress'> {
  /** Whether the user accepted a trace that may be larger than the free disk space. */
  readonly acceptsLargeTrace: boolean;
}

export class WorkflowRuns {
  private readonly active = new Map<string, Active>();
  private readonly changed: Collector;
  private trusted = false;
  private probeFolder = '';

  constructor(
    private readonly workspace: Workspace,
    private readonly selection: Selection,
    private readonly announcer: Announcer,
    private readonly targetSettings: TargetSettings,
    onChange: () => void,
  ) {
    this.changed = new Collector(ANNOUNCE_PAUSE, () => {
      onChange();
      announcer.notify('trimtab/workflowRunsChanged', {});
      announcer.experimentsChanged(selection.selected);
    });
  }

  configure({ trusted, probeFolder }: EngineOptions): void {
    this.trusted = trusted;
    this.probeFolder = probeFolder;
  }

  /** Trust allows runs that were interrupted to go on. */
  trust(trusted: boolean): void {
    this.trusted = trusted;
    this.pickUp();
  }

  /** Resumes the runs that an earlier engine left, as far as the workspace is trusted. */
  pickUp(): void {
    if (!this.trusted) return;
    for (const store of this.workspace.allStores)
      for (const { id } of interruptedRuns(store.project)) {
        try {
          this.resume(id, { unattended: true });
        } catch (error) {
          // Another window may have been quicker, or its configuration is gone; the list shows it as interrupted.
          this.announcer.log(`The workflow run ${id} was not picked up: ${sentenceOf(error)}`);
        }
      }
  }

  available(): AvailableWorkflow[] {
    return availableWorkflows(...this.workspace.folders);
  }

  /** @param workflow name of a shipped one, or path of a file */
  describe(workflow: string): AvailableWorkflow {
    return describeWorkflow(workflow, this.workspace.folders.at(0) ?? '.');
  }

  /** All runs, newest first. */
  list(): WorkflowRunSummary[] {
    return this.workspace.allStores
      .flatMap((store) => readRuns(store.project))
      .sort((a, b) => (a.began < b.began ? 1 : a.began > b.began ? -1 : 0));
  }

  /**
   * @param workflow name of a shipped one, or path of a file
   * @returns the run's identifier
   * @throws TrimtabError when the workspace is not trusted, or the workflow or the configuration has a mistake
   */
  start(workflow: string, configuration: string, inputs: ValueRecord): string {
    this.demandTrust();
    return this.begin(workflow, loadConfiguration(resolve(configuration)), inputs).id;
  }

  /** As start, for callers that want to see what happens and how it ends. */
  begin(workflow: string, configuration: Configuration, inputs: ValueRecord, watcher?: Watcher): StartedRun {
    return this.execute(configuration, (surroundings, own) => startRun(workflow, inputs, surroundings, own), watcher);
  }

  /** @throws TrimtabError when the workspace is not trusted, or an external run was not accepted in its current form */
  resume(id: string, options: ResumeOptions = {}): void {
    this.demandTrust();
    this.execute(configurationOf(this.run(id)), (surroundings, observer) =>
      resumeRun(id, surroundings, observer, options),
    );
  }

  /** Returns the content to review before an external run is resumed; undefined for one that this user started here. */
  review(id: string): RunReview | undefined {
    this.demandTrust();
    const { configuration, elsewhere } = this.run(id);
    return elsewhere ? reviewRun(this.storeOf(id).project, id, resolve(configuration)) : undefined;
  }

  /** Cancels a run and its jobs, even if no engine executes it at the moment. */
  cancel(id: string): void {
    const run = this.run(id);
    if (run.state === 'interrupted' && hasJobs(run))
      this.execute(configurationOf(run), (surroundings, observer) => cancelLeftRun(id, surroundings, observer));
    else cancelRun(this.storeOf(id).project, id);
    this.changed.add(id);
  }

  /** Answers a question; a run that is not executed is resumed with it. */
  answer(id: string, step: string, answer: string): void {
    const { state, elsewhere } = this.run(id);
    const left = !this.active.has(id) && state === 'interrupted';
    if (left && elsewhere) throw new TrimtabError(elsewhereSentence(id));
    answerRun(this.storeOf(id).project, id, step, answer);
    if (left) this.resume(id, { unattended: true });
  }

  workflowText(id: string): string {
    return readWorkflowCopy(this.storeOf(id).project, id);
  }

  /** Leaves every run in its state; jobs at a scheduler continue. Waits `patience` milliseconds at most. */
  async leave(patience: number): Promise<void> {
    this.changed.clear();
    const runs = [...this.active.values()];
    for (const { leave } of runs) leave.abort('leave');
    await Promise.race([Promise.all(runs.map(({ ended }) => ended)), delay(patience, undefined, { ref: false })]);
  }

  private execute(
    configuration: Configuration,
    begin: (surroundings: Surroundings, observer: RunObserver) => StartedRun,
    watcher?: Watcher,
  ): StartedRun {
    this.demandTrust();
    const surroundings = openSurroundings({
      configuration,
      store: this.workspace.storeNextTo(configuration.path),
      probeFolder: this.probeFolder,
      analyzeArchive,
      compare: compareApart,
      ...(watcher === undefined ? {} : { acceptsLargeTrace: watcher.acceptsLargeTrace }),
      settingsTargets: this.targetSettings.targets,
      connection: this.targetSettings.connection,
    });
    const leave = new AbortController();
    let run: StartedRun;
    try {
      run = begin(surroundings, {
        signal: leave.signal,
        onChange: (state) => this.changed.add(state.id),
        ...(watcher?.onOutput === undefined ? {} : { onOutput: watcher.onOutput }),
        ...(watcher?.onProgress === undefined ? {} : { onProgress: watcher.onProgress }),
      });
    } catch (error) {
      void surroundings.close();
      throw error;
    }
    this.active.set(run.id, { leave, ended: this.follow(run, leave.signal, surroundings, watcher !== undefined) });
    this.changed.add(run.id);
    return run;
  }

  /** @param watched the caller that started the run is notified of its end by other means */
  private async follow(
    run: StartedRun,
    left: AbortSignal,
    surroundings: { close(): Promise<void> },
    watched: boolean,
  ): Promise<void> {
    const { state } = await run.ended;
    await surroundings.close();
    this.active.delete(run.id);
    if (left.aborted) return;
    this.changed.add(run.id);
    const { id, name, sentence } = state;
    const analyzed = latestOutputs(analyzeDeclaration, state.steps)?.experiment;
    // Intermediate measurements of an adaptation have almost nothing to show on lines.
    if (state.state === 'succeeded' && analyzed !== undefined && !this.isInternal(analyzed)) {
      this.selection.select(analyzed);
      this.announcer.selectionChanged(analyzed);
    }
    if (!watched && (state.state === 'succeeded' || state.state === 'failed'))
      this.announcer.notify('trimtab/workflowEnded', { id, name, state: state.state, sentence: sentence ?? '' });
  }

  private isInternal(experiment: string): boolean {
    return this.workspace.list().some((summary) => summary.id === experiment && isInternal(summary));
  }

  private demandTrust(): void {
    if (!this.trusted) throw new TrimtabError(NOT_TRUSTED);
  }

  private run(id: string): WorkflowRunSummary {
    const run = this.list().find((candidate) => candidate.id === id);
    if (run !== undefined) return run;
    throw new TrimtabError(`There is no workflow run ${id} in this workspace; refresh the list.`);
  }

  private storeOf(id: string): ExperimentStore {
    const store = this.workspace.allStores.find(({ project }) => readRuns(project).some((run) => run.id === id));
    if (store !== undefined) return store;
    throw new TrimtabError(`There is no workflow run ${id} in this workspace; refresh the list.`);
  }
}
