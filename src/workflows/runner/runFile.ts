/** Writing to one workflow run on disk: `.trimtab/runs/<id>/` with its state, a copy of its workflow, and a log for each step. */
import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder, readText } from '../../base/files/index.js';
import { claim, claimAlone, confirm, newIdentifier, release, writeAtomically } from '../../experiments/index.js';
import { TrimtabError } from '../../model/problem.js';
import {
  elsewhereSentence,
  folderOf,
  readRecord,
  readRun,
  type RunRecord,
  runsFolder,
  STATE,
  stateFileText,
  WORKFLOW,
} from './runRecord.js';
import type { StepState, WorkflowRunState } from './state.js';

const CANCEL = 'cancel';
/** Bytes; answers are typed. */
const LARGEST_ANSWER = 64 << 10;

/** Asks whoever executes a run to cancel it. */
export function requestCancel(project: string, id: string): void {
  writeAtomically(join(folderOf(project, id), CANCEL), '');
}

/** A file name for a step: readable, and different for different keys. */
export function fileNameOf(key: string): string {
  const slug = key.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return `${slug.slice(-40)}-${createHash('sha256').update(key).digest('hex').slice(0, 8)}`;
}

/** What was answered to a step that asks; undefined as long as nothing was. */
export function answerOf(folder: string, key: string): string | undefined {
  const path = join(folder, `answer-${fileNameOf(key)}.txt`);
  return existsSync(path) ? readText(path, { limit: LARGEST_ANSWER }) : undefined;
}

/**
 * Answers a step that asks, whoever executes the run.
 * @throws TrimtabError when the step does not ask, or offers other answers
 */
export function writeAnswer(project: string, id: string, key: string, answer: string): void {
  const run = readRun(project, id);
  const index = run.steps.findIndex((step) => step.key === key);
  const question = run.steps.at(index)?.question;
  if (index < 0 || question === undefined || run.steps[index].state !== 'asking')
    throw new TrimtabError(`The step "${key}" of the workflow run ${id} does not ask anything.`);
  if (question.choices.length > 0 && !question.choices.includes(answer))
    throw new TrimtabError(
      `"${answer}" is no answer to "${question.text}"; choose one of: ${question.choices.join(', ')}.`,
    );
  writeAtomically(join(run.folder, `answer-${fileNameOf(key)}.txt`), answer);
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
    draft: Pick<WorkflowRunState, 'name' | 'workflow' | 'configuration' | 'target' | 'inputs'>,
    workflowText: string,
    onChange: (state: WorkflowRunState) => void = () => undefined,
  ): RunFile {
    const moment = new Date();
    const id = newIdentifier(draft.name, moment);
    const folder = join(runsFolder(project), id);
    makePrivateFolder(join(project, '.trimtab'));
    makePrivateFolder(join(folder, 'logs'));
    ignoreByGit(project);
    writeAtomically(join(folder, WORKFLOW), workflowText);
    claim(folder);
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
    file.write(file.current);
    return file;
  }

  /**
   * Takes over a run that nobody executes.
   * @param accepts whether a run from elsewhere is gone on with, after which it is this user's
   * @throws TrimtabError when somebody executes it, it is from elsewhere and not accepted, or it is damaged
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
      // Nobody is asked before the step is reached again: it may have been answered meanwhile.
      file.write({ ...rest, state: 'running', steps: rest.steps.map(notAsking) });
    return file;
  }

  /**
   * Marks a run that nobody executes as cancelled. One from elsewhere stays that.
   * @throws TrimtabError when somebody executes it, or it is damaged
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

  /** Puts a step's state in the place of its last one, or at the end. */
  put(step: StepState): void {
    const at = this.indexOf(step.key);
    const steps = at < 0 ? [...this.current.steps, step] : this.current.steps.with(at, step);
    const asking = steps.some(({ state }) => state === 'asking');
    this.write({ ...this.current, state: asking ? 'asking' : 'running', steps });
  }

  /** Makes steps be done again: nothing of their last try is left but its number. */
  renew(keys: ReadonlySet<string>): void {
    const steps = this.current.steps.flatMap((step): StepState[] => {
      if (!keys.has(step.key)) return [step];
      const { key, id, kind, title, attempt } = step;
      // Asked again, a question wants a new answer.
      rmSync(join(this.folder, `answer-${fileNameOf(key)}.txt`), { force: true });
      return [{ key, id, kind, title, state: 'cancelled', began: new Date().toISOString(), attempt: attempt + 1 }];
    });
    this.write({ ...this.current, steps });
  }

  get cancelRequested(): boolean {
    return existsSync(join(this.folder, CANCEL));
  }

  /** Ends the run. */
  finish(state: 'succeeded' | 'failed' | 'cancelled', sentence?: string): void {
    const ended = new Date().toISOString();
    const steps = this.current.steps.map((step): StepState =>
      step.state === 'running' || step.state === 'asking' ? { ...step, state: 'cancelled', ended } : step,
    );
    this.write({ ...this.current, state, ended, steps, ...(sentence === undefined ? {} : { sentence }) });
    this.release();
  }

  /** Tells other machines, which cannot see this process, that it is still at it. */
  confirm(): void {
    confirm(this.folder);
  }

  /** Leaves the run as it stands, for another process to go on with. */
  release(): void {
    release(this.folder);
  }

  private write(state: WorkflowRunState): void {
    const text = stateFileText(this.project, state, this.seals ? this.workflowText : undefined);
    writeAtomically(join(this.folder, STATE), text);
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
