import { elementAt } from '../../base/elements.js';
import { flamePicture } from '../../pictures/explorer/flamePicture.js';
import { flameBoxes, type FlameWay } from '../../pictures/explorer/flameBoxes.js';
import { isOfMeasurement } from '../../model/topology.js';
import { placesPicture } from '../../pictures/explorer/places.js';
import { foldedLayout, mapLayout, type SystemPlaces, systemPlaces } from '../../pictures/explorer/systemLayout.js';
import { cellsOf, cellValues, topologyLayout, topologyTitle } from '../../pictures/explorer/topology.js';
import type { ExplorerAction, ExplorerState } from '../../protocol/pages/explorer.js';
import type { Host } from '../kit/host.js';
import { isOneOf, isText, useKept } from '../kit/kept.js';
import type { Before, Coupled, Loaded } from './coupled.js';
import { DiagramView } from './diagramView.js';
import { located } from './places.js';

const ways = ['down', 'callee', 'difference', 'calleeDifference'] as const;
type Way = (typeof ways)[number];

const wayTitles: Readonly<Record<Way, string>> = {
  down: 'from the top down',
  callee: 'by callee',
  difference: 'from the top down, with the change',
  calleeDifference: 'by callee, with the change',
};
const hasChange = (way: Way): boolean => way === 'difference' || way === 'calleeDifference';

interface TreeTabProps {
  readonly host: Host<ExplorerState, ExplorerAction>;
  readonly loaded: Loaded;
  readonly coupled: Coupled;
  readonly what: string;
}

