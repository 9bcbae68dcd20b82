import { doubtsOf } from '../../../model/findings/doubts.js';
import type { Answerer } from './answerer.js';

export const uncertain: Answerer<'uncertain'> = ({ experiment, space }) => {
  const doubts = experiment.hasResults ? doubtsOf(experiment.report()) : [];
  const found = doubts
    .flatMap(({ uncertainty }) => uncertainty?.locations ?? [])
    .filter(({ state, location }) => state !== 'messages' && location < space.locationCount)
    .map(({ location, state, from = 0 }) => ({ location, from: state === 'cut' ? from : 0 }));
  return {
    head: {},
    columns: {
      location: Uint32Array.from(found, ({ location }) => location),
      from: Float64Array.from(found, ({ from }) => from),
    },
  };
};
