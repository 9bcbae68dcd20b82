import { TrimtabError } from '../../../base/problem.js';
import type { Answerer } from './answerer.js';

export const worst: Answerer<'worst'> = ({ missingTimeline }) => {
  throw new TrimtabError(missingTimeline);
};