/** Call paths as boxes. */
export function FlameTab({
  host,
  loaded: { nodes },
  coupled,
  what,
  before,
  chosen,
  onChoose,
}: TreeTabProps & {
  /** Of the experiment that this one is compared with. */
  readonly before: Before | undefined;
  readonly chosen: ReadonlySet<number>;
  readonly onChoose: (rows: readonly number[]) => void;
}) {
  const [chosenWay, setWay] = useKept(host, 'flame', 'down', isOneOf(ways));
  const known = ways.filter((one) => before !== undefined || !hasChange(one));
  const way = known.includes(chosenWay) ? chosenWay : chosenWay === 'calleeDifference' ? 'callee' : 'down';
  const { tree, region, regionName } = nodes;
  const compared = hasChange(way) ? before : undefined;
  const by: FlameWay = way === 'callee' || way === 'calleeDifference' ? 'callee' : 'down';
  const run = { tree, parent: tree.parent, region, regionName, weights: coupled.nodes };
  const boxes = flameBoxes(run, by, compared?.flame);
  const data = {
    ...{ what, unit: coupled.unit, size: tree.size, way: by },
    ...(compared === undefined ? {} : { other: compared.name }),
    boxes: boxes.map(({ rows, ...box }) => ({ ...box, isChosen: rows.some((row) => chosen.has(row)) })),
  };
  return (
    <>
      <div class="bar">
        <label>
          Show
          <select
            value={way}
            onChange={(event) => setWay(ways.find((one) => one === event.currentTarget.value) ?? way)}
          >
            {known.map((one) => (
              <option key={one} value={one}>
                {wayTitles[one]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <DiagramView
        draw={(room) => flamePicture(data, room)}
        of={[coupled, before, way, chosen]}
        onChoose={(box) => onChoose(boxes[box]?.rows ?? [])}
      />
    </>
  );
}

/** Locations as planes: at their coordinates in a topology, by the parts of the system, or so many in a row. */
export function MapTab({
  host,
  loaded,
  coupled,
  what,
  onPlace,
}: TreeTabProps & { readonly onPlace: (locations: readonly number[]) => void }) {
  const [columns, setColumns] = useKept(host, 'columns', 0, isNumber);
  const [chosen, setChosen] = useKept(host, 'layout', '', isText);
  const { topologies } = loaded.places;
  const { locations, names, uncertain } = located(loaded);
  const own = topologies.findIndex((topology) => !isOfMeasurement(topology));
  // The program's own topology is the default.
  const number = chosen === '' ? own : topologies.findIndex((_, at) => chosen === `topology ${at}`);
  const topology = topologies[number];
  const placed = topology === undefined ? undefined : placedOf(topology, loaded, locations, names, coupled);
  const fold = chosen === 'node' ? 'node' : columns > 0 ? columns : 'usual';
  const layout = placed?.layout ?? mapLayout(systemOf(loaded, locations), fold) ?? foldedLayout(names.length, columns);
  const drawn = placed ?? {
    ...{ names, uncertain, locations: locations.map((location) => [location]) },
    values: Float64Array.from(locations, (location) => elementAt(coupled.byLocation, location)),
  };
  const data = {
    what,
    unit: coupled.unit,
    names: drawn.names,
    values: drawn.values,
    uncertain: drawn.uncertain,
    layout,
  };
  const layoutName = placed !== undefined ? `topology ${number}` : chosen === 'node' ? 'node' : 'system';
  return (
    <>
      <div class="bar">
        <LayoutChoice topologies={topologies} value={layoutName} choose={setChosen} />
        {placed === undefined && chosen !== 'node' && (
          <label title="0 lets the page choose">
            Columns
            <input
              type="number"
              min={0}
              max={names.length}
              value={columns}
              onChange={(event) => setColumns(Math.max(0, Math.floor(event.currentTarget.valueAsNumber) || 0))}
            />
          </label>
        )}
      </div>
      {topology !== undefined && placed === undefined && (
        <p>The coordinates of topology {topologyTitle(topology)} are too far apart to be drawn.</p>
      )}
      <DiagramView
        draw={(room) => placesPicture(data, room)}
        of={[coupled, columns, chosen]}
        onChoose={(at) => onPlace(drawn.locations[at] ?? [])}
      />
    </>
  );
}

function LayoutChoice({
  topologies,
  value,
  choose,
}: {
  readonly topologies: Loaded['places']['topologies'];
  readonly value: string;
  readonly choose: (layout: string) => void;
}) {
  return (
    <label>
      By
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {topologies.map((one, at) => (
          <option key={at} value={`topology ${at}`}>
            topology {topologyTitle(one)}
          </option>
        ))}
        <option value="system">process and thread</option>
        <option value="node">node and location</option>
      </select>
    </label>
  );
}

/** Returns the values at the coordinates of a topology; undefined if it cannot be drawn. */
function placedOf(
  topology: Loaded['places']['topologies'][number],
  { places: { tree, rowOf, isProcess, uncertain } }: Loaded,
  locations: readonly number[],
  titles: readonly string[],
  { byLocation }: Coupled,
) {
  const nameOf = new Map(locations.map((location, at) => [location, titles[at] ?? '']));
  const { cells, missing } = cellsOf(topology, locations, (location) => {
    const above = tree.parent[rowOf.get(location) ?? -1] ?? -1;
    return isProcess[above] === 1 ? above : undefined;
  });
  const layout = topologyLayout(topology, cells, missing);
  if (layout === undefined) return undefined;
  const values = cellValues(
    cells,
    (location) => nameOf.get(location) ?? `location ${location}`,
    (location) => byLocation[location] ?? 0,
    (location) => uncertain.has(location),
  );
  return { ...values, layout, locations: cells.map((cell) => cell.locations) };
}

/** Returns the positions of locations in the system tree. */
function systemOf({ places: { tree, rowOf, isProcess, titleOf } }: Loaded, locations: readonly number[]): SystemPlaces {
  const above = (row: number): number => tree.parent[row] ?? -1;
  // A process of one location is one row with it.
  const processOf = (location: number): number => {
    const row = rowOf.get(location) ?? -1;
    return isProcess[above(row)] === 1 ? above(row) : row;
  };
  return systemPlaces(locations, {
    processOf,
    nodeOf: (location) => above(processOf(location)),
    nodeTitle: (row) => (row < 0 ? 'all' : titleOf(row)),
  });
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
