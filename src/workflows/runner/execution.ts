/** Going through a workflow: what is done already is not done again, so that a run can go on wherever it stopped. */
import { setTimeout as delay } from 'node:timers/promises';
import { CancelledError, TrimtabError } from '../../model/problem.js';
import { countOf } from '../actions/arguments.js';
import { type Names, parseExpression } from '../language/expression.js';
import { fillIn } from '../language/template.js';
import { isRecord, isTrue, type Value, type ValueRecord } from '../language/value.js';
import { type ActionStep, type GroupStep, isGroup, type Step } from '../language/workflow.js';
import type { Actions, DoneStep, Surroundings } from './action.js';
import { ActionRunner } from './actionRunner.js';
import { combinationKey, combinationsOf } from './combinations.js';
import { areHarmless, areScheduled, type Branch, branchesOf, JobDesk } from './branches.js';
import type { RunFile } from './runFile.js';
import { Slots } from './slots.js';
import type { StepState } from './state.js';
import { type ExecutionObserver, stopOf } from './stop.js';

/** What a place in the workflow sees. */
interface Scope {
  readonly prefix: string;
  readonly matrix: ValueRecord;
  readonly round: number;
  readonly done: readonly DoneStep[];
  /** The branch it is part of, where several hand in their jobs together. */
  readonly branch?: Branch;
}

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

export class Execution {
  private readonly actions: ActionRunner;
  private readonly desk = new JobDesk();

  constructor(
    private readonly file: RunFile,
    private readonly surroundings: Surroundings,
    actions: Actions,
    private readonly observer: ExecutionObserver,
  ) {
    this.actions = new ActionRunner(file, surroundings, actions, observer);
  }

  /** Does all steps and ends the run, unless it is left. @returns the error of the step that failed, if one did */
  async whole(steps: readonly Step[]): Promise<unknown> {
    try {
      await this.sequence(steps, { prefix: '', matrix: {}, round: 0, done: [] });
      this.file.finish('succeeded');
      return undefined;
    } catch (error) {
      if (stopOf(this.observer.signal) === 'leave') this.file.release();
      else if (this.observer.signal.aborted) this.file.finish('cancelled');
      else if (error instanceof StepFailure) {
        this.file.finish('failed', `${error.step.title}: ${error.message}`);
        return error.cause;
      } else {
        this.file.finish('failed', error instanceof Error ? error.message : String(error));
        return error;
      }
      return new CancelledError();
    }
  }

  /** @returns the steps done, after those that were done before */
  private async sequence(steps: readonly Step[], scope: Scope): Promise<readonly DoneStep[]> {
    let done = scope.done;
    for (const step of steps) {
      const outputs = await this.step(step, { ...scope, done });
      done = [...done, { id: step.id, kind: step.kind, outputs }];
    }
    return done;
  }

