import { absent } from '../../../base/elements.js';
import { checkAcceptance, compareExperiments, type Experiment } from '../../../experiments/index.js';
import { TrimtabError } from '../../../base/problem.js';
import { duration, percent } from '../../../base/text.js';
import type { Given } from '../../language/declaration.js';
import { action, type ActionContext } from '../../steps/action.js';
import { compareDeclaration } from '../../declarations/compare.js';
import { predictedTexts } from './predicted.js';
import { type Scaling, scalingOf } from './scaling.js';

/** Compares two groups of experiments and checks the acceptance criteria, or reports the scaling of a series. */
export const compare = action(compareDeclaration, async (context, given) => {
  const series = experimentsOf(context, given.get('experiments'));
  return series === undefined ? beforeAndAfter(context, given) : scaling(context, series);
});

function experimentsOf({ store }: ActionContext, ids: readonly string[] | undefined): Experiment[] | undefined {
  return ids?.map((id) => store.get(id));
}

function scaling({ log, tell }: ActionContext, experiments: readonly Experiment[]): Scaling {
  const result = scalingOf(experiments);
  for (const line of scalingTable(result)) log(`${line}\n`);
  const last = result.points.at(-1);
  if (last !== undefined)
    tell(`Speed-up ${last.speedup.toFixed(2)} on ${last.ranks} ranks, efficiency ${percent(last.efficiency)}`);
  return result;
}

/** The table that people read: one row for each number of ranks, then the properties that grow. */
export function* scalingTable({ points, properties }: Scaling): Generator<string> {
  yield 'ranks      time  speed-up  efficiency';
  for (const { ranks, seconds, speedup, efficiency } of points) {
    const cells = [String(ranks).padStart(5), duration(seconds).padStart(9), speedup.toFixed(2).padStart(9)];
    yield [...cells, percent(efficiency).padStart(11)].join(' ');
  }
  if (properties.length === 0) return;
  yield '';
  yield `share of the total time on ${points.map(({ ranks }) => ranks).join(', ')} ranks`;
  for (const { property, title } of properties) {
    yield `  ${title.padEnd(32)} ${points.map((point) => percent(point.properties[property] ?? absent(property)).padStart(8)).join(' ')}`;
  }
}

async function beforeAndAfter(context: ActionContext, given: Given<typeof compareDeclaration.arguments>) {
  const before = experimentsOf(context, given.get('before'));
  const after = experimentsOf(context, given.get('after'));
  if (before === undefined || after === undefined)
    throw new TrimtabError('Write "before" and "after", or "experiments" for a series, in the compare step.');
  const groups = [
    { label: 'before', experiments: before },
    { label: 'after', experiments: after },
  ];
  const comparison = (await context.compare?.(groups, { signal: context.signal })) ?? compareExperiments(groups);
  const { results } = checkAcceptance(comparison, given.get('accept') ?? []);
  for (const { text, state, sentence } of results) context.log(`${text}: ${state}. ${sentence}\n`);
  const predicted = predictedTexts(
    before.map(({ manifest }) => manifest),
    comparison.runTime.groups.at(-1)?.mean ?? 0,
  );
  for (const text of predicted) context.log(`${text}\n`);
  const change = comparison.runTime.changes[0] ?? absent('change');
  const times = comparison.runTime.groups.map(({ mean }) => duration(mean)).join(' → ');
  const missed = results.filter(({ state }) => state !== 'met');
  context.tell(
    missed.length === 0
      ? [`Run time ${times}: ${change.verdict}`, ...predicted.slice(-1)].join('. ')
      : `Not accepted: ${missed.map(({ sentence }) => sentence).join(' ')}`,
  );
  return {
    verdict: change.verdict,
    absolute: change.absolute,
    relative: change.relative ?? null,
    accepted: missed.length === 0,
    results: results.map(({ text, state, sentence }) => ({ text, state, sentence })),
  };
}
