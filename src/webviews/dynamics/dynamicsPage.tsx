import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { percent } from '../../base/text.js';
import { type PixelValue, pixelValues, type RowOrder, rowOrders } from '../../pictures/dynamics/mapRows.js';
import { type DynamicsAction, dynamicsPage, type DynamicsState } from '../../protocol/pages/dynamics.js';
import { useAnswers } from '../kit/answers.js';
import { isOneOf, useKept } from '../kit/kept.js';
import { Failed, Waiting } from '../kit/outcome.js';
import type { PageProps } from '../kit/start.js';
import { MapView } from './mapView.js';
import { ChangeTable, Loops, SeverityTable, SimilarTable, ValueTable } from './tables.js';
import {
  exactnessOf,
  firstChoice,
  isOfCounter,
  mapOf,
  type ReportAnswer,
  type SeriesChoice,
  seriesChoices,
  titleOf,
} from './view.js';

/** Columns of the map: more than that are not seen. */
const MOST_COLUMNS = 600;

const orderTitles: Readonly<Record<RowOrder, string>> = { number: 'number', cluster: 'cluster' };
const pixelTitles: Readonly<Record<PixelValue, string>> = { mean: 'mean', largest: 'largest' };
const isShown = isOneOf(['yes', 'no'] as const);

type Props = PageProps<DynamicsState, DynamicsAction>;

/** How performance changes from iteration to iteration. */
export function DynamicsPage({ host, state }: Props) {
  const { experiment } = state;
  return (
    <main>
      <h1>Dynamics</h1>
      {experiment === null ? (
        <p class="quiet">No experiment is shown: analyze a program, or open a trace.</p>
      ) : (
        <>
          <p class="quiet">{experiment.name}</p>
          <OfExperiment key={experiment.id} host={host} state={state} experiment={experiment.id} />
        </>
      )}
    </main>
  );
}

function OfExperiment({ host, state, experiment }: Props & { readonly experiment: string }) {
  const [level, setLevel] = useState(0);
  // Findings that are asked for are of the chosen loop.
  useEffect(() => setLevel(0), [state.turn]);
  const ask = { experiment, ...loopOf(level) };
  const answers = useAnswers(host, 'report', dynamicsPage.questions.report, [ask]);
  const outcome = answers.of(ask);
  switch (outcome.is) {
    case 'asked':
      return <Waiting sentence="Looking for iterations…" />;
    case 'failed':
      return <Failed sentence={outcome.sentence} again={() => answers.again(ask)} />;
    case 'answered':
      return <OfRun key={level} {...{ host, state, experiment, level }} onLoop={setLevel} answer={outcome} />;
  }
}

/** Returns the loop parameter of questions and actions: empty for the chosen loop. */
const loopOf = (level: number): { level?: number } => (level === 0 ? {} : { level });

interface RunProps extends Props {
  readonly experiment: string;
  /** Number of the loop. */
  readonly level: number;
  readonly onLoop: (level: number) => void;
  readonly answer: ReportAnswer;
}

function OfRun({ host, state, experiment, level, onLoop, answer }: RunProps) {
  const { report } = answer.head;
  const choices = useMemo(() => seriesChoices(answer), [answer]);
  const [chosen, setChosen] = useState(() => firstChoice(choices, state.finding));
  const heard = useRef(state.turn);
  useEffect(() => {
    if (heard.current === state.turn) return;
    heard.current = state.turn;
    setChosen(firstChoice(choices, state.finding));
  }, [state.turn]);
  if (report.loops.length === 0 || chosen === undefined)
    return <p class="notice quiet">{report.none ?? 'This run has no values by iteration.'}</p>;
  const all = report.findings.reduce((sum, { severity }) => Math.max(sum, severity), 0);
  const changing = choices.filter(({ findings }) => findings.length > 0);
  const others = choices.filter(({ findings }) => findings.length === 0);
  return (
    <>
      <Loops loops={report.loops} level={level} onLoop={onLoop} />
      <p role="status">
        {changing.length === 0
          ? 'Nothing changes from iteration to iteration by more than its noise.'
          : `${changing.length === 1 ? 'One series changes' : `${changing.length} series change`}; the largest change takes ${percent(all)} of the loop.`}
      </p>
      <div class="bar">
        <label>
          Series
          <select
            value={chosen.series.key}
            onChange={({ currentTarget }) => {
              const series = choices.find(({ key }) => key === currentTarget.value);
              if (series !== undefined) setChosen({ series, finding: series.findings[0] });
            }}
          >
            <Options label="With changes" choices={changing} />
            <Options label="Others" choices={others.filter((choice) => !isOfCounter(choice))} />
            <Options label="Counters" choices={others.filter(isOfCounter)} />
          </select>
        </label>
      </div>
      <OfSeries key={chosen.series.key} {...{ host, experiment, level, answer, chosen }} choose={setChosen} />
    </>
  );
}

function Options({ label, choices }: { readonly label: string; readonly choices: readonly SeriesChoice[] }) {
  if (choices.length === 0) return null;
  return (
    <optgroup label={label}>
      {choices.map(({ key, title }) => (
        <option key={key} value={key}>
          {title}
        </option>
      ))}
    </optgroup>
  );
}

type Chosen = NonNullable<ReturnType<typeof firstChoice>>;

