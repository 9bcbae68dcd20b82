import { present } from '../../base/present.js';
import { barsPicture } from '../../pictures/explorer/bars.js';
import { histogramPicture, scatterPicture } from '../../pictures/explorer/distribution.js';
import type { ExplorerAction, ExplorerQuestions, ExplorerState } from '../../protocol/pages/explorer.js';
import type { Answered, Asked } from '../../protocol/pages/questions.js';
import type { Host } from '../kit/host.js';
import { Choice } from '../kit/choice.js';
import { isOneOf, isText, useKept } from '../kit/kept.js';
import { OfAnswer } from './answered.js';
import type { Loaded } from './coupled.js';
import { DiagramView } from './diagramView.js';

/** Functions that bars distinguish. */
const FUNCTIONS = 5;

export interface PlacesProps {
  readonly host: Host<ExplorerState, ExplorerAction>;
  readonly ask: Asked<ExplorerQuestions['weights']>;
  readonly loaded: Loaded;
  /** The selection, in words; and without the call paths. */
  readonly what: string;
  /** Selects locations. */
  readonly onPlace: (locations: readonly number[]) => void;
}

/** The locations that pictures are of, in the order of the tree, and the values of a row of an answer. */
export function located({ places }: Loaded) {
  const locations = [...places.location].filter((location) => location >= 0);
  const names = locations.map((location) => places.titleOf(places.rowOf.get(location) ?? -1));
  const valuesOf = ({ head, columns }: Answered<ExplorerQuestions['valuesByPlace']>, row: number): Float64Array => {
    const count = head.rows === 0 ? 0 : columns.value.length / head.rows;
    return Float64Array.from(locations, (location) => columns.value[row * count + location] ?? 0);
  };
  const uncertain = new Set([...locations.keys()].filter((at) => places.uncertain.has(locations[at] ?? -1)));
  return { locations, names, uncertain, valuesOf };
}

const kinds = ['functions', 'one', 'histogram', 'scatter'] as const;
const kindTitles = {
  functions: 'by function',
  one: 'as one bar',
  histogram: 'histogram',
  scatter: 'scatter plot',
} as const;

/** The selection, by location. */
export function BarsTab({ host, ask: { experiment, properties, nodes, window }, loaded, what, onPlace }: PlacesProps) {
  const [kind, setKind] = useKept(host, 'bars', 'functions', isOneOf(kinds));
  const [abscissa, setAbscissa] = useKept(host, 'beside', 'time', isText);
  const other = loaded.metrics.rows.find(({ name }) => name === abscissa) ?? loaded.metrics.rows[0];
  const own = { properties, nodes };
  const rows =
    kind === 'scatter' && other !== undefined
      ? [own, { properties: [{ metric: other.name, exclusive: false }], nodes }]
      : [own];
  const functions = kind === 'functions' ? FUNCTIONS : 0;
  const asked = { experiment, rows, functions, ...present({ window }) };
  return (
    <>
      <div class="bar">
        <Choice label="Show" value={kind} options={kinds.map((one) => [one, kindTitles[one]])} choose={setKind} />
        {kind === 'scatter' && (
          <label>
            Against
            <select value={other?.name} onChange={(event) => setAbscissa(event.currentTarget.value)}>
              {loaded.metrics.rows.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <OfAnswer host={host} name="valuesByPlace" ask={asked}>
        {(answer) => <Values {...{ answer, kind, loaded, what, other, onPlace }} />}
      </OfAnswer>
    </>
  );
}

/** The values of an answer as a picture. */
function Values({
  answer,
  kind,
  loaded,
  what,
  other,
  onPlace,
}: Pick<PlacesProps, 'loaded' | 'what' | 'onPlace'> & {
  readonly answer: Answered<ExplorerQuestions['valuesByPlace']>;
  readonly kind: (typeof kinds)[number];
  /** The metric across a scatter plot. */
  readonly other: Loaded['metrics']['rows'][number] | undefined;
}) {
  const { locations, names, uncertain, valuesOf } = located(loaded);
  const { unit } = answer.head;
  const values = valuesOf(answer, 0);
  const of = [answer.columns, what];
  const place = (at: number | undefined): void => {
    const location = locations[at ?? -1];
    if (location !== undefined) onPlace([location]);
  };
  if (kind === 'histogram') {
    const draw = (room: { readonly width: number }) => histogramPicture({ what, unit, names, values }, room);
    const { bins } = draw({ width: 0 });
    return (
      <DiagramView
        key={kind}
        draw={draw}
        of={of}
        onChoose={(bin) => onPlace((bins[bin] ?? []).flatMap((at) => locations[at] ?? []))}
      />
    );
  }
  if (kind === 'scatter' && other !== undefined) {
    const across = { what: other.title, unit: other.unit, values: valuesOf(answer, 1) };
    return (
      <DiagramView
        key={kind}
        draw={(room) => scatterPicture({ names, across, up: { what, unit, values } }, room)}
        of={of}
        onChoose={place}
      />
    );
  }
  const parts = Array.from(answer.columns.region, (region, index) => ({
    title: loaded.nodes.regionName(region),
    values: valuesOf(answer, 1 + index),
  }));
  const draw = (room: { readonly width: number }) =>
    barsPicture({ what, unit, names, whole: values, parts, uncertain }, room);
  const { order } = draw({ width: 0 });
  return <DiagramView key={kind} draw={draw} of={of} onChoose={(row) => place(order[row])} />;
}
