/** Makes a profile of what a reader finds, in whatever order files have it. */
import type { Problem } from '../../base/problem.js';
import { counted, plainLine } from '../../base/text.js';
import type { CallTree } from '../../model/callTree.js';
import type { Definitions } from '../../model/definitions.js';
import type { ParallelRegion } from '../../model/parallelRegions.js';
import type { MetricDefinition, PerformanceSpace, SeverityColumn } from '../../model/performanceSpace.js';
import type { ApartMetric, ParameterSlice, Places, Profile, ProfileShape } from '../../model/profile.js';
import { severityColumn, withoutCallees, type CallPathValues } from '../../model/profileValues.js';
import { MOST_VALUES } from '../limits.js';
import { AtomicEventsBuilder } from './atomicEventsBuilder.js';
import { CallTreeBuilder } from './callTreeBuilder.js';
import { EdgesBuilder } from './edgesBuilder.js';
import { MemoryBudget } from './memoryBudget.js';
import { MetricValues, type NewMetric } from './metricValues.js';
import { SnapshotBuilder } from './snapshotBuilder.js';
import { SystemBuilder } from './systemBuilder.js';

export class ProfileBuilder {
  readonly system = new SystemBuilder();
  readonly memory = new MemoryBudget();
  readonly calls = new CallTreeBuilder(this.memory);
  readonly events = new AtomicEventsBuilder();
  readonly edges = new EdgesBuilder();
  /** Free-form facts about the run, such as `creator` and metadata of the file. */
  readonly properties = new Map<string, string>();
  readonly problems: Problem[] = [];
  private readonly metrics = new Map<string, MetricValues>();
  private readonly groups = new Map<string, Set<number>>();
  private readonly phaseRegions = new Set<number>();
  private readonly lowerBounds = new Set<number>();
  private readonly slices: ParameterSlice[] = [];
  private readonly parallelRegions: ParallelRegion[] = [];
  private readonly snapshots: SnapshotBuilder[] = [];
  private readonly lost = new Set<string>();
  /** Values that can be none: no numbers, or without bound. */
  private readonly impossible = new Map<string, number>();
  private count = 0;

  /** @param shape what the file knows of calls */
  constructor(readonly shape: ProfileShape = 'tree') {}

  warn(message: string, where?: string): void {
    this.problems.push({ level: 'warning', message, ...(where === undefined ? {} : { where }) });
  }

  /** Defines a metric; the first definition of a name counts. `time` in seconds and `visits` in counts are known by all. */
  metric(metric: NewMetric): string {
    if (!this.metrics.has(metric.name)) this.metrics.set(metric.name, new MetricValues(metric));
    return metric.name;
  }

  /** Adds what a call path has without what it calls; several values of one place are put together. */
  exclusive(metric: string, callPath: number, location: number, value: number): void {
    const values = this.checked(metric, callPath, location, value);
    values?.addExclusive(callPath, location, value);
  }

  /**
   * Adds an inclusive value of a call path. If the file has no exclusive values, they are derived from these, in a
   * tree.
   */
  inclusive(metric: string, callPath: number, location: number, value: number): void {
    const values = this.checked(metric, callPath, location, value);
    values?.addInclusive(callPath, location, value);
  }

  /** A place that was measured, and whose value is not known. */
  unknown(metric: string, callPath: number, location: number): void {
    if (this.count >= MOST_VALUES) return;
    this.count++;
    this.metrics.get(metric)?.addUnknown(callPath, location);
  }

  /** Some values of a metric could not be read. */
  lose(metric: string): void {
    this.lost.add(metric);
  }

  group(name: string, region: number): void {
    const known = this.groups.get(name);
    if (known === undefined) this.groups.set(name, new Set([region]));
    else known.add(region);
  }

  phase(region: number): void {
    this.phaseRegions.add(region);
  }

  /** Not all calls of a region were measured. */
  lowerBound(region: number): void {
    this.lowerBounds.add(region);
  }

  slice(slice: ParameterSlice): void {
    this.slices.push(slice);
  }

  parallelRegion(region: ParallelRegion): void {
    this.parallelRegions.push(region);
  }

  /** @param time seconds since the run began, where it is known */
  snapshot(name: string, time?: number): SnapshotBuilder {
    const snapshot = new SnapshotBuilder(name, time);
    this.snapshots.push(snapshot);
    return snapshot;
  }

