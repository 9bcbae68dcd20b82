/** Schema of a report's thread pools. */
import * as v from 'valibot';
import { countOf, listOf, placeOf, type Entries } from '../../model/findings/reportWords.js';
import type { ThreadPool } from '../../model/findings/threadPools.js';

const pool = v.looseObject({
  name: v.pipe(
    v.string(),
    v.description('The function that creates the threads, with their start routine in parentheses.'),
  ),
  threads: countOf('Threads of all processes with records.'),
  place: v.exactOptional(placeOf('The call that creates them.')),
} satisfies Entries<ThreadPool>);

export const threadPools = listOf(pool, 'Pools of threads that the program creates, most threads first, at most 100.');
