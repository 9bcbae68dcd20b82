/** Answers to the Explorer, from the queries of its experiments. */
import type { ExplorerQuestions } from '../../protocol/pages/explorer.js';
import type { Engine } from '../client/engine.js';
import type { Answerers } from '../pages/questions.js';
import { counterpartOf, type MatchPaths } from './counterpart.js';
import { explorerTrees } from './explorerTrees.js';

/** @param match finds the call paths of an experiment in another one */
export function explorerAnswers(engine: Pick<Engine, 'query'>, match: MatchPaths): Answerers<ExplorerQuestions> {
  return {
    trees: async ({ experiment }, signal) => {
      const [definitions, callTree] = await Promise.all([
        engine.query(experiment, 'definitions', {}, signal),
        engine.query(experiment, 'callTree', {}, signal),
      ]);
      return explorerTrees(definitions, callTree);
    },
    weights: ({ experiment, ...ask }, signal) => engine.query(experiment, 'weights', ask, signal),
    valuesByPlace: ({ experiment, ...ask }, signal) => engine.query(experiment, 'valuesByPlace', ask, signal),
    counterpart: (ask, signal) => counterpartOf(engine, match, ask, signal),
    matrix: ({ experiment, ...ask }, signal) => engine.query(experiment, 'matrix', ask, signal),
    overTime: ({ experiment, ...ask }, signal) => engine.query(experiment, 'overTime', ask, signal),
    instances: ({ experiment, ...ask }, signal) => engine.query(experiment, 'instances', ask, signal),
    visitSpread: ({ experiment, ...ask }, signal) => engine.query(experiment, 'visitSpread', ask, signal),
    search: ({ experiment, ...ask }, signal) => engine.query(experiment, 'search', ask, signal),
    uncertain: ({ experiment, ...ask }, signal) => engine.query(experiment, 'uncertain', ask, signal),
  };
}
