/** Locations as planes: of a topology, those of a node in a row, or folded. */
import { elementAt } from '../../base/elements.js';
import { counted, quantity } from '../../base/text.js';
import type { SeverityScale } from '../colors/severity.js';
import type { Drawn } from '../drawing/drawList.js';
import { widthOfText } from '../drawing/fonts.js';
import { type Diagram, listSpots, MARGIN, type Spot, TEXT } from './diagram.js';
import { heatColor, largestOf } from './heat.js';

export interface PlacesData {
  readonly what: string;
  readonly unit: string;
  /** Of locations. */
  readonly names: readonly string[];
  readonly values: Float64Array;
  readonly layout: PlacesLayout;
}

/** Where locations stand: columns, rows, and planes beside each other. */
export interface PlacesLayout {
  /** `a node in each row`, `8 in a row`, `topology grid, 4 × 2 × 2`. */
  readonly told: string;
  readonly columns: number;
  readonly rows: number;
  readonly planes: number;
  /** By location: its column, row and plane; undefined for one that has no place. */
  readonly placeOf: (at: number) => readonly [column: number, row: number, plane: number] | undefined;
  /** Where columns, rows and planes are not what places are called by. */
  readonly called?: {
    readonly axes: readonly string[];
    readonly coordinatesOf: (at: number) => readonly number[];
    readonly planeTitle: (plane: number) => string;
    /** What has no place, as a sentence goes on: `; 2 locations have no place in it`; empty where all have. */
    readonly missing: string;
    /** What names stand for, where these are not locations. */
    readonly noun: string;
  };
}

/** So many columns and rows hold all locations: those of a node in one row where all nodes have as many, else near a square. */
export function foldOf(
  count: number,
  nodeSizes: readonly number[],
): { readonly columns: number; readonly byNode: boolean } {
  const [first = 0] = nodeSizes;
  const byNode = nodeSizes.length > 1 && first > 1 && nodeSizes.every((size) => size === first);
  return byNode ? { columns: first, byNode } : { columns: Math.max(1, Math.ceil(Math.sqrt(count))), byNode };
}

/** @param columns in a row; as `foldOf` says when left out */
export function foldedLayout(count: number, nodeSizes: readonly number[], columns?: number): PlacesLayout {
  const fold = foldOf(count, nodeSizes);
  const wide = Math.max(1, Math.min(columns ?? fold.columns, Math.max(1, count)));
  return {
    told: columns === undefined && fold.byNode ? 'a node in each row' : `${wide} in a row`,
    ...{ columns: wide, rows: Math.ceil(count / wide), planes: 1 },
    placeOf: (at) => [at % wide, Math.floor(at / wide), 0],
  };
}

/** A location in the system: the numbers of its thread in its process, of that on its node, and of the node. */
export type SystemPlace = readonly [thread: number, process: number, node: number];

/** Threads as columns, processes as rows and nodes as planes; undefined where no process has several threads. */
export function systemLayout(places: readonly SystemPlace[]): PlacesLayout | undefined {
  const count = (axis: 0 | 1 | 2): number => 1 + places.reduce((most, place) => Math.max(most, place[axis]), -1);
  const [columns, rows, planes] = [count(0), count(1), count(2)];
  if (columns < 2) return undefined;
  return {
    told: planes > 1 ? 'threads of a process in each row, a plane for each node' : 'threads of a process in each row',
    ...{ columns, rows, planes, placeOf: (at: number) => places[at] },
  };
}

const MOST_PLACES = 1 << 16;
const LARGEST = { width: 92, height: 40 } as const;

export function placesPicture(
  { what, unit, names, values, layout }: PlacesData,
  { width, scale }: { readonly width: number; readonly scale: SeverityScale },
): Diagram {
  const { columns, rows, planes, told, called } = layout;
  const coordinatesOf = (at: number, place: readonly [number, number, number]): readonly number[] =>
    called?.coordinatesOf(at) ?? place.slice(0, planes > 1 ? 3 : 2);
  const room = width - 2 * MARGIN;
  // As many planes beside each other as have cells of eight pixels.
  const across = Math.max(1, Math.min(planes, Math.floor(room / (columns * 8 + MARGIN))));
  const cell = Math.max(1, Math.min(LARGEST.width, (room / across - MARGIN) / columns));
  const high = Math.min(LARGEST.height, Math.max(cell >= 40 ? 30 : Math.min(cell, 22), 2));
  const head = planes > 1 ? 18 : 0;
  const most = largestOf(values);
  const drawn: Drawn[] = [];
  const spots: Spot[] = [];
  for (const [at, name] of names.slice(0, MOST_PLACES).entries()) {
    const place = layout.placeOf(at);
    if (place === undefined) continue;
    const [column, row, plane] = place;
    const x = MARGIN + (plane % across) * (columns * cell + MARGIN) + column * cell;
    const y = 4 + head + Math.floor(plane / across) * (rows * high + MARGIN + head) + row * high;
    const value = elementAt(values, at);
    const where = ` (${coordinatesOf(at, place).join(', ')})`;
    const gap = cell >= 10 ? 1 : 0;
    spots.push({ x, y, width: cell - gap, height: high - gap, text: `${name}${where}: ${quantity(value, unit)}` });
    const box = { x, y, width: cell - gap, height: high - gap };
    const fill = { color: heatColor(Math.max(0, value), most, scale) };
    const text = high >= 26 ? quantity(value, unit) : '';
    if (text === '' || widthOfText(text, TEXT - 1) > cell - 6) {
      drawn.push({ is: 'area', ...box, fill });
      continue;
    }
    // Writing stands on the ground, where it can be read, above the color.
    drawn.push(
      { is: 'area', ...box, y: y + high - gap - 8, height: 8, fill },
      { is: 'edge', ...box, ink: 'rule', thickness: 1 },
      {
        ...{ is: 'text', x: x + (cell - gap) / 2, y: y + high / 2 - 1, text, ink: 'text', size: TEXT - 1 },
        anchor: 'middle',
      },
    );
  }
  if (planes > 1)
    for (let plane = 0; plane < planes; plane++)
      drawn.push({
        ...{ is: 'text', x: MARGIN + (plane % across) * (columns * cell + MARGIN), ink: 'quiet', size: TEXT - 1 },
        y: 16 + Math.floor(plane / across) * (rows * high + MARGIN + head),
        text: called?.planeTitle(plane) ?? `plane ${plane}`,
      });
  const least = values.reduce((a, b) => Math.min(a, b), Infinity);
  const worst = values.indexOf(values.reduce((a, b) => Math.max(a, b), -Infinity));
  const without = names.length - spots.length;
  const missing = called?.missing ?? (without > 0 ? `; ${without} have no place in it` : '');
  return {
    ...{ width, height: 4 + Math.ceil(planes / across) * (rows * high + MARGIN + head) + 8, items: drawn },
    spots: listSpots(spots),
    title: `${what} where locations are`,
    description:
      names.length === 0
        ? 'There are no locations.'
        : `${what}: ${counted(names.length, called?.noun ?? 'location')}, ${told}, from ${quantity(least, unit)} to ${quantity(values[worst] ?? 0, unit)} on ${names[worst] ?? ''}${missing}.`,
    numbers: {
      heads: ['Location', ...(called?.axes ?? ['Column', 'Row', ...(planes > 1 ? ['Plane'] : [])]), what],
      lines: names.flatMap((name, at) => {
        const place = layout.placeOf(at);
        if (place === undefined) return [];
        return [[name, ...coordinatesOf(at, place).map(String), quantity(elementAt(values, at), unit)]];
      }),
    },
  };
}
