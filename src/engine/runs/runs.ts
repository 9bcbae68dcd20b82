import { join, resolve } from 'node:path';
import { TrimtabError } from '../../base/problem.js';
import type { Scenario } from '../../model/findings/prediction.js';
import { recordedPlan } from '../../measurement/planRecord.js';
import type { EngineOptions } from '../../protocol/session.js';
import { type Configuration, loadConfiguration } from '../../workflows/configuration/configuration.js';
import { besides } from '../../workflows/proposal/otherProgram.js';
import { unbuiltConfiguration } from '../../workflows/configuration/unbuilt.js';
import { THIS_MACHINE } from '../../model/thisMachine.js';
import { inheritedEnvironment } from '../../targets/environment.js';
import { DISK_QUESTION, freeHere } from '../../workflows/measuring/diskRoom.js';
import { countedIn } from '../../workflows/measuring/counted.js';
import { modeOf } from '../../workflows/measuring/firstRun.js';
import { roomDoubt } from '../../workflows/measuring/roomDoubt.js';
import { OF_THIS_MACHINE, settleMeasurement } from '../../workflows/configuration/measurement.js';
import type { RecordingChoice } from '../../workflows/mainJob/analyzePerformance.js';
import { openedBefore, openTrace } from '../../workflows/measuring/openTrace.js';
import { predictedRun } from '../../workflows/measuring/predictedRun.js';
import { leftReproductions, sweepScratches } from '../../workflows/reproduction/leftReproductions.js';
import { reproduce } from '../../workflows/reproduction/reproduce.js';
import { traceForecast } from '../../workflows/measuring/traceForecast.js';
import { runAnalysis } from '../workflows/analysisRun.js';
import type { WorkflowRuns } from '../workflows/workflowRuns.js';
import type { Announcer } from '../requests/announcer.js';
import { analyzeArchive } from '../analysis/analyzeArchive.js';
import { untrustedTrace } from '../measurements/untrustedTrace.js';
import { compareApart } from '../comparison/comparisons.js';
import { sentenceOf } from '../requests/failures.js';
import { RunningTasks, type TaskReporter } from '../requests/runningTasks.js';
import type { Selection } from '../selection/selection.js';
import type { TargetSettings } from '../targets/targetSettings.js';
import type { Workspace } from '../project/workspace.js';

/** How long, in milliseconds, a shutdown waits for runs to end; clients wait about two seconds for it. */
export const STOP_TIMEOUT_MS = 1500;

/**
 * The measured program: that of a configuration, or another program, unmodified, with all other settings of the
 * configuration.
 */
export interface Measured {
  /** Path of the configuration. */
  readonly configuration: string;
  /** Path of the other program. */
  readonly program?: string;
}

/** The main task and the opening of traces: each ends in an experiment, which is then selected. */
export class Runs {
  private readonly tasks: RunningTasks;
  private trusted = false;
  private probeFolder = '';

  constructor(
    private readonly workspace: Workspace,
    private readonly selection: Selection,
    private readonly announcer: Announcer,
    private readonly workflowRuns: WorkflowRuns,
    private readonly targetSettings: TargetSettings,
  ) {
    this.tasks = new RunningTasks(announcer);
  }

  configure({ trusted, probeFolder }: EngineOptions): void {
    this.trusted = trusted;
    this.probeFolder = probeFolder;
  }

  /** Trust allows repetitions that were left to go on. */
  trust(trusted: boolean): void {
    this.trusted = trusted;
    this.pickUp();
  }

  /**
   * Resumes repetitions on other targets that an earlier engine left, as far as the workspace is trusted. Removes the
   * copies of projects that killed ones left.
   */
  pickUp(): void {
    if (!this.trusted) return;
    for (const store of this.workspace.allStores) {
      for (const { experiment } of leftReproductions(store)) {
        this.quietly(
          `The repetition of experiment ${experiment} was not picked up`,
          this.reproduce(`again ${experiment}`, experiment, new AbortController().signal),
        );
      }
      this.quietly(`The copies of projects in ${store.folder} were not removed`, sweepScratches(store));
    }
  }

  private quietly(failure: string, work: Promise<unknown>): void {
    work.catch((error: unknown) => this.announcer.log(`${failure}: ${sentenceOf(error)}`));
  }

  /** Stops everything that runs, and lets it record that it was stopped. */
  stop(): Promise<void> {
    return this.tasks.stopAll(STOP_TIMEOUT_MS);
  }

  /**
   * Builds, runs and analyzes the program of a configuration, or another one.
   * @returns the new experiment's identifier
   * @throws TrimtabError when the workspace is not trusted, the build or the run fails or the archive is not readable
   */
  async analyzePerformance(
    task: string,
    measured: Measured,
    { signal, ...choices }: { readonly signal: AbortSignal; readonly acceptsLargeTrace: boolean } & RecordingChoice,
  ): Promise<string> {
    this.demandTrust();
    const { experiment } = await this.experiment(task, resolve(measured.configuration), signal, async (reporter) =>
      runAnalysis(this.workflowRuns, await this.configurationOf(measured), { ...reporter, ...choices }),
    );
    return experiment;
  }

  /** @throws TrimtabError when the configuration is wrong, or nothing can be recorded of the program */
  private async configurationOf({ configuration, program }: Measured): Promise<Configuration> {
    const read = loadConfiguration(resolve(configuration));
    return program === undefined ? read : unbuiltConfiguration(besides(program, read), this.probeFolder);
  }

