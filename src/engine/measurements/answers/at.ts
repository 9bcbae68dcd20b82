import { TrimtabError } from '../../../base/problem.js';
import type { Answerer } from './answerer.js';

export const at: Answerer<'at'> = ({ missingTimeline }) => {
  throw new TrimtabError(missingTimeline);
};
