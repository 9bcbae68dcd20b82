/** Conversion of TAU's measurements to a profile. */
import { absent, elementAt } from '../../base/elements.js';
import type { Profile } from '../../model/profile.js';
import { ProfileBuilder } from '../profile/index.js';
import { defineMetrics, type TauMetric } from './metrics.js';
import { addMoments } from './moments.js';
import { parallelRegions, type OpariRow } from './parallelRegions.js';
import { regionOf } from './regions.js';
import { LineSamples } from './lineSamples.js';
import { addSystem } from './system.js';
import { Timers, type KnownTimer } from './timers.js';
import { CHILD_CALLS, TimerValues, VISITS } from './timerValues.js';
import type { TauThread, TauTrial } from './trial.js';
import { addEdges } from './edges.js';

/**
 * Returns the profile of a trial. Timers with callers in their names are listed next to those without and contain the
 * same time. A tree is made of the former, with the values of the roots. Without a tree, values come from the latter,
 * and the former are the caller–callee pairs.
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
  /** Whether any timer is one: rows are not gone through for what no file has. */
  private readonly hasSlices: boolean;
  private readonly hasOpari: boolean;

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
    this.hasSlices = timers.known.some(({ kind }) => kind === 'slice');
    this.hasOpari = timers.steps.some(({ timer }) => timer.opari !== undefined);
  }

  write(): void {
    const { trial, builder, timers, locations } = this;
    const values = new TimerValues(timers, builder, this.metrics, this.regions);
    trial.threads.forEach((thread, index) => {
      const location = elementAt(locations, index);
      values.add(thread, location, builder);
      if (this.hasSlices) this.addSlices(thread, location);
      if (this.hasOpari) this.addOpari(thread, location);
      this.samples.add(thread);
      for (const [event, statistics] of thread.events) this.addEvent(trial.events[event] ?? '', location, statistics);
    });
    addMoments(trial.threads, locations, values, builder);
    if (builder.shape === 'edges')
      addEdges({ trial, timers, builder, metrics: this.metrics, regions: this.regions, locations });
    const processes = builder.system.locations.map(({ group }) => group);
    for (const region of parallelRegions(this.opari, processes)) builder.parallelRegion(region);
  }

  private region(step: number): number {
    return this.regions[step] ?? absent(step);
  }

  private known(timer: number): KnownTimer {
    return this.timers.known[timer] ?? absent(timer);
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
