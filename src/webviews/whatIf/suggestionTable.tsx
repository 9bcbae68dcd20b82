import { useRef } from 'preact/hooks';
import { Scrolling } from '../kit/scrolling.js';
import { changeKey } from './changes.js';
import type { ShownPredictions } from './useWhatIf.js';
import { gainText, type Suggestion, suggestions } from './view.js';

type Props = Pick<ShownPredictions, 'facts' | 'predictions' | 'offers' | 'plan' | 'add' | 'isFull'>;

/** Changes that save most, on top of the active ones: the next bottleneck is first. */
export function SuggestionTable({ facts, predictions, offers, plan, add, isFull }: Props) {
  const found = suggestions(offers, plan, predictions);
  const shown = useComplete(found);
  const isNext = plan.length > 0;
  const title = isNext ? 'Next' : 'Suggestions';
  return (
    <Scrolling label={title}>
      <h2>{title}</h2>
      {isNext && <p class="quiet">Further time that each change saves in addition to the active ones.</p>}
      {shown.length === 0 ? (
        <p class="quiet">None of the changes that suit this trace saves {isNext ? 'more ' : ''}time.</p>
      ) : (
        <table class="suggestions">
          <thead>
            <tr>
              <th scope="col">Change</th>
              <th scope="col">Effect</th>
              <th scope="col">
                <span class="hidden">Add</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ scenario, text, saved, isSelected }) => (
              <tr key={changeKey(scenario)}>
                <td>
                  {text}
                  {isSelected && <span class="quiet"> · selected</span>}
                </td>
                <td>{saved === undefined ? '…' : gainText(saved, facts.runTime)}</td>
                <td>
                  <button aria-label={`Add: ${text}`} disabled={isFull} onClick={() => add(scenario)}>
                    Add
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Scrolling>
  );
}

/** The previous suggestions remain until the effects of all are known: rows do not move below the pointer. */
function useComplete(found: readonly Suggestion[]): readonly Suggestion[] {
  const latest = useRef(found);
  const offered = new Set(found.map(({ scenario }) => changeKey(scenario)));
  if (found.every(({ saved }) => saved !== undefined) || latest.current.length === 0) latest.current = found;
  return latest.current.filter(({ scenario }) => offered.has(changeKey(scenario)));
}
