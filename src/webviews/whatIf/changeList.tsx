import { fileName } from '../../base/text.js';
import type { SourcePlace } from '../../model/findings/findings.js';
import { scenarioText, targetText } from '../../model/text/scenarioText.js';
import { MOST_FACTOR } from '../../model/findings/scenarioSchema.js';
import { type Change, changeKey, toggled, withFactor, withoutChange } from './changes.js';
import type { ShownPredictions } from './useWhatIf.js';
import { Confidence } from './confidence.js';
import { confidenceText, factorText, gainKind, gainText } from './view.js';

interface Props extends Pick<ShownPredictions, 'facts' | 'predictions' | 'changes'> {
  readonly onLine: (place: SourcePlace) => void;
}

/** The changes, each with its own effect. */
export function ChangeList(props: Props) {
  const { changes } = props;
  return (
    <>
      <h2>Changes</h2>
      {changes.settled.length === 0 ? (
        <p class="quiet">No change yet. Add a suggestion, or select a function.</p>
      ) : (
        <ul class="whatIfChanges" aria-label="Changes">
          {changes.live.map((change) => (
            <ChangeRow key={changeKey(change.scenario)} {...props} change={change} />
          ))}
        </ul>
      )}
    </>
  );
}

function ChangeRow({ change, onLine, ...props }: Props & { readonly change: Change }) {
  const { changes, predictions } = props;
  const { scenario, isActive } = change;
  const key = changeKey(scenario);
  const text = scenarioText(scenario);
  const predicted = predictions.of([
    changes.settled.find((one) => changeKey(one.scenario) === key)?.scenario ?? scenario,
  ]);
  const place = predicted !== undefined && 'place' in predicted ? predicted.place : undefined;
  const isPossible = predicted === undefined || !('problem' in predicted);
  return (
    <li>
      <label class="what">
        <input type="checkbox" checked={isActive} onChange={() => changes.set(toggled(changes.settled, key))} />
        {text}
      </label>
      {place !== undefined && (
        <button class="plain link" title={place.file} onClick={() => onLine(place)}>
          {fileName(place.file)}:{place.line}
        </button>
      )}
      <Alone {...props} predicted={predicted} />
      <button aria-label={`Remove: ${text}`} onClick={() => changes.set(withoutChange(changes.settled, key))}>
        Remove
      </button>
      {scenario.kind === 'scale' && isPossible && <Slider changes={changes} scenario={scenario} />}
    </li>
  );
}

/** The effect of one change without the others. */
function Alone({
  facts,
  predicted,
}: Pick<Props, 'facts'> & { readonly predicted: ReturnType<Props['predictions']['of']> }) {
  if (predicted === undefined) return <span class="alone quiet">…</span>;
  if ('problem' in predicted) return <span class="alone worse">{predicted.problem}</span>;
  const saved = facts.runTime - predicted.runTime;
  return (
    <span class="alone">
      <span class="quiet">alone </span>
      <span class={gainKind(saved, facts.runTime)}>{gainText(saved, facts.runTime)}</span>{' '}
      <Confidence text={confidenceText(predicted)} />
    </span>
  );
}

function Slider({
  changes,
  scenario,
}: Pick<Props, 'changes'> & { readonly scenario: Change['scenario'] & { readonly kind: 'scale' } }) {
  const key = changeKey(scenario);
  const { factor } = scenario;
  return (
    <span class="factor">
      <input
        type="range"
        min={0}
        max={100 * MOST_FACTOR}
        step={5}
        value={100 * factor}
        aria-label={`Time of ${targetText(scenario)}`}
        aria-valuetext={factorText(factor)}
        onInput={({ currentTarget }) => changes.slide(key, currentTarget.valueAsNumber / 100)}
        onChange={({ currentTarget }) =>
          changes.set(withFactor(changes.settled, key, currentTarget.valueAsNumber / 100))
        }
      />
      <span class="value" aria-hidden="true">
        {Math.round(100 * factor)} %
      </span>
    </span>
  );
}
