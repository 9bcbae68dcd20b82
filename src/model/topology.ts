/** Grids in which locations have coordinates: those that a program makes (MPI_Cart_create), or a measurement writes. */
import { elementAt } from '../base/elements.js';
import { counted } from '../base/text.js';

export interface TopologyDimension {
  /** Empty where it has none. */
  readonly name: string;
  /** Coordinates go from 0 to this, exclusively. */
  readonly size: number;
  readonly isPeriodic: boolean;
}

/** Several locations may have the same coordinates, and a location has at most one place. */
export interface Topology {
  /** Empty where it has none. */
  readonly name: string;
  readonly dimensions: readonly TopologyDimension[];
  /** The locations that have coordinates, by index. */
  readonly locations: readonly number[];
  /** Of these: `coordinates[at * dimensions.length + dimension]`. */
  readonly coordinates: readonly number[];
}

/** A topology as a file has it. */
export interface TopologyDraft {
  readonly name: string;
  readonly dimensions: readonly TopologyDimension[];
  readonly points: Iterable<{ readonly location: number; readonly coordinates: readonly number[] }>;
}

/** Maximum number of topologies of a run that are kept; files with more were made to exhaust the memory. */
export const MOST_TOPOLOGIES = 64;
export const MOST_DIMENSIONS = 32;
/** Of all topologies together. */
const MOST_COORDINATES = 1 << 22;

/**
 * Returns the topologies with at least one coordinate.
 * @returns also the number of omitted coordinates: outside of the grid, of no location, of one that has coordinates
 * already, or too many
 */
export function topologiesOf(
  drafts: Iterable<TopologyDraft>,
  locationCount: number,
): { readonly topologies: readonly Topology[]; readonly left: number } {
  const topologies: Topology[] = [];
  let [left, room] = [0, MOST_COORDINATES];
  for (const { name, dimensions, points } of drafts) {
    const isKept = topologies.length < MOST_TOPOLOGIES && dimensions.length > 0 && dimensions.length <= MOST_DIMENSIONS;
    const places = new Map<number, readonly number[]>();
    for (const { location, coordinates } of points) {
      const isPlace =
        isKept &&
        location >= 0 &&
        location < locationCount &&
        !places.has(location) &&
        room >= dimensions.length &&
        isWithin(coordinates, dimensions);
      if (!isPlace) {
        left++;
        continue;
      }
      room -= dimensions.length;
      places.set(location, coordinates);
    }
    if (places.size > 0)
      topologies.push({ name, dimensions, locations: [...places.keys()], coordinates: [...places.values()].flat() });
  }
  return { topologies, left };
}

const isWithin = (coordinates: readonly number[], dimensions: readonly TopologyDimension[]): boolean =>
  coordinates.length === dimensions.length &&
  dimensions.every(
    ({ size }, dimension) => elementAt(coordinates, dimension) < size && elementAt(coordinates, dimension) >= 0,
  );

/** Whether the measurement made it of processes and their threads, as Score-P does for each run; not the program. */
export function isOfMeasurement({ name }: Pick<Topology, 'name'>): boolean {
  return /^process x thread$/i.test(name);
}

/** Returns the message of readers about omitted coordinates. */
export function placesLeftOut(count: number): string {
  return `Ignored ${counted(count, 'place')} in topologies: outside the grid, without a location, of a location that already has a place, or too many.`;
}
