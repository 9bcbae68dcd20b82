import { absent } from '../../../base/elements.js';
import { CollectiveOperation } from '../../../model/events.js';
import { isBetweenGroups } from '../matching/betweenGroups.js';
import type { CollectiveInstance } from '../matching/collectives.js';

/**
 * Part of what a collective operation orders: the members of `ends` leave it after the members of `begins`, of this
 * and of all earlier steps of the operation, have entered it.
 */
export interface SynchronizationStep {
  /** Ranks. */
  readonly begins: readonly number[];
  readonly ends: readonly number[];
}

type Order = (instance: CollectiveInstance) => SynchronizationStep[];

const ranks = ({ begin }: CollectiveInstance): number[] => Array.from(begin, (_, rank) => rank);
const sending = ({ sent }: CollectiveInstance): number[] => ranksWithData(sent);
const receiving = ({ received }: CollectiveInstance): number[] => ranksWithData(received);

/** The ranks with more than 0 bytes. */
function ranksWithData(bytes: Float64Array): number[] {
  const found: number[] = [];
  for (const [rank, count] of bytes.entries()) if (count > 0) found.push(rank);
  return found;
}

/** The rank itself, where it has more than 0 bytes; nothing for ranks that do not exist. */
function rankWithData(bytes: Float64Array, rank: number): number[] {
  return (bytes[rank] ?? 0) > 0 ? [rank] : [];
}

const nxn: Order = (instance) => [{ begins: sending(instance), ends: receiving(instance) }];
const barrier: Order = (instance) =>
  isBetweenGroups(instance) ? nxn(instance) : [{ begins: ranks(instance), ends: ranks(instance) }];
const oneToN: Order = (instance) => [
  { begins: [instance.root], ends: receiving(instance).filter((rank) => rank !== instance.root) },
];
const nToOne: Order = (instance) => [
  { begins: sending(instance).filter((rank) => rank !== instance.root), ends: [instance.root] },
];
const scan: Order = (instance) =>
  ranks(instance).map((rank) => ({
    begins: rankWithData(instance.sent, rank),
    ends: rankWithData(instance.received, rank),
  }));
const exscan: Order = (instance) =>
  ranks(instance).map((rank) => ({
    begins: rankWithData(instance.sent, rank - 1),
    ends: rank > 0 ? rankWithData(instance.received, rank) : [],
  }));

const orders = new Map<number, Order>([
  [CollectiveOperation.Barrier, barrier],
  [CollectiveOperation.Allgather, nxn],
  [CollectiveOperation.Allgatherv, nxn],
  [CollectiveOperation.Alltoall, nxn],
  [CollectiveOperation.Allreduce, nxn],
  [CollectiveOperation.ReduceScatter, nxn],
  [CollectiveOperation.ReduceScatterBlock, nxn],
  [CollectiveOperation.Bcast, oneToN],
  [CollectiveOperation.Scatter, oneToN],
  [CollectiveOperation.Scatterv, oneToN],
  [CollectiveOperation.Reduce, nToOne],
  [CollectiveOperation.Gather, nToOne],
  [CollectiveOperation.Gatherv, nToOne],
  [CollectiveOperation.Scan, scan],
  [CollectiveOperation.Exscan, exscan],
]);

const rooted = new Set([oneToN, nToOne]);

/** Returns the order that an operation imposes by the flow of its data (MPI 3.1, chapter 5); nothing if unknown. */
function synchronizationSteps(instance: CollectiveInstance): readonly SynchronizationStep[] {
  const order = orders.get(instance.collective);
  if (order === undefined || (rooted.has(order) && instance.root >= instance.begin.length)) return NO_STEPS;
  return order(instance);
}

const NO_STEPS: readonly SynchronizationStep[] = [];

/**
 * Order imposed by successive operations. Programs repeat the same operations: if only the times differ, the steps are
 * those of the previous operation.
 */
export class CollectiveOrder {
  private steps: readonly SynchronizationStep[] = NO_STEPS;
  private collective = -1;
  private root = -1;
  /** By rank: 1 for one that sends data, and 2 for one that receives. */
  private data = new Uint8Array(0);

  stepsOf(instance: CollectiveInstance): readonly SynchronizationStep[] {
    if (!this.isAsBefore(instance)) {
      const { collective, root, sent, received } = instance;
      this.collective = collective;
      this.root = root;
      this.data = Uint8Array.from(sent, (_, rank) => dataAt(rank, sent, received));
      this.steps = synchronizationSteps(instance);
    }
    return this.steps;
  }

  private isAsBefore({ collective, root, sent, received }: CollectiveInstance): boolean {
    const { data } = this;
    if (collective !== this.collective || root !== this.root || sent.length !== data.length) return false;
    for (let rank = 0; rank < data.length; rank++) if (dataAt(rank, sent, received) !== data[rank]) return false;
    return true;
  }
}

function dataAt(rank: number, sent: Float64Array, received: Float64Array): number {
  return ((sent[rank] ?? absent(rank)) > 0 ? 1 : 0) + ((received[rank] ?? absent(rank)) > 0 ? 2 : 0);
}
