import { present } from '../../base/present.js';
import { elementAt } from '../../base/elements.js';
import { counted } from '../../base/text.js';
import { largestRows, locationBoxes, visitBoxes, visitsCounted, visitsTitle } from '../../pictures/explorer/boxRows.js';
import { boxesPicture } from '../../pictures/explorer/spread.js';
import { Choice } from '../kit/choice.js';
import { isOneOf, useKept } from '../kit/kept.js';
import { OfAnswer } from './answered.js';
import { DiagramView } from './diagramView.js';
import { located, type PlacesProps } from './places.js';
import type { ShownRow } from '../kit/rows.js';

const kinds = ['nodes', 'metrics', 'visits'] as const;
const kindTitles = { nodes: 'call paths', metrics: 'properties', visits: 'visits by rank' } as const;

type TreeRows = Readonly<Record<'nodes' | 'metrics', readonly ShownRow[]>>;

interface BoxesProps extends PlacesProps {
  /** The selected properties in words, without the call paths. */
  readonly property: string;
  readonly rows: TreeRows;
}

/** How rows of the trees are spread over locations, and visits of a call path over time. */
export function BoxesTab(props: BoxesProps) {
  const [kind, setKind] = useKept(props.host, 'boxes', 'nodes', isOneOf(kinds));
  return (
    <>
      <div class="bar">
        <Choice label="Of" value={kind} options={kinds.map((one) => [one, kindTitles[one]])} choose={setKind} />
      </div>
      {kind === 'visits' ? <VisitBoxes {...props} /> : <RowBoxes {...props} kind={kind} />}
    </>
  );
}

/** The values of call paths or properties over locations. */
function RowBoxes({
  host,
  ask: { experiment, properties, nodes, window },
  loaded,
  what,
  property,
  rows,
  kind,
}: BoxesProps & { readonly kind: keyof TreeRows }) {
  const { locations, names, valuesOf } = located(loaded);
  const metric = (row: number) => loaded.metrics.rows[row];
  const unit = loaded.metrics.rows.find(({ name }) => name === properties[0]?.metric)?.unit ?? '';
  const sameUnit = rows[kind].filter(({ row }) => kind === 'nodes' || (metric(row)?.unit ?? '') === unit);
  const largest = largestRows(sameUnit, ({ weight }) => weight);
  const boxed = largest.map(({ row, isOpen }) =>
    kind === 'nodes'
      ? { properties, nodes: [{ node: row, exclusive: isOpen }] }
      : { properties: [{ metric: metric(row)?.name ?? '', exclusive: isOpen }], nodes },
  );
  if (boxed.length === 0) return <p>No data to show.</p>;
  const selectWorst = (box: number, values: Float64Array): void => {
    const at = locations[values.indexOf(values.reduce((a, b) => Math.max(a, b), -Infinity))];
    const shown = boxed[box];
    if (at === undefined || shown === undefined) return;
    const [first] = shown.properties;
    const selection = {
      ...{ experiment, locations: [at] },
      ...(first === undefined ? {} : { property: first.metric }),
      ...(shown.nodes === null ? {} : { nodes: shown.nodes.map(({ node }) => node) }),
      ...present({ window }),
    };
    host.act({ do: 'selectWorst', selection });
  };
  const asked = { experiment, rows: boxed, functions: 0, ...present({ window }) };
  return (
    <OfAnswer host={host} name="valuesByPlace" ask={asked}>
      {(answer) => {
        const values = largest.map((_, index) => valuesOf(answer, index));
        const titled = largest.map(({ row }, index) => ({
          title: loaded[kind].titleOf(row),
          values: elementAt(values, index),
        }));
        const data = {
          ...{ what: kind === 'nodes' ? property : what, unit: answer.head.unit },
          ...{ over: counted(names.length, 'location'), rows: locationBoxes(names, titled) },
        };
        return (
          <DiagramView
            draw={(room) => boxesPicture(data, room)}
            of={[answer.columns]}
            onChoose={(box) => selectWorst(box, values[box] ?? new Float64Array(0))}
          />
        );
      }}
    </OfAnswer>
  );
}

/** The visits of the selected call path, on each location; a box leads to the longest one. */
function VisitBoxes({ host, ask: { experiment, properties, nodes }, loaded }: BoxesProps) {
  const [chosen, more] = nodes ?? [];
  if (chosen === undefined || more !== undefined)
    return <p class="quiet">Select one call path to compare its visits on each location.</p>;
  const { node } = chosen;
  const found = loaded.metrics.rows.find(({ name }) => name === properties[0]?.metric);
  const wait = found?.unit === 'seconds' && found.name !== 'time' ? found : undefined;
  const ask = { experiment, node, ...(wait === undefined ? {} : { property: wait.name }) };
  const { places } = loaded;
  return (
    <OfAnswer host={host} name="visitSpread" ask={ask}>
      {({ columns }) => {
        const rows = visitBoxes(columns, (location) => places.titleOf(places.rowOf.get(location) ?? -1));
        const data = {
          ...{ what: visitsTitle(loaded.nodes.titleOf(node), wait?.title), unit: 'seconds', rows },
          ...{ over: visitsCounted(columns), omitted: columns.location.length - rows.length },
        };
        return (
          <DiagramView
            draw={(room) => boxesPicture(data, room)}
            of={[columns]}
            onChoose={(box) => {
              const { row } = rows[box] ?? { row: -1 };
              const [location, from, to] = [columns.location[row], columns.worstFrom[row], columns.worstTo[row]];
              if (location === undefined || from === undefined || to === undefined) return;
              const selection = {
                ...{ experiment, nodes: [node], locations: [location], instance: { location, from, to } },
                ...(wait === undefined ? {} : { property: wait.name }),
              };
              host.act({ do: 'select', selection });
            }}
          />
        );
      }}
    </OfAnswer>
  );
}
