import { absent } from '../../../base/elements.js';
import { isBetweenGroups } from '../matching/betweenGroups.js';
import type { CollectiveInstance } from '../matching/collectives.js';
import { unforeseenIn } from '../tables/forecast.js';
import type { Memory } from '../tables/memory.js';
import { Table } from '../tables/table.js';

/** Means the communicator of the group of all processes that start MPI. */
const START = -1;

/** Collective operations in which some process waits, and the start of MPI: they synchronize their members. */
export class CollectiveSynchronizations {
  /**
   * `firstEnd` is the earliest end of those that waited, `delayerEnd` that of whom they waited for; members are `size`
   * rows of `members` from `first` on. `mutual` is 1 where any two members are synchronized with each other, and 0 on
   * intercommunicators.
   */
  readonly instances: Table<'firstEnd' | 'delayerEnd', 'communicator' | 'first' | 'size' | 'mutual'>;
  /** By rank: row of `operations`, and when the synchronizing part ended. */
  readonly members: Table<'end', 'operation'>;
  /** The instance that represents the start of MPI, if it is known. */
  start: number | undefined;

  /** @param memory where they lie */
  constructor(memory: Memory) {
    const forecast = unforeseenIn(memory);
    this.instances = new Table(['firstEnd', 'delayerEnd'], ['communicator', 'first', 'size', 'mutual'], forecast);
    this.members = new Table(['end'], ['operation'], forecast);
  }

  /** Adds an operation, without its ends, and returns its index. */
  add(added: Pick<CollectiveInstance, 'communicator' | 'operation' | 'end' | 'firstGroup'>): number {
    const { communicator, operation, end } = added;
    const { instances, members } = this;
    const index = instances.addRow();
    const { columns } = instances;
    columns.communicator[index] = communicator;
    columns.first[index] = members.length;
    columns.size[index] = operation.length;
    columns.firstEnd[index] = Number.POSITIVE_INFINITY;
    columns.delayerEnd[index] = Number.NaN;
    columns.mutual[index] = isBetweenGroups(added) ? 0 : 1;
    for (let rank = 0; rank < operation.length; rank++) {
      const row = members.addRow();
      members.columns.operation[row] = operation[rank] ?? absent(rank);
      members.columns.end[row] = end[rank] ?? absent(rank);
    }
    return index;
  }

  /** Adds the calls that start MPI at all processes. */
  addStart(operation: Int32Array, end: Float64Array): void {
    this.start = this.add({ communicator: START, operation, end });
  }
}
