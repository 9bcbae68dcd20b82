import { absent, elementAt } from '../../base/elements.js';
import { entityParts, type EntityPart } from '../../model/entities.js';
import type { EntityPlace, EntitySummary, LocationShare } from '../../model/findings/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import type { WaitingProperty } from '../../properties/index.js';
import { exclusive } from '../trace/severities/space.js';
import type { CallPaths } from '../callPaths/callPaths.js';
import { nodeTotals } from './nodeTotals.js';

const MOST_ENTITIES = 200;
const MOST_PLACES = 8;
const MOST_LOCATIONS = 16;
/** Waiting properties of an entity are listed from this share of the total time. */
const LEAST_SHARE = 0.0005;

/** Sums of one entity. */
interface EntitySums {
  readonly part: EntityPart;
  seconds: number;
  visits: number;
  /** By the call path at which work for it begins. */
  readonly nodes: Map<number, number>;
  readonly locations: Map<number, number>;
  readonly properties: Map<string, number>;
}

/**
 * Returns the time of all entities, the most first: each call path belongs to its innermost entity, divided if several
 * share it. Time outside of all entities is excluded.
 */
export function entitiesOf(
  space: PerformanceSpace,
  paths: CallPaths,
  waiting: readonly WaitingProperty[],
  locations: readonly string[],
  totalTime: number,
): EntitySummary[] {
  const owners = new Owners(paths);
  if (owners.isEmpty || totalTime <= 0) return [];
  const time = space.severities.has('execution') ? 'execution' : 'time';
  owners.spread(space, time, (sums, seconds, node, location) => {
    sums.seconds += seconds;
    addTo(sums.nodes, node, seconds);
    addTo(sums.locations, location, seconds);
  });
  for (const { metric } of waiting)
    owners.spread(space, metric, ({ properties }, seconds) => addTo(properties, metric, seconds));
  owners.count(nodeTotals(space, 'visits'));
  return owners.sums
    .sort((a, b) => b.seconds - a.seconds || (a.part.name < b.part.name ? -1 : 1))
    .slice(0, MOST_ENTITIES)
    .map((sums) => summaryOf(sums, paths, waiting, locations, totalTime));
}

/** To which entities call paths belong. */
class Owners {
  /** By node: the innermost node of an entity at or above it, or -1. */
  private readonly owner: Int32Array;
  /** By node of an entity. */
  private readonly shares = new Map<number, readonly { readonly sums: EntitySums; readonly weight: number }[]>();
  private readonly known = new Map<string, EntitySums>();

  constructor(paths: CallPaths) {
    const { tree } = paths;
    this.owner = new Int32Array(tree.size).fill(-1);
    const parts = new Map<number, readonly EntityPart[]>();
    for (let node = 0; node < tree.size; node++) {
      const region = elementAt(tree.region, node);
      const defined = paths.region(node);
      const own = parts.get(region) ?? (defined === undefined ? [] : entityParts(defined));
      parts.set(region, own);
      const above = elementAt(tree.parent, node);
      if (own.length > 0) this.own(node, own);
      else if (above >= 0) this.owner[node] = elementAt(this.owner, above);
    }
  }

  get isEmpty(): boolean {
    return this.known.size === 0;
  }

  get sums(): EntitySums[] {
    return [...this.known.values()];
  }

  /** Hands each value of a metric to the entities that it belongs to, by their weight. */
  spread(
    space: PerformanceSpace,
    metric: string,
    put: (sums: EntitySums, value: number, node: number, location: number) => void,
  ): void {
    if (!space.severities.has(metric)) return;
    const { callPath, location, value } = exclusive(space, metric);
    for (let i = 0; i < value.length; i++) {
      const node = elementAt(this.owner, callPath[i] ?? absent(i));
      for (const { sums, weight } of this.shares.get(node) ?? [])
        put(sums, (value[i] ?? absent(i)) * weight, node, location[i] ?? absent(i));
    }
  }

  /** How often work was begun for each: work that is shared counts for all of them. */
  count(visits: Float64Array): void {
    for (const [node, shares] of this.shares) for (const { sums } of shares) sums.visits += elementAt(visits, node);
  }

  private own(node: number, parts: readonly EntityPart[]): void {
    this.owner[node] = node;
    this.shares.set(
      node,
      parts.map((part) => ({ sums: this.sumsOf(part), weight: part.weight })),
    );
  }

  private sumsOf(part: EntityPart): EntitySums {
    const key = JSON.stringify([part.name, part.attributes]);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const made: EntitySums = {
      part,
      seconds: 0,
      visits: 0,
      nodes: new Map(),
      locations: new Map(),
      properties: new Map(),
    };
    this.known.set(key, made);
    return made;
  }
}

function addTo<Key>(sums: Map<Key, number>, key: Key, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value);
}

function most<Key>(sums: ReadonlyMap<Key, number>, count: number): (readonly [Key, number])[] {
  return [...sums].sort(([, a], [, b]) => b - a).slice(0, count);
}

function summaryOf(
  { part, seconds, visits, nodes, locations: byLocation, properties }: EntitySums,
  paths: CallPaths,
  waiting: readonly WaitingProperty[],
  names: readonly string[],
  totalTime: number,
): EntitySummary {
  return {
    name: part.name,
    ...(part.attributes === '' ? {} : { attributes: part.attributes }),
    seconds,
    share: Math.min(1, seconds / totalTime),
    visits,
    properties: waiting
      .map(({ metric, title }) => ({ property: metric, title, severity: (properties.get(metric) ?? 0) / totalTime }))
      .filter(({ severity }) => severity >= LEAST_SHARE)
      .sort((a, b) => b.severity - a.severity),
    places: most(nodes, MOST_PLACES).map(([node, inside]): EntityPlace => {
      const place = paths.place(node);
      return { callPath: paths.steps(node), ...(place === undefined ? {} : { place }), seconds: inside };
    }),
    locations: most(byLocation, MOST_LOCATIONS).map(([location, inside]): LocationShare => ({
      location,
      name: elementAt(names, location),
      seconds: inside,
    })),
  };
}
