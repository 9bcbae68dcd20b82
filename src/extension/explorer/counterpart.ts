/** Weights of another experiment in the rows of the one that is shown. */
import { Counterpart } from '../../protocol/counterpart.js';
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
  const [{ nodes: there }, own, its, tree] = await Promise.all([
    match(experiment, other),
    engine.query(experiment, 'definitions', {}, signal),
    engine.query(other, 'definitions', {}, signal),
    engine.query(other, 'callTree', {}, signal),
  ]);
  const counterpart = new Counterpart(own.head, its.head, there);
  const asked = counterpart.asked({ properties, nodes });
  const answer = asked === undefined ? undefined : await engine.query(other, 'weights', asked, signal);
  const { parent, region } = tree.columns;
  return {
    head: { regions: its.head.definitions.regions.map(({ name }) => name) },
    columns: {
      ...counterpart.inOwnRows(answer?.columns),
      ...{ otherParent: parent, otherRegion: region },
      otherExclusive: answer?.columns.nodeExclusive ?? new Float64Array(parent.length),
    },
  };
}
