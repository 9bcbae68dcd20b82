import { useState } from 'preact/hooks';
import { absoluteText, relativeText } from '../../experiments/export/words.js';
import { duration } from '../../base/text.js';
import type { CompareAction } from '../../protocol/pages/compare.js';
import { changeOf, type Row } from './view.js';

/** So many rows are drawn at once; more on demand. */
const portion = 100;

/** Lost and won time, row by row, before → after. */
export function ChangeTable({
  rows,
  group,
  act,
}: {
  readonly rows: readonly Row[];
  readonly group: number;
  readonly act: (action: CompareAction) => void;
}) {
  const [limit, setLimit] = useState(portion);
  const largest = Math.max(0, ...rows.map((row) => Math.abs(changeOf(row, group)?.absolute ?? 0)));
  if (rows.length === 0) return <p class="quiet">Nothing differs here.</p>;
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col" class="number">
              Lost (+) or won (−)
            </th>
            <th scope="col">
              <span class="hidden">Size of the change</span>
            </th>
            <th scope="col" class="number">
              Relative
            </th>
            <th scope="col" class="number">
              Before
            </th>
            <th scope="col">
              <span class="hidden">to</span>
            </th>
            <th scope="col" class="number">
              After
            </th>
            <th scope="col">What</th>
            <th scope="col">Where</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, limit).map((row) => (
            <Changed key={row.key} row={row} group={group} largest={largest} act={act} />
          ))}
        </tbody>
      </table>
      {rows.length > limit && (
        <p>
          <button onClick={() => setLimit(limit + portion)}>Show {Math.min(portion, rows.length - limit)} more</button>
        </p>
      )}
    </div>
  );
}

function Changed({
  row,
  group,
  largest,
  act,
}: {
  readonly row: Row;
  readonly group: number;
  readonly largest: number;
  readonly act: (action: CompareAction) => void;
}) {
  const change = changeOf(row, group);
  const absolute = change?.absolute ?? 0;
  const side = absolute > 0 ? 'worse' : absolute < 0 ? 'better' : 'quiet';
  const { place, presence } = row;
  return (
    <tr>
      <td class={`number ${side}`}>
        {lostOrWon(absolute)}
        {change?.interval !== undefined && (
          <span class="quiet interval" title="95 % confidence interval of the change">
            {' '}
            [{lostOrWon(change.interval.low)}, {lostOrWon(change.interval.high)}]
          </span>
        )}
      </td>
      <td class="bars" aria-hidden="true">
        <svg width="80" height="10" class={side}>
          <rect class="fill" y="1" height="8" {...extent(absolute, largest)} />
          <line x1="40" x2="40" y1="0" y2="10" />
        </svg>
      </td>
      <td class="number">{change?.relative === undefined ? '' : relativeText(change)}</td>
      <td class="number">{duration(row.value.groups.at(0)?.mean ?? 0)}</td>
      <td class="quiet" aria-hidden="true">
        →
      </td>
      <td class="number">{duration(row.value.groups.at(group)?.mean ?? 0)}</td>
      <td>
        {(presence === 'new' || presence === 'gone') && <span class="tag">{presence}</span>} {row.what}
        {row.under !== undefined && row.under !== '' && <span class="quiet"> ← {row.under}</span>}
      </td>
      <td>
        {place !== undefined && (
          <button
            class="plain link"
            title={`${place.file}:${place.line}`}
            onClick={() => act({ do: 'openPlace', group: place.group, file: place.file, line: place.line })}
          >
            {shortPlace(place.file, place.line)}
          </button>
        )}
      </td>
    </tr>
  );
}

/** `−1.20 s`. */
function lostOrWon(seconds: number): string {
  return absoluteText({ absolute: seconds }, 'seconds');
}

/** A bar from the middle: won time to the left, lost to the right. */
function extent(absolute: number, largest: number): { readonly x: number; readonly width: number } {
  const width = largest === 0 ? 0 : Math.max(absolute === 0 ? 0 : 1, (Math.abs(absolute) / largest) * 39);
  return { x: absolute < 0 ? 40 - width : 40, width };
}

function shortPlace(file: string, line: number): string {
  return `${file.slice(file.lastIndexOf('/') + 1)}:${line}`;
}
