/** Going through a workflow: what is done already is not done again, so that a run can go on wherever it stopped. */
import { present } from '../../base/present.js';
import { setTimeout as delay } from 'node:timers/promises';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import { savedBy } from '../declarations/run.js';
import { groupOf } from '../reading/kinds.js';
import type { DoneStep } from '../language/declaration.js';
import { type Names, parseExpression } from '../language/expression.js';
import { fillIn } from '../language/template.js';
import { isRecord, isTrue, type Value, type ValueRecord } from '../../base/value.js';
import { type ActionStep, type GroupStep, isGroup, type Step } from '../language/workflow.js';
import type { Surroundings } from '../steps/action.js';
import { ActionRunner } from './actionRunner.js';
import { branchesOf, JobDesk } from './branches.js';
import type { RunFile } from '../runs/runFile.js';
import { Slots } from './slots.js';
import type { StepState } from '../runs/state.js';
import { type ExecutionObserver, stopOf } from './stop.js';
import { areScheduled, keepProject } from './together.js';
import type { Branch, Scope, Walk } from '../steps/walk.js';

/** How long to wait before a step is tried again: doubled each time, in milliseconds. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 60_000;

/** A step failed; what it threw is the cause. */
class StepFailure extends Error {
  constructor(
    readonly step: StepState,
    cause: unknown,
  ) {
    super(step.sentence ?? '', { cause });
  }
}

export class Execution implements Walk {
  private readonly actions: ActionRunner;
  private readonly desk = new JobDesk();

  constructor(
    private readonly file: RunFile,
    private readonly surroundings: Surroundings,
    private readonly observer: ExecutionObserver,
  ) {
    this.actions = new ActionRunner(file, surroundings, observer);
  }

  /**
   * Does all steps and ends the run, unless it is left. Never rejects, also where nothing can be written any more.
   * @returns the error of the step that failed, if one did
   */
  async whole(steps: readonly Step[]): Promise<unknown> {
    try {
      await this.sequence(steps, { prefix: '', matrix: {}, round: 0, done: [] });
      this.file.finish('succeeded');
      return undefined;
    } catch (error) {
      return this.over(error);
    }
  }

  /** Ends the run after an error. @returns why it ended */
  private over(error: unknown): unknown {
    const step = error instanceof StepFailure ? error.step : undefined;
    const reason = error instanceof StepFailure ? error.cause : error;
    const stop = stopOf(this.observer.signal);
    try {
      if (stop === 'leave') this.file.release();
      else if (stop === 'cancel') this.file.finish('cancelled');
      else {
        const sentence = reason instanceof Error ? reason.message : String(reason);
        this.file.finish('failed', step === undefined ? sentence : `${step.title}: ${sentence}`);
      }
    } catch (unwritten) {
      // Why a step failed matters more; the state in memory has it, and on disk the run is as it was.
      return stop === undefined ? reason : unwritten;
    }
    return stop === undefined ? reason : new CancelledError();
  }

  async sequence(steps: readonly Step[], scope: Scope): Promise<readonly DoneStep[]> {
    let done = scope.done;
    for (const step of steps) {
      const outputs = await this.step(step, { ...scope, done });
      done = [...done, { id: step.id, kind: step.kind, outputs }];
    }
    return done;
  }

  async step(step: Step, scope: Scope): Promise<ValueRecord> {
    const key = scope.prefix + step.id;
    const before = this.file.step(key);
    if (before?.state === 'succeeded' || before?.state === 'skipped') return before.outputs ?? {};
    // An independent job is managed by its step, which cancels it.
    const hasJob = before?.state === 'running' && (isGroup(step) || savedBy(before.saved).job !== undefined);
    if (this.observer.signal.aborted && !hasJob) throw new CancelledError();
    const state = this.begin(step, key, before);
    try {
      if (step.when !== undefined && !isTrue(this.evaluate(step.when, scope))) {
        this.end(state.key, 'skipped', {}, `Skipped: ${step.when} is not true.`);
        return {};
      }
      const outputs = await (isGroup(step)
        ? this.group(step, key, scope)
        : this.active(step, key, scope, before?.state === 'running'));
      this.end(key, 'succeeded', outputs);
      return outputs;
    } catch (error) {
      throw this.failed(key, error);
    }
  }

  private begin({ id, kind, title }: Step, key: string, before: StepState | undefined): StepState {
    const began = before?.began ?? new Date().toISOString();
    const { saved, attempt = 1, job, log } = before ?? {};
    const state: StepState = {
      key,
      id,
      kind,
      title,
      state: 'running',
      began,
      attempt,
      ...present({ saved, job, log }),
    };
    this.file.put(state);
    return state;
  }

