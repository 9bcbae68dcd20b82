/** Locations at their coordinates in a topology: two dimensions as columns and rows, all others as planes. */
import { elementAt } from '../../base/elements.js';
import { counted, plainLine } from '../../base/text.js';
import { plainName } from '../../base/plainText.js';
import type { Topology, TopologyDimension } from '../../model/topology.js';
import type { PlacesLayout } from './places.js';

/** Contents of one coordinate of a topology. */
export interface TopologyCell {
  readonly coordinates: readonly number[];
  /** By index; several where they share the place. */
  readonly locations: readonly number[];
}

/**
 * Returns the coordinates of a topology that have locations. Locations without coordinates use those of their process:
 * a program assigns them to its ranks, not to their threads.
 * @param all the locations that are drawn
 * @param processOf by location, the common number of its process
 */
export function cellsOf(
  { dimensions, locations, coordinates }: Topology,
  all: readonly number[],
  processOf: (location: number) => number | undefined,
): { readonly cells: readonly TopologyCell[]; readonly missing: number } {
  const cells = new Map<string, { coordinates: readonly number[]; locations: number[] }>();
  const cellOf = new Map<number, number[]>();
  const ofProcess = new Map<number, number[] | null>();
  for (const [at, location] of locations.entries()) {
    const place = coordinates.slice(at * dimensions.length, (at + 1) * dimensions.length);
    const key = place.join();
    const cell = cells.get(key) ?? { coordinates: place, locations: [] };
    cells.set(key, cell);
    cell.locations.push(location);
    cellOf.set(location, cell.locations);
    const process = processOf(location);
    // If its threads have separate coordinates, those of others are unknown.
    if (process !== undefined)
      ofProcess.set(
        process,
        ofProcess.has(process) && ofProcess.get(process) !== cell.locations ? null : cell.locations,
      );
  }
  let missing = 0;
  for (const location of all) {
    if (cellOf.has(location)) continue;
    const process = processOf(location);
    const cell = process === undefined ? undefined : ofProcess.get(process);
    if (cell === undefined || cell === null) missing++;
    else cell.push(location);
  }
  return { cells: [...cells.values()], missing };
}

/** More places than this are not drawn one by one: only the coordinates that occur are. */
const MOST_PLACES = 1 << 16;
/** Limits of a canvas: columns of a pixel, rows of two, and planes with their titles. */
const MOST_COLUMNS = 4096;
const MOST_ROWS = 16_384;
const MOST_PLANES = 256;
/** A line of more places is folded. */
const LONGEST_LINE = 32;

/** How a dimension is called, and how many of its coordinates are drawn. */
interface Axis {
  readonly title: string;
  readonly extent: number;
  /** By cell. */
  readonly at: readonly number[];
  /** The coordinate that is drawn there. */
  readonly coordinateAt: (index: number) => number;
}

