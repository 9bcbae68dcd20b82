/** Severities of a window of time, booked as those of the whole run are. */
import { regionTable, type RegionTable } from '../../../analysis/trace/profile/regionTable.js';
import { absent } from '../../../base/elements.js';
import type { TimelineFile } from '../../../experiments/files/timelineFile.js';
import { metricsAbove } from '../../../model/metricsAbove.js';
import type { MetricDefinition } from '../../../model/performanceSpace.js';
import { processesOf } from '../../../model/processes.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import { overlapping, type Window } from '../timeline/largest.js';
import { idleThreadsOf } from './idleThreads.js';
import { pathByLocation } from './pathByLocation.js';
import { type PlacedColumns, PlacedSums } from './placedSums.js';
import { readWindow } from './readWindow.js';
import { TimesOfLocation } from './timesOfLocation.js';
import { knownWaits } from './knownWaits.js';

/**
 * Severities by metric; metrics include their children, and call paths are exclusive. Metrics without known times are
 * omitted; a metric that is available but zero is included.
 */
export type WindowSeverities = ReadonlyMap<string, PlacedColumns>;

/**
 * Time, what it is divided into, visits, waits and the critical path in a window. Waits count as far as they overlap it.
 * @throws as readWindow
 */
export function windowSeverities(
  measurement: OpenMeasurement,
  window: Window,
  checkCancelled: CheckCancelled,
): WindowSeverities {
  const booking = new WindowBooking(measurement, window, checkCancelled);
  booking.bookTimes();
  booking.bookWaits();
  return booking.rolledUp();
}

class WindowBooking {
  private readonly file: TimelineFile;
  private readonly regions: RegionTable;
  /** Value of a metric without its children. */
  private readonly own = new Map<string, PlacedSums>();
  /** Waits that are a part of others, which count for their own metric alone. */
  private readonly parts = new Map<string, PlacedSums>();

  constructor(
    private readonly measurement: OpenMeasurement,
    private readonly window: Window,
    private readonly checkCancelled: CheckCancelled,
  ) {
    this.file = measurement.timeline(checkCancelled);
    this.regions = regionTable(measurement.events(checkCancelled).definitions);
  }

  bookTimes(): void {
    const { measurement, window, checkCancelled } = this;
    const { size } = measurement.space.callTree;
    const onPath = pathByLocation(this.file, window, checkCancelled);
    const read = new Map<number, TimesOfLocation>();
    const listenTo = (location: number) => {
      measurement.room.check(32 * size);
      const times = new TimesOfLocation(size, window, onPath.get(location) ?? []);
      read.set(location, times);
      return { intervals: times, calls: times };
    };
    readWindow(measurement, window, listenTo, checkCancelled);
    for (const [location, times] of read) this.bookLocation(location, times);
    this.bookIdleThreads(read);
  }

  bookWaits(): void {
    const { file, window, checkCancelled } = this;
    for (const run of overlapping(file.runsOf('waits'), window)) {
      checkCancelled();
      const { location, node, from, to, property, part } = file.waits(run);
      for (let row = 0; row < from.length; row++) {
        const seconds = Math.min(to[row] ?? absent(row), window.to) - Math.max(from[row] ?? absent(row), window.from);
        if (!(seconds > 0)) continue;
        const [at, own] = [node[row] ?? absent(row), location[row] ?? absent(row)];
        const metric = file.properties[property[row] ?? absent(row)] ?? absent(row);
        if (part[row] === 1) {
          this.of(metric, this.parts).add(at, own, seconds);
          continue;
        }
        this.of(this.metricAt(at)).add(at, own, -seconds);
        this.of(metric).add(at, own, seconds);
      }
    }
  }

  /** Puts what each metric has into those above it. */
  rolledUp(): WindowSeverities {
    const { own, parts, measurement, checkCancelled } = this;
    const { metrics, severities } = measurement.space;
    const above = metricsAbove(metrics);
    const isKnown = knownMetrics(metrics, this.regions, knownWaits(measurement, this.file, checkCancelled));
    const all = new Map<string, PlacedSums>();
    for (const [name, sums] of own) for (const each of above(name)) this.of(each, all).addAll(sums);
    for (const [name, sums] of parts) this.of(name, all).addAll(sums);
    // Teams and devices have parts of the critical path that belong to other call paths.
    const isPathKnown =
      severities.has('critical_path') && !severities.has('omp_fork') && !severities.has('accelerator');
    const known = metrics.filter(({ name }) =>
      name === 'critical_path' ? isPathKnown : isKnown(name) || !severities.has(name),
    );
    return new Map(known.map(({ name }) => [name, this.of(name, all).columns()]));
  }

  private of(metric: string, sums = this.own): PlacedSums {
    const known = sums.get(metric) ?? new PlacedSums(this.measurement.room);
    sums.set(metric, known);
    return known;
  }

  private metricAt(node: number): string {
    return this.regions.metric[this.measurement.space.callTree.region[node] ?? absent(node)] ?? 'comp';
  }

  private bookLocation(location: number, times: TimesOfLocation): void {
    const { regions } = this;
    const { region } = this.measurement.space.callTree;
    for (const [node, seconds] of [...filled(times.serial), ...filled(times.inTeams)])
      this.of(this.metricAt(node)).add(node, location, seconds);
    for (const [node, visits] of filled(times.visits))
      if (regions.uncounted[region[node] ?? absent(node)] !== 1) this.of('visits').add(node, location, visits);
    for (const [node, seconds] of filled(times.criticalPath)) this.of('critical_path').add(node, location, seconds);
    for (const [node, seconds] of times.fork) this.of('omp_fork').add(node, location, seconds);
    for (const [node, seconds] of times.management) this.of('omp_management').add(node, location, seconds);
  }

  private bookIdleThreads(read: ReadonlyMap<number, TimesOfLocation>): void {
    const { measurement, checkCancelled } = this;
    const processes = processesOf(measurement.events(checkCancelled).definitions);
    const { idleFor, isLimited } = idleThreadsOf(measurement.space, processes);
    for (const [location, first] of idleFor)
      for (const [node, seconds] of filled(read.get(first)?.serial))
        this.of('omp_idle_threads').add(node, location, seconds);
    for (const location of isLimited)
      for (const [node, seconds] of read.get(location)?.limited ?? [])
        this.of('omp_limited_parallelism').add(node, location, seconds);
  }
}

/** Values that are not zero, by call path. */
function filled(values: Float64Array = new Float64Array(0)): [node: number, value: number][] {
  return Array.from(values.entries()).filter(([, value]) => value !== 0);
}

/** Metrics whose values are known by time: what regions are divided into with all above it, and waits that are all kept. */
function knownMetrics(
  metrics: readonly MetricDefinition[],
  regions: RegionTable,
  waits: ReadonlySet<string>,
): (metric: string) => boolean {
  const above = metricsAbove(metrics);
  const known = new Set([...waits, 'visits']);
  const ofTimes = [...regions.metric, 'omp_fork', 'omp_management', 'omp_idle_threads', 'omp_limited_parallelism'];
  for (const name of ofTimes) for (const each of above(name)) known.add(each);
  return (metric) => known.has(metric);
}
