import { TrimtabError } from '../../../base/problem.js';
import type { Answerer } from './answerer.js';

export const marks: Answerer<'marks'> = ({ missingTimeline }) => {
  throw new TrimtabError(missingTimeline);
};
