import { useState } from 'preact/hooks';
import { counted, dataSize } from '../../base/text.js';
import type { Bytes } from '../../base/units.js';
import type { HistoryAction, HistoryState, PageRule } from '../../protocol/pages/history.js';

/** Freeing disk space by a rule, which is shown before it is applied. */
export function Retention({
  entries,
  preview,
  act,
}: {
  readonly entries: HistoryState['entries'];
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
            aria-label="What to remove"
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
      <p class="quiet">{usage(entries)} Baselines are always kept.</p>
      {preview !== null && <Preview preview={preview} act={act} />}
    </details>
  );
}

/** What the experiments take. */
function usage(entries: HistoryState['entries']): string {
  const sum = (sizes: readonly Bytes[]): string => dataSize(sizes.reduce((all, size) => all + size, 0));
  const [all, traces] = [sum(entries.map(({ size }) => size)), sum(entries.map(({ traceSize }) => traceSize))];
  return `${counted(entries.length, 'experiment')} take ${all}, of that ${traces} for traces.`;
}

function Preview({
  preview,
  act,
}: {
  readonly preview: NonNullable<HistoryState['preview']>;
  readonly act: (action: HistoryAction) => void;
}) {
  const { items, left } = preview.result;
  if (items.length === 0 && left === 0) return <p role="status">Nothing would be removed.</p>;
  const verb = preview.rule.action === 'delete' ? 'Delete' : 'Drop the traces of';
  return (
    <>
      {left > 0 && <p>{dataSize(left)} that jobs of workflow runs left and nothing needs are removed too.</p>}
      <table>
        <caption class="hidden">What would be removed</caption>
        <thead>
          <tr>
            <th scope="col">Experiment</th>
            <th scope="col" class="number">
              Freed
            </th>
          </tr>
        </thead>
        <tbody>
          {items.slice(0, 100).map((item) => (
            <tr key={item.entry.id}>
              <td>{item.entry.name}</td>
              <td class="number">{dataSize(item.bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {items.length > 100 && <p class="quiet">and {items.length - 100} more</p>}
      <p>
        <button class="primary" onClick={() => act({ do: 'applyRetention', rule: preview.rule })}>
          {verb} {counted(items.length, 'experiment')} ({dataSize(preview.result.bytes + left)})…
        </button>
      </p>
    </>
  );
}
