import { isBetweenGroups } from '../collectives/betweenGroups.js';
import type { CollectiveInstance, CollectiveMembers } from '../collectives/instances.js';
import { shippedProperties, type WaitKind } from '../../../properties/index.js';
import type { MetricName } from '../metrics/metrics.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import { unforeseenIn } from '../tables/forecast.js';
import { type Rows, Table } from '../tables/table.js';
import { CollectiveSynchronizations } from './collectiveSynchronizations.js';
import { barrierMark } from './intervals.js';

/** What kind of waiting a delay causes; each is a `WaitKind` of the catalog. */
export const Kind = {
  LateSender: 0,
  LateReceiver: 1,
  Barrier: 2,
  NToOne: 3,
  OneToN: 4,
  NToN: 5,
  IdleThreads: 6,
  OmpBarrier: 7,
  /** Waiting for which no delay is looked up, but which is not work either. */
  None: 8,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

/** How many kinds have costs. */
export const KINDS = 8;

/** Whether a kind is waiting for a message. */
export function isMessage(kind: number): boolean {
  return kind === Kind.LateSender || kind === Kind.LateReceiver;
}

const numbers: Readonly<Record<WaitKind, Kind>> = {
  'late-sender': Kind.LateSender,
  'late-receiver': Kind.LateReceiver,
  barrier: Kind.Barrier,
  'n-to-1': Kind.NToOne,
  '1-to-n': Kind.OneToN,
  'n-to-n': Kind.NToN,
  'idle-threads': Kind.IdleThreads,
  'openmp-barrier': Kind.OmpBarrier,
  none: Kind.None,
};

/** What costs of each kind stand at: kinds are not open, so that their costs are among the shipped properties. */
const costs = new Map<string, MetricName>();
for (const { name } of shippedProperties.metrics) {
  const { costOf } = shippedProperties.get(name) ?? {};
  if (costOf !== undefined) costs.set(`${numbers[costOf.kind]} ${costOf.term}`, name);
}

/** Short-term and long-term cost metrics by kind. */
export const costMetrics: readonly (readonly [MetricName, MetricName])[] = Array.from({ length: KINDS }, (_, kind) => [
  costMetric(kind, 'short'),
  costMetric(kind, 'long'),
]);

function costMetric(kind: number, term: 'short' | 'long'): MetricName {
  const name = costs.get(`${kind} ${term}`);
  if (name === undefined) throw new Error(`no property has the ${term}-term costs of waiting of kind ${kind}`);
  return name;
}

/** The kind of the wait states a property of MPI operations or barriers finds; undefined where it finds none. */
export function kindOfState(waits: WaitKind | undefined): Kind | undefined {
  return waits === undefined ? undefined : numbers[waits];
}

/** The kind of waiting a property is, as far as its causes are looked up. */
export function kindOf(waits: WaitKind | undefined): Kind | undefined {
  const kind = kindOfState(waits);
  return kind === Kind.None ? undefined : kind;
}

/** The wait states that have costs, ascending. @param length how many wait states there are */
export function statesWithCosts(kind: Int32Array, length: number): Uint32Array {
  const found = new Uint32Array(length);
  let count = 0;
  for (let state = 0; state < length; state++) if (kind[state] !== Kind.None) found[count++] = state;
  return found.subarray(0, count);
}

/** Wait states for others to read; as plain data in other threads. */
export interface WaitStateRows {
  readonly table: Rows<'seconds' | 'waiterEnd' | 'delayerEnd', 'waiter' | 'delayer' | 'kind' | 'instance'>;
  readonly collectives: {
    readonly instances: Rows<'firstEnd', 'communicator' | 'first' | 'size' | 'mutual'>;
    readonly members: Rows<'end', 'operation'>;
  };
}

/** Rows that memory is made for in advance. */
const RESERVED_AT_MOST = 1 << 24;

/**
 * Collects the wait states of MPI and of OpenMP barriers while they are searched: which operation waits, for which other one, and how long.
 * An operation, and a thread at a barrier, has at most one. Waiting in prefix reductions is not among them: no cost metric covers it.
 */
export class WaitStates implements WaitStateRows {
  /**
   * `waiter` and `delayer` are marks: rows of `operations`, whose synchronising parts end at `waiterEnd` and
   * `delayerEnd`, or what `barrierMark` codes; `instance` is an index of `collectives`, or -1.
   */
  readonly table: Table<'seconds' | 'waiterEnd' | 'delayerEnd', 'waiter' | 'delayer' | 'kind' | 'instance'>;

  constructor(
    private readonly records: CommunicationRecords,
    readonly collectives = new CollectiveSynchronizations(records.operations.memory),
  ) {
    const { memory } = records.operations;
    this.table = new Table(
      ['seconds', 'waiterEnd', 'delayerEnd'],
      ['waiter', 'delayer', 'kind', 'instance'],
      unforeseenIn(memory),
    );
    // An operation has one at most. Room that is never written to takes no memory, copies while a table grows do.
    this.table.reserve(Math.min(records.operations.length, RESERVED_AT_MOST));
    if (collectives.members.length === 0) {
      collectives.members.reserve(Math.min(records.collectives.length, RESERVED_AT_MOST));
    }
  }

  /**
   * Adds waiting in an operation.
   * @param kind as `kindOfState` returns it
   */
  add(kind: number, waiter: number, seconds: number, delayer: number): void {
    const row = this.table.addRow();
    const { columns } = this.table;
    columns.seconds[row] = seconds;
    columns.waiter[row] = waiter;
    columns.delayer[row] = delayer;
    columns.kind[row] = kind;
    columns.instance[row] = -1;
    const { leave } = this.records.operations.columns;
    columns.waiterEnd[row] = leave[waiter];
    columns.delayerEnd[row] = leave[delayer];
  }

  /** The wait states as plain data; no more may be added meanwhile. */
  rows(): WaitStateRows {
    const { instances, members } = this.collectives;
    return { table: this.table.rows(), collectives: { instances: instances.rows(), members: members.rows() } };
  }

  /** Adds waiting at an OpenMP barrier, by rows of the barriers. */
  addBarrier(waiter: number, delayer: number, seconds: number): void {
    const row = this.table.addRow();
    const { columns } = this.table;
    columns.seconds[row] = seconds;
    columns.waiter[row] = barrierMark(waiter);
    columns.delayer[row] = barrierMark(delayer);
    columns.kind[row] = Kind.OmpBarrier;
    columns.instance[row] = -1;
  }

  /** Books the waiting of one collective operation through `book`, and keeps its members if there is any. */
  collective(instance: CollectiveInstance, book: () => void): void {
    const first = this.table.length;
    book();
    if (this.table.length === first) return;
    const { communicator, operation, end } = instance;
    const firstEnd = this.complete(first, instance);
    const index = this.collectives.add(communicator, operation, end, firstEnd, !isBetweenGroups(instance));
    for (let row = first; row < this.table.length; row++) this.table.columns.instance[row] = index;
  }

  /** Fills the ends of the wait states of a collective operation, which were added in order of rank. */
  private complete(first: number, { operation, end }: CollectiveMembers): number {
    const { waiter, delayer, waiterEnd, delayerEnd } = this.table.columns;
    let firstEnd = Number.POSITIVE_INFINITY;
    let late = -1;
    for (let row = first, rank = 0; row < this.table.length; row++, rank++) {
      while (operation[rank] !== waiter[row]) rank++;
      if (operation[late] !== delayer[row]) late = operation.indexOf(delayer[row]);
      waiterEnd[row] = end[rank];
      delayerEnd[row] = end[late];
      firstEnd = Math.min(firstEnd, end[rank]);
    }
    return firstEnd;
  }
}

/** What waiting for a message is divided into, twice: by where it comes from, and by what it causes. */
export interface MessageParts {
  readonly direct: MetricName;
  readonly indirect: MetricName;
  readonly propagating: MetricName;
  readonly terminal: MetricName;
}

const lateSenderParts: MessageParts = {
  direct: 'mpi_wait_direct_latesender',
  indirect: 'mpi_wait_indirect_latesender',
  propagating: 'mpi_wait_propagating_ls',
  terminal: 'mpi_wait_terminal_ls',
};
const lateReceiverParts: MessageParts = {
  direct: 'mpi_wait_direct_latereceiver',
  indirect: 'mpi_wait_indirect_latereceiver',
  propagating: 'mpi_wait_propagating_lr',
  terminal: 'mpi_wait_terminal_lr',
};

/** @param kind waiting for a message */
export function messageParts(kind: number): MessageParts {
  return kind === Kind.LateSender ? lateSenderParts : lateReceiverParts;
}
