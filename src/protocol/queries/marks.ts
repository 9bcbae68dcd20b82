import * as v from 'valibot';
import { chosenLocations, columnsOf } from './declaration.js';

/** Instances of each kind that are given at most. */
export const MOST_MARKS = 2000;

/** A window of time: seconds since the start of the trace. */
export const windowFields = { from: v.pipe(v.number(), v.finite()), to: v.pipe(v.number(), v.finite()) };

/** A window that is not empty. */
export const chosenWindow = v.pipe(
  v.object(windowFields),
  v.check(({ from, to }) => from < to, 'the window ends before it begins'),
);

/**
 * Interactions between the chosen locations in a window. They are waits, the longest first; messages, those that cause
 * the longest waits first; and collective operations, those with the most waiting first. The answer has at most so many
 * of each, and the head contains the total counts. The parts of the critical path are complete, in order of time.
 * `node` is a call path, `property` an index in the list of the timeline. `late` is the location that was waited for
 * (-1: unknown), which arrived at `lateTime` (NaN: unknown). `messageBytes` is NaN if it was not recorded. Members of
 * the communicators of these operations, as far as they are chosen: those of number `communicator[c]` are
 * `communicatorMember` from `communicatorEnd[c - 1]` (0 for the first) up to `communicatorEnd[c]`.
 */
export const marks = {
  ask: v.pipe(
    v.object({
      ...windowFields,
      locations: chosenLocations,
      /** Whether both ends or one end of a message is among the locations; omitted for both. */
      ends: v.exactOptional(v.picklist(['both', 'one'])),
      most: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_MARKS)),
    }),
    v.check(({ from, to }) => from < to, 'the window ends before it begins'),
  ),
  head: v.object({ waits: v.number(), messages: v.number(), collectives: v.number(), path: v.number() }),
  columns: columnsOf({
    waitLocation: 'uint32',
    waitFrom: 'float64',
    waitTo: 'float64',
    waitNode: 'uint32',
    waitProperty: 'uint32',
    waitLate: 'int32',
    waitLateTime: 'float64',
    messageFrom: 'uint32',
    messageTo: 'uint32',
    messageSend: 'float64',
    messageReceive: 'float64',
    messageWaiting: 'float64',
    messageBytes: 'float64',
    collectiveCommunicator: 'uint32',
    collectiveOperation: 'uint32',
    collectiveFirst: 'float64',
    collectiveLast: 'float64',
    collectiveEnd: 'float64',
    collectiveLate: 'uint32',
    collectiveWaiting: 'float64',
    communicator: 'uint32',
    communicatorEnd: 'uint32',
    communicatorMember: 'uint32',
    pathLocation: 'uint32',
    pathFrom: 'float64',
    pathTo: 'float64',
  }),
};
