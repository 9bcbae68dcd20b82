/** What the page “Dynamics” asks, from queries of the experiment, in words. */
import { locationNames } from '../../model/names.js';
import { toldSeries } from '../../pictures/dynamics/told.js';
import type { DynamicsQuestions } from '../../protocol/pages/dynamics.js';
import type { Engine } from '../client/engine.js';
import type { Answerers } from '../pages/questions.js';
import type { ShownReport } from '../../protocol/report.js';

/** @param changes of the experiment that is shown, which know what properties are called */
export function dynamicsAnswers(
  engine: Pick<Engine, 'query'>,
  changes: () => NonNullable<ShownReport['dynamics']>['changes'],
): Answerers<DynamicsQuestions> {
  return {
    report: async ({ experiment }, signal) => {
      const [dynamics, definitions, tree] = await Promise.all([
        engine.query(experiment, 'dynamics', {}, signal),
        engine.query(experiment, 'definitions', {}, signal),
        engine.query(experiment, 'callTree', {}, signal),
      ]);
      const { metrics, definitions: lists } = definitions.head;
      const { metric, node, seconds } = dynamics.columns;
      const listed = { metrics: dynamics.head.metrics, metric, node };
      return {
        head: {
          report: dynamics.head.report,
          series: toldSeries(listed, { metrics, regions: lists.regions, tree: tree.columns }),
          locations: locationNames(lists),
          properties: Object.fromEntries(changes().map(({ property, title, page }) => [property, { title, page }])),
        },
        columns: { seconds },
      };
    },
    series: ({ experiment, ...ask }, signal) => engine.query(experiment, 'seriesMap', ask, signal),
  };
}
