import { localTime } from '../../base/dates.js';
import { dataSize, duration, percent } from '../../base/text.js';
import { whyNotComparable } from '../../model/findings/comparableState.js';
import {
  type Column,
  type HistoryAction,
  type HistoryRow,
  type HistoryWindow,
  PORTION,
  type Sorting,
} from '../../protocol/pages/history.js';
import { columnTitles } from './view.js';

export interface HistoryTableProps {
  readonly window: HistoryWindow;
  readonly selected: string | null;
  readonly columns: readonly Column[];
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
  /** Asks for more rows. */
  readonly onMore: () => void;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  readonly act: (action: HistoryAction) => void;
}

const numbers: readonly string[] = ['ranks', 'totalTime', 'span', 'size'];

export function HistoryTable(props: HistoryTableProps) {
  const { window, columns, onMore } = props;
  const { groups, matching, all } = window;
  const left = matching - groups.reduce((sum, group) => sum + group.rows.length, 0);
  if (matching === 0)
    return (
      <p class="quiet">
        {all === 0
          ? 'No experiments yet. Each run of “Analyze Performance” and each trace that you open is kept here.'
          : 'No experiment matches; search for something else.'}
      </p>
    );
  return (
    <div class="scroll">
      <table>
        <Head {...props} />
        {groups.map(({ title, count, rows }) => (
          <tbody key={title}>
            {title !== '' && (
              <tr class="group">
                <th colSpan={columns.length + 3} scope="rowgroup">
                  {title} <span class="quiet">({count})</span>
                </th>
              </tr>
            )}
            {rows.map((row) => (
              <Experiment key={row.id} row={row} {...props} />
            ))}
          </tbody>
        ))}
      </table>
      {left > 0 && (
        <p>
          <button onClick={onMore}>Show {Math.min(PORTION, left)} more</button>
        </p>
      )}
    </div>
  );
}

function Head({ columns, sorting, onSort }: HistoryTableProps) {
  const heading = (column: Column | 'name') => {
    const active = sorting.by === column;
    return (
      <th
        key={column}
        scope="col"
        class={column === 'name' ? 'stays' : numbers.includes(column) ? 'number' : undefined}
        aria-sort={active ? (sorting.descending ? 'descending' : 'ascending') : 'none'}
      >
        <button
          class="plain"
          onClick={() => onSort({ by: column, descending: active ? !sorting.descending : column !== 'name' })}
        >
          {columnTitles[column]}
          <span aria-hidden="true">{active ? (sorting.descending ? ' ↓' : ' ↑') : ''}</span>
        </button>
      </th>
    );
  };
  return (
    <thead>
      <tr>
        <th scope="col">
          <span class="hidden">Ticked</span>
        </th>
        <th scope="col">
          <span class="hidden">Baseline</span>
        </th>
        {heading('name')}
        {columns.map(heading)}
      </tr>
    </thead>
  );
}

function Experiment({ row, ...props }: HistoryTableProps & { readonly row: HistoryRow }) {
  const { chosen, onChoose, act, selected, columns } = props;
  const ticked = chosen.has(row.id);
  const why = whyNotComparable(row);
  const tick = () => {
    const next = new Set(chosen);
    if (!next.delete(row.id)) next.add(row.id);
    onChoose(next);
  };
  return (
    <tr class={ticked ? 'chosen' : undefined}>
      <td>
        <input type="checkbox" aria-label={`Tick ${row.name}`} checked={ticked} onChange={tick} />
      </td>
      <td>
        <button
          class="plain star"
          aria-pressed={row.baseline}
          aria-label={`Baseline: ${row.name}`}
          disabled={!row.baseline && why !== undefined}
          title={
            row.baseline
              ? 'The baseline; click to take the star away'
              : why === undefined
                ? 'Star as the baseline to compare with'
                : `It ${why}, so that nothing can be compared with it`
          }
          onClick={() => act({ do: 'baseline', id: row.id, on: !row.baseline })}
        >
          {row.baseline ? '★' : '☆'}
        </button>
      </td>
      <td class="stays">
        <button
          class="plain link"
          disabled={row.state === 'damaged' || row.state === 'running'}
          title="Show its findings and marks"
          onClick={() => act({ do: 'open', id: row.id })}
        >
          {row.name}
        </button>
        {row.id === selected && <span class="tag">marks shown</span>}
        {row.state !== 'complete' && (
          <span class={row.state === 'running' ? 'quiet' : 'worse'} title={row.problem}>
            {' '}
            {row.state}
          </span>
        )}
      </td>
      {columns.map((column) => (
        <td key={column} class={numbers.includes(column) ? 'number' : undefined}>
          <Cell row={row} column={column} act={act} />
        </td>
      ))}
    </tr>
  );
}

function Cell({
  row,
  column,
  act,
}: {
  readonly row: HistoryRow;
  readonly column: Column;
  readonly act: HistoryTableProps['act'];
}) {
  switch (column) {
    case 'date':
      return <span class="date">{localTime(row.date, 'minute')}</span>;
    case 'totalTime':
    case 'span':
      return <>{row[column] === undefined ? '' : duration(row[column])}</>;
    case 'worst':
      return (
        <>
          {row.worst === undefined ? '' : `${row.worst.title} ${percent(row.worst.severity)}`}
          {row.measurement !== undefined && <span class="quiet"> {row.measurement}</span>}
          {row.doubt !== undefined && <span class="quiet doubt"> {row.doubt}</span>}
        </>
      );
    case 'size':
      return <>{dataSize(row.size)}</>;
    case 'tags':
      return (
        <button
          class="plain"
          aria-label={`Tags of ${row.name}: ${row.tags.join(', ') || 'none'}`}
          onClick={() => act({ do: 'editTags', ids: [row.id] })}
        >
          {row.tags.length === 0 ? (
            <span class="quiet add">add…</span>
          ) : (
            row.tags.map((tag) => (
              <span key={tag} class="tag">
                {tag}
              </span>
            ))
          )}
        </button>
      );
    case 'note':
      return (
        <button
          class="plain note"
          aria-label={`Note on ${row.name}: ${row.note ?? 'none'}`}
          onClick={() => act({ do: 'editNote', id: row.id })}
        >
          {(row.note ?? '') === '' ? <span class="quiet add">add…</span> : row.note}
        </button>
      );
    default:
      return <>{row[column]}</>;
  }
}
