import { TrimtabError } from '../../../base/problem.js';
import type { Answerer } from './answerer.js';

export const openRegions: Answerer<'openRegions'> = (measurement, { location, time }, checkCancelled) => {
  const { locationCount } = measurement.space;
  if (location >= locationCount)
    throw new TrimtabError(`There is no location ${location} among the ${locationCount} of this experiment.`);
  const open = measurement.events(checkCancelled).openAt(location, time, checkCancelled);
  measurement.room.check(16 * open.length);
  return {
    head: {},
    columns: {
      region: Uint32Array.from(open, ({ region }) => region),
      site: Uint32Array.from(open, ({ site }) => site),
      enter: Float64Array.from(open, ({ enter }) => enter),
    },
  };
};
