import { elementAt } from '../../base/elements.js';
import { overTimePicture } from '../../pictures/explorer/overTime.js';
import type { Window } from '../../pictures/timeline/frame.js';
import { valueMapPicture } from '../../pictures/explorer/valueMap.js';
import type { ExplorerAction, ExplorerQuestions, ExplorerState } from '../../protocol/pages/explorer.js';
import type { Asked } from '../../protocol/pages/questions.js';
import { MOST_VISITS } from '../../protocol/queries/instances.js';
import type { Host } from '../kit/host.js';
import { isOneOf, useKept } from '../kit/kept.js';
import { OfAnswer } from './answered.js';
import type { Loaded } from './coupled.js';
import { DiagramView } from './diagramView.js';

const BINS = 200;
const folds = ['max', 'mean'] as const;
const kinds = ['time', 'property'] as const;

interface TimeTabProps {
  readonly host: Host<ExplorerState, ExplorerAction>;
  readonly ask: Asked<ExplorerQuestions['weights']>;
  readonly loaded: Loaded;
  /** The selection, in words. */
  readonly what: string;
  /** Locations that are selected; null for all. */
  readonly locations: readonly number[] | null;
  /** The part of the run that is selected. */
  readonly selected: Window | undefined;
}

/** The selection over the time of the run, and the single visits of its call path. */
export function TimeTab({ host, ask, loaded, what, locations, selected }: TimeTabProps) {
  const { experiment, properties, nodes } = ask;
  const chosen = locations === null ? null : [...locations];
  const asked = { experiment, properties, nodes, locations: chosen, bins: BINS };
  const [node, more] = nodes ?? [];
  const [property] = properties;
  return (
    <>
      <OfAnswer host={host} name="overTime" ask={asked}>
        {({ head, columns }) => (
          <DiagramView
            draw={(room) => overTimePicture({ what, selected, ...head, ...columns }, room)}
            of={[columns, what, selected]}
            onChoose={(bin) => {
              const size = head.span / columns.value.length;
              const window = { from: bin * size, to: (bin + 1) * size };
              const selection = {
                ...{ experiment, window },
                ...(property === undefined ? {} : { property: property.metric }),
                ...(nodes === null ? {} : { nodes: nodes.map((each) => each.node) }),
                ...(chosen === null ? {} : { locations: chosen }),
              };
              host.act({ do: 'select', selection });
            }}
          />
        )}
      </OfAnswer>
      <h3>Visits</h3>
      {node === undefined || more !== undefined ? (
        <p class="quiet">Select one call path to see each of its visits on each location.</p>
      ) : (
        <Visits host={host} experiment={experiment} node={node.node} metric={property?.metric} loaded={loaded} />
      )}
    </>
  );
}

interface VisitsProps extends Pick<TimeTabProps, 'host' | 'loaded'> {
  readonly experiment: string;
  readonly node: number;
  readonly metric: string | undefined;
}

function Visits({ host, experiment, node, metric, loaded }: VisitsProps) {
  const [fold, setFold] = useKept(host, 'fold', 'max', isOneOf(folds));
  const [kind, setKind] = useKept(host, 'visitsOf', 'time', isOneOf(kinds));
  const row = loaded.metrics.rows.find(({ name }) => name === metric);
  const property = kind === 'property' && row?.unit === 'seconds' && row.name !== 'time' ? row : undefined;
  const ask = { experiment, node, fold, most: MOST_VISITS };
  const { places, nodes } = loaded;
  return (
    <>
      <div class="bar">
        <label>
          Show
          <select
            value={property === undefined ? 'time' : 'property'}
            onChange={(event) => setKind(event.currentTarget.value === 'property' ? 'property' : 'time')}
          >
            <option value="time">how long they took</option>
            {row !== undefined && row.name !== 'time' && <option value="property">{row.title} in them</option>}
          </select>
        </label>
        <label>
          Of several in a column
          <select value={fold} onChange={(event) => setFold(event.currentTarget.value === 'mean' ? 'mean' : 'max')}>
            <option value="max">the longest</option>
            <option value="mean">the mean</option>
          </select>
        </label>
      </div>
      <OfAnswer host={host} name="instances" ask={property === undefined ? ask : { ...ask, property: property.name }}>
        {({ head, columns }) => {
          const rows = Array.from(columns.location, (at) => places.titleOf(places.rowOf.get(at) ?? -1));
          const data = {
            ...{ name: nodes.titleOf(node), rows, value: columns.value, fold, ...head },
            ...(property === undefined ? {} : { property: property.title }),
          };
          return (
            <DiagramView
              draw={(room) => valueMapPicture(data, room)}
              of={[columns]}
              onChoose={(cell) => {
                const [from, to] = [elementAt(columns.from, cell), elementAt(columns.to, cell)];
                if (Number.isNaN(from)) return;
                const location = elementAt(columns.location, Math.floor(cell / head.columns));
                const about = { experiment, nodes: [node], locations: [location], instance: { location, from, to } };
                host.act({
                  do: 'select',
                  selection: property === undefined ? about : { ...about, property: property.name },
                });
              }}
            />
          );
        }}
      </OfAnswer>
    </>
  );
}