  private end(
    key: string,
    state: 'succeeded' | 'skipped' | 'failed' | 'cancelled',
    outputs: ValueRecord,
    sentence?: string,
  ): StepState {
    const { saved, question, ...rest } = this.stepState(key);
    const kept = state === 'succeeded' || state === 'skipped' ? {} : { ...present({ saved }) };
    const asked = question === undefined ? {} : { question };
    const ended: StepState = {
      ...rest,
      ...kept,
      ...asked,
      state,
      ended: new Date().toISOString(),
      outputs,
      ...present({ sentence }),
    };
    // The caller receives the error; another one must not replace it.
    if (state === 'failed' || state === 'cancelled') this.file.note(ended);
    else this.file.put(ended);
    return ended;
  }

  private failed(key: string, error: unknown): unknown {
    const stop = stopOf(this.observer.signal);
    if (stop === 'leave') return error;
    if (stop === 'cancel') {
      this.end(key, 'cancelled', {});
      return error;
    }
    const sentence = error instanceof Error ? error.message : String(error);
    const state = this.end(key, 'failed', {}, sentence);
    return error instanceof StepFailure ? error : new StepFailure(state, error);
  }

  /** An action of a branch waits for its turn; the person may have changed their mind meanwhile. */
  private active(step: ActionStep, key: string, scope: Scope, wasLeft: boolean): Promise<ValueRecord> {
    const { branch } = scope;
    if (branch === undefined) return this.action(step, key, scope, wasLeft);
    return branch.active(() => {
      if (this.observer.signal.aborted && savedBy(this.stepState(key).saved).job === undefined)
        throw new CancelledError();
      return this.action(step, key, scope, wasLeft);
    });
  }

  /** @param wasLeft whether a process that ended had begun it */
  private async action(step: ActionStep, key: string, scope: Scope, wasLeft: boolean): Promise<ValueRecord> {
    const lastAttempt = this.stepState(key).attempt + step.retries;
    for (;;) {
      const { attempt } = this.stepState(key);
      try {
        const { done, branch } = scope;
        const facts = { done, jobs: branch?.jobs ?? this.desk, wasLeft };
        return await this.actions.run(step, key, this.filled(step, scope), facts);
      } catch (error) {
        const isHopeless = !(error instanceof TrimtabError) || error.isFinal;
        if (this.observer.signal.aborted || attempt >= lastAttempt || isHopeless) throw error;
        const again = { ...this.stepState(key), attempt: attempt + 1, sentence: `Tried again after: ${error.message}` };
        // A new attempt starts from the beginning: with a new job, without saved state.
        delete again.saved;
        delete again.job;
        this.file.put(again);
        await delay(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempt - 1)), undefined, {
          signal: this.observer.signal,
        });
      }
    }
  }

  private group(step: GroupStep, key: string, scope: Scope): Promise<ValueRecord> {
    const group = groupOf(step.kind);
    if (group === undefined) throw new TrimtabError(`Steps of the kind "${step.kind}" are not known here.`);
    return group.perform({ step, key, scope, walk: this }, this.filled(step, scope));
  }

  canRunInParallel(steps: readonly Step[], scopes: readonly Scope[]): boolean {
    return keepProject(steps) && scopes.every((scope) => areScheduled(steps, this.names(scope), this.surroundings));
  }

  async branches<T>(
    all: readonly ((branch: Branch | undefined) => Promise<T>)[],
    { scope, together, atOnce }: Parameters<Walk['branches']>[1],
  ): Promise<T[]> {
    // The jobs of inner branches are not waited for by those around.
    scope.branch?.over();
    const { signal } = this.observer;
    const branches = together ? branchesOf(all.length, atOnce, this.desk, signal) : [];
    const slots = new Slots(together ? all.length : (atOnce ?? all.length));
    const results = await Promise.allSettled(
      all.map(async (work, i) => {
        await slots.take();
        try {
          return await work(branches.at(i));
        } finally {
          branches.at(i)?.over();
          slots.give();
        }
      }),
    );
    return results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
  }

  evaluate(expression: string, scope: Scope): Value {
    return parseExpression(expression).evaluate(this.names(scope));
  }

  private filled(step: Step, scope: Scope): ValueRecord {
    const filled = fillIn(step.arguments, this.names(scope));
    return isRecord(filled) ? filled : {};
  }

  private names({ done, matrix, round }: Scope): Names {
    const all: ValueRecord = {
      inputs: this.file.state.inputs,
      matrix,
      loop: { round },
      steps: Object.fromEntries(done.map(({ id, outputs }) => [id, outputs])),
    };
    return (name) => (Object.hasOwn(all, name) ? all[name] : undefined);
  }

  private stepState(key: string): StepState {
    const state = this.file.step(key);
    if (state === undefined) throw new Error(`the step ${key} has no state`);
    return state;
  }
}
