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
 * Pattern and formula with which a property is searched. Its time is subtracted from its parent, or from the call it is
 * in, so that properties of the same operations must not overlap. They are booked in the order of the tree.
 */
export type PropertySearch =
  | {
      readonly in: 'collective operations';
      /** Numbers of `CollectiveOperation`. */
      readonly operations: readonly number[];
      readonly formula: OperationFormula;
      /** For each direction of an operation on an intercommunicator; the same if omitted. */
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
       * The lock acquisition that is named as the cause: for each moment of the wait that of its current holder, or for
       * the whole wait that of the last releaser. None if omitted.
       */
      readonly cause?: 'holders' | 'last owner';
    };

/** A kind of place in which properties are looked for. */
export type SearchedPlace = PropertySearch['in'];
