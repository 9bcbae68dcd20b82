import { useState } from 'preact/hooks';
import { counted } from '../../base/text.js';
import type { HistoryAction, HistoryState } from '../../protocol/pages/history.js';
import { isOneOf, isText, useKept } from '../kit/kept.js';
import type { PageProps } from '../kit/start.js';
import { ColumnChooser, isColumns } from './columnChooser.js';
import { HistoryTable } from './historyTable.js';
import { Retention } from './retention.js';
import { TrendChart } from './trendChart.js';
import {
  type Column,
  defaultColumns,
  grouped,
  type Grouping,
  groupings,
  matches,
  sorted,
  type Sorting,
  type Ticked,
  tickedOf,
} from './view.js';

const groupingTitles: Readonly<Record<Grouping, string>> = {
  program: 'program',
  target: 'target',
  date: 'day',
  none: 'nothing',
};

/** The experiments of the workspace, as a browser shows what was visited. */
export function HistoryPage({ host, state }: PageProps<HistoryState, HistoryAction>) {
  const [search, setSearch] = useKept(host, 'search', '', isText);
  const [grouping, setGrouping] = useKept(host, 'grouping', 'program', isOneOf(groupings));
  const [shown, setShown] = useKept<readonly Column[]>(host, 'columns', defaultColumns, isColumns);
  const [sorting, setSorting] = useState<Sorting>({ by: 'date', descending: true });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const found = state.entries.filter((row) => matches(row, search));
  // What is hidden by the search must not be deleted with the rest.
  const ticked = tickedOf(found.filter((row) => chosen.has(row.id)));
  const act = (action: HistoryAction) => host.act(action);
  return (
    <main>
      <h1>Experiment History</h1>
      {state.problems.map((problem) => (
        <p key={problem} class="notice problem">
          {problem}
        </p>
      ))}
      <TrendChart trend={state.trend} rows={state.entries} act={act} />
      <div class="bar" role="search">
        <input
          type="search"
          aria-label="Search the experiments"
          placeholder="Search, such as: heat2d #tuned is:failed"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
        <GroupBy grouping={grouping} onChange={setGrouping} />
        <ColumnChooser shown={shown} onChange={setShown} />
        <span class="space" />
        <span class="quiet" role="status">
          {found.length === state.entries.length
            ? counted(found.length, 'experiment')
            : `${found.length} of ${counted(state.entries.length, 'experiment')}`}
        </span>
      </div>
      <Toolbar ticked={ticked} trusted={state.trusted} act={act} />
      <HistoryTable
        groups={grouped(sorted(found, sorting), grouping)}
        empty={state.entries.length === 0}
        selected={state.selected}
        columns={shown}
        sorting={sorting}
        onSort={setSorting}
        chosen={chosen}
        onChoose={setChosen}
        act={act}
      />
      <Retention entries={state.entries} preview={state.preview} act={act} />
    </main>
  );
}

function GroupBy({
  grouping,
  onChange,
}: {
  readonly grouping: Grouping;
  readonly onChange: (grouping: Grouping) => void;
}) {
  return (
    <label>
      Group by
      <select
        value={grouping}
        onChange={(event) => onChange(groupings.find((word) => word === event.currentTarget.value) ?? 'none')}
      >
        {groupings.map((word) => (
          <option key={word} value={word}>
            {groupingTitles[word]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What can be done with the rows that are ticked. */
function Toolbar({
  ticked,
  trusted,
  act,
}: {
  readonly ticked: Ticked;
  /** Whether programs may be run. */
  readonly trusted: boolean;
  readonly act: (action: HistoryAction) => void;
}) {
  const { ids } = ticked;
  const [only] = ids;
  const none = ids.length === 0;
  return (
    <div class="bar" role="toolbar" aria-label="With the ticked experiments">
      <button class="primary" disabled={!ticked.compare} onClick={() => act({ do: 'compare', ids: [...ids] })}>
        Compare{ids.length < 2 ? '' : ` ${ids.length}`}
      </button>
      <button
        disabled={!ticked.scalability}
        title="Speed-up and efficiency; tick runs with different numbers of ranks"
        onClick={() => act({ do: 'scalability', ids: [...ids] })}
      >
        Scalability
      </button>
      <button
        disabled={ids.length !== 1 || !trusted}
        title="Builds and runs it again from its own sources, in a copy, and compares"
        onClick={() => only !== undefined && act({ do: 'reproduce', id: only })}
      >
        Reproduce
      </button>
      <button disabled={none} onClick={() => act({ do: 'editTags', ids: [...ids] })}>
        Tags…
      </button>
      <button disabled={ids.length !== 1} onClick={() => only !== undefined && act({ do: 'rename', id: only })}>
        Rename…
      </button>
      <button disabled={none} onClick={() => act({ do: 'delete', ids: [...ids] })}>
        Delete…
      </button>
      <span class="quiet" role="status">
        {ticked.sentence}
      </span>
    </div>
  );
}
