import { useMemo } from 'preact/hooks';
import { type ExplorerAction, explorerPage, type ExplorerState } from '../../protocol/pages/explorer.js';
import { useAnswers } from '../kit/answers.js';
import { Failed, Waiting } from '../kit/outcome.js';
import type { PageProps } from '../kit/start.js';
import { loadedOf } from './coupled.js';
import { Trees } from './trees.js';

/** Property, call path and place as three coupled trees. */
export function ExplorerPage({ host, state }: PageProps<ExplorerState, ExplorerAction>) {
  const { experiment } = state;
  const asks = experiment === null ? [] : [{ experiment: experiment.id }];
  const answers = useAnswers(host, 'trees', explorerPage.questions.trees, asks);
  const [ask] = asks;
  const outcome = ask === undefined ? undefined : answers.of(ask);
  const uncertain = useAnswers(host, 'uncertain', explorerPage.questions.uncertain, asks);
  const doubted = ask === undefined ? undefined : uncertain.of(ask);
  const isKnown = doubted?.is === 'answered' || doubted?.is === 'failed';
  // Uncertain locations only hatch pictures: trees are shown without them if they are not available.
  const loaded = useMemo(
    () =>
      outcome?.is === 'answered' && isKnown
        ? loadedOf(outcome, doubted.is === 'answered' ? new Set(doubted.columns.location) : undefined)
        : undefined,
    [outcome, isKnown],
  );
  if (experiment === null || ask === undefined)
    return (
      <main>
        <h1>Explorer</h1>
        <p class="quiet">No experiment is shown: analyze a program, or open a trace or profile.</p>
      </main>
    );
  return (
    <main>
      <h1>Explorer</h1>
      <p class="quiet">{experiment.name}</p>
      {experiment.doubt !== undefined && <p class="notice">{experiment.doubt}; the numbers are hatched.</p>}
      {outcome?.is === 'failed' && <Failed sentence={outcome.sentence} again={() => answers.again(ask)} />}
      {loaded === undefined ? (
        outcome?.is !== 'failed' && <Waiting />
      ) : (
        <Trees key={experiment.id} host={host} state={state} experiment={experiment.id} loaded={loaded} />
      )}
    </main>
  );
}
