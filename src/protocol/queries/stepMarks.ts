import * as v from 'valibot';
import { columnsOf, index } from './declaration.js';

/** Locations that are asked about at once, and instances of each kind that are given at most. */
export const MOST_STEP_LOCATIONS = 1024;
const MOST_MARKS = 2000;

const step = v.pipe(v.number(), v.finite());

/**
 * Interactions between locations in logical order, from a step up to another. Messages, those that cause the longest
 * waits first, have the steps of the operations that send and receive. Collective operations, those with the most
 * waiting first, have their common step and the members among the locations. Those of number `c` are `member` from
 * `memberEnd[c - 1]` (0 for the first) up to `memberEnd[c]`. The head contains the total counts, or the reason why none
 * are given, in one sentence.
 */
export const stepMarks = {
  ask: v.pipe(
    v.object({
      ...{ from: step, to: step },
      locations: v.pipe(v.array(index), v.maxLength(MOST_STEP_LOCATIONS)),
      most: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_MARKS)),
    }),
    v.check(({ from, to }) => from < to, 'the steps end before they begin'),
  ),
  head: v.object({ messages: v.number(), collectives: v.number(), missing: v.exactOptional(v.string()) }),
  columns: columnsOf({
    messageFrom: 'uint32',
    messageTo: 'uint32',
    messageSend: 'int32',
    messageReceive: 'int32',
    messageWaiting: 'float64',
    collectiveStep: 'int32',
    collectiveOperation: 'int32',
    collectiveWaiting: 'float64',
    memberEnd: 'uint32',
    member: 'uint32',
  }),
};
