import type { ComponentChildren } from 'preact';
import { grouped } from '../../base/text.js';
import {
  bundlesTable,
  collectivesTable,
  csvOf,
  messagesTable,
  type TableKind,
  type TableLine,
  tableKinds,
  type TableNames,
  type TimelineTable,
  timeTable,
  waitsTable,
} from '../../pictures/timeline/tables.js';
import type { Window } from '../../pictures/timeline/frame.js';
import { type Row, rowsByLocation } from '../../pictures/timeline/rowTree.js';
import { timelinePage } from '../../protocol/pages/timeline.js';
import { useAnswers } from '../kit/answers.js';
import { isOneOf, useKept } from '../kit/kept.js';
import { Failed, Waiting } from '../kit/outcome.js';
import { Choice } from '../kit/choice.js';
import type { MarksAnswer, Run } from './run.js';
import type { ShownBundles } from './useBundles.js';
import type { TimelineHost } from './useTimeline.js';

/** Lines that are shown; all are saved. */
const MOST_LINES = 100;

const TITLES: Readonly<Record<TableKind, string>> = {
  time: 'time by row',
  waits: 'waits',
  messages: 'messages',
  bundles: 'bundled messages',
  collectives: 'collective operations',
};

interface TablePanelProps {
  readonly host: TimelineHost;
  readonly run: Run;
  readonly rows: readonly Row[];
  /** Whether steps of logical order are shown. */
  readonly isSteps: boolean;
  /** The visible part, and its interactions; undefined until available. */
  readonly marks: { readonly window: Window; readonly answer: MarksAnswer } | undefined;
  /** Messages that have no line; undefined where all have one. */
  readonly bundles: ShownBundles | undefined;
  readonly names: TableNames;
  readonly choose: (at: NonNullable<TableLine['at']>) => void;
  readonly close: () => void;
}

/** The numbers of the picture as tables. */
export function TablePanel({ host, run, rows, isSteps, marks, bundles, names, choose, close }: TablePanelProps) {
  const [kind, setKind] = useKept(host, 'table', 'waits', isOneOf(tableKinds));
  const bar = (save: (() => void) | undefined) => (
    <p>
      <Choice label="table" value={kind} options={tableKinds.map((one) => [one, TITLES[one]])} choose={setKind} />{' '}
      {save !== undefined && <button onClick={save}>Save as CSV</button>} <button onClick={close}>Close</button>
    </p>
  );
  const shown = (table: TimelineTable, all: number) => (
    <>
      {bar(() => host.act({ do: 'save', kind: 'csv', text: csvOf(table), experiment: run.experiment }))}
      <p class="quiet">{countText(kind, table.lines.length, all)}</p>
      <Lines table={table} choose={choose} />
    </>
  );
  return (
    <section class="over" aria-label={`Table of ${TITLES[kind]}`}>
      {marks === undefined ? (
        <>
          {bar(undefined)}
          <p class="quiet">{isSteps ? 'Tables are available in order of time.' : 'Loading…'}</p>
        </>
      ) : kind === 'time' ? (
        <Times
          {...{ host, run, rows, bar }}
          window={marks.window}
          shown={(table) => shown(table, table.lines.length)}
        />
      ) : kind === 'bundles' ? (
        bundles === undefined ? (
          <>
            {bar(undefined)}
            <p class="quiet">Each message of this window is drawn as a line.</p>
          </>
        ) : (
          shown(bundlesTable(bundles.answer.columns, bundles.rows), bundles.answer.columns.count.length)
        )
      ) : (
        shown(tableOf[kind](marks.answer.columns, names), marks.answer.head[kind])
      )}
    </section>
  );
}

const tableOf = { waits: waitsTable, messages: messagesTable, collectives: collectivesTable } as const;

function Times(props: {
  readonly host: TimelineHost;
  readonly run: Run;
  readonly rows: readonly Row[];
  readonly window: Window;
  readonly bar: (save: undefined) => ComponentChildren;
  readonly shown: (table: TimelineTable) => ComponentChildren;
}) {
  const { host, run, rows, window, bar, shown } = props;
  // The strip below the rows as a number.
  const all = rows.length > 1 ? [{ name: 'all rows', locations: [...rowsByLocation(rows).keys()] }] : [];
  const counted = [...rows, ...all];
  const ask = {
    experiment: run.experiment,
    ask: {
      window: { from: window.from, to: window.to },
      locations: counted.flatMap(({ locations }) => locations),
      rows: counted.map(({ locations }) => locations.length),
    },
  };
  const answers = useAnswers(host, 'classTimes', timelinePage.questions.classTimes, [ask]);
  const outcome = answers.of(ask);
  if (outcome.is === 'failed')
    return (
      <>
        {bar(undefined)}
        <Failed sentence={outcome.sentence} again={() => answers.again(ask)} />
      </>
    );
  if (outcome.is !== 'answered')
    return (
      <>
        {bar(undefined)}
        <Waiting />
      </>
    );
  const { seconds, waiting } = outcome.columns;
  return <>{shown(timeTable({ rows: counted.map(({ name }) => name), classes: run.classes, seconds, waiting }))}</>;
}

function Lines({ table, choose }: { readonly table: TimelineTable; readonly choose: TablePanelProps['choose'] }) {
  return (
    <table>
      <thead>
        <tr>
          {table.heads.map(({ text, isNumber }) => (
            <th key={text} class={isNumber ? 'number' : undefined}>
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.lines.slice(0, MOST_LINES).map(({ texts, at }, row) => (
          <tr key={row}>
            {texts.map((text, column) => (
              <td key={column} class={table.heads[column]?.isNumber === true ? 'number' : undefined}>
                {column === 0 && at !== undefined ? (
                  <button class="plain link" onClick={() => choose(at)}>
                    {text}
                  </button>
                ) : (
                  text
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function countText(kind: TableKind, given: number, all: number): string {
  const shown = Math.min(MOST_LINES, given);
  if (kind === 'time')
    return shown < given
      ? `The first ${grouped(shown)} of ${grouped(given)} rows.`
      : 'Time of each row in this window.';
  const order = kind === 'waits' ? 'longest' : kind === 'bundles' ? 'largest' : 'with most waiting';
  return shown < all
    ? `${grouped(shown)} of ${grouped(all)} ${TITLES[kind]} in this window, the ${order} first.`
    : `All ${grouped(shown)} ${TITLES[kind]} in this window.`;
}
