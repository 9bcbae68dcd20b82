import type { ComponentChildren } from 'preact';
import { relativeText } from '../../base/changeText.js';
import { duration } from '../../base/text.js';
import { type ChangeRow, type CompareAction, PORTION } from '../../protocol/pages/compare.js';
import { ChangeBar, lostOrWon, PresenceTag, sideOf } from './changeParts.js';

/** The row of which more is shown, below it. */
export interface OpenedRow {
  /** Key of the row; empty for none. */
  readonly key: string;
  readonly choose: (key: string) => void;
  readonly show: (row: OpenableRow) => ComponentChildren;
}

/** A row that can be opened. */
export type OpenableRow = ChangeRow & Required<Pick<ChangeRow, 'cell'>>;

const isOpenable = (row: ChangeRow): row is OpenableRow => row.cell !== undefined;

/** Lost and won time, row by row, before → after. */
export function ChangeTable({
  rows,
  matching,
  onMore,
  act,
  opened,
}: {
  readonly rows: readonly ChangeRow[];
  /** How many there are, shown or not. */
  readonly matching: number;
  /** Asks for more rows. */
  readonly onMore: () => void;
  readonly act: (action: CompareAction) => void;
  readonly opened: OpenedRow;
}) {
  const largest = Math.max(0, ...rows.map(({ absolute }) => Math.abs(absolute)));
  const left = matching - rows.length;
  if (rows.length === 0) return <p class="quiet">Nothing differs here.</p>;
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col" class="stays">
              What
            </th>
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
            <th scope="col">Where</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Changed key={row.key} row={row} largest={largest} act={act} opened={opened} />
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <p>
          <button onClick={onMore}>Show {Math.min(PORTION, left)} more</button>
        </p>
      )}
    </div>
  );
}

function Changed({
  row,
  largest,
  act,
  opened,
}: {
  readonly row: ChangeRow;
  readonly largest: number;
  readonly act: (action: CompareAction) => void;
  readonly opened: OpenedRow;
}) {
  const { absolute } = row;
  const side = sideOf(row);
  const { interval } = row;
  const isOpen = row.key === opened.key;
  const changed = (
    <tr class={isOpen ? 'open' : undefined}>
      <td class="stays">
        <What row={row} opened={opened} />
        {row.under !== undefined && row.under !== '' && <span class="quiet"> ← {row.under}</span>}
      </td>
      <td class={`number ${side}`}>
        {lostOrWon(absolute)}
        {interval !== undefined && (
          <span class="quiet interval" title="95 % confidence interval of the change">
            {' '}
            [{lostOrWon(interval.low)}, {lostOrWon(interval.high)}]
          </span>
        )}
      </td>
      <td class="bars" aria-hidden="true">
        <ChangeBar change={row} largest={largest} />
      </td>
      <td class="number">{row.relative === undefined ? '' : relativeText(row)}</td>
      <td class="number">{duration(row.before)}</td>
      <td class="quiet" aria-hidden="true">
        →
      </td>
      <td class="number">{duration(row.after)}</td>
      <td>
        <Where place={row.place} act={act} />
      </td>
    </tr>
  );
  if (!isOpen || !isOpenable(row)) return changed;
  return (
    <>
      {changed}
      <tr class="opened">
        <td colSpan={8}>{opened.show(row)}</td>
      </tr>
    </>
  );
}

/** Link to the source line. */
function Where({ place, act }: { readonly place: ChangeRow['place']; readonly act: (action: CompareAction) => void }) {
  if (place === undefined) return null;
  return (
    <button
      class="plain link"
      title={`${place.file}:${place.line}`}
      onClick={() => act({ do: 'openPlace', group: place.group, file: place.file, line: place.line })}
    >
      {shortPlace(place.file, place.line)}
    </button>
  );
}

function shortPlace(file: string, line: number): string {
  return `${file.slice(file.lastIndexOf('/') + 1)}:${line}`;
}

/** Subject of the row; a click opens it. */
function What({ row, opened }: { readonly row: ChangeRow; readonly opened: OpenedRow }) {
  const { presence } = row;
  const isOpen = row.key === opened.key;
  return (
    <>
      <PresenceTag presence={presence} />{' '}
      {isOpenable(row) ? (
        <button
          class="plain opener"
          aria-expanded={isOpen}
          title="Values by rank in each experiment"
          onClick={() => opened.choose(isOpen ? '' : row.key)}
        >
          {row.what}
        </button>
      ) : (
        row.what
      )}
    </>
  );
}