  /**
   * Returns the question to ask before a configuration is run on this machine; null if its trace fits, or it runs
   * elsewhere.
   * @throws TrimtabError when the configuration is wrong
   */
  async diskQuestion(measured: Measured): Promise<string | null> {
    const configuration = await this.configurationOf(measured);
    const { ranks, target, path } = configuration;
    const store = this.workspace.storeNextTo(path);
    const free = target === THIS_MACHINE ? freeHere(store.project) : undefined;
    if (free === undefined) return null;
    const here = { variables: inheritedEnvironment(), where: OF_THIS_MACHINE };
    const measurement = settleMeasurement(configuration, here);
    const { mode } = modeOf(store, { program: configuration.program, target, measurement });
    const plan = { ...measurement.plan, mode };
    const doubt = roomDoubt({ configuration, store, plan, target, ranks, free, place: store.project });
    return doubt === undefined ? null : `${doubt} ${DISK_QUESTION}`;
  }

  /**
   * Returns an estimate of the trace size of an experiment's program; null unless the experiment is a profile that was
   * measured here.
   * @throws TrimtabError when the experiment cannot be read
   */
  traceForecast(id: string): string | null {
    const experiment = this.workspace.storeOf(id).get(id);
    const { run, result } = experiment.manifest;
    if (run === undefined || result?.measurement !== 'profile') return null;
    return traceForecast(countedIn(experiment), recordedPlan(experiment.manifest), result.processes).sentence;
  }

  /**
   * Runs an experiment again from its own sources, in a copy of its project.
   * @throws TrimtabError when the workspace is not trusted, something that is needed was not kept or the run fails
   */
  async reproduce(
    task: string,
    id: string,
    signal: AbortSignal,
  ): Promise<{ experiment: string; compared: boolean; differences: readonly string[] }> {
    this.demandTrust();
    const store = this.workspace.storeOf(id);
    return this.experiment(task, join(store.folder, id), signal, async (reporter) => {
      const { probeFolder } = this;
      const { targets: settingsTargets, connection } = this.targetSettings;
      const known = { settingsTargets, connection };
      const made = await reproduce({
        ...reporter,
        ...known,
        store,
        experiment: id,
        probeFolder,
        analyzeArchive,
        compare: compareApart,
      });
      return { experiment: made.experiment, compared: made.comparison !== undefined, differences: made.differences };
    });
  }

  /**
   * Analyses a trace or profile and keeps an experiment that refers to it.
   * @param reuse whether one that was made of the file since it last changed is selected instead
   * @returns the experiment's identifier
   * @throws TrimtabError when the file is not readable
   */
  async openTrace(
    task: string,
    file: string,
    { signal, reuse }: { signal: AbortSignal; reuse: boolean },
  ): Promise<string> {
    const path = resolve(file);
    const store = this.workspace.storeFor(path);
    const known = reuse ? openedBefore(store, path) : undefined;
    if (known !== undefined) {
      this.selection.select(known);
      this.announcer.selectionChanged(this.selection.selected);
      return known;
    }
    const { experiment } = await this.experiment(task, path, signal, (reporter) =>
      openTrace(path, { ...reporter, store, analyzeArchive }),
    );
    return experiment;
  }

  /**
   * Predicts the run of an experiment after changes of the program. Nothing is selected.
   * @throws TrimtabError when it cannot be predicted, or its trace is elsewhere and the workspace is not trusted
   */
  async predictRun(
    task: string,
    id: string,
    scenarios: readonly Scenario[],
    signal: AbortSignal,
  ): Promise<{ experiment: string; name: string }> {
    const store = this.workspace.storeOf(id);
    const measured = store.get(id);
    if (!measured.hasTraceInside && !this.trusted) throw untrustedTrace(id);
    const made = await this.tasks.run(task, join(store.folder, id), signal, (reporter) =>
      predictedRun(measured, scenarios, { ...reporter, store, analyzeArchive }),
    );
    return { experiment: made.id, name: made.manifest.name };
  }

  get isTrusted(): boolean {
    return this.trusted;
  }

  /** @throws TrimtabError when the person does not trust the workspace */
  demandTrust(): void {
    if (this.trusted) return;
    throw new TrimtabError(
      'Trimtab builds and runs programs only in a trusted workspace; trust it (Workspaces: Manage Workspace Trust) and start again.',
    );
  }

  /** Runs a task that makes an experiment and selects it; the list is announced whenever the task has come further. */
  private async experiment<Made extends { experiment: string }>(
    task: string,
    subject: string,
    signal: AbortSignal,
    work: (reporter: TaskReporter) => Promise<Made>,
  ): Promise<Made> {
    let stage: string | undefined;
    try {
      const made = await this.tasks.run(task, subject, signal, (reporter) =>
        work({
          ...reporter,
          onProgress: (now, message, fraction) => {
            reporter.onProgress(now, message, fraction);
            if (now !== stage) this.announcer.experimentsChanged(this.selection.selected);
            stage = now;
          },
        }),
      );
      this.selection.select(made.experiment);
      return made;
    } finally {
      // A failed run leaves an experiment too, and marks may be new.
      this.announcer.selectionChanged(this.selection.selected);
    }
  }
}
