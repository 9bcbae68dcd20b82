/**
 * Evaluation of a project's properties on a run, in a separate thread, since their texts are untrusted. A property that
 * uses too much memory ends the thread; another thread continues with the rest.
 */
import { type OwnProperty, type OwnRun, type OwnStep, withOwn } from '../../analysis/asl/ownProperties.js';
import { CHANGE_CLASSES } from '../../asl/measured/changes.js';
import type { Source } from '../../asl/syntax/diagnostics.js';
import { CancelledError } from '../../base/problem.js';
import { dataSize } from '../../base/text.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import type { Profile } from '../../model/profile.js';
import type { RunSeries } from '../../model/dynamics/series.js';
import { HEAP } from './evaluation.js';
import { findBundle, startBounded } from '../analysis/boundedWorker.js';
import { memoryLimit } from '../analysis/memoryLimit.js';
import { endOf, type FailureMessage, failureOf } from '../analysis/failure.js';

/** Bytes that the process may grow by meanwhile: the thread has columns of numbers outside of its heap, and a copy of the run. */
const GROWTH = 1 << 30;
/** Maximum number of threads that texts may end; after that, the remaining properties are skipped. */
const MOST_ENDED = 16;
/** Interval in milliseconds of checks for a cancellation. */
const POLL_INTERVAL_MS = 50;

/** Message at the end of the thread's work. */
export type OwnMessage = { readonly kind: 'step'; readonly step: OwnStep } | { readonly kind: 'end' } | FailureMessage;

export interface OwnTask {
  readonly kind: 'own';
  readonly texts: readonly Source[];
  readonly run: OwnRun;
  readonly report: Pick<FindingsReport, 'program' | 'span'>;
  /** Of a profile. */
  readonly parallelRegions?: Profile['parallelRegions'];
  /** The trace that patterns are looked for in, where the run has one. */
  readonly trace?: string;
  /** Values by iteration, if a loop is known: passed only if a text may use them. */
  readonly series?: RunSeries | undefined;
  readonly only?: ReadonlySet<number>;
}

export interface OwnWork {
  readonly isCancelled: () => boolean;
  /** Next to the running bundle if omitted. */
  readonly workerPath?: string;
  /** In bytes. */
  readonly heap?: number;
}

/** @throws CancelledError */
export async function withOwnProperties(
  report: FindingsReport,
  task: Omit<OwnTask, 'kind' | 'report' | 'only'>,
  work: OwnWork,
): Promise<FindingsReport> {
  if (task.texts.length === 0) return report;
  const { program, span } = report;
  const { series, ...others } = task;
  const asked = series !== undefined && task.texts.some(({ text }) => OF_CHANGES.test(text)) ? { series } : {};
  const rounds = new Rounds({ kind: 'own', ...others, ...asked, report: { program, span } }, work);
  return withOwn(report, await rounds.all());
}

/** Texts that ask for changes name one of the classes that these are rows of. */
const OF_CHANGES = new RegExp(`\\b(?:${[...CHANGE_CLASSES].join('|')})\\b`);

/** State of a thread that ended early: the property it evaluated, or the step before properties. */
type Place = 'texts' | 'patterns' | number;

/** One thread after the other, as long as properties are left that may be evaluated. */
class Rounds {
  private readonly steps: OwnStep[] = [];
  private properties: readonly OwnProperty[] = [];
  private readonly done = new Set<number>();

  constructor(
    private readonly task: OwnTask,
    private readonly work: OwnWork,
  ) {}

  async all(): Promise<OwnStep[]> {
    /** Groups to evaluate together; initially all of them. */
    const groups: (readonly number[] | undefined)[] = [undefined];
    for (let next = 0; next < groups.length; next++) {
      if (next > MOST_ENDED) {
        this.tell(
          `${this.names(groups.slice(next).flatMap((each) => each ?? []))}: not evaluated, because too many others had to be stopped.`,
        );
        break;
      }
      const ended = await this.thread(groups[next]);
      if (ended !== undefined) groups.push(...this.after(ended, groups[next]));
    }
    return this.steps;
  }

  /** Reports why a thread ended early. @returns groups that other threads continue with */
  private after(
    { at, why }: { readonly at: Place; readonly why: string },
    asked: readonly number[] = [...this.properties.keys()],
  ) {
    if (typeof at === 'number') this.done.add(at);
    const left = asked.filter((each) => !this.done.has(each));
    const [only, another] = left;
    if (typeof at === 'number') {
      this.tell(`${this.names([at])}: ${why}.`);
      return left.length > 0 ? [left] : [];
    }
    if (at === 'patterns' && another !== undefined) {
      // All patterns are looked for in one pass: who made it too much is found out by one pass for each.
      const isOfEvents = (each: number): boolean => this.properties[each]?.isOfEvents === true;
      const others = left.filter((each) => !isOfEvents(each));
      return [...(others.length > 0 ? [others] : []), ...left.filter(isOfEvents).map((each) => [each])];
    }
    this.tell(
      only === undefined
        ? `The properties of this project are not evaluated: ${why}.`
        : `${this.names([only])}: ${why}.`,
    );
    return [];
  }

  private async thread(only: readonly number[] | undefined): Promise<{ at: Place; why: string } | undefined> {
    const { isCancelled, workerPath, heap = HEAP } = this.work;
    const task: OwnTask = { ...this.task, ...(only === undefined ? {} : { only: new Set(only) }) };
    const path = workerPath ?? findBundle('propertyWorker.cjs');
    const { worker, ended } = startBounded(path, task, Math.min(GROWTH, memoryLimit() / 2), heap);
    const state: { at: Place | 'end' } = { at: 'texts' };
    let failure: FailureMessage | undefined;
    worker.on('message', (message: OwnMessage) => {
      if (message.kind === 'step') state.at = this.take(message.step, state.at, only === undefined);
      else if (message.kind === 'end') state.at = 'end';
      else failure = message;
    });
    const watch = setInterval(() => {
      if (isCancelled()) void worker.terminate();
    }, POLL_INTERVAL_MS);
    const { code, fatal } = await ended;
    clearInterval(watch);
    if (isCancelled()) throw new CancelledError();
    const { at } = state;
    if (at === 'end') return undefined;
    const cause = failure ?? (fatal === undefined ? undefined : failureOf(fatal));
    return { at, why: whyOf(cause, code) };
  }

  /** @returns the current state of the thread; only the first one reports errors */
  private take(step: OwnStep, at: Place | 'end', isFirst: boolean): Place | 'end' {
    if (step.kind === 'checked') this.properties = step.properties;
    else if (step.kind === 'begun') return step.property ?? 'patterns';
    else if (isFirst || at !== 'texts') this.steps.push(step);
    if (step.kind === 'found') this.done.add(step.property);
    return at;
  }

  private tell(message: string): void {
    this.steps.push({ kind: 'problem', message });
  }

  private names(properties: readonly number[]): string {
    const names = properties.slice(0, MOST_NAMED).map((each) => this.properties[each]?.name ?? 'A property');
    return properties.length > names.length
      ? `${names.join(', ')} and ${properties.length - names.length} more`
      : names.join(', ');
  }
}

/** More properties are not named in one sentence. */
const MOST_NAMED = 5;
const ABOUT = { what: 'The evaluation', remedy: 'go over fewer rows or smaller sets' };

function whyOf(cause: FailureMessage | undefined, code: number): string {
  if (cause?.kind === 'memory' && cause.limit !== undefined)
    return `it was stopped at ${dataSize(cause.limit)} of memory; ${ABOUT.remedy}`;
  return endOf(cause, code, ABOUT).message.replace(/\.$/, '');
}
