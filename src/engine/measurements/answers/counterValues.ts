import { TrimtabError } from '../../../base/problem.js';
import type { Answerer } from './answerer.js';

export const counterValues: Answerer<'counterValues'> = (measurement, { location }, checkCancelled) => {
  const { locationCount } = measurement.space;
  if (location >= locationCount)
    throw new TrimtabError(`There is no location ${location} among the ${locationCount} of this experiment.`);
  const rows = measurement.timeline(checkCancelled).countersOf(location);
  measurement.room.check(44 * rows.from.length);
  return { head: {}, columns: { ...rows, counter: Uint32Array.from(rows.counter) } };
};