  build(): Profile {
    const callTree = this.calls.build();
    const locationCount = this.system.locations.length;
    const built = this.builtMetrics(callTree);
    const { atomicEvents, edges } = { atomicEvents: this.events.build(), edges: this.edges.build() };
    return {
      space: { metrics: built.metrics, callTree, locationCount, severities: built.severities },
      definitions: this.definitions(),
      problems: [...this.problems, ...this.impossibleValues()],
      lost: [...this.lost],
      shape: this.shape,
      semantics: new Map(
        [...this.metrics.values()].flatMap(({ metric: { name, semantic } }) =>
          semantic === undefined ? [] : [[name, semantic] as const],
        ),
      ),
      ...(built.apart.length === 0 ? {} : { apart: built.apart }),
      ...(built.inclusive.size === 0 ? {} : { inclusive: built.inclusive }),
      ...(built.absent.size === 0 ? {} : { absent: built.absent }),
      ...(edges === undefined ? {} : { edges }),
      ...(this.groups.size === 0 ? {} : { groups: new Map([...this.groups].map(([name, of]) => [name, [...of]])) }),
      ...(this.phaseRegions.size === 0 ? {} : { phaseRegions: [...this.phaseRegions] }),
      ...(this.lowerBounds.size === 0 ? {} : { lowerBounds: [...this.lowerBounds] }),
      ...(this.slices.length === 0 ? {} : { slices: this.slices }),
      ...(atomicEvents === undefined ? {} : { atomicEvents }),
      ...(this.snapshots.length === 0
        ? {}
        : { snapshots: this.snapshots.map((one) => one.build(callTree.size, locationCount)) }),
      ...(this.parallelRegions.length === 0 ? {} : { parallelRegions: this.parallelRegions }),
      ...(built.confidence.size === 0 ? {} : { confidence: built.confidence }),
    };
  }

  /** Undefined where a value is not kept. */
  private checked(metric: string, callPath: number, location: number, value: number): MetricValues | undefined {
    const values = this.metrics.get(metric);
    if (values === undefined) throw new RangeError(`metric ${metric} is not defined`);
    if (!(callPath >= 0 && callPath < this.calls.size && location >= 0 && location < this.system.locations.length))
      throw new RangeError(`${metric} at call path ${callPath}, location ${location}: not defined`);
    if (!Number.isFinite(value)) {
      this.impossible.set(metric, (this.impossible.get(metric) ?? 0) + 1);
      this.unknown(metric, callPath, location);
      return undefined;
    }
    if (this.count >= MOST_VALUES) {
      if (!this.lost.has(metric))
        this.warn(`Metric ${plainLine(metric)} is not whole: at most ${MOST_VALUES} values are read of a file.`);
      this.lost.add(metric);
      return undefined;
    }
    this.count++;
    return values;
  }

  private builtMetrics(callTree: CallTree): BuiltMetrics {
    const built: BuiltMetrics = {
      metrics: [],
      severities: new Map(),
      apart: [],
      inclusive: new Map(),
      absent: new Map(),
      confidence: new Map(),
    };
    const locations = this.system.locations.length;
    for (const values of this.metrics.values()) {
      const { metric, combine } = values;
      const definition = definitionOf(metric);
      if (values.hasUnknown) built.absent.set(metric.name, values.unknownPlaces(callTree.size, locations));
      if (metric.confidence !== undefined) built.confidence.set(metric.name, metric.confidence);
      const inclusive = values.inclusive(callTree.size, locations);
      if (combine !== 'sum') {
        built.apart.push({ definition, combine, values: inclusive ?? values.exclusive(callTree.size, locations) });
        continue;
      }
      built.metrics.push(definition);
      if (inclusive !== undefined) built.inclusive.set(metric.name, inclusive);
      const column = this.exclusiveColumn(values, inclusive, callTree);
      if (column !== undefined && column.value.length > 0) built.severities.set(metric.name, column);
    }
    return built;
  }

  private exclusiveColumn(
    values: MetricValues,
    inclusive: CallPathValues | undefined,
    callTree: CallTree,
  ): SeverityColumn | undefined {
    const locations = this.system.locations.length;
    if (!values.isInclusive || inclusive === undefined)
      return severityColumn(values.exclusive(callTree.size, locations));
    if (this.shape === 'tree') return severityColumn(withoutCallees(inclusive, callTree, locations));
    this.lost.add(values.metric.name);
    this.warn(
      `Metric ${plainLine(values.metric.name)} has inclusive values only. Without call paths its exclusive values are unknown.`,
    );
    return undefined;
  }

  private impossibleValues(): Problem[] {
    return [...this.impossible].map(([name, count]) => ({
      level: 'warning',
      message: `${counted(count, 'value')} of metric ${plainLine(name)} are impossible (not a number, or infinite) and are ignored.`,
    }));
  }

  private definitions(): Definitions {
    const { systemTree, locationGroups, locations } = this.system;
    return {
      clock: { ticksPerSecond: 1n, globalOffset: 0n, traceLength: 0n },
      span: 0,
      systemTree,
      locationGroups,
      locations,
      regions: this.calls.regions,
      communicators: [],
      sourceCodeLocations: this.calls.sites,
      properties: this.properties,
    };
  }
}

interface BuiltMetrics {
  readonly metrics: PerformanceSpace['metrics'][number][];
  readonly severities: Map<string, SeverityColumn>;
  readonly apart: ApartMetric[];
  readonly inclusive: Map<string, CallPathValues>;
  readonly absent: Map<string, Places>;
  readonly confidence: Map<string, number>;
}

function definitionOf({ name, title = name, parent, unit = 'count', description = '' }: NewMetric): MetricDefinition {
  return { name, title, ...(parent === undefined ? {} : { parent }), unit, description };
}
