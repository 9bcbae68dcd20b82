import * as v from 'valibot';
import type { DoneStep } from '../language/declaration.js';
import { isRecord, type Value, type ValueRecord } from '../../base/value.js';

/** Outputs of neighboring steps by their ids. */
export function outputsById(done: readonly DoneStep[]): ValueRecord {
  return Object.fromEntries(done.map(({ id, outputs }) => [id, outputs]));
}

/** Result of `experimentsIn`. */
export const experimentsOutput = v.pipe(
  v.array(v.string()),
  v.description('Identifiers of all experiments that were made, in their order.'),
);

/** The experiments that steps made, each once, in their order. */
export function experimentsIn(rounds: readonly ValueRecord[]): string[] {
  const found = rounds.flatMap((round) =>
    Object.values(round).flatMap((outputs) => {
      if (!isRecord(outputs)) return [];
      const { experiment, experiments } = outputs;
      const several = Array.isArray(experiments) ? experiments.filter((one: Value) => typeof one === 'string') : [];
      return typeof experiment === 'string' ? [experiment, ...several] : several;
    }),
  );
  return [...new Set(found)];
}
