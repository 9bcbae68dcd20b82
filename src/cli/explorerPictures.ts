/** What the Explorer's pictures are drawn from, asked of an open experiment. */
import { elementAt } from '../base/elements.js';
import { TrimtabError } from '../base/problem.js';
import { plainLine } from '../base/text.js';
import { NO_INDEX } from '../model/definitions.js';
import { isOfMeasurement } from '../model/topology.js';
import { severityScales } from '../pictures/colors/severity.js';
import type { Picture } from '../pictures/drawing/drawList.js';
import { barsPicture } from '../pictures/explorer/bars.js';
import { flameOf, flamePicture } from '../pictures/explorer/flame.js';
import { matrixPicture } from '../pictures/explorer/matrix.js';
import { foldedLayout, type PlacesData, placesPicture } from '../pictures/explorer/places.js';
import { cellsOf, cellValues, topologyLayout, topologyTitle } from '../pictures/explorer/topology.js';
import { searchPicture } from '../pictures/explorer/search.js';
import { boxesPicture } from '../pictures/explorer/spread.js';
import { overTimePicture } from '../pictures/explorer/overTime.js';
import { valueMapPicture } from '../pictures/explorer/valueMap.js';
import { windowText } from '../pictures/timeline/axis.js';
import { namesOf } from '../pictures/timeline/told.js';
import type { Answer } from '../protocol/queries/index.js';
import { MOST_VISITS } from '../protocol/queries/instances.js';
import { MOST_CELLS } from '../protocol/queries/matrix.js';
import type { PictureRequest } from './pictureArguments.js';
import type { AskRun } from './timelineData.js';

export type ExplorerView = Exclude<PictureRequest['view'], 'timeline' | 'dynamics'>;

const FUNCTIONS = 5;
const BOXES = 24;
const BINS = 400;

/** @throws TrimtabError where the experiment has not what is asked for */
export function explorerPicture(ask: AskRun, view: ExplorerView, request: PictureRequest): Picture {
  const run = new Run(ask, request);
  const room = { width: request.width, scale: severityScales[request.theme] };
  switch (view) {
    case 'matrix':
      return matrixPicture(matrixData(ask, request), room);
    case 'search': {
      const { head } = ask('search', {});
      const titleOf = (name: string): string => head.titles[name] ?? run.titleOf(name);
      return searchPicture({ ...head, titleOf, locationOf: (at) => run.locationOf(at) }, room);
    }
    case 'bars': {
      const { head, columns } = ask('valuesByPlace', { rows: [run.chosen], functions: FUNCTIONS });
      const parts = Array.from(columns.region, (region, at) => ({
        title: run.regionName(region),
        values: run.ordered(columns.value, at + 1),
      }));
      const whole = run.ordered(columns.value, 0);
      return barsPicture({ what: run.what, unit: head.unit, names: run.names, whole, parts }, room);
    }
    case 'boxes': {
      const { properties } = run.chosen;
      const { nodeExclusive } = ask('weights', run.chosen).columns;
      const size = (node: number): number => Math.abs(elementAt(nodeExclusive, node));
      const worst = [...nodeExclusive.keys()]
        .filter((node) => size(node) > 0)
        .sort((a, b) => size(b) - size(a) || a - b)
        .slice(0, BOXES);
      if (worst.length === 0) throw new TrimtabError(`${run.title} is zero everywhere.`);
      const rows = worst.map((node) => ({ properties, nodes: [{ node, exclusive: true }] }));
      const { head, columns } = ask('valuesByPlace', { rows, functions: 0 });
      const told = worst.map((node, at) => ({ title: run.functionOf(node), values: run.ordered(columns.value, at) }));
      return boxesPicture({ what: run.title, unit: head.unit, names: run.names, rows: told }, room);
    }
    case 'flame': {
      const { head, columns } = ask('weights', run.chosen);
      const weights = { inclusive: columns.nodeInclusive };
      const boxes = flameOf(run.tree, weights, 0.002).map(({ row, ...box }) => ({
        ...{ ...box, title: run.functionOf(row), value: elementAt(columns.nodeInclusive, row), isChosen: false },
      }));
      const data = { what: run.title, unit: head.unit, boxes, way: 'from the top down', size: run.size };
      return flamePicture(data, room);
    }
    case 'map': {
      const { head, columns } = ask('weights', run.chosen);
      const values = run.ordered(columns.place, 0);
      const layout = foldedLayout(run.names.length, []);
      return placesPicture({ what: run.what, unit: head.unit, names: run.names, values, layout }, room);
    }
    case 'topology':
      return placesPicture(run.placed(ask('weights', run.chosen), request.topology), room);
    case 'time': {
      const { head, columns } = ask('overTime', { ...run.chosen, locations: null, bins: BINS });
      return overTimePicture({ what: run.what, ...head, ...columns }, room);
    }
    case 'valuemap': {
      const node = run.node();
      const asked = { node, fold: 'max' as const, most: MOST_VISITS };
      const { property } = request;
      const { head, columns } = ask('instances', property === undefined ? asked : { ...asked, property });
      const data = {
        ...{ name: run.functionOf(node), value: columns.value, fold: asked.fold, ...head },
        rows: Array.from(columns.location, (at) => run.locationOf(at)),
        ...(property === undefined ? {} : { property: run.title }),
      };
      return valueMapPicture(data, room);
    }
  }
}

