import { absent } from '../../../base/elements.js';
import type { CallTreeBuilder } from '../profile/callTreeBuilder.js';
import type { RegionTable } from '../profile/regionTable.js';
import type { MetricName } from '../metrics/metrics.js';
import { PairSums } from '../tables/pairSums.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import { kindOfState, WaitStates } from './waitStates.js';
import type { Severities } from '../severities/severities.js';
import { Instances, type Sample, type WaitingPlace } from '../statistics/instances.js';
import type { WaitLog } from './waitLog.js';

/** Data of a waiting property: its severities, its instances, and the kind of its wait states. */
interface Property {
  readonly metric: MetricName;
  readonly sums: PairSums;
  readonly sample: Sample;
  readonly kind: number | undefined;
  /** Locations waited for; created with the first known one. */
  causes: PairSums | undefined;
}

/** Amounts of operations that go from a metric to a more specific one. */
export interface Refinement {
  add(operation: number, amount: number): void;
}

/** Books waiting time where it belongs: at the call path and location of the operation that waits. */
export class Waits {
  /** Seconds by property, call path of the waiting operation, and location that was waited for. */
  readonly causes = new Map<MetricName, PairSums>();
  /** Seconds by property and waiting call path, by the call path and location they are due to, where that is found with them. */
  readonly dueTo = new Map<MetricName, Map<number, PairSums>>();
  /** The single waits in MPI operations, for the search for their root causes. */
  readonly states: WaitStates;
  readonly instances: Instances;
  private readonly properties = new Map<MetricName, Property>();
  /** The property added to last: many waits of one come in a row. */
  private latest: Property | undefined;
  /** The time that waiting in each region is part of. */
  private readonly times: (PairSums | undefined)[] = [];

  constructor(
    private readonly records: CommunicationRecords,
    private readonly severities: Severities,
    private readonly tree: CallTreeBuilder,
    private readonly regions: RegionTable,
    /** Log of each wait for a timeline, if one is made. */
    readonly log?: WaitLog,
  ) {
    this.states = new WaitStates(records);
    this.instances = new Instances(records.operations.memory);
  }

  /**
   * Moves `seconds` of an operation's time to a waiting property.
   * @param lateOperation the operation that was waited for, where there is one to name
   */
  add(metric: MetricName, operation: number, seconds: number, lateOperation?: number): void {
    const { node: nodes, location: locations } = this.records.operations.columns;
    const node = nodes[operation] ?? absent(operation);
    const location = locations[operation] ?? absent(operation);
    const property = this.latest?.metric === metric ? this.latest : this.property(metric);
    if (property.sample.count(node, seconds)) property.sample.keepWorst(this.place(operation), seconds);
    this.timesOf(this.tree.regionOf(node)).add(node, location, -seconds);
    property.sums.add(node, location, seconds);
    this.log?.ofOperation(metric, operation, seconds, lateOperation);
    if (lateOperation === undefined) return;
    if (property.kind !== undefined) this.states.add(property.kind, operation, seconds, lateOperation);
    (property.causes ??= this.causesOf(metric)).add(node, locations[lateOperation] ?? absent(lateOperation), seconds);
  }

  /**
   * Moves `seconds` of waiting at a place to a waiting property.
   * @param late location that was waited for, where there is one to name
   */
  addAt(from: MetricName, metric: MetricName, place: WaitingPlace, seconds: number, late?: number): void {
    this.instances.add(metric, place, seconds);
    this.log?.atPlace(metric, place, seconds, late);
    this.severities.move(from, metric, place.node, place.location, seconds);
    if (late !== undefined) this.causesOf(metric).add(place.node, late, seconds);
  }

  /** Counts a wait of an operation among the instances of a property that is part of another one. */
  addPart(metric: MetricName, operation: number, seconds: number): void {
    this.instances.add(metric, this.place(operation), seconds);
    this.log?.part(metric, operation, seconds);
  }

  /** Moves an amount at an operation from a metric to a more specific one. */
  refine(from: MetricName, to: MetricName, operation: number, amount: number): void {
    const { node, location } = this.records.operations.columns;
    this.severities.move(
      from,
      to,
      node[operation] ?? absent(operation),
      location[operation] ?? absent(operation),
      amount,
    );
  }

  /** Returns a refinement for many operations. A metric without time has no entry. */
  refinement(from: MetricName, to: MetricName): Refinement {
    const { severities, records } = this;
    let sums: readonly [PairSums, PairSums] | undefined;
    return {
      add: (operation, amount) => {
        sums ??= [severities.of(from), severities.of(to)];
        const { node, location } = records.operations.columns;
        sums[0].add(node[operation] ?? absent(operation), location[operation] ?? absent(operation), -amount);
        sums[1].add(node[operation] ?? absent(operation), location[operation] ?? absent(operation), amount);
      },
    };
  }

  /** Attributes `seconds` of waiting in an operation to another one; negative seconds undo it. */
  blame(metric: MetricName, operation: number, lateOperation: number, seconds: number): void {
    const { node, location } = this.records.operations.columns;
    this.causesOf(metric).add(
      node[operation] ?? absent(operation),
      location[lateOperation] ?? absent(lateOperation),
      seconds,
    );
  }

  /** Attributes `seconds` of waiting at a call path to activity of another location at its own call path. */
  blameAt(
    metric: MetricName,
    waiting: number,
    cause: { readonly node: number; readonly location: number },
    seconds: number,
  ): void {
    this.causesOf(metric).add(waiting, cause.location, seconds);
    let ofMetric = this.dueTo.get(metric);
    if (ofMetric === undefined) this.dueTo.set(metric, (ofMetric = new Map<number, PairSums>()));
    let sums = ofMetric.get(waiting);
    if (sums === undefined) ofMetric.set(waiting, (sums = new PairSums()));
    sums.add(cause.node, cause.location, seconds);
  }

  private property(metric: MetricName): Property {
    let property = this.properties.get(metric);
    if (property === undefined) {
      const sample = this.instances.of(metric);
      const kind = kindOfState(this.severities.properties.get(metric)?.waitKind);
      property = { metric, sums: this.severities.of(metric), sample, kind, causes: undefined };
      this.properties.set(metric, property);
    }
    return (this.latest = property);
  }

  private timesOf(region: number): PairSums {
    return (this.times[region] ??= this.severities.of(this.regions.metric[region] ?? 'comp'));
  }

  private place(operation: number): WaitingPlace {
    const { node, location, enter, leave } = this.records.operations.columns;
    return {
      node: node[operation] ?? absent(operation),
      location: location[operation] ?? absent(operation),
      enter: enter[operation] ?? absent(operation),
      leave: leave[operation] ?? absent(operation),
    };
  }

  private causesOf(metric: MetricName): PairSums {
    let sums = this.causes.get(metric);
    if (sums === undefined) this.causes.set(metric, (sums = new PairSums()));
    return sums;
  }
}
