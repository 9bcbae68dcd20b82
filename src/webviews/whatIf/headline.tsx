import { useRef } from 'preact/hooks';
import { duration } from '../../base/text.js';
import type { Scenario } from '../../model/findings/prediction.js';
import type { TriedPrediction } from '../../model/findings/scenarioSchema.js';
import type { ShownPredictions } from './useWhatIf.js';
import { Confidence } from './confidence.js';
import { confidenceText, gainKind, gainText } from './view.js';

type Props = Pick<ShownPredictions, 'facts' | 'predictions' | 'livePlan'> & {
  /** Keeps the prediction of all active changes. */
  readonly onTry: (prediction: TriedPrediction) => void;
  /** Shows the timeline of the predicted run. */
  readonly onTimeline: (scenarios: Scenario[]) => void;
};

/** The measured run time, and the one that is predicted with all active changes. */
export function Headline({ facts, predictions, livePlan, onTry, onTimeline }: Props) {
  const { runTime: measured } = facts;
  const latest = useRef(measured);
  const known = predictions.runTimeOf(livePlan);
  // While the next answer is on its way, the previous one remains.
  latest.current = known ?? latest.current;
  const saved = measured - latest.current;
  if (livePlan.length === 0)
    return (
      <div class="headline" role="status">
        <span class="times">{duration(measured)}</span>
        <span class="quiet">Measured run time. Add a change to predict its effect.</span>
      </div>
    );
  return (
    <div class="headline" role="status" aria-busy={known === undefined}>
      <span class="times">
        {duration(measured)} <span aria-hidden="true">→</span>
        <span class="hidden"> becomes </span> {duration(latest.current)}
      </span>
      <span class={gainKind(saved, measured)}>{gainText(saved, measured)}</span>
      <Confidence text={confidenceText(predictions.of(livePlan))} />
      <button
        type="button"
        disabled={known === undefined}
        title="Keep this prediction: the next run of the changed program is compared with it"
        onClick={() => known !== undefined && onTry({ scenarios: [...livePlan], measured, runTime: known })}
      >
        Try This
      </button>
      <button
        type="button"
        class="secondary"
        disabled={known === undefined}
        title="Show the timeline of the predicted run above the measured one, with its critical path"
        onClick={() => onTimeline([...livePlan])}
      >
        Show Timeline
      </button>
    </div>
  );
}
