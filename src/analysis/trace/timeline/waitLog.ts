import { absent } from '../../../base/elements.js';
import { NOBODY } from '../../../model/timeline.js';
import type { WaitingPlace } from '../statistics/instances.js';
import type { MetricName } from '../metrics/metrics.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import { Table } from '../tables/table.js';

/** Properties that one byte tells apart. */
const MOST_PROPERTIES = 255;

/**
 * Every wait of a search, in the order in which they are found. `operation` is the call that waits, `lateOperation` the one
 * that it waited for, rows of `operations`; -1 where there is none.
 */
export class WaitLog {
  readonly table = new Table(['from', 'to'], ['location', 'node', 'operation', 'late', 'lateOperation'], undefined, [
    'property',
    'part',
  ]);
  /** By number. */
  readonly properties: MetricName[] = [];
  /** Seconds of all waits. */
  seconds = 0;
  private readonly numbers = new Map<MetricName, number>();

  constructor(private readonly operations: CommunicationRecords['operations']) {}

  /** Waiting for another operation comes first in its call, waiting for nobody in particular comes last. */
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
    this.addRow(metric, { node, location, enter }, seconds, late);
    this.seconds += seconds;
  }

  private add(metric: MetricName, operation: number, from: number, seconds: number, lateOperation: number): number {
    const { node, location } = this.operations.columns;
    const late = lateOperation === NOBODY ? NOBODY : (location[lateOperation] ?? absent(lateOperation));
    const place = { node: node[operation] ?? absent(operation), location: location[operation] ?? absent(operation) };
    const row = this.addRow(metric, { ...place, enter: from }, seconds, late);
    const { columns } = this.table;
    columns.operation[row] = operation;
    columns.lateOperation[row] = lateOperation;
    return row;
  }

  private addRow(
    metric: MetricName,
    { node, location, enter }: Omit<WaitingPlace, 'leave'>,
    seconds: number,
    late: number,
  ): number {
    const row = this.table.addRow();
    const { columns } = this.table;
    columns.from[row] = enter;
    columns.to[row] = enter + seconds;
    columns.location[row] = location;
    columns.node[row] = node;
    columns.operation[row] = NOBODY;
    columns.late[row] = late;
    columns.lateOperation[row] = NOBODY;
    columns.property[row] = this.numberOf(metric);
    columns.part[row] = 0;
    return row;
  }

  private numberOf(metric: MetricName): number {
    const known = this.numbers.get(metric);
    if (known !== undefined) return known;
    const number = this.properties.length;
    if (number > MOST_PROPERTIES) throw new Error('more properties have waits than a byte tells apart');
    this.properties.push(metric);
    this.numbers.set(metric, number);
    return number;
  }
}
