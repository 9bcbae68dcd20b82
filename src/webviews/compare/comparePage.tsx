import { useState } from 'preact/hooks';
import { localTime } from '../../base/dates.js';
import { counted } from '../../base/text.js';
import {
  type ChangeKind,
  changeKinds,
  type CompareAction,
  type CompareState,
  type CompareView,
  type ExportFormat,
  exportFormats,
  largestFirst,
  PORTION,
  type ShownComparison,
} from '../../protocol/pages/compare.js';
import { useAsked } from '../kit/asked.js';
import { isOneOf, isText, useKept } from '../kit/kept.js';
import type { PageProps } from '../kit/start.js';
import { ChangeTable, type OpenedRow } from './changeTable.js';
import { ChangeTree } from './changeTree.js';
import { Dynamics } from './dynamics.js';
import { Efficiencies } from './efficiencies.js';
import { RankValues } from './rankValues.js';

const kindTitles: Readonly<Record<ChangeKind, string>> = {
  callPaths: 'Call paths',
  lines: 'Source lines',
  properties: 'Properties',
  causes: 'Causes of waiting',
};

/** Notes on the contents of the numbers of each kind. */
const kindNotes: Readonly<Record<ChangeKind, string>> = {
  callPaths:
    'Exclusive time of each property at one call path: all rows together make up the change of the time of all ranks.',
  lines:
    'Exclusive time of a line: of the function that begins there, or of calls to functions without source lines, such as MPI. All rows together make up the change.',
  properties: 'Each property over the whole program; it contains those that are more specific.',
  causes: 'The same time seen from where it begins: rows of different properties are not to be added.',
};

/** How changes of call paths are shown. */
const shapes = ['tree', 'list'] as const;
type Shape = (typeof shapes)[number];
const shapeTitles: Readonly<Record<Shape, string>> = { tree: 'Tree', list: 'List' };

const formatTitles: Readonly<Record<ExportFormat, string>> = {
  html: 'HTML',
  markdown: 'Markdown',
  csv: 'CSV',
  json: 'JSON',
};

/** Two or more groups of experiments side by side, by lost and won time. */
export function ComparePage({ host, state }: PageProps<CompareState, CompareAction>) {
  const { comparison } = state;
  const [kind, setKind] = useKept(host, 'kind', largestFirst.kind, isOneOf(changeKinds));
  const [shape, setShape] = useKept(host, 'shape', 'tree', isOneOf(shapes));
  const isTree = kind === 'callPaths' && shape === 'tree';
  const [search, setSearch] = useKept(host, 'search', '', isText);
  const [group, setGroup] = useState(largestFirst.group);
  const [rows, setRows] = useState(PORTION);
  const act = (action: CompareAction) => host.act(action);
  const view: CompareView = { kind, group, search, rows };
  useAsked(view, state.view, () => act({ do: 'view', view }));
  const opened = useOpenedRow(host, comparison);
  return (
    <main>
      <h1>Compare Experiments</h1>
      <Groups state={state} group={comparison.group} onGroup={setGroup} act={act} />
      <p class="verdict" role="status">
        {comparison.verdict}
      </p>
      {comparison.problems.map((problem) => (
        <p key={problem} class="notice">
          {problem}
        </p>
      ))}
      <Efficiencies rows={comparison.efficiencies} />
      <Dynamics rows={comparison.dynamics} />
      <div class="bar">
        <KindChoice {...{ kind, setKind, shape, setShape }} />
        {!isTree && <SearchRows {...{ search, setSearch }} matching={comparison.matching} />}
        <span class="space" />
        <OnLines shown={state.onLines === comparison.group} group={comparison.group} act={act} />
        <Exports act={act} />
      </div>
      {isTree ? (
        <ChangeTree host={host} comparison={comparison} />
      ) : (
        <List {...{ comparison, kind, act, opened }} onMore={() => setRows(rows + PORTION)} />
      )}
    </main>
  );
}

