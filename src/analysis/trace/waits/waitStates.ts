import { absent } from '../../../base/elements.js';
import type { CollectiveInstance } from '../matching/collectives.js';
import { shippedProperties, type WaitKind } from '../../../properties/index.js';
import type { MetricName } from '../metrics/metrics.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import { unforeseenIn } from '../tables/forecast.js';
import type { Memory } from '../tables/memory.js';
import { type Rows, type SendableRows, Table } from '../tables/table.js';
import { CollectiveSynchronizations } from './collectiveSynchronizations.js';
import { barrierMark } from '../intervals/marks.js';

/** Kind of waiting that a delay causes; each is a `WaitKind` of the catalog. */
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

/** Metrics for the costs of each kind: kinds are fixed, so their costs are among the shipped properties. */
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

/** The wait states that have costs, ascending. @param length how many wait states there are @param memory where */
export function statesWithCosts(kind: Uint8Array, length: number, memory: Memory): Uint32Array {
  const found = memory.uint32(length);
  let count = 0;
  for (let state = 0; state < length; state++) if (kind[state] !== Kind.None) found[count++] = state;
  return found.subarray(0, count);
}

/** Wait states for reading. */
export interface WaitStateRows {
  readonly table: Rows<'seconds', 'waiter' | 'delayer' | 'instance' | 'member', 'kind'>;
  readonly collectives: {
    readonly instances: Rows<'firstEnd' | 'delayerEnd', 'communicator' | 'first' | 'size' | 'mutual'>;
    readonly members: Rows<'end', 'operation'>;
  };
}

/** Wait states as plain data, which can be sent to other threads. */
export interface WaitStateData extends WaitStateRows {
  readonly table: SendableRows<'seconds', 'waiter' | 'delayer' | 'instance' | 'member', 'kind'>;
  readonly collectives: {
    readonly instances: SendableRows<'firstEnd' | 'delayerEnd', 'communicator' | 'first' | 'size' | 'mutual'>;
    readonly members: SendableRows<'end', 'operation'>;
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
   * `waiter` and `delayer` are marks: rows of `operations`, or what `barrierMark` codes. In a collective operation
   * `instance` and `member` are the indices of the operation and of who waits in `collectives`, else -1.
   */
  readonly table: Table<'seconds', 'waiter' | 'delayer' | 'instance' | 'member', 'kind'>;

  constructor(
    records: CommunicationRecords,
    readonly collectives = new CollectiveSynchronizations(records.operations.memory),
  ) {
    const { memory } = records.operations;
    this.table = new Table(['seconds'], ['waiter', 'delayer', 'instance', 'member'], unforeseenIn(memory), ['kind']);
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
    columns.member[row] = -1;
  }

  /** Ends adding: releases the spare capacity. */
  finish(): void {
    this.table.finish();
    this.collectives.instances.finish();
    this.collectives.members.finish();
  }

  /** Forgets all and gives the memory back. */
  clear(): void {
    this.table.clear();
    this.collectives.instances.clear();
    this.collectives.members.clear();
  }

  /** The wait states as plain data; no more may be added meanwhile. */
  rows(): WaitStateData {
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
    columns.member[row] = -1;
  }

  /** Books the waiting of one collective operation through `book`, and keeps its members if there is any. */
  collective(instance: CollectiveInstance, book: () => void): void {
    const first = this.table.length;
    book();
    if (this.table.length === first) return;
    this.complete(first, this.collectives.add(instance));
  }

  /** Fills the additional columns of a collective operation's wait states, which were added in order of rank. */
  private complete(from: number, index: number): void {
    const { waiter, delayer, instance, member } = this.table.columns;
    const { instances, members } = this.collectives;
    const { operation, end } = members.columns;
    const { first, firstEnd, delayerEnd } = instances.columns;
    firstEnd[index] = Number.POSITIVE_INFINITY;
    for (let row = from, at = first[index] ?? absent(index); row < this.table.length; row++, at++) {
      // A property may book its waits as it likes; those of one operation belong to calls in the order of ranks, once each.
      for (; operation[at] !== waiter[row]; at++)
        if (at >= members.length) throw new Error('waits of a collective operation are not in the order of its ranks');
      instance[row] = index;
      member[row] = at;
      firstEnd[index] = Math.min(firstEnd[index], end[at] ?? absent(at));
    }
    // All wait for the same one.
    const late = operation.indexOf(delayer[from] ?? absent(from), first[index]);
    delayerEnd[index] = end[late] ?? absent(late);
  }
}

/** Two divisions of the waiting for a message: by its origin, and by its effects. */
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
