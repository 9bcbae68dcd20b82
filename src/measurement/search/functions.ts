/**
 * Search for expensive computation: functions that are off are tried for two iterations, in which the probe's own
 * budget holds too. Those that matter and cost little are measured from then on.
 */
import type { IterationStream } from '../live/iterations/stream.js';
import type { LiveView } from '../live/view.js';
import type { Hypothesis, SearchBook } from './history.js';
import type { SearchedRun } from './run.js';
import { alwaysOn, measureOnly, tryFunctions } from '../live/switching.js';
import { costOf, severityOf, type Window, windowOf } from './window.js';
import { slowdownOf } from './slowdown.js';

/** Functions switched by an experiment: from which iteration on, from 0, values are those of the enabled functions. */
export interface Switched {
  readonly from: number;
  readonly changesFunctions: boolean;
}

const TRIED = 2;
/** More functions are not switched one by one. */
const MOST_NAMED = 64;

export class FunctionTests {
  /** From which iteration on more functions are tried: the program may come to others later. */
  private nextTrial = 0;

  constructor(
    private readonly run: SearchedRun,
    private readonly book: SearchBook,
    private readonly log: (sentence: string) => void,
  ) {
    // A resumed search has tried them before.
    for (const { kind, first } of book.history.experiments) if (kind === 'functions') this.nextTrial = 2 * first;
  }

  /** The next experiment, where one is worth it. */
  async next(stream: IterationStream, window: Window): Promise<Switched | undefined> {
    this.noteSlowdown(stream);
    const tooDear = await this.keepToBudget(window);
    if (tooDear !== undefined) return tooDear;
    const computation = this.book.find({ property: 'comp', path: [], ranks: [] });
    if (stream.reached < this.nextTrial || computation?.state !== 'true') return undefined;
    this.nextTrial = 2 * stream.reached;
    const view = await this.run.look('get flat');
    const on = view.functions.filter((one) => one.on).map(({ name }) => name);
    if (on.length === view.functions.length || view.phase === undefined || on.length > MOST_NAMED) return undefined;
    return this.tried(stream, view, on, computation);
  }

  private async tried(
    stream: IterationStream,
    view: LiveView,
    on: readonly string[],
    parent: Hypothesis,
  ): Promise<Switched | undefined> {
    const names = view.functions.map(({ name }) => name);
    this.log(`${names.length - on.length} more functions are tried for ${TRIED} iterations.`);
    const begin = await tryFunctions(this.run, on, TRIED);
    if (begin === undefined) return undefined;
    const trial = await this.windowAt(stream, begin, TRIED);
    const wanted = trial === undefined ? [] : this.affordable(trial, view, parent);
    const { cost } = trial ?? { cost: 0 };
    this.book.history.experiments.push({
      ...{ kind: 'functions', first: begin - 1, count: TRIED },
      ...{ functions: names, cost },
    });
    if (wanted.length === 0) return { from: begin - 1 + TRIED, changesFunctions: false };
    const at = await measureOnly(this.run, [...on, ...wanted]);
    if (at === undefined) return undefined;
    this.log(`${wanted.length} functions more are measured from iteration ${at} on.`);
    return { from: at, changesFunctions: true };
  }

  /** Returns the data of the iterations from `begin` on, from 1, as soon as they are complete. */
  private async windowAt(stream: IterationStream, begin: number, count: number): Promise<Window | undefined> {
    while (stream.reached < begin - 1 + count) {
      await this.run.pause(200);
      await this.run.look('get flat'); // fails where the run has ended
      for (const { file, bytes } of await this.run.growth()) stream.take(file, bytes);
    }
    return windowOf(stream, begin - 1, count);
  }

  /**
   * Returns functions with a sufficient share of the time, those with the best ratio of benefit to cost first, within
   * the budget.
   */
  private affordable(trial: Window, view: LiveView, parent: Hypothesis): string[] {
    const { threshold, budget } = this.book.history;
    const known = new Set(alwaysOn(view));
    // Regions of OpenMP and calls that are always recorded are computation too, and cannot be switched.
    const wantable = new Set(view.functions.map(({ name }) => name).filter((name) => !known.has(name)));
    const found = trial.byPath
      .filter(({ metric, path }) => metric === 'comp' && wantable.has(path.at(-1) ?? ''))
      .map((amount) => ({
        ...amount,
        name: amount.path.at(-1) ?? '',
        severity: severityOf(trial, amount).severity,
        cost: costOf(trial, amount.path.at(-1) ?? ''),
      }))
      .filter(({ severity }) => severity >= threshold)
      .sort((a, b) => b.severity / (b.cost + 1e-9) - a.severity / (a.cost + 1e-9));
    let left = budget;
    const wanted: string[] = [];
    for (const { name, path, cost } of found) {
      if (wanted.includes(name)) continue;
      if (cost <= left) {
        wanted.push(name);
        left -= cost;
      } else this.tooDear(parent, path, `Recording its calls would take ${(100 * cost).toPrecision(2)} % of the time.`);
    }
    return wanted.slice(0, MOST_NAMED);
  }

  private tooDear(parent: Hypothesis, path: readonly string[], note: string): void {
    const one = this.book.below(parent, { property: 'comp', path: [...path], ranks: [] });
    if (one.state !== 'true') this.book.set(one.number, { state: 'over budget', note });
  }

  /** Takes out the functions that cost most where all together cost more than the budget. */
  private async keepToBudget(window: Window): Promise<Switched | undefined> {
    const { budget } = this.book.history;
    if (window.cost <= budget) return undefined;
    const view = await this.run.look('get flat');
    const known = new Set(alwaysOn(view));
    const on = view.functions.filter((one) => one.on && !known.has(one.name)).map(({ name }) => name);
    let { cost } = window;
    const dear = on
      .map((name) => ({ name, own: costOf(window, name) }))
      .filter(({ own }) => own > 0)
      .sort((a, b) => b.own - a.own)
      .filter(({ own }) => {
        const isOver = cost > budget;
        cost -= isOver ? own : 0;
        return isOver;
      });
    if (dear.length === 0 || on.length > MOST_NAMED) return undefined;
    const out = new Set(dear.map(({ name }) => name));
    const at = await measureOnly(
      this.run,
      on.filter((name) => !out.has(name)),
    );
    if (at === undefined) return undefined;
    for (const { path, metric } of window.byPath)
      if (metric === 'comp' && out.has(path.at(-1) ?? ''))
        this.tooDear(
          this.book.below(this.book.root, { property: 'comp', path: [], ranks: [] }),
          path,
          'It was switched off, since recording its calls took more than the budget.',
        );
    this.log(
      `${dear.length} functions are off from iteration ${at} on: recording took ${(100 * window.cost).toPrecision(2)} % of the time.`,
    );
    return { from: at, changesFunctions: true };
  }

  /** How much longer iterations take since functions were switched on. */
  private noteSlowdown(stream: IterationStream): void {
    const { experiments } = this.book.history;
    for (const [index, one] of experiments.entries()) {
      if (one.slowdown !== undefined || one.count === 0) continue;
      const slowdown = slowdownOf(stream, one.first, one.count);
      if (slowdown !== undefined) experiments[index] = { ...one, slowdown };
    }
  }
}
