/** What TAU measured as a profile. */
import { absent, elementAt } from '../../base/elements.js';
import type { Profile } from '../../model/profile.js';
import { ProfileBuilder } from '../profile/index.js';
import { defineMetrics, isWrapped, type TauMetric } from './metrics.js';
import { parallelRegions, type OpariRow } from './parallelRegions.js';
import { regionOf } from './regions.js';
import { LineSamples } from './lineSamples.js';
import { addSystem } from './system.js';
import { Timers, type KnownTimer } from './timers.js';
import type { TauRow, TauThread, TauTrial } from './trial.js';
import { addEdges } from './edges.js';

const VISITS = 'visits';
/** Calls of others, as TAU counts them beside the calls. */
export const CHILD_CALLS = 'child_calls';
const APPLICATION = '.TAU application';

/**
 * Timers with callers in their names stand beside those without and contain the same time: a tree is made of the former,
 * with what the roots have; without a tree the latter are all there is, and the former say who calls whom.
 */
export function toProfile(trial: TauTrial): Profile {
  const timers = new Timers(trial);
  const builder = new ProfileBuilder(timers.shape());
  builder.properties.set('creator', `TAU ${trial.metadata.get('TAU Version') ?? ''}`.trim());
  for (const [name, value] of trial.metadata) builder.properties.set(name, value);
  for (const warning of trial.warnings) builder.warn(warning);
  const writer = new TauWriter(trial, timers, builder);
  writer.write();
  return writer.samples.addTo(builder.build());
}

class TauWriter {
  readonly samples: LineSamples;
  private readonly metrics: readonly TauMetric[];
  private readonly regions: readonly number[];
  private readonly locations: readonly number[];
  private readonly opari: OpariRow[] = [];

  constructor(
    private readonly trial: TauTrial,
    private readonly timers: Timers,
    private readonly builder: ProfileBuilder,
  ) {
    this.metrics = defineMetrics(builder, trial.metrics);
    builder.metric({ name: VISITS, title: 'Visits', semantic: 'visits', description: 'Calls' });
    builder.metric({
      name: CHILD_CALLS,
      title: 'Calls of others',
      semantic: 'visits',
      description: 'Calls of other timers',
    });
    this.regions = timers.steps.map(({ timer, groups }) => regionOf(builder, timer, groups));
    timers.steps.forEach(({ groups }, step) => {
      if (groups.includes('TAU_PHASE')) builder.phase(this.region(step));
    });
    this.locations = addSystem(builder, trial);
    this.samples = new LineSamples(timers, this.regions, builder.calls);
  }

  write(): void {
    const { trial, builder, timers } = this;
    trial.threads.forEach((thread, index) => {
      const location = elementAt(this.locations, index);
      if (builder.shape === 'tree') this.addTree(thread, location);
      else this.addFlat(thread, location);
      this.addSlices(thread, location);
      this.addOpari(thread, location);
      this.samples.add(thread);
      for (const [event, statistics] of thread.events) this.addEvent(trial.events[event] ?? '', location, statistics);
    });
    if (builder.shape === 'edges')
      addEdges({ trial, timers, builder, metrics: this.metrics, regions: this.regions, locations: this.locations });
    const processes = builder.system.locations.map(({ group }) => group);
    for (const region of parallelRegions(this.opari, processes)) builder.parallelRegion(region);
  }

  private region(step: number): number {
    return this.regions[step] ?? absent(step);
  }

  private known(timer: number): KnownTimer {
    return this.timers.known[timer] ?? absent(timer);
  }

  private addFlat(thread: TauThread, location: number): void {
    for (const [timer, row] of thread.rows) {
      const { kind, steps } = this.known(timer);
      const step = steps[0];
      if (kind !== 'flat' || step === undefined) continue;
      const path = this.builder.calls.callPath(this.region(step));
      this.addCounts(path, location, row.calls, row.children);
      this.metrics.forEach((metric, at) => {
        this.addExclusive(metric, this.idleOr(path, step, thread), location, row.exclusive[at]);
        this.addInclusive(metric, path, location, row.inclusive[at]);
      });
    }
  }

  /** The paths, and what no path leads to: roots, less what they have when they are called. */
  private addTree(thread: TauThread, location: number): void {
    const called = new Map<number, TauRow[]>();
    for (const [timer, row] of thread.rows) {
      const { kind, steps } = this.known(timer);
      const last = steps.at(-1);
      if (kind !== 'path' || last === undefined) continue;
      const rows = called.get(last);
      if (rows === undefined) called.set(last, [row]);
      else rows.push(row);
      const path = this.builder.calls.callPathOf(steps.map((step) => this.region(step)));
      this.addCounts(path, location, row.calls, row.children);
      this.metrics.forEach((metric, at) => {
        this.addExclusive(metric, path, location, row.exclusive[at]);
        this.addInclusive(metric, path, location, row.inclusive[at]);
      });
    }
    for (const [timer, row] of thread.rows) {
      const { kind, steps } = this.known(timer);
      const step = steps[0];
      if (kind !== 'flat' || step === undefined) continue;
      const calls = called.get(step);
      if (calls === undefined || this.isRoot(step)) this.addRoot(step, thread, location, row, calls ?? []);
    }
  }

