import type { Answer, Ask, QueryKind } from '../../../protocol/queries/index.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { OpenMeasurement } from '../openMeasurement.js';

/**
 * Answers one kind of query. The columns of the answer are newly allocated: they are transferred from the thread.
 * @throws TrimtabError when a requested item does not exist; MemoryError; CancelledError
 */
export type Answerer<K extends QueryKind> = (
  measurement: OpenMeasurement,
  ask: Ask<K>,
  checkCancelled: CheckCancelled,
) => Answer<K>;
