import { CallPaths } from '../../../analysis/callPaths/callPaths.js';
import { TrimtabError } from '../../../base/problem.js';
import type { Answerer } from './answerer.js';

export const nodePlace: Answerer<'nodePlace'> = ({ space: { callTree }, definitions }, { node }) => {
  if (node >= callTree.size)
    throw new TrimtabError(`There is no call path ${node} among the ${callTree.size} of this experiment.`);
  const place = new CallPaths(callTree, definitions).place(node);
  return { head: place === undefined ? {} : { place }, columns: {} };
};
