import { useState } from 'preact/hooks';
import { counted, dataSize } from '../../base/text.js';
import type { HistoryAction, HistoryState, HistoryWindow, PageRule } from '../../protocol/pages/history.js';

/** Freeing disk space by a rule, which is shown before it is applied. */
export function Retention({
  window,
  preview,
  act,
}: {
  readonly window: HistoryWindow;
  readonly preview: HistoryState['preview'];
  readonly act: (action: HistoryAction) => void;
}) {
  const [rule, setRule] = useState<PageRule>(
    preview?.rule ?? { action: 'drop traces', olderThanDays: 30, keepNewest: 5 },
  );
  const number = (key: 'olderThanDays' | 'keepNewest') => (
    <input
      type="number"
      min={0}
      class="count"
      value={rule[key]}
      onInput={(event) => setRule({ ...rule, [key]: Math.max(0, Math.round(event.currentTarget.valueAsNumber) || 0) })}
    />
  );
  return (
    <details class="retention">
      <summary>
        <h2>Free disk space</h2>
      </summary>
      <div class="bar">
        <label>
          <select
            aria-label="Data to remove"
            value={rule.action}
            onChange={(event) =>
              setRule({ ...rule, action: event.currentTarget.value === 'delete' ? 'delete' : 'drop traces' })
            }
          >
            <option value="drop traces">Drop traces, keep results</option>
            <option value="delete">Delete experiments</option>
          </select>
        </label>
        <label>older than {number('olderThanDays')} days,</label>
        <label>but keep the newest {number('keepNewest')} of each program</label>
        <button onClick={() => act({ do: 'previewRetention', rule })}>Preview</button>
      </div>
      <p class="quiet">{usage(window)} Baselines are always kept.</p>
      {preview !== null && <Preview preview={preview} act={act} />}
    </details>
  );
}

/** Returns the disk space of the experiments. */
function usage({ all, hidden, size, traceSize }: HistoryWindow): string {
  const count = all + hidden;
  const take = count === 1 ? 'takes' : 'take';
  return `${counted(count, 'experiment')} ${take} ${dataSize(size)}, of that ${dataSize(traceSize)} for traces.`;
}

function Preview({
  preview,
  act,
}: {
  readonly preview: NonNullable<HistoryState['preview']>;
  readonly act: (action: HistoryAction) => void;
}) {
  const { items, count, bytes, left, runs } = preview.result;
  const unclear = runs.unclear !== undefined && <p class="quiet">{runs.unclear}</p>;
  if (count === 0 && left === 0 && runs.count === 0)
    return (
      <>
        <p role="status">Nothing would be removed.</p>
        {unclear}
      </>
    );
  const verb = preview.rule.action === 'delete' ? 'Delete' : 'Drop the traces of';
  return (
    <>
      {runs.count > 0 && (
        <p>
          The records and logs of {counted(runs.count, 'ended workflow run')} are removed too ({dataSize(runs.bytes)}).
        </p>
      )}
      {unclear}
      {left > 0 && <p>{dataSize(left)} that jobs of workflow runs left and nothing needs are removed too.</p>}
      <table>
        <caption class="hidden">Data that would be removed</caption>
        <thead>
          <tr>
            <th scope="col">Experiment</th>
            <th scope="col" class="number">
              Freed
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, index) => (
            <tr key={index}>
              <td>{item.name}</td>
              <td class="number">{dataSize(item.bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > items.length && <p class="quiet">and {count - items.length} more</p>}
      <p>
        <button class="primary" onClick={() => act({ do: 'applyRetention', rule: preview.rule })}>
          {count === 0 ? 'Free' : `${verb} ${counted(count, 'experiment')}`} ({dataSize(bytes + runs.bytes + left)})…
        </button>
      </p>
    </>
  );
}
