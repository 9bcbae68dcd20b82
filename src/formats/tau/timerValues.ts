/** Puts what a thread's timers have into a profile: along call paths where there is a tree, else by region. */
import { absent } from '../../base/elements.js';
import type { ProfileBuilder } from '../profile/index.js';
import { isWrapped, type TauMetric } from './metrics.js';
import type { TauRow } from './rows.js';
import type { KnownTimer, Timers } from './timers.js';
import type { TauThread } from './trial.js';

export const VISITS = 'visits';
/** Calls of other timers, which TAU counts in addition to the calls. */
export const CHILD_CALLS = 'child_calls';
const APPLICATION = '.TAU application';

/** Destination of values: the profile, or its state at a snapshot. */
export type Sink = Pick<ProfileBuilder, 'exclusive' | 'inclusive' | 'unknown'>;

type Rows = Pick<TauThread, 'rows' | 'thread'>;

export class TimerValues {
  private roots: Set<number> | undefined;
  /** By timer; a timer has the same way on all threads. */
  private readonly pathOf: number[] = [];

  /** @param regions by step of ways */
  constructor(
    private readonly timers: Timers,
    private readonly builder: ProfileBuilder,
    private readonly metrics: readonly TauMetric[],
    private readonly regions: readonly number[],
  ) {}

  add(thread: Rows, location: number, into: Sink): void {
    if (this.builder.shape === 'tree') this.addTree(thread, location, into);
    else this.addFlat(thread, location, into);
  }

  private region(step: number): number {
    return this.regions[step] ?? absent(step);
  }

  private known(timer: number): KnownTimer {
    return this.timers.known[timer] ?? absent(timer);
  }

  private addFlat(thread: Rows, location: number, into: Sink): void {
    for (const [timer, row] of thread.rows) {
      const { kind, steps } = this.known(timer);
      const step = steps[0];
      if (kind !== 'flat' || step === undefined) continue;
      const path = this.builder.calls.callPath(this.region(step));
      addCounts(into, path, location, row);
      this.metrics.forEach((metric, at) => {
        addExclusive(into, metric, this.idleOr(path, step, thread), location, row.exclusive[at]);
        addInclusive(into, metric, path, location, row.inclusive[at]);
      });
    }
  }

  /** The paths, and what no path leads to: roots, less what they have when they are called. */
  private addTree(thread: Rows, location: number, into: Sink): void {
    const called = new Map<number, TauRow[]>();
    for (const [timer, row] of thread.rows) {
      const { kind, steps } = this.known(timer);
      const last = steps.at(-1);
      if (kind !== 'path' || last === undefined) continue;
      const rows = called.get(last);
      if (rows === undefined) called.set(last, [row]);
      else rows.push(row);
      const path = (this.pathOf[timer] ??= this.builder.calls.callPathOf(steps.map((step) => this.region(step))));
      addCounts(into, path, location, row);
      this.metrics.forEach((metric, at) => {
        addExclusive(into, metric, path, location, row.exclusive[at]);
        addInclusive(into, metric, path, location, row.inclusive[at]);
      });
    }
    for (const [timer, row] of thread.rows) {
      const { kind, steps } = this.known(timer);
      const step = steps[0];
      if (kind !== 'flat' || step === undefined) continue;
      const calls = called.get(step);
      if (calls === undefined || this.isRoot(step)) this.addRoot(step, thread, location, { row, calls, into });
    }
  }

  private addRoot(
    step: number,
    thread: Rows,
    location: number,
    { row, calls = [], into }: { row: TauRow; calls: readonly TauRow[] | undefined; into: Sink },
  ): void {
    const path = this.builder.calls.callPath(this.region(step));
    const less = (of: (one: TauRow) => number | undefined): number | undefined => {
      const whole = of(row);
      if (whole === undefined) return undefined;
      const parts = calls.map((one) => of(one) ?? 0);
      return remainder(whole, parts);
    };
    addCounts(into, path, location, {
      calls: less((one) => one.calls) ?? 0,
      children: less((one) => one.children) ?? 0,
    });
    const own = this.idleOr(path, step, thread);
    this.metrics.forEach((metric, at) => {
      const rest = less((one) => one.exclusive[at]);
      addExclusive(into, metric, own, location, rest);
      addInclusive(into, metric, path, location, row.inclusive[at]);
    });
  }

  /** Whether paths begin with a region. */
  private isRoot(step: number): boolean {
    this.roots ??= new Set(this.timers.known.flatMap(({ kind, steps }) => (kind === 'path' ? steps.slice(0, 1) : [])));
    return this.roots.has(step);
  }

  /** Time of OpenMP's workers outside of all constructs is not work: they wait for the next one. */
  private idleOr(path: number, step: number, thread: Rows): number {
    if (thread.thread === 0 || this.timers.steps[step]?.timer.name !== APPLICATION || !this.isWorker(thread))
      return path;
    const idle = this.builder.calls.region({ name: 'idle OpenMP threads', paradigm: 'openmp', role: 'artificial' });
    return this.builder.calls.callPath(idle, path);
  }

  private isWorker({ rows }: Rows): boolean {
    for (const timer of rows.timers()) for (const step of this.known(timer).steps) if (this.isOpenmp(step)) return true;
    return false;
  }

  private isOpenmp(step: number): boolean {
    const timer = this.timers.steps[step]?.timer;
    return timer?.opari !== undefined || timer?.name.startsWith('OpenMP_') === true;
  }
}

/** A whole without its parts; zero where nothing but rounding is left. */
function remainder(whole: number, parts: readonly number[]): number {
  const rest = parts.reduce((left, part) => left - part, whole);
  return Math.abs(rest) <= 2 * Number.EPSILON * (parts.length + 1) * Math.abs(whole) ? 0 : rest;
}

function addCounts(
  into: Sink,
  path: number,
  location: number,
  { calls, children }: Pick<TauRow, 'calls' | 'children'>,
): void {
  into.exclusive(VISITS, path, location, calls);
  into.exclusive(CHILD_CALLS, path, location, children);
}

function addExclusive(into: Sink, metric: TauMetric, path: number, location: number, value: number | undefined): void {
  if (value === undefined) return;
  if (isWrapped(value)) into.unknown(metric.name, path, location);
  else into.exclusive(metric.name, path, location, value * metric.scale);
}

function addInclusive(into: Sink, metric: TauMetric, path: number, location: number, value: number | undefined): void {
  if (value !== undefined && !isWrapped(value)) into.inclusive(metric.name, path, location, value * metric.scale);
}
