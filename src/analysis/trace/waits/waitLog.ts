import { absent } from '../../../base/elements.js';
import { NOBODY } from '../../../model/timeline.js';
import type { WaitingPlace } from '../statistics/instances.js';
import type { MetricName } from '../metrics/metrics.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import { Table } from '../tables/table.js';

/** Waits as others read them: row by row, `property` by its number. */
export interface LoggedWaits {
  readonly properties: readonly MetricName[];
  readonly table: {
    readonly length: number;
    readonly columns: Readonly<
      Record<'enter' | 'seconds', Float64Array> &
        Record<'location' | 'node', Int32Array> &
        Record<'property', Uint8Array>
    >;
  };
}

/** Maximum number of properties that one byte distinguishes. */
const MOST_PROPERTIES = 255;

/**
 * Every wait of a search, in the order in which they are found. `operation` is the call that waits, `lateOperation` the one
 * that it waited for, rows of `operations`; -1 where there is none. `seconds` is how long it waits, since `to` is rounded,
 * and `enter` when what waits was entered.
 */
export class WaitLog {
  readonly table = new Table(
    ['from', 'to', 'enter', 'seconds'],
    ['location', 'node', 'operation', 'late', 'lateOperation'],
    undefined,
    ['property', 'part'],
  );
  /** By number. */
  readonly properties: MetricName[] = [];
  /** Seconds of all waits. */
  seconds = 0;
  private readonly numbers = new Map<MetricName, number>();
  /** Most waits are of the property of the one before. */
  private lastMetric: MetricName | undefined;
  private lastNumber = 0;

  constructor(private readonly operations: CommunicationRecords['operations']) {}

  /** Adds a wait: one for another operation begins with its call, one without a known cause ends with it. */
  ofOperation(metric: MetricName, operation: number, seconds: number, lateOperation = NOBODY): void {
    const { enter, leave } = this.operations.columns;
    const begins = lateOperation !== NOBODY;
    const from = begins ? (enter[operation] ?? absent(operation)) : (leave[operation] ?? absent(operation)) - seconds;
    this.add(metric, operation, from, seconds, lateOperation);
    this.seconds += seconds;
  }

  /** A wait that is among those of another property already. */
  part(metric: MetricName, operation: number, seconds: number): void {
    const row = this.add(
      metric,
      operation,
      this.operations.columns.enter[operation] ?? absent(operation),
      seconds,
      NOBODY,
    );
    this.table.columns.part[row] = 1;
  }

  atPlace(metric: MetricName, { node, location, enter }: WaitingPlace, seconds: number, late = NOBODY): void {
    const { row, columns } = this.newRow(metric, enter, seconds);
    columns.enter[row] = enter;
    columns.location[row] = location;
    columns.node[row] = node;
    columns.operation[row] = NOBODY;
    columns.late[row] = late;
    columns.lateOperation[row] = NOBODY;
    this.seconds += seconds;
  }

  private add(metric: MetricName, operation: number, from: number, seconds: number, lateOperation: number): number {
    const { enter, node, location } = this.operations.columns;
    const { row, columns } = this.newRow(metric, from, seconds);
    columns.enter[row] = enter[operation] ?? absent(operation);
    columns.location[row] = location[operation] ?? absent(operation);
    columns.node[row] = node[operation] ?? absent(operation);
    columns.operation[row] = operation;
    columns.late[row] = lateOperation === NOBODY ? NOBODY : (location[lateOperation] ?? absent(lateOperation));
    columns.lateOperation[row] = lateOperation;
    return row;
  }

  /** Adds a row with its metric, begin and end; the caller fills the rest. */
  private newRow(metric: MetricName, from: number, seconds: number) {
    const row = this.table.addRow();
    const { columns } = this.table;
    columns.from[row] = from;
    columns.to[row] = from + seconds;
    columns.seconds[row] = seconds;
    columns.property[row] = metric === this.lastMetric ? this.lastNumber : this.numberOf(metric);
    columns.part[row] = 0;
    return { row, columns };
  }

  private numberOf(metric: MetricName): number {
    const known = this.numbers.get(metric);
    const number = known ?? this.properties.length;
    [this.lastMetric, this.lastNumber] = [metric, number];
    if (known !== undefined) return known;
    if (number > MOST_PROPERTIES) throw new Error('more properties have waits than a byte can number');
    this.properties.push(metric);
    this.numbers.set(metric, number);
    return number;
  }
}
