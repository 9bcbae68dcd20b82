import { duration } from '../../base/text.js';
import { errorText } from '../../model/text/errorText.js';
import type { HistoryAction, ShownPrediction } from '../../protocol/pages/history.js';

/** Kept predictions, next to the runs of the first changed version that followed. */
export function Predictions({
  predictions,
  act,
}: {
  readonly predictions: readonly ShownPrediction[];
  readonly act: (action: HistoryAction) => void;
}) {
  if (predictions.length === 0) return null;
  return (
    <section class="predictions">
      <h2>Predictions</h2>
      <table>
        <caption class="hidden">Predicted run times, and those of the next changed version</caption>
        <thead>
          <tr>
            <th scope="col">Change</th>
            <th scope="col">Predicted from</th>
            <th scope="col" class="number">
              Before
            </th>
            <th scope="col" class="number">
              Predicted
            </th>
            <th scope="col" class="number">
              Measured
            </th>
            <th scope="col" class="number">
              Error
            </th>
            <th scope="col">
              <span class="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {predictions.map((prediction) => (
            <Row key={`${prediction.id} ${prediction.created}`} prediction={prediction} act={act} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({
  prediction,
  act,
}: {
  readonly prediction: ShownPrediction;
  readonly act: (action: HistoryAction) => void;
}) {
  const { id, name, created, change, note, before, predicted, outcome } = prediction;
  return (
    <tr>
      <th scope="row" class="stays">
        {change}
        {note !== undefined && <div class="quiet">{note}</div>}
      </th>
      <td>
        <button type="button" class="plain link" onClick={() => act({ do: 'open', id })}>
          {name}
        </button>
      </td>
      <td class="number">{duration(before)}</td>
      <td class="number">{duration(predicted)}</td>
      <td class="number">
        {outcome === undefined ? (
          <span class="quiet">no run of a changed version yet</span>
        ) : (
          <button
            type="button"
            class="plain link"
            title="Compare with the run that the prediction was made from"
            onClick={() => act({ do: 'compare', ids: [id, ...outcome.ids] })}
          >
            {outcome.measured}
          </button>
        )}
      </td>
      <td class="number">{outcome === undefined ? '' : errorText(outcome.error)}</td>
      <td>
        <button
          type="button"
          aria-label={`Remove the prediction: ${change}`}
          onClick={() => act({ do: 'dropPrediction', id, created })}
        >
          Remove
        </button>
      </td>
    </tr>
  );
}
