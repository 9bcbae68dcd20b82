/** Writing to one workflow run on disk: `.trimtab/runs/<id>/` with its state, a copy of its workflow, and a log for each step. */
import { present } from '../../base/present.js';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder, writeAtomically } from '../../base/files/index.js';
import { claim, claimAlone, confirm, newIdentifier, release } from '../../experiments/index.js';
import { TrimtabError } from '../../base/problem.js';
import { forgetAnswers } from './answers.js';
import {
  elsewhereSentence,
  folderOf,
  readRecord,
  type RunRecord,
  runsFolder,
  STATE,
  stateFileText,
  WORKFLOW,
} from './runRecord.js';
import type { StepState, WorkflowRunState } from './state.js';

const CANCEL = 'cancel';

/** Requests the process that executes a run to cancel it. */
export function requestCancel(project: string, id: string): void {
  writeAtomically(join(folderOf(project, id), CANCEL), '');
}

/** The single writer of a run. Every change is on disk before the next step begins. */
export class RunFile {
  private constructor(
    private readonly project: string,
    readonly folder: string,
    private current: WorkflowRunState,
    readonly workflowText: string,
    /** Whether what is written is this user's from now on. */
    private readonly seals: boolean,
    private readonly onChange: (state: WorkflowRunState) => void,
  ) {}

  /** Makes a new run. @throws TrimtabError when it cannot be written */
  static create(
    project: string,
    draft: Pick<WorkflowRunState, 'name' | 'workflow' | 'configuration' | 'unwritten' | 'target' | 'inputs'>,
    workflowText: string,
    onChange: (state: WorkflowRunState) => void = () => undefined,
  ): RunFile {
    const moment = new Date();
    const id = newIdentifier(draft.name, moment);
    const folder = join(runsFolder(project), id);
    const began = moment.toISOString();
    const state = {
      format: 'trimtab-workflow-run',
      version: 1,
      id,
      ...draft,
      state: 'running',
      began,
      steps: [],
    } as const;
    const file = new RunFile(project, folder, { ...state, steps: [] }, workflowText, true, onChange);
    try {
      makePrivateFolder(join(project, '.trimtab'));
      makePrivateFolder(join(folder, 'logs'));
      ignoreByGit(project);
      writeAtomically(join(folder, WORKFLOW), workflowText);
      claim(folder);
      file.write(file.current);
      return file;
    } catch (error) {
      rmSync(folder, { recursive: true, force: true }); // half a run would be listed as damaged
      throw error;
    }
  }

  /**
   * Takes over a run that no process executes.
   * @param accepts whether an external run is resumed, after which it is this user's
   * @throws TrimtabError when a process executes it, it is external and not accepted, or it is damaged
   */
  static takeOver(
    project: string,
    id: string,
    accepts: (run: RunRecord) => boolean,
    onChange: (state: WorkflowRunState) => void = () => undefined,
  ): RunFile {
    const [file, { state }] = RunFile.claimed(project, id, (run) => {
      if (!run.elsewhere || accepts(run))
        return new RunFile(project, run.folder, run.state, run.workflowText, true, onChange);
      throw new TrimtabError(elsewhereSentence(id));
    });
    const { ended, sentence, ...rest } = state;
    if (ended !== undefined || sentence !== undefined || state.state !== 'running')
      // The question is asked only when the step is reached again: it may have been answered meanwhile.
      file.orReleased(() => file.write({ ...rest, state: 'running', steps: rest.steps.map(notAsking) }));
    return file;
  }

  /**
   * Marks a run that no process executes as cancelled. An external run stays external.
   * @throws TrimtabError when a process executes it, or it is damaged
   */
  static cancelLeft(project: string, id: string): void {
    const [file] = RunFile.claimed(
      project,
      id,
      ({ folder, state, workflowText, elsewhere }) =>
        new RunFile(project, folder, state, workflowText, !elsewhere, () => undefined),
    );
    file.finish('cancelled');
  }

