import type { CallTimes, CollectiveWaits, OperationMembers } from './collectiveWaits.js';

/** The formula of a property of collective operations. */
export type OperationFormula = (operation: OperationMembers) => CollectiveWaits;

/** The same for one that needs no more than when calls began and ended. */
export type CallFormula = (calls: CallTimes) => CollectiveWaits;

/** Of a region that acquires a lock; all in seconds, 0 or less where it does not wait. */
export type LockFormula = (release: number, enter: number, acquire: number) => number;

/** In calls that all processes make together. */
export interface SearchInCalls<Place extends string> {
  readonly in: Place;
  readonly formula: CallFormula;
}

/**
 * Where a property is looked for, and by which formula. What is found is taken out of the time of its parent or of the
 * call it is in, so that properties of the same operations must not overlap; they are booked in the order of the tree.
 */
export type PropertySearch =
  | {
      readonly in: 'collective operations';
      /** Numbers of `CollectiveOperation`. */
      readonly operations: readonly number[];
      readonly formula: OperationFormula;
      /** For each direction of an operation on an intercommunicator; the same when left out. */
      readonly betweenGroups?: OperationFormula;
    }
  /** The only `MPI_Init` or `MPI_Finalize` of each process. */
  | SearchInCalls<'start of MPI'>
  | SearchInCalls<'end of MPI'>
  /** Collective calls of windows of one-sided communication. */
  | SearchInCalls<'window fences'>
  | SearchInCalls<'window creations'>
  | SearchInCalls<'window releases'>
  /** Regions that acquire locks of threads, whose time is that of the parent. */
  | {
      readonly in: 'locks';
      readonly formula: LockFormula;
      /**
       * Whose taking of the lock is named as the cause: of each moment of the wait that of who held it then, or of all of
       * it that of who gave it back last; none when left out.
       */
      readonly cause?: 'holders' | 'last owner';
    };

/** A kind of place in which properties are looked for. */
export type SearchedPlace = PropertySearch['in'];
