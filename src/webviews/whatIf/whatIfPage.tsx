import { UNMODELED } from '../../model/text/gainText.js';
import { judgedText } from '../../model/text/judgedText.js';
import type { ShownPrediction } from '../../protocol/pages/history.js';
import type { WhatIfAction, WhatIfState } from '../../protocol/pages/whatIf.js';
import { Failed, Waiting } from '../kit/outcome.js';
import type { PageProps } from '../kit/start.js';
import { AddForm } from './addForm.js';
import { ChangeList } from './changeList.js';
import { CurveView } from './curveView.js';
import { Headline } from './headline.js';
import { SuggestionTable } from './suggestionTable.js';
import { useWhatIf } from './useWhatIf.js';

type Props = PageProps<WhatIfState, WhatIfAction>;

/** Predicted run times after changes of the program. */
export function WhatIfPage({ host, state }: Props) {
  const { experiment } = state;
  return (
    <main>
      <h1>What If</h1>
      {experiment === null ? (
        <p class="quiet">No experiment is shown: analyze a program, or open a trace.</p>
      ) : (
        <>
          <p class="quiet">{experiment.name}</p>
          {experiment.doubt !== undefined && <p class="notice">{experiment.doubt}</p>}
          <OfExperiment key={experiment.id} host={host} state={state} experiment={experiment.id} />
        </>
      )}
    </main>
  );
}

function OfExperiment({ host, state, experiment }: Props & { readonly experiment: string }) {
  const outcome = useWhatIf(host, state, experiment);
  if (outcome.is === 'failed') return <Failed {...outcome} />;
  if (outcome.is === 'reading') return <Waiting sentence="Reading the trace…" />;
  const { shown } = outcome;
  return (
    <>
      <Headline
        {...shown}
        onTry={(prediction) => host.act({ do: 'try', experiment, prediction })}
        onTimeline={(scenarios) => host.act({ do: 'timeline', experiment, scenarios })}
      />
      <Tried predictions={state.tried} onHistory={() => host.act({ do: 'openHistory' })} />
      <ChangeList {...shown} onLine={(place) => host.act({ do: 'openLine', experiment, place: { ...place } })} />
      <AddForm {...shown} />
      <SuggestionTable {...shown} />
      <CurveView {...shown} />
      <Limits limits={shown.facts.limits} />
    </>
  );
}

/** Kept predictions, compared with the runs that followed. */
function Tried({
  predictions,
  onHistory,
}: {
  readonly predictions: readonly ShownPrediction[];
  readonly onHistory: () => void;
}) {
  if (predictions.length === 0) return null;
  return (
    <section aria-label="Kept predictions">
      <ul>
        {predictions.map((prediction, at) => (
          <li key={at}>{judgedText(prediction)}</li>
        ))}
      </ul>
      <p class="quiet">
        Change the program and run it: the next run is compared.{' '}
        <button type="button" class="plain link" onClick={onHistory}>
          All predictions
        </button>
      </p>
    </section>
  );
}

/** Parts of the run and of the machine that predictions do not contain. */
function Limits({ limits }: { readonly limits: readonly string[] }) {
  return (
    <>
      <h2>Limits</h2>
      <ul class="limits">
        {[...limits, ...UNMODELED].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}
