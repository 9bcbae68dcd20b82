/** Weights of another experiment in the rows of the one that is shown. */
import { elementAt } from '../../base/elements.js';
import type { ExplorerQuestions } from '../../protocol/pages/explorer.js';
import type { Answered, Asked } from '../../protocol/pages/questions.js';
import type { Engine } from '../client/engine.js';

type Question = ExplorerQuestions['counterpart'];

/** For each call path of an experiment that of another one, -1 where it has none. */
export type MatchPaths = (experiment: string, other: string) => Promise<{ readonly nodes: readonly number[] }>;

export async function counterpartOf(
  engine: Pick<Engine, 'query'>,
  match: MatchPaths,
  { experiment, other, properties, nodes }: Asked<Question>,
  signal: AbortSignal,
): Promise<Answered<Question>> {
  const [{ nodes: there }, own, its] = await Promise.all([
    match(experiment, other),
    engine.query(experiment, 'definitions', {}, signal),
    engine.query(other, 'definitions', {}, signal),
  ]);
  const { metrics, locationCount, callPaths } = own.head;
  const known = new Map(its.head.metrics.map(({ name }, at) => [name, at]));
  const metricAt = metrics.map(({ name }) => known.get(name) ?? -1);
  const nodeAt = Array.from({ length: callPaths }, (_, node) => there[node] ?? -1);
  const asked = properties.filter(({ metric }) => known.has(metric));
  const matched = nodes?.flatMap(({ node, exclusive }) => {
    const at = nodeAt[node] ?? -1;
    return at < 0 ? [] : [{ node: at, exclusive }];
  });
  const nothing = (length: number): Float64Array => new Float64Array(length).fill(Number.NaN);
  const [first, ...more] = asked;
  if (first === undefined)
    return {
      head: {},
      columns: {
        ...{ metricInclusive: nothing(metrics.length), metricExclusive: nothing(metrics.length) },
        ...{ nodeInclusive: nothing(callPaths), nodeExclusive: nothing(callPaths), place: nothing(locationCount) },
      },
    };
  const { columns } = await engine.query(
    other,
    'weights',
    { properties: [first, ...more], nodes: matched ?? null },
    signal,
  );
  const rows = (values: Float64Array, at: readonly number[]): Float64Array =>
    Float64Array.from(at, (row) => (row < 0 ? Number.NaN : elementAt(values, row)));
  return {
    head: {},
    columns: {
      metricInclusive: rows(columns.metricInclusive, metricAt),
      metricExclusive: rows(columns.metricExclusive, metricAt),
      nodeInclusive: rows(columns.nodeInclusive, nodeAt),
      nodeExclusive: rows(columns.nodeExclusive, nodeAt),
      // Locations of other numbers of ranks are not the same.
      place: its.head.locationCount === locationCount ? columns.place : nothing(locationCount),
    },
  };
}
