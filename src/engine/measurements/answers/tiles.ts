import { TrimtabError } from '../../../base/problem.js';
import type { Answerer } from './answerer.js';

export const tiles: Answerer<'tiles'> = ({ missingTimeline }) => {
  throw new TrimtabError(missingTimeline);
};
