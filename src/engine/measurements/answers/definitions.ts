import { spaceDefinitions } from '../../../model/definitions.js';
import { definitionLists } from '../../wire/definitions.js';
import type { Answerer } from './answerer.js';

export const definitions: Answerer<'definitions'> = ({ space, definitions: known, hasEvents }) => {
  const { metrics, locationCount, callTree, phases } = space;
  return {
    head: {
      metrics: [...metrics],
      locationCount,
      callPaths: callTree.size,
      definitions: definitionLists(spaceDefinitions(known)),
      ...(phases === undefined ? {} : { phases: { kind: phases.kind, count: phases.count } }),
      hasEvents,
    },
    columns: {},
  };
};
