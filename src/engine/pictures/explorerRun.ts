/** Data of the Explorer's pictures, from an open experiment: names, values of locations, call paths. */
import { elementAt } from '../../base/elements.js';
import { TrimtabError } from '../../base/problem.js';
import { plainLine } from '../../base/text.js';
import { NO_INDEX } from '../../model/definitions.js';
import { metricsAbove } from '../../model/metricsAbove.js';
import { isOfMeasurement } from '../../model/topology.js';
import type { PlacesData } from '../../pictures/explorer/places.js';
import { type SystemPlaces, systemPlaces } from '../../pictures/explorer/systemLayout.js';
import { cellsOf, cellValues, topologyLayout, topologyTitle } from '../../pictures/explorer/topology.js';
import { namesOf } from '../../pictures/timeline/waitSentence.js';
import { windowText } from '../../pictures/timeline/axis.js';
import type { Window } from '../../pictures/timeline/frame.js';
import type { Answer, Ask } from '../../protocol/queries/index.js';
import type { AskRun } from './openedRun.js';

/** The part of a run to draw. */
export interface ExplorerChoice {
  /** Unique name of a metric; time if omitted. */
  readonly property?: string;
  /** Only what this function, and what it calls, has. */
  readonly function?: string;
  /** Part of the run to draw: seconds from its start; omitted ends are unbounded. */
  readonly window: Partial<Window>;
}

/** Meaning of the numbers of the experiment, and its chosen part. */
export class ExplorerRun {
  readonly names: readonly string[];
  /** Names whose values are uncertain, by their index. */
  readonly uncertain: ReadonlySet<number>;
  private readonly uncertainLocations: ReadonlySet<number>;
  private readonly locations: Uint32Array;
  private readonly all: readonly string[];
  private readonly lists;
  private readonly columns;
  /** The part of the run that is drawn; empty where that is all of it. */
  readonly part: { readonly window?: Window };

  /** @throws TrimtabError where the window is behind the end of the run */
  constructor(
    private readonly ask: AskRun,
    private readonly choice: ExplorerChoice,
  ) {
    this.part = partOf(ask, choice.window);
    this.lists = ask('definitions', {}).head;
    this.columns = ask('callTree', {}).columns;
    const { columns } = ask('locations', {});
    this.all = namesOf(columns);
    this.locations = columns.order;
    this.names = Array.from(this.locations, (location) => this.locationOf(location));
    this.uncertainLocations = new Set(ask('uncertain', {}).columns.location);
    this.uncertain = new Set(
      [...this.locations.keys()].filter((at) => this.uncertainLocations.has(this.locations[at] ?? -1)),
    );
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

  /** A metric by its number. */
  metric(at: number): { readonly name: string; readonly title: string } {
    return elementAt(this.lists.metrics, at);
  }

  /** The numbers of the chosen metric, and of those below it that have its unit. @throws TrimtabError where there is none */
  metricsBelow(): number[] {
    const { metrics } = this.lists;
    const top = metrics.find(({ name }) => name === this.property);
    if (top === undefined) throw new TrimtabError(`The experiment has no property ${plainLine(this.property)}.`);
    const above = metricsAbove(metrics);
    return [...metrics.keys()].filter((at) => {
      const { name, unit } = elementAt(metrics, at);
      return unit === top.unit && above(name).has(top.name);
    });
  }

  /**
   * Returns the property requested for visits: their waiting time, if a wait state is chosen. @throws TrimtabError for
   * other units
   */
  get visitProperty(): { readonly property?: string } {
    const found = this.lists.metrics.find(({ name }) => name === this.property);
    if (found?.name === 'time') return {};
    if (found === undefined) throw new TrimtabError(`The experiment has no property ${plainLine(this.property)}.`);
    if (found.unit === 'seconds') return { property: found.name };
    throw new TrimtabError(
      `${found.title} is not known for single visits: choose a wait state, such as --property mpi_latesender, or omit --property.`,
    );
  }

  get title(): string {
    return this.titleOf(this.property);
  }

  get what(): string {
    const { function: name } = this.choice;
    const { window } = this.part;
    const where = name === undefined ? '' : ` in ${plainLine(name)}`;
    return `${this.title}${where}${window === undefined ? '' : ` (${windowText(window)})`}`;
  }

  /** Call paths with their functions. */
  get paths() {
    const { parent, region } = this.columns;
    return { parent, region, regionName: (number: number) => this.regionName(number) };
  }

  /** Call paths from the roots; from the chosen function where there is one. */
  get tree() {
    const { parent } = this.columns;
    const children = new Map<number, number[]>();
    for (const [node, above] of parent.entries()) {
      const known = children.get(above);
      if (known === undefined) children.set(above, [node]);
      else known.push(node);
    }
    const isInside = this.inside;
    const roots =
      isInside === undefined
        ? (children.get(-1) ?? [])
        : [...isInside.keys()].filter((node) => isInside[node] === 1 && isInside[elementAt(parent, node)] !== 1);
    return { roots, childrenOf: (node: number) => children.get(node) ?? [] };
  }

  /** Call paths that are drawn. */
  get size(): number {
    return this.inside?.reduce((sum, one) => sum + one, 0) ?? this.columns.parent.length;
  }

  /** Values by call path, zero outside of the chosen function. */
  within(values: Float64Array): Float64Array {
    const { inside } = this;
    return inside === undefined ? values : values.map((value, node) => (inside[node] === 1 ? value : 0));
  }

  get chosen() {
    const { function: name } = this.choice;
    const nodes = name === undefined ? null : this.nodesOf(name).map((node) => ({ node, exclusive: false }));
    return { properties: [{ metric: this.property, exclusive: false }], nodes };
  }

  /** Weights of the chosen metric, or of another one. @throws TrimtabError where the drawn part of the run has none */
  weights(metric = this.property): Answer<'weights'> {
    const properties: Ask<'weights'>['properties'] = [{ metric, exclusive: false }];
    const answer = this.ask('weights', { ...this.chosen, properties, ...this.part });
    if (answer.head.missing !== undefined) throw new TrimtabError(answer.head.missing);
    return answer;
  }

  /** The call path of the function that has most time. */
  node(): number {
    const { function: name } = this.choice;
    if (name === undefined)
      throw new TrimtabError('Visits of which function? Name one with --function, such as --function MPI_Waitall.');
    const nodes = this.nodesOf(name);
    const { nodeInclusive } = this.ask('weights', { ...this.chosen, nodes: null }).columns;
    return nodes.reduce((best, node) =>
      elementAt(nodeInclusive, node) > elementAt(nodeInclusive, best) ? node : best,
    );
  }

  /**
   * Returns the values at the coordinates of a topology: the named one, else that of the program. @throws TrimtabError
   */
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
      throw new TrimtabError(`The coordinates of topology ${topologyTitle(topology)} are too far apart to be drawn.`);
    const values = cellValues(
      cells,
      (location) => this.locationOf(location),
      (location) => columns.place[location] ?? 0,
      (location) => this.uncertainLocations.has(location),
    );
    return { what: this.what, unit: head.unit, layout, ...values };
  }

