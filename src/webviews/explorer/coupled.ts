/**
 * The three trees as received from the extension, the request for their weights, and the weights. Independent of the
 * browser.
 */
import { elementAt } from '../../base/elements.js';
import type { FlameBefore } from '../../pictures/explorer/flameBoxes.js';
import type { ExplorerQuestions } from '../../protocol/pages/explorer.js';
import type { Answered, Asked } from '../../protocol/pages/questions.js';
import { type Tree, treeOf, type Weights, weightsOfLeaves } from '../kit/rows.js';

type Trees = Answered<ExplorerQuestions['trees']>;
type Ask = Asked<ExplorerQuestions['weights']>;

interface Titled {
  readonly tree: Tree;
  readonly titleOf: (row: number) => string;
}

export interface Loaded {
  readonly metrics: Titled & { readonly rows: Trees['head']['metrics'] };
  readonly nodes: Titled & { readonly region: Uint32Array; readonly regionName: (region: number) => string };
  readonly places: Titled & {
    /** -1 for what holds others. */
    readonly location: Int32Array;
    /** 1 for a process that holds several locations. */
    readonly isProcess: Uint8Array;
    readonly rowOf: ReadonlyMap<number, number>;
    /** All that a place holds. */
    readonly locationsOf: (row: number) => readonly number[];
    readonly topologies: Trees['head']['topologies'];
    /** Locations whose values are uncertain. */
    readonly uncertain: ReadonlySet<number>;
  };
}

/** @param uncertain locations whose values are uncertain */
export function loadedOf({ head, columns }: Trees, uncertain: ReadonlySet<number> = NONE): Loaded {
  const { location, region } = columns;
  const places = treeOf(columns.placeParent);
  const regionName = (number: number): string => head.regions[number] ?? 'UNKNOWN';
  const locationsOf = (row: number): readonly number[] => {
    const found: number[] = [];
    const pending = [row];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      if (elementAt(location, at) >= 0) found.push(elementAt(location, at));
      pending.push(...places.childrenOf(at));
    }
    return found;
  };
  return {
    metrics: {
      tree: treeOf(columns.metricParent),
      rows: head.metrics,
      titleOf: (row) => head.metrics[row]?.title ?? '',
    },
    nodes: {
      tree: treeOf(columns.nodeParent),
      region,
      regionName,
      titleOf: (row) => regionName(elementAt(region, row)),
    },
    places: {
      tree: places,
      titleOf: (row) => head.places[row] ?? '',
      location,
      isProcess: columns.isProcess,
      rowOf: new Map([...location].flatMap((one, row) => (one < 0 ? [] : [[one, row] as const]))),
      locationsOf,
      topologies: head.topologies,
      uncertain,
    },
  };
}

const NONE: ReadonlySet<number> = new Set();

interface Picked {
  readonly open: ReadonlySet<number>;
  readonly selected: ReadonlySet<number>;
}

/** An expanded row is exclusive. */
const isExclusive = (tree: Tree, { open }: Picked, row: number): boolean =>
  open.has(row) && tree.childrenOf(row).length > 0;

export function metricsAsked({ metrics: { tree, rows } }: Loaded, picked: Picked): Ask['properties'] {
  return [...picked.selected].flatMap((row) => {
    const metric = rows[row]?.name;
    return metric === undefined ? [] : [{ metric, exclusive: isExclusive(tree, picked, row) }];
  });
}

/** Null for the whole program, where no call path is selected. */
export function nodesAsked({ nodes: { tree } }: Loaded, picked: Picked): Ask['nodes'] {
  if (picked.selected.size === 0) return null;
  return [...picked.selected].map((node) => ({ node, exclusive: isExclusive(tree, picked, node) }));
}

/** Weights of the rows of the three trees. */
export interface Coupled {
  /** Of call paths and places. */
  readonly unit: string;
  readonly metrics: Weights;
  readonly nodes: Weights;
  readonly places: Weights;
  /** By location. */
  readonly byLocation: Float64Array;
}

export function coupledOf(
  { places }: Loaded,
  { head, columns }: Pick<Answered<ExplorerQuestions['weights']>, 'head' | 'columns'>,
): Coupled {
  const { metricInclusive, metricExclusive, nodeInclusive, nodeExclusive, place } = columns;
  const own = Float64Array.from(places.location, (location) => (location < 0 ? 0 : (place[location] ?? 0)));
  return {
    unit: head.unit,
    metrics: { inclusive: metricInclusive, exclusive: metricExclusive },
    nodes: { inclusive: nodeInclusive, exclusive: nodeExclusive },
    places: weightsOfLeaves(places.tree, own),
    byLocation: place,
  };
}

/** Another experiment, to the extent that it is compared with the shown one. */
export interface Before {
  readonly name: string;
  /** In the rows of the one that is shown. */
  readonly coupled: Coupled;
  readonly flame: FlameBefore;
}

export function beforeOf(
  loaded: Loaded,
  { head, columns }: Answered<ExplorerQuestions['counterpart']>,
  name: string,
): Before {
  return {
    name,
    coupled: coupledOf(loaded, { head: { unit: '' }, columns }),
    flame: {
      inclusive: columns.nodeInclusive,
      own: {
        ...{ parent: columns.otherParent, region: columns.otherRegion, exclusive: columns.otherExclusive },
        regionName: (region) => head.regions[region] ?? 'UNKNOWN',
      },
    },
  };
}