function matrixData(ask: AskRun, request: PictureRequest) {
  const { of, window: asked } = request;
  const isPart = asked.from !== undefined || asked.to !== undefined;
  const { span } = ask('timeline', {}).head;
  const window = { from: asked.from ?? 0, to: asked.to ?? span };
  if (isPart && window.from >= window.to) throw new TrimtabError('--from must be before the end of the run.');
  const { head, columns } = ask('matrix', { of, most: MOST_CELLS, ...(isPart ? { window } : {}) });
  const { unit, processes, folded, messages } = head;
  return {
    ...{ of, unit, processes, folded, messages, names: namesOf(columns), value: columns.value },
    when: isPart ? windowText(window) : 'the whole run',
  };
}

/** What numbers of the experiment stand for, and what is chosen of it. */
class Run {
  readonly names: readonly string[];
  readonly size: number;
  private readonly locations: Uint32Array;
  private readonly all: readonly string[];
  private readonly lists;
  private readonly columns;

  constructor(
    private readonly ask: AskRun,
    private readonly request: PictureRequest,
  ) {
    this.lists = ask('definitions', {}).head;
    this.columns = ask('callTree', {}).columns;
    const { columns } = ask('locations', {});
    this.all = namesOf(columns);
    this.locations = columns.order;
    this.names = Array.from(this.locations, (location) => this.locationOf(location));
    this.size = this.columns.parent.length;
  }

  locationOf(location: number): string {
    return this.all[location] ?? `location ${location}`;
  }

  regionName(region: number): string {
    return this.lists.definitions.regions[region]?.name ?? 'UNKNOWN';
  }

  functionOf(node: number): string {
    return this.regionName(elementAt(this.columns.region, node));
  }

  titleOf(name: string): string {
    return this.lists.metrics.find((metric) => metric.name === name)?.title ?? name;
  }

  get title(): string {
    return this.titleOf(this.property);
  }

  get what(): string {
    const { function: name } = this.request;
    return name === undefined ? this.title : `${this.title} in ${plainLine(name)}`;
  }

  get tree() {
    const { parent } = this.columns;
    const children = new Map<number, number[]>();
    for (const [node, above] of parent.entries()) {
      const known = children.get(above);
      if (known === undefined) children.set(above, [node]);
      else known.push(node);
    }
    return { roots: children.get(-1) ?? [], childrenOf: (node: number) => children.get(node) ?? [] };
  }

  get chosen() {
    const { function: name } = this.request;
    const nodes = name === undefined ? null : this.nodesOf(name).map((node) => ({ node, exclusive: false }));
    return { properties: [{ metric: this.property, exclusive: false }], nodes };
  }

  /** The call path of the function that has most time. */
  node(): number {
    const { function: name } = this.request;
    if (name === undefined)
      throw new TrimtabError('Visits of which function? Name one with --function, such as --function MPI_Waitall.');
    const nodes = this.nodesOf(name);
    const { nodeInclusive } = this.ask('weights', { ...this.chosen, nodes: null }).columns;
    return nodes.reduce((best, node) =>
      elementAt(nodeInclusive, node) > elementAt(nodeInclusive, best) ? node : best,
    );
  }

  /** What stands at the places of a topology: the named one, else that of the program. @throws TrimtabError */
  placed({ head, columns }: Answer<'weights'>, named: string | undefined): PlacesData {
    const { topologies = [], locations: known } = this.lists.definitions;
    const titles = topologies.map(topologyTitle);
    if (topologies.length === 0)
      throw new TrimtabError(
        'The experiment has no topology: it was not measured with Cartesian coordinates (MPI_Cart_create); --view map draws its locations row by row.',
      );
    const own = topologies.find((topology) => !isOfMeasurement(topology)) ?? topologies[0];
    const topology = named === undefined ? own : topologies.find((one) => topologyTitle(one) === named);
    if (topology === undefined)
      throw new TrimtabError(`The experiment has no topology ${plainLine(named ?? '')}; it has ${titles.join(', ')}.`);
    const { cells, missing } = cellsOf(topology, [...this.locations], (location) => {
      const group = known[location]?.group;
      return group === NO_INDEX ? undefined : group;
    });
    const layout = topologyLayout(topology, cells, missing);
    if (layout === undefined)
      throw new TrimtabError(`The coordinates of topology ${topologyTitle(topology)} lie too far apart to be drawn.`);
    const values = cellValues(
      cells,
      (location) => this.locationOf(location),
      (location) => columns.place[location] ?? 0,
    );
    return { what: this.what, unit: head.unit, layout, ...values };
  }

  /** The values of a row of locations, in the order of names. */
  ordered(values: Float64Array, row: number): Float64Array {
    const { locationCount } = this.lists;
    return Float64Array.from(this.locations, (location) => elementAt(values, row * locationCount + location));
  }

  private get property(): string {
    return this.request.property ?? 'time';
  }

  private nodesOf(name: string): [number, ...number[]] {
    const [first, ...more] = [...this.columns.region.keys()].filter((node) => this.functionOf(node) === name);
    if (first === undefined) throw new TrimtabError(`The experiment has no function ${plainLine(name)}.`);
    return [first, ...more];
  }
}