/** @returns undefined where the topology is too wide to be drawn */
export function topologyLayout(
  { name, dimensions }: Pick<Topology, 'name' | 'dimensions'>,
  cells: readonly TopologyCell[],
  missing: number,
): PlacesLayout | undefined {
  const places = dimensions.reduce((product, { size }) => product * size, 1);
  const isSparse = places > MOST_PLACES || dimensions.some(({ size }) => size > MOST_COLUMNS);
  const axes = dimensions.map((dimension, number) => axisOf(dimension, number, cells, isSparse));
  // Dimensions in which nothing differs would take columns or rows for nothing.
  const drawn = axes.filter(({ extent }) => extent > 1);
  const [across, down, ...others] = drawn;
  const isLine = down === undefined && (across?.extent ?? 1) > LONGEST_LINE;
  const wide = across?.extent ?? 1;
  const columns = isLine ? Math.ceil(Math.sqrt(wide)) : wide;
  const rows = isLine ? Math.ceil(wide / columns) : (down?.extent ?? 1);
  const planes = others.reduce((product, { extent }) => product * extent, 1);
  if (columns > MOST_COLUMNS || planes > MOST_PLANES || rows * planes > MOST_ROWS) return undefined;
  const sizes = dimensions.map(({ size, isPeriodic }) => `${size}${isPeriodic ? ' (periodic)' : ''}`).join(' × ');
  const notes = [
    ...(isSparse ? ['only coordinates that occur'] : []),
    ...(isLine ? [`${columns} in a row`] : []),
    ...(cells.some(({ locations }) => locations.length > 1) ? ['locations with the same coordinates are added'] : []),
  ];
  return {
    told: [`topology ${topologyTitle({ name, dimensions })}, ${sizes}`, ...notes].join(', '),
    ...{ columns, rows, planes },
    placeOf: (at) => {
      const column = across?.at[at] ?? 0;
      const plane = others.reduce((before, { extent, at: where }) => before * extent + elementAt(where, at), 0);
      return isLine ? [column % columns, Math.floor(column / columns), 0] : [column, down?.at[at] ?? 0, plane];
    },
    called: {
      axes: axes.map(({ title }) => title),
      coordinatesOf: (at) => cells[at]?.coordinates ?? [],
      planeTitle: (plane) => planeTitle(others, plane),
      missing: missingText(missing, isSparse ? 0 : places - cells.length),
      noun: 'place',
    },
  };
}

function axisOf(
  { name, size }: TopologyDimension,
  number: number,
  cells: readonly TopologyCell[],
  isSparse: boolean,
): Axis {
  const title = name === '' ? `Dimension ${number}` : plainName(name);
  const own = cells.map(({ coordinates }) => elementAt(coordinates, number));
  if (!isSparse) return { title, extent: size, at: own, coordinateAt: (index) => index };
  const known = [...new Set(own)].sort((a, b) => a - b);
  const positions = new Map(known.map((coordinate, index) => [coordinate, index]));
  return {
    title,
    extent: known.length,
    at: own.map((coordinate) => positions.get(coordinate) ?? 0),
    coordinateAt: (index) => known[index] ?? 0,
  };
}

function planeTitle(others: readonly Axis[], plane: number): string {
  const parts: string[] = [];
  let rest = plane;
  for (const { title, extent, coordinateAt } of others.toReversed()) {
    parts.unshift(`${title} ${coordinateAt(rest % extent)}`);
    rest = Math.floor(rest / extent);
  }
  return parts.join(', ');
}

function missingText(missing: number, empty: number): string {
  const texts = [
    ...(missing > 0 ? [`${counted(missing, 'location')} ${missing === 1 ? 'has' : 'have'} no coordinates in it`] : []),
    ...(empty > 0 ? [`${counted(empty, 'grid point')} of it ${empty === 1 ? 'has' : 'have'} no location`] : []),
  ];
  return texts.map((text) => `; ${text}`).join('');
}

/** How a topology is called: by its name, else by its sizes. */
export function topologyTitle({ name, dimensions }: Pick<Topology, 'name' | 'dimensions'>): string {
  return name.trim() === '' ? dimensions.map(({ size }) => size).join(' × ') : plainLine(name).slice(0, 80);
}

/** Returns the names of a topology's coordinates, and the sums over their locations. */
export function cellValues(
  cells: readonly TopologyCell[],
  nameOf: (location: number) => string,
  valueOf: (location: number) => number,
  isUncertain: (location: number) => boolean = () => false,
): { readonly names: readonly string[]; readonly values: Float64Array; readonly uncertain: ReadonlySet<number> } {
  return {
    names: cells.map(({ locations }) => {
      const [first = 0, ...more] = locations;
      return more.length === 0 ? nameOf(first) : `${nameOf(first)} and ${counted(more.length, 'other', 'others')}`;
    }),
    values: Float64Array.from(cells, ({ locations }) => locations.reduce((sum, one) => sum + valueOf(one), 0)),
    uncertain: new Set([...cells.keys()].filter((at) => cells[at]?.locations.some(isUncertain) === true)),
  };
}
