import type { Answer, Ask, QueryKind } from '../../../protocol/queries/index.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { OpenMeasurement } from '../openMeasurement.js';

/**
 * Answers one kind of query. The columns of the answer are made for it: they leave the thread.
 * @throws TrimtabError when what is asked is not there; MemoryError; CancelledError
 */
export type Answerer<K extends QueryKind> = (
  measurement: OpenMeasurement,
  ask: Ask<K>,
  checkCancelled: CheckCancelled,
) => Answer<K>;
