import { useState } from 'preact/hooks';
import { counted } from '../../base/text.js';
import {
  type Column,
  type Grouping,
  groupings,
  type HistoryAction,
  type HistoryState,
  type HistoryView,
  type HistoryWindow,
  newestFirst,
  PORTION,
  type Sorting,
} from '../../protocol/pages/history.js';
import { useAsked } from '../kit/asked.js';
import { isOneOf, isText, useKept } from '../kit/kept.js';
import type { PageProps } from '../kit/start.js';
import { ColumnChooser, isColumns } from './columnChooser.js';
import { HistoryTable } from './historyTable.js';
import { Predictions } from './predictions.js';
import { Retention } from './retention.js';
import { TrendChart } from './trendChart.js';
import { defaultColumns, type Ticked, tickedOf, tickedRows } from './view.js';

const groupingTitles: Readonly<Record<Grouping, string>> = {
  program: 'program',
  target: 'target',
  date: 'day',
  none: 'nothing',
};

/** Days are in the time zone of the user. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

/** The experiments of the workspace, as a browser shows what was visited. */
export function HistoryPage({ host, state }: PageProps<HistoryState, HistoryAction>) {
  const [search, setSearch] = useKept(host, 'search', '', isText);
  const [grouping, setGrouping] = useKept(host, 'grouping', newestFirst.grouping, isOneOf(groupings));
  const [shown, setShown] = useKept<readonly Column[]>(host, 'columns', defaultColumns, isColumns);
  const [sorting, setSorting] = useState<Sorting>(newestFirst.sorting);
  const [rows, setRows] = useState(PORTION);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const act = (action: HistoryAction) => host.act(action);
  const view: HistoryView = { search, sorting, grouping, rows, ticked: [...chosen], timeZone };
  useAsked(view, state.view, () => act({ do: 'view', view }));
  const { window } = state;
  return (
    <main>
      <h1>Experiment History</h1>
      {window.problems.map((problem) => (
        <p key={problem} class="notice problem">
          {problem}
        </p>
      ))}
      <TrendChart trend={state.trend} act={act} />
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
        <Count window={window} onInternal={() => setSearch('is:adaptation')} />
      </div>
      <Toolbar ticked={tickedOf(tickedRows(window, chosen))} trusted={state.trusted} act={act} />
      <HistoryTable
        window={window}
        selected={state.selected}
        columns={shown}
        sorting={sorting}
        onSort={setSorting}
        onMore={() => setRows(rows + PORTION)}
        chosen={chosen}
        onChoose={setChosen}
        act={act}
      />
      <Predictions predictions={state.predictions} act={act} />
      <Retention window={window} preview={state.preview} act={act} />
    </main>
  );
}

/** Number of experiments found, and of internal ones. */
function Count({ window, onInternal }: { readonly window: HistoryWindow; readonly onInternal: () => void }) {
  const { matching, all, hidden } = window;
  const count = counted(all, 'experiment');
  return (
    <>
      <span class="quiet" role="status">
        {matching === all ? count : `${matching} of ${count}`}
      </span>
      {hidden > 0 && (
        <button
          type="button"
          class="link"
          title="Intermediate runs of Adapt Instrumentation are hidden"
          onClick={onInternal}
        >
          {`${counted(hidden, 'run')} of adaptations`}
        </button>
      )}
    </>
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

/** Actions on the ticked rows. */
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
        title="Speed-up and efficiency; tick runs with different rank counts"
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