  private addRoot(step: number, thread: TauThread, location: number, row: TauRow, calls: readonly TauRow[]): void {
    const path = this.builder.calls.callPath(this.region(step));
    const less = (of: (one: TauRow) => number | undefined): number | undefined => {
      const whole = of(row);
      return whole === undefined ? undefined : calls.reduce((rest, one) => rest - (of(one) ?? 0), whole);
    };
    this.addCounts(path, location, less((one) => one.calls) ?? 0, less((one) => one.children) ?? 0);
    this.metrics.forEach((metric, at) => {
      this.addExclusive(
        metric,
        this.idleOr(path, step, thread),
        location,
        less((one) => one.exclusive[at]),
      );
      this.addInclusive(metric, path, location, row.inclusive[at]);
    });
  }

  /** Whether paths begin with a region. */
  private isRoot(step: number): boolean {
    this.roots ??= new Set(this.timers.known.flatMap(({ kind, steps }) => (kind === 'path' ? steps.slice(0, 1) : [])));
    return this.roots.has(step);
  }
  private roots: Set<number> | undefined;

  /** What OpenMP's workers have outside of all constructs is not work: they wait for the next one. */
  private idleOr(path: number, step: number, thread: TauThread): number {
    if (thread.thread === 0 || this.timers.steps[step]?.timer.name !== APPLICATION || !this.isWorker(thread))
      return path;
    const idle = this.builder.calls.region({ name: 'idle OpenMP threads', paradigm: 'openmp', role: 'artificial' });
    return this.builder.calls.callPath(idle, path);
  }

  private isWorker({ rows }: TauThread): boolean {
    for (const timer of rows.keys()) for (const step of this.known(timer).steps) if (this.isOpenmp(step)) return true;
    return false;
  }

  private isOpenmp(step: number): boolean {
    const timer = this.timers.steps[step]?.timer;
    return timer?.opari !== undefined || timer?.name.startsWith('OpenMP_') === true;
  }

  private addCounts(path: number, location: number, calls: number, children: number): void {
    this.builder.exclusive(VISITS, path, location, calls);
    this.builder.exclusive(CHILD_CALLS, path, location, children);
  }

  private addExclusive(metric: TauMetric, path: number, location: number, value: number | undefined): void {
    if (value === undefined) return;
    if (isWrapped(value)) this.builder.unknown(metric.name, path, location);
    else this.builder.exclusive(metric.name, path, location, value * metric.scale);
  }

  private addInclusive(metric: TauMetric, path: number, location: number, value: number | undefined): void {
    if (value !== undefined && !isWrapped(value))
      this.builder.inclusive(metric.name, path, location, value * metric.scale);
  }

  private addSlices(thread: TauThread, location: number): void {
    for (const [timer, row] of thread.rows) {
      const { kind, steps, parameters } = this.known(timer);
      const step = steps[0];
      if (kind !== 'slice' || step === undefined) continue;
      const values = (of: readonly (number | undefined)[]): Map<string, number> =>
        new Map(
          this.metrics.flatMap(({ name, scale }, at) =>
            of[at] === undefined ? [] : [[name, of[at] * scale] as const],
          ),
        );
      this.builder.slice({
        region: this.region(step),
        parameters,
        location,
        calls: row.calls,
        exclusive: values(row.exclusive),
        inclusive: values(row.inclusive),
      });
    }
  }

  private addOpari(thread: TauThread, location: number): void {
    const at = this.metrics.findIndex(({ name }) => name === 'time');
    for (const [index, { calls, exclusive, inclusive }] of thread.rows) {
      const { kind, steps } = this.known(index);
      const timer = this.timers.steps[steps[0] ?? -1]?.timer;
      const [own, whole] = [exclusive[at], inclusive[at]];
      if (kind !== 'flat' || timer?.opari === undefined || own === undefined || whole === undefined) continue;
      const scale = this.metrics[at]?.scale ?? 1;
      const region = this.region(steps[0] ?? -1);
      this.opari.push({ timer, region, location, calls, exclusive: own * scale, inclusive: whole * scale });
    }
  }

  private addEvent(name: string, location: number, statistics: Parameters<ProfileBuilder['events']['add']>[2]): void {
    const colon = name.lastIndexOf(' : ');
    const [bare, context] = colon < 0 ? [name, ''] : [name.slice(0, colon), name.slice(colon + 3)];
    const steps = context === '' ? [] : context.split(' => ', 500).map((step) => step.trim());
    const event = this.builder.events.event(bare.trim(), steps);
    this.builder.events.add(event, location, statistics);
  }
}
