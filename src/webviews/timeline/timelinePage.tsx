import type { ShownExperiment } from '../../protocol/pages/declaration.js';
import type { TimelineState } from '../../protocol/pages/timeline.js';
import { Failed, Waiting } from '../kit/outcome.js';
import type { PageProps } from '../kit/start.js';
import { Timeline } from './timeline.js';
import { type TimelineHost, useRun } from './useTimeline.js';

type Props = PageProps<TimelineState, Parameters<TimelineHost['act']>[0]>;

/** When time is lost: the selected experiment at its worst wait. */
export function TimelinePage({ host, state }: Props) {
  const { experiment } = state;
  if (experiment === null)
    return (
      <p class="notice quiet" role="status">
        No experiment is selected. Analyze a program, or select one of the experiments, to see what it did when.
      </p>
    );
  return <OfExperiment key={experiment.id} {...{ host, state, experiment }} />;
}

function OfExperiment({ host, state, experiment }: Props & { readonly experiment: ShownExperiment }) {
  const { id, name } = experiment;
  const { outcome, run, again, ...named } = useRun(host, id);
  if (outcome.is === 'failed') return <Failed sentence={outcome.sentence} again={again} />;
  if (outcome.is === 'asked') return <Waiting sentence={`Opening ${name}…`} />;
  if (run === undefined)
    return (
      <p class="notice quiet" role="status">
        {outcome.head.missing ?? 'This experiment has no events.'}
      </p>
    );
  return <Timeline host={host} state={state} run={run} {...{ name, named }} doubt={experiment.doubt} />;
}
