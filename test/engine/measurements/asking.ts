import { answerers, type Answerers } from '../../../src/engine/measurements/answers/index.js';
import type { OpenMeasurement } from '../../../src/engine/measurements/openMeasurement.js';
import { type Answer, type Ask, checkAnswer, checkAsk, type QueryKind } from '../../../src/protocol/queries/index.js';

/** Asks an open measurement as a client does: questions and answers are checked, and heads go through JSON. */
export function asking(measurement: () => OpenMeasurement): <K extends QueryKind>(kind: K, asked: Ask<K>) => Answer<K> {
  return <K extends QueryKind>(kind: K, asked: Ask<K>): Answer<K> => {
    const answerer: Answerers[K] = answerers[kind];
    const { head, columns } = answerer(measurement(), checkAsk(kind, asked), () => undefined);
    return checkAnswer(kind, JSON.parse(JSON.stringify(head)), columns);
  };
}
