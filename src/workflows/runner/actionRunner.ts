import { present } from '../../base/present.js';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import { actionOf } from '../reading/kinds.js';
import type { DoneStep } from '../language/declaration.js';
import type { ValueRecord } from '../../base/value.js';
import type { ActionStep } from '../language/workflow.js';
import { LogFile } from '../measuring/log.js';
import type { ActionContext, StepJobs, Surroundings } from '../steps/action.js';
import { answerOf, fileNameOf, forgetAnswers } from '../runs/answers.js';
import type { RunFile } from '../runs/runFile.js';
import type { StepState } from '../runs/state.js';
import { type ExecutionObserver, stopOf } from './stop.js';

/** Answers to the question whether a step that was left is done again. */
const AGAIN = 'Do it again';
const STOP = 'Stop here';
/** How often an answer is looked for, in milliseconds. */
const POLL_INTERVAL_MS = 300;

/** Gives an action what it needs: its log, its saved state, its time-out. */
export class ActionRunner {
  private readonly asked = new Map<string, Promise<boolean>>();

  constructor(
    private readonly file: RunFile,
    private readonly surroundings: Surroundings,
    private readonly observer: ExecutionObserver,
  ) {}

  /** One try of a step. @throws TrimtabError when it fails or takes too long; CancelledError when it is stopped */
  async run(
    step: ActionStep,
    key: string,
    filled: ValueRecord,
    { done, jobs, wasLeft }: { readonly done: readonly DoneStep[]; readonly jobs: StepJobs; readonly wasLeft: boolean },
  ): Promise<ValueRecord> {
    const action = actionOf(step.kind);
    if (action === undefined) throw new TrimtabError(`Steps of the kind "${step.kind}" are not known here.`);
    const name = `logs/${fileNameOf(key)}.log`;
    if (wasLeft && action.afterCrash === 'asks' && this.observer.unattended === true) await this.askAgain(step, key);
    this.change(key, { log: name });
    const log = new LogFile(join(this.file.folder, name));
    const timeout = step.timeout === undefined ? undefined : AbortSignal.timeout(step.timeout * 1000);
    const { signal } = this.observer;
    const progress: ActionContext['progress'] = (message, { stage = action.stage, fraction } = {}) => {
      if (stage !== undefined) this.observer.onProgress?.(stage, message, fraction);
    };
    try {
      const context: ActionContext = {
        ...this.surroundings,
        run: this.file.state.id,
        key,
        attempt: this.state(key).attempt,
        done,
        jobs,
        saved: this.state(key).saved ?? {},
        save: (part) => this.change(key, this.savedWith(key, part)),
        remember: (part) => this.note(key, this.savedWith(key, part)),
        log: (text) => {
          log.write(text);
          this.observer.onOutput?.(key, text);
        },
        tell: (sentence, job) => {
          this.note(key, { sentence, ...present({ job }) });
          progress(sentence);
        },
        progress,
        ask: (text, choices) => this.ask(key, text, choices),
        agreed: (topic, ask) => this.agreed(topic, ask),
        asking: this.observer.asking ?? { choose: (text, choices) => this.ask(key, text, choices) },
        signal: timeout === undefined ? signal : AbortSignal.any([signal, timeout]),
        cancelled: () => stopOf(signal) === 'cancel' || timeout?.aborted === true,
      };
      return await action.perform(context, filled);
    } catch (error) {
      if (timeout?.aborted === true && !signal.aborted)
        throw new TrimtabError(
          `It took longer than ${step.timeout ?? 0} s and was stopped; raise "timeout" if it needs longer.`,
          {
            cause: error,
          },
        );
      throw error;
    } finally {
      log.close();
    }
  }

  private agreed(topic: string, ask: () => Promise<boolean>): Promise<boolean> {
    if (this.file.state.agreed?.includes(topic) === true) return Promise.resolve(true);
    const asked = this.asked.get(topic) ?? this.askOnce(topic, ask);
    this.asked.set(topic, asked);
    return asked;
  }

  private async askOnce(topic: string, ask: () => Promise<boolean>): Promise<boolean> {
    try {
      const yes = await ask();
      if (yes) this.file.agree(topic);
      return yes;
    } catch (error) {
      this.asked.delete(topic); // Not answered: the next step that needs it asks again.
      throw error;
    }
  }

  /** @throws TrimtabError when a step that an ended process left is not to be done once more */
  private async askAgain({ title }: ActionStep, key: string): Promise<void> {
    const question = `"${title}" was running when its process ended. Running it twice may have side effects. Do it again?`;
    const answer = await this.ask(key, question, [AGAIN, STOP]);
    // When it is left once more, this is asked once more.
    forgetAnswers(this.file.folder, key);
    if (answer !== AGAIN) throw new TrimtabError('It was interrupted and not done again; resume the run to do it.');
  }

  private async ask(key: string, text: string, choices: readonly string[]): Promise<string> {
    const question = { text, choices: [...choices] };
    const known = answerOf(this.file.folder, key, question);
    if (known !== undefined) return known;
    this.change(key, { state: 'asking', question });
    for (;;) {
      const answer = answerOf(this.file.folder, key, question);
      if (answer !== undefined) {
        // A step may go on for long after its question, or ask another one.
        this.change(key, { state: 'running', question: undefined });
        return answer;
      }
      if (this.observer.signal.aborted) throw new CancelledError();
      await delay(POLL_INTERVAL_MS);
    }
  }

  private state(key: string): StepState {
    const state = this.file.step(key);
    if (state === undefined) throw new Error(`the step ${key} has no state`);
    return state;
  }

  private savedWith(key: string, part: ValueRecord): Pick<StepState, 'saved'> {
    return { saved: { ...this.state(key).saved, ...part } };
  }

  /** @throws TrimtabError when it cannot be written */
  private change(key: string, part: Partial<StepState>): void {
    this.file.put({ ...this.state(key), ...part });
  }

  /** As change, where a full disk must not end the step. */
  private note(key: string, part: Partial<StepState>): void {
    this.file.note({ ...this.state(key), ...part });
  }
}