/** Which rows are compared, and how call paths are shown. */
function KindChoice({
  kind,
  setKind,
  shape,
  setShape,
}: {
  readonly kind: ChangeKind;
  readonly setKind: (kind: ChangeKind) => void;
  readonly shape: Shape;
  readonly setShape: (shape: Shape) => void;
}) {
  return (
    <>
      <div role="group" aria-label="Rows to compare" class="choice">
        {changeKinds.map((word) => (
          <button key={word} aria-pressed={word === kind} onClick={() => setKind(word)}>
            {kindTitles[word]}
          </button>
        ))}
      </div>
      {kind === 'callPaths' && (
        <div role="group" aria-label="View of call paths" class="choice">
          {shapes.map((word) => (
            <button key={word} aria-pressed={word === shape} onClick={() => setShape(word)}>
              {shapeTitles[word]}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

/** @param matching number of rows that the search finds */
function SearchRows({
  search,
  setSearch,
  matching,
}: {
  readonly search: string;
  readonly setSearch: (search: string) => void;
  readonly matching: number;
}) {
  return (
    <>
      <input
        type="search"
        aria-label="Search the rows"
        placeholder="Search"
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      <span class="quiet" role="status">
        {counted(matching, 'row')}
      </span>
    </>
  );
}

/** The rows of one kind, one below the other. */
function List({
  comparison,
  kind,
  act,
  opened,
  onMore,
}: {
  readonly comparison: ShownComparison;
  readonly kind: ChangeKind;
  readonly act: (action: CompareAction) => void;
  readonly opened: OpenedRow;
  readonly onMore: () => void;
}) {
  return (
    <>
      <p class="quiet">
        {kindNotes[kind]}
        {comparison.rows.some(({ isShown }) => !isShown) &&
          ' Changes that may be chance are gray, by call path or line.'}
      </p>
      <ChangeTable rows={comparison.rows} matching={comparison.matching} onMore={onMore} act={act} opened={opened} />
    </>
  );
}

/** The row that is open, also when the page comes back, as long as the comparison is the same. */
function useOpenedRow(host: PageProps<CompareState, CompareAction>['host'], comparison: ShownComparison): OpenedRow {
  const { id, group } = comparison;
  const [open, setOpen] = useKept(host, 'open', '', isText);
  return {
    key: open.startsWith(`${id} `) ? open.slice(id.length + 1) : '',
    choose: (key) => setOpen(key === '' ? '' : `${id} ${key}`),
    show: (row) => <RankValues key={`${id} ${group} ${row.key}`} host={host} comparison={comparison} row={row} />,
  };
}

/** The comparison as a file. */
function Exports({ act }: { readonly act: (action: CompareAction) => void }) {
  return (
    <span role="group" aria-label="Export" class="together">
      <span class="quiet">Export</span>
      {exportFormats.map((format) => (
        <button key={format} onClick={() => act({ do: 'export', format })}>
          {formatTitles[format]}
        </button>
      ))}
    </span>
  );
}

/** Puts before and after on the source lines in the editor, or takes it away. */
function OnLines({
  shown,
  group,
  act,
}: {
  readonly shown: boolean;
  readonly group: number;
  readonly act: (action: CompareAction) => void;
}) {
  return (
    <button
      aria-pressed={shown}
      title="Before → after at the ends of the source lines in the editor"
      onClick={() => act({ do: 'showOnLines', group: shown ? null : group })}
    >
      Show on lines
    </button>
  );
}

/** Which experiments are compared with which. */
function Groups({
  state: { comparison },
  group,
  onGroup,
  act,
}: {
  readonly state: CompareState;
  readonly group: number;
  readonly onGroup: (group: number) => void;
  readonly act: (action: CompareAction) => void;
}) {
  return (
    <ul class="groups">
      {comparison.groups.map((item, index) => (
        <li key={index} class={index === group ? 'current' : undefined}>
          <span class="role quiet">{index === 0 ? 'Before' : 'After'}</span>
          {index === 0 || comparison.groups.length === 2 ? (
            <strong>{item.label}</strong>
          ) : (
            <button aria-pressed={index === group} onClick={() => onGroup(index)}>
              {item.label}
            </button>
          )}
          <span class="quiet">{counted(item.runs.length, 'run')}:</span>
          {item.runs.slice(0, 8).map((run) => (
            <button
              key={run.id}
              class="plain link"
              title={`${run.name}: show its findings and marks`}
              onClick={() => act({ do: 'openExperiment', id: run.id })}
            >
              {localTime(run.created, 'second')}
            </button>
          ))}
          {index > 0 && (
            <button class="plain link swap" onClick={() => act({ do: 'baseline', group: index })}>
              make this “before”
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