function OfSeries({
  host,
  experiment,
  level,
  answer,
  chosen,
  choose,
}: Pick<RunProps, 'host' | 'experiment' | 'level' | 'answer'> & {
  readonly chosen: Chosen;
  readonly choose: (chosen: Chosen) => void;
}) {
  const { series, finding } = chosen;
  const { metric, node, findings } = series;
  const look = useMapLook(host);
  const { order, pixel } = look;
  const ask = { experiment, metric, node, locations: null, most: MOST_COLUMNS, ...loopOf(level) };
  const answers = useAnswers(host, 'series', dynamicsPage.questions.series, [ask]);
  const outcome = answers.of(ask);
  const map = useMemo(
    () => (outcome.is === 'answered' ? mapOf(outcome, series.counter ?? 'seconds') : undefined),
    [outcome, series],
  );
  const exactness = outcome.is === 'answered' ? exactnessOf(outcome, pixel) : undefined;
  const ordered = useMemo(() => chosenFirst(findings, finding), [finding, findings]);
  const { locations } = answer.head;
  const nameOf = useMemo(() => (location: number) => locations[location] ?? `location ${location}`, [locations]);
  const goTo = (iteration: number, on: readonly number[]): void =>
    host.act({ do: 'goTo', experiment, iteration, metric, node, locations: [...on], ...loopOf(level) });
  return (
    <>
      <MapBar {...look} />
      {outcome.is === 'failed' && <Failed sentence={outcome.sentence} again={() => answers.again(ask)} />}
      {map === undefined ? (
        outcome.is === 'asked' && <Waiting />
      ) : (
        <>
          <MapView
            {...{ map, nameOf, order, pixel }}
            title={series.title}
            findings={ordered}
            onGo={goTo}
            onTable={look.toggleTable}
          />
          {exactness !== undefined && <p class="quiet">{exactness}</p>}
          {look.isTable && <ValueTable map={map} findings={findings} nameOf={nameOf} />}
        </>
      )}
      <ChangesOf {...{ host, experiment, answer, chosen, choose, nameOf, goTo }} />
      <OfLoop answer={answer} onGo={(iteration) => goTo(iteration, Array.from(map?.location ?? []))} />
    </>
  );
}

/** Puts the chosen one first: its ranks are the line of the chart. */
function chosenFirst(findings: SeriesChoice['findings'], chosen: Chosen['finding']): SeriesChoice['findings'] {
  return chosen === undefined ? findings : [chosen, ...findings.filter(({ number }) => number !== chosen.number)];
}

/** The changes of the chosen series, as a table. */
function ChangesOf({
  host,
  experiment,
  answer,
  chosen: { series, finding },
  choose,
  nameOf,
  goTo,
}: Pick<RunProps, 'host' | 'experiment' | 'answer'> & {
  readonly chosen: Chosen;
  readonly choose: (chosen: Chosen) => void;
  readonly nameOf: (location: number) => string;
  readonly goTo: (iteration: number, on: readonly number[]) => void;
}) {
  return (
    <>
      <h2>Changes</h2>
      {isOfCounter(series) ? (
        <p class="quiet">Counters are not judged: changes of time name the counters that change with them.</p>
      ) : (
        <ChangeTable
          {...{ findings: series.findings, properties: answer.head.properties, nameOf }}
          chosen={finding?.number}
          onChoose={(next) => choose({ series, finding: next })}
          onGo={(next, iteration) => goTo(iteration, next.locations)}
          onExplain={(property, page) => host.act({ do: 'explain', property, page })}
          onLine={({ place }) => {
            if (place !== undefined) host.act({ do: 'openLine', experiment, place: { ...place } });
          }}
        />
      )}
    </>
  );
}

/** Data of the report for the whole loop, for any chosen series. */
function OfLoop({ answer, onGo }: Pick<RunProps, 'answer'> & { readonly onGo: (iteration: number) => void }) {
  const { table, similar } = answer.head.report;
  return (
    <>
      {table !== undefined && <SeverityTable rows={table} titleOf={titleOf(answer)} />}
      {similar !== undefined && <SimilarTable similar={similar} onGo={onGo} />}
    </>
  );
}

/** Returns the presentation of the map, and whether its numbers are shown below. */
function useMapLook(host: Props['host']) {
  const [order, setOrder] = useKept(host, 'order', 'number', isOneOf(rowOrders));
  const [pixel, setPixel] = useKept(host, 'pixel', 'mean', isOneOf(pixelValues));
  const [table, setTable] = useKept(host, 'table', 'no', isShown);
  const isTable = table === 'yes';
  return { order, setOrder, pixel, setPixel, isTable, toggleTable: () => setTable(isTable ? 'no' : 'yes') };
}

function MapBar({ order, setOrder, pixel, setPixel, isTable, toggleTable }: ReturnType<typeof useMapLook>) {
  return (
    <div class="bar">
      <label>
        Order
        <select
          value={order}
          onChange={({ currentTarget: { value } }) => setOrder(rowOrders.find((one) => one === value) ?? order)}
        >
          {rowOrders.map((one) => (
            <option key={one} value={one}>
              {orderTitles[one]}
            </option>
          ))}
        </select>
      </label>
      <label>
        A pixel shows the
        <select
          value={pixel}
          onChange={({ currentTarget: { value } }) => setPixel(pixelValues.find((one) => one === value) ?? pixel)}
        >
          {pixelValues.map((one) => (
            <option key={one} value={one}>
              {pixelTitles[one]}
            </option>
          ))}
        </select>
      </label>
      <button aria-pressed={isTable} title="t" onClick={toggleTable}>
        As a table
      </button>
    </div>
  );
}