  private async step(step: Step, scope: Scope): Promise<ValueRecord> {
    const key = scope.prefix + step.id;
    const before = this.file.step(key);
    if (before?.state === 'succeeded' || before?.state === 'skipped') return before.outputs ?? {};
    // A job that goes on by itself is looked after by its step, which cancels it.
    const hasJob = before?.state === 'running' && (isGroup(step) || before.saved?.job !== undefined);
    if (this.observer.signal.aborted && !hasJob) throw new CancelledError();
    const state = this.begin(step, key, before);
    try {
      if (step.when !== undefined && !isTrue(this.evaluate(step.when, scope))) {
        this.end(state.key, 'skipped', {}, `Left out: ${step.when} is not true.`);
        return {};
      }
      const outputs = await (isGroup(step) ? this.group(step, key, scope) : this.active(step, key, scope));
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
      ...(saved === undefined ? {} : { saved }),
      ...(job === undefined ? {} : { job }),
      ...(log === undefined ? {} : { log }),
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
    const kept = state === 'succeeded' || state === 'skipped' ? {} : { ...(saved === undefined ? {} : { saved }) };
    const asked = question === undefined ? {} : { question };
    const ended: StepState = {
      ...rest,
      ...kept,
      ...asked,
      state,
      ended: new Date().toISOString(),
      outputs,
      ...(sentence === undefined ? {} : { sentence }),
    };
    this.file.put(ended);
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
  private active(step: ActionStep, key: string, scope: Scope): Promise<ValueRecord> {
    const { branch } = scope;
    if (branch === undefined) return this.action(step, key, scope);
    return branch.active(() => {
      if (this.observer.signal.aborted && this.stepState(key).saved?.job === undefined) throw new CancelledError();
      return this.action(step, key, scope);
    });
  }

  private async action(step: ActionStep, key: string, scope: Scope): Promise<ValueRecord> {
    const lastAttempt = this.stepState(key).attempt + step.retries;
    for (;;) {
      const { attempt } = this.stepState(key);
      try {
        const filled = fillIn(step.arguments, this.names(scope));
        const { done, branch } = scope;
        const facts = { done, jobs: branch?.jobs ?? this.desk };
        return await this.actions.run(step, key, isRecord(filled) ? filled : {}, facts);
      } catch (error) {
        if (this.observer.signal.aborted || attempt >= lastAttempt || !(error instanceof TrimtabError)) throw error;
        const again = { ...this.stepState(key), attempt: attempt + 1, sentence: `Tried again after: ${error.message}` };
        // A new try begins afresh: a job of its own, nothing taken over.
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
    switch (step.kind) {
      case 'parallel':
        return this.parallel(step, key, scope);
      case 'loop':
        return this.loop(step, key, scope);
      case 'matrix':
        return this.matrix(step, key, scope);
    }
  }

  /** All at once; when some fail, the others are let come to their end first. */
  private async parallel(step: GroupStep, key: string, scope: Scope): Promise<ValueRecord> {
    const inside = { ...scope, prefix: `${key}/` };
    const together = areHarmless(step.steps) && areScheduled(step.steps, this.names(scope), this.surroundings);
    const done = await this.branches(
      step.steps.map((one) => async (branch) => ({
        id: one.id,
        kind: one.kind,
        outputs: await this.step(one, branch === undefined ? inside : { ...inside, branch }),
      })),
      { scope, together, atOnce: undefined },
    );
    return roundOutputs(done);
  }

  /**
   * Goes on with several branches at the same time. All come to their end; then the first failure, if any, is thrown.
   * @param atOnce most branches at work, or, where they hand in their jobs together, most jobs that run
   */
  private async branches<T>(
    all: readonly ((branch: Branch | undefined) => Promise<T>)[],
    {
      scope,
      together,
      atOnce,
    }: { readonly scope: Scope; readonly together: boolean; readonly atOnce: number | undefined },
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

  private async loop(step: GroupStep, key: string, scope: Scope): Promise<ValueRecord> {
    const rounds: ValueRecord[] = [];
    let last: readonly DoneStep[] = [];
    for (let round = 1; round <= step.most; round++) {
      const inside = { ...scope, prefix: `${key}[${round}]/`, round };
      const done = await this.sequence(step.steps, inside);
      last = done.slice(scope.done.length);
      rounds.push(roundOutputs(last));
      if (isTrue(this.evaluate(step.until ?? 'true', { ...inside, done })))
        return { ...roundOutputs(last), rounds, experiments: experimentsIn(rounds), ended: true };
    }
    return { ...roundOutputs(last), rounds, experiments: experimentsIn(rounds), ended: false };
  }

  /**
   * The steps for each combination: one after the other, so that measurements do not disturb each other, unless the
   * scheduler sees to that, or the workflow says otherwise.
   */
  private async matrix(step: GroupStep, key: string, scope: Scope): Promise<ValueRecord> {
    const over = fillIn(step.over, this.names(scope));
    const combinations = combinationsOf(isRecord(over) ? over : {});
    const inner = combinations.map((combination) => ({
      ...scope,
      prefix: `${key}[${combinationKey(combination)}]/`,
      matrix: { ...scope.matrix, ...combination },
    }));
    const together =
      areHarmless(step.steps) && inner.every((one) => areScheduled(step.steps, this.names(one), this.surroundings));
    const given = fillIn(step.maxParallel ?? null, this.names(scope));
    const atOnce = countOf({ maxParallel: given }, 'maxParallel');
    const work = inner.map((inside, i) => async (branch?: Branch) => {
      const done = await this.sequence(step.steps, branch === undefined ? inside : { ...inside, branch });
      return { ...combinations[i], ...roundOutputs(done.slice(scope.done.length)) };
    });
    const results: ValueRecord[] = [];
    if (together || (atOnce ?? 1) > 1) results.push(...(await this.branches(work, { scope, together, atOnce })));
    else for (const one of work) results.push(await one(scope.branch));
    return { results, experiments: experimentsIn(results) };
  }

  private evaluate(expression: string, scope: Scope): Value {
    return parseExpression(expression).evaluate(this.names(scope));
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

/** Outputs of neighbouring steps by their ids. */
function roundOutputs(done: readonly DoneStep[]): ValueRecord {
  return Object.fromEntries(done.map(({ id, outputs }) => [id, outputs]));
}

/** The experiments that steps made, each once, in their order. */
function experimentsIn(rounds: readonly ValueRecord[]): string[] {
  const found = rounds.flatMap((round) =>
    Object.values(round).flatMap((outputs) => {
      if (!isRecord(outputs)) return [];
      const { experiment, experiments } = outputs;
      const several = Array.isArray(experiments) ? experiments.filter((one: Value) => typeof one === 'string') : [];
      return typeof experiment === 'string' ? [experiment, ...several] : several;
    }),
  );
  return [...new Set(found)];
}