  private static claimed(project: string, id: string, make: (run: RunRecord) => RunFile): [RunFile, RunRecord] {
    const folder = folderOf(project, id);
    if (!claimAlone(folder)) throw new TrimtabError(`The workflow run ${id} is being executed already.`);
    try {
      const run = readRecord(project, id);
      const file = make(run);
      rmSync(join(folder, CANCEL), { force: true });
      return [file, run];
    } catch (error) {
      release(folder);
      throw error;
    }
  }

  get state(): WorkflowRunState {
    return this.current;
  }

  step(key: string): StepState | undefined {
    return this.current.steps.find((step) => step.key === key);
  }

  indexOf(key: string): number {
    return this.current.steps.findIndex((step) => step.key === key);
  }

  /** Puts a step's state in the place of its last one, or at the end. @throws TrimtabError when it cannot be written */
  put(step: StepState): void {
    this.write(this.withStep(step));
  }

  /** As put, where nothing relies on it: what cannot be written now is known here, and written with the next change. */
  note(step: StepState): void {
    const state = this.withStep(step);
    try {
      this.write(state);
    } catch {
      this.keep(state);
    }
  }

  private withStep(step: StepState): WorkflowRunState {
    const at = this.indexOf(step.key);
    const steps = at < 0 ? [...this.current.steps, step] : this.current.steps.with(at, step);
    const asking = steps.some(({ state }) => state === 'asking');
    return { ...this.current, state: asking ? 'asking' : 'running', steps };
  }

  /** Makes steps be done again: nothing of their last try is left but its number. */
  renew(keys: ReadonlySet<string>): void {
    const steps = this.current.steps.flatMap((step): StepState[] => {
      if (!keys.has(step.key)) return [step];
      const { key, id, kind, title, attempt } = step;
      // Asked again, a question wants a new answer.
      forgetAnswers(this.folder, key);
      return [{ key, id, kind, title, state: 'cancelled', began: new Date().toISOString(), attempt: attempt + 1 }];
    });
    this.orReleased(() => this.write({ ...this.current, steps }));
  }

  /** Keeps that the person agreed to something for the whole run. */
  agree(topic: string): void {
    this.write({ ...this.current, agreed: [...new Set([...(this.current.agreed ?? []), topic])] });
  }

  get cancelRequested(): boolean {
    return existsSync(join(this.folder, CANCEL));
  }

  /**
   * Ends the run, and gives it back in any case.
   * @throws TrimtabError when that cannot be written: the run has failed then as far as this process knows, and is
   *   interrupted for all others
   */
  finish(state: 'succeeded' | 'failed' | 'cancelled', sentence?: string): void {
    const ended = new Date().toISOString();
    const steps = this.current.steps.map((step): StepState =>
      step.state === 'running' || step.state === 'asking' ? { ...step, state: 'cancelled', ended } : step,
    );
    const last = { ...this.current, ended, steps };
    try {
      this.write({ ...last, state, ...present({ sentence }) });
    } catch (error) {
      this.keep({
        ...last,
        state: 'failed',
        sentence: sentence ?? (error instanceof Error ? error.message : String(error)),
      });
      throw error;
    } finally {
      this.release();
    }
  }

  /** Marks the run as still in execution for other machines, which cannot see this process. */
  confirm(): void {
    confirm(this.folder);
  }

  /** Leaves the run in its state, for another process to resume. */
  release(): void {
    release(this.folder);
  }

  /** Does something at the beginning; a run that cannot go on is not kept from others. */
  private orReleased(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.release();
      throw error;
    }
  }

  private write(state: WorkflowRunState): void {
    const text = stateFileText(this.project, state, this.seals ? this.workflowText : undefined);
    writeAtomically(join(this.folder, STATE), text);
    this.keep(state);
  }

  private keep(state: WorkflowRunState): void {
    this.current = state;
    this.onChange(state);
  }
}

function notAsking(step: StepState): StepState {
  return step.state === 'asking' ? { ...step, state: 'running' } : step;
}

function ignoreByGit(project: string): void {
  const ignore = join(project, '.trimtab', '.gitignore');
  if (!existsSync(ignore)) writeAtomically(ignore, '*\n');
}
