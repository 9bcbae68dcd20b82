import { CollectiveOperation } from '../../../model/events.js';
import type { CollectiveInstance } from './collectives.js';

/**
 * Visits the parts of an operation to be searched: itself, or on an intercommunicator each of its two directions. There
 * a process exchanges data with those of the other group only. A barrier too delays it only until all of the other
 * group have entered (MPI 3.1, 5.2.3 and 5.3). So one direction is an operation in which one group sends and the other
 * one receives.
 */
export function visitParts(instance: CollectiveInstance, visit: (part: CollectiveInstance) => void): void {
  const { firstGroup } = instance;
  if (firstGroup === undefined) {
    visit(instance);
    return;
  }
  visit(direction(instance, (rank) => rank < firstGroup));
  visit(direction(instance, (rank) => rank >= firstGroup));
}

/** Whether the processes wait for those of the other group only. */
export function isBetweenGroups({ firstGroup }: Pick<CollectiveInstance, 'firstGroup'>): boolean {
  return firstGroup !== undefined;
}

function direction(instance: CollectiveInstance, sends: (rank: number) => boolean): CollectiveInstance {
  // A barrier has no data, but holds processes up as if all had sent some.
  const isBarrier = instance.collective === CollectiveOperation.Barrier;
  const sent = instance.sent.map((bytes, rank) => (sends(rank) ? (isBarrier ? 1 : bytes) : 0));
  const received = instance.received.map((bytes, rank) => (sends(rank) ? 0 : isBarrier ? 1 : bytes));
  return { ...instance, sent, received };
}
