/** Answers to the page “Dynamics”, from queries of the experiment, in words. */
import { locationNames } from '../../model/names.js';
import { sentSeries } from '../../pictures/dynamics/sentSeries.js';
import type { DynamicsQuestions } from '../../protocol/pages/dynamics.js';
import type { Engine } from '../client/engine.js';
import type { Answerers } from '../pages/questions.js';

export function dynamicsAnswers(engine: Pick<Engine, 'query'>): Answerers<DynamicsQuestions> {
  return {
    report: async ({ experiment, ...loop }, signal) => {
      const [dynamics, definitions, tree] = await Promise.all([
        engine.query(experiment, 'dynamics', loop, signal),
        engine.query(experiment, 'definitions', {}, signal),
        engine.query(experiment, 'callTree', {}, signal),
      ]);
      const { metrics, definitions: lists } = definitions.head;
      const { metric, node, seconds } = dynamics.columns;
      const { counters } = dynamics.head;
      const listed = { metrics: dynamics.head.metrics, counters, metric, node };
      return {
        head: {
          report: dynamics.head.report,
          series: sentSeries(listed, { metrics, regions: lists.regions, tree: tree.columns }),
          locations: locationNames(lists),
          properties: dynamics.head.titles,
        },
        columns: { seconds },
      };
    },
    series: ({ experiment, ...ask }, signal) => engine.query(experiment, 'seriesMap', ask, signal),
  };
}