  /** Returns the positions of the locations in the system. */
  get system(): SystemPlaces {
    const { systemTree, locationGroups, locations } = this.lists.definitions;
    const groupOf = (location: number): number => locations[location]?.group ?? NO_INDEX;
    return systemPlaces([...this.locations], {
      // Locations without a process are separate.
      processOf: (location) => (locationGroups[groupOf(location)] === undefined ? -1 - location : groupOf(location)),
      nodeOf: (location) => locationGroups[groupOf(location)]?.systemTreeNode ?? NO_INDEX,
      nodeTitle: (node) => {
        const { className = '', name = 'all' } = systemTree[node] ?? {};
        return plainLine(`${className} ${name}`.trim());
      },
    });
  }

  /** The values of a row of locations, in the order of names. */
  ordered(values: Float64Array, row: number): Float64Array {
    const { locationCount } = this.lists;
    return Float64Array.from(this.locations, (location) => elementAt(values, row * locationCount + location));
  }

  /** 1 at each call path of the chosen function, and at those below; undefined where all are chosen. */
  private get inside(): Uint8Array | undefined {
    const { function: name } = this.choice;
    if (name === undefined) return undefined;
    const { parent } = this.columns;
    const inside = new Uint8Array(parent.length);
    // Callers precede callees.
    for (const [node, above] of parent.entries())
      inside[node] = this.functionOf(node) === name || inside[above] === 1 ? 1 : 0;
    return inside;
  }

  private get property(): string {
    return this.choice.property ?? 'time';
  }

  private nodesOf(name: string): [number, ...number[]] {
    const [first, ...more] = [...this.columns.region.keys()].filter((node) => this.functionOf(node) === name);
    if (first === undefined) throw new TrimtabError(`The experiment has no function ${plainLine(name)}.`);
    return [first, ...more];
  }
}

function partOf(ask: AskRun, { from = 0, to }: Partial<Window> = {}): { readonly window?: Window } {
  if (from <= 0 && to === undefined) return {};
  const window = { from, to: to ?? ask('timeline', {}).head.span };
  if (window.from >= window.to) throw new TrimtabError('--from must be before the end of the run.');
  return { window };
}
