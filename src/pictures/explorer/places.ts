/** Locations as planes: of a topology, of the system, or folded. */
import { elementAt } from '../../base/elements.js';
import { counted, quantity } from '../../base/text.js';
import type { SeverityScale } from '../colors/severity.js';
import type { Drawn, Fill, Rectangle } from '../drawing/drawList.js';
import { shortened, widthOfText } from '../drawing/fonts.js';
import { type Diagram, listSpots, MARGIN, type Spot, TEXT } from './diagram.js';
import { heatFill, largestOf } from './heat.js';

export interface PlacesData {
  readonly what: string;
  readonly unit: string;
  /** Of locations. */
  readonly names: readonly string[];
  readonly values: Float64Array;
  /** Which of them are uncertain. */
  readonly uncertain?: ReadonlySet<number>;
  readonly layout: PlacesLayout;
}

/** Layout of locations: columns, rows, and adjacent planes. */
export interface PlacesLayout {
  /** `a node in each row`, `8 in a row`, `topology grid, 4 × 2 × 2`. */
  readonly told: string;
  readonly columns: number;
  readonly rows: number;
  readonly planes: number;
  /** By location: its column, row and plane; undefined for one that has no place. */
  readonly placeOf: (at: number) => readonly [column: number, row: number, plane: number] | undefined;
  /** Set if columns, rows and planes are not the names of the locations' coordinates. */
  readonly called?: {
    readonly axes: readonly string[];
    readonly coordinatesOf: (at: number) => readonly number[];
    readonly planeTitle: (plane: number) => string;
    /**
     * Locations without coordinates, as the continuation of a sentence: `; 2 locations have no coordinates in it`; empty if
     * all have some.
     */
    readonly missing: string;
    /** Noun for the names, if these are not locations. */
    readonly noun: string;
    /** Titles of rows, in layouts of one plane. */
    readonly rowTitle?: (row: number) => string;
  };
}

const MOST_PLACES = 1 << 16;
const LARGEST = { width: 92, height: 40 } as const;

/** The titles of rows, and where cells begin right of them. */
function rowTitles(
  { planes, rows, called }: PlacesLayout,
  width: number,
): { readonly titles: readonly string[]; readonly left: number } {
  const titleOf = planes > 1 ? undefined : called?.rowTitle;
  if (titleOf === undefined) return { titles: [], left: MARGIN };
  const room = width / 4;
  const titles = Array.from({ length: rows }, (_, row) => shortened(titleOf(row), TEXT, room));
  return { titles, left: MARGIN + 6 + titles.reduce((most, text) => Math.max(most, widthOfText(text, TEXT)), 0) };
}

/** Draws a colored cell. Text is on the background, where it is readable, above the color. */
function drawnCell(box: Rectangle, text: string, fill: Fill): Drawn[] {
  const { x, y, width, height } = box;
  if (text === '' || widthOfText(text, TEXT - 1) > width - 5) return [{ is: 'area', ...box, fill }];
  return [
    { is: 'area', ...box, y: y + height - 8, height: 8, fill },
    { is: 'edge', ...box, ink: 'rule', thickness: 1 },
    {
      ...{ is: 'text', x: x + width / 2, y: y + height / 2 - 0.5, text, ink: 'text', size: TEXT - 1 },
      anchor: 'middle',
    },
  ];
}

/** Sizes of a picture of planes, and where each of its planes begins. */
interface PlaneGrid {
  /** Number of adjacent planes. */
  readonly across: number;
  /** Width and height of a place. */
  readonly cell: number;
  readonly high: number;
  /** Height of a plane's title. */
  readonly head: number;
  readonly corner: (plane: number) => readonly [x: number, y: number];
}

/** @param left where cells begin, right of the titles of rows */
function gridOf({ columns, rows, planes }: PlacesLayout, width: number, left: number): PlaneGrid {
  const room = width - left - MARGIN;
  // As many adjacent planes as have cells of eight pixels.
  const across = Math.max(1, Math.min(planes, Math.floor(room / (columns * 8 + MARGIN))));
  const cell = Math.max(1, Math.min(LARGEST.width, (room / across - MARGIN) / columns));
  const high = Math.min(LARGEST.height, Math.max(cell >= 40 ? 30 : Math.min(cell, 22), 2));
  const head = planes > 1 ? 18 : 0;
  const corner = (plane: number): readonly [x: number, y: number] => [
    left + (plane % across) * (columns * cell + MARGIN),
    4 + head + Math.floor(plane / across) * (rows * high + MARGIN + head),
  ];
  return { across, cell, high, head, corner };
}

const coordinatesIn = (
  { planes, called }: PlacesLayout,
  at: number,
  place: readonly [number, number, number],
): readonly number[] => called?.coordinatesOf(at) ?? place.slice(0, planes > 1 ? 3 : 2);

/** The cells of all locations that have a place, and what each of them is. */
function cellsOf(
  { unit, names, values, uncertain, layout }: PlacesData,
  { cell, high, corner }: PlaneGrid,
  scale: SeverityScale,
): { readonly drawn: readonly Drawn[]; readonly spots: readonly Spot[] } {
  const most = largestOf(values);
  const drawn: Drawn[] = [];
  const spots: Spot[] = [];
  for (const [at, name] of names.slice(0, MOST_PLACES).entries()) {
    const place = layout.placeOf(at);
    if (place === undefined) continue;
    const [column, row, plane] = place;
    const [x, y] = corner(plane);
    const value = elementAt(values, at);
    const gap = cell >= 10 ? 1 : 0;
    const box = { x: x + column * cell, y: y + row * high, width: cell - gap, height: high - gap };
    const isUncertain = uncertain?.has(at) === true;
    const told = `${quantity(value, unit)}${isUncertain ? ', uncertain' : ''}`;
    spots.push({ ...box, text: `${name} (${coordinatesIn(layout, at, place).join(', ')}): ${told}` });
    drawn.push(...drawnCell(box, high >= 26 ? quantity(value, unit) : '', heatFill(Math.max(0, value), most, scale)));
    if (isUncertain) drawn.push({ is: 'area', ...box, fill: { hatch: 'text' } });
  }
  return { drawn, spots };
}

/** The titles of planes, where there are several. */
function planeTitles({ planes, columns, called }: PlacesLayout, { cell, corner }: PlaneGrid): Drawn[] {
  if (planes <= 1) return [];
  return Array.from({ length: planes }, (_, plane): Drawn => {
    const [x, y] = corner(plane);
    const text = called?.planeTitle(plane) ?? `plane ${plane}`;
    return {
      ...{ is: 'text', x, y: y - 6, ink: 'quiet', size: TEXT - 1 },
      text: shortened(text, TEXT - 1, columns * cell),
    };
  });
}

/** @param without how many locations have no place */
function sentenceOf({ what, unit, names, values, layout: { told, called } }: PlacesData, without: number): string {
  if (names.length === 0) return 'There are no locations.';
  const least = values.reduce((a, b) => Math.min(a, b), Infinity);
  const worst = values.indexOf(values.reduce((a, b) => Math.max(a, b), -Infinity));
  const missing = called?.missing ?? (without > 0 ? `; ${without} have no coordinates in it` : '');
  return `${what}: ${counted(names.length, called?.noun ?? 'location')}, ${told}, from ${quantity(least, unit)} to ${quantity(values[worst] ?? 0, unit)} on ${names[worst] ?? ''}${missing}.`;
}

export function placesPicture(
  data: PlacesData,
  { width, scale }: { readonly width: number; readonly scale: SeverityScale },
): Diagram {
  const { what, unit, names, values, layout } = data;
  const { rows, planes, called } = layout;
  const { titles, left } = rowTitles(layout, width);
  const grid = gridOf(layout, width, left);
  const { across, high, head } = grid;
  const { drawn, spots } = cellsOf(data, grid, scale);
  const beside = titles.map((text, row): Drawn => ({
    ...{ is: 'text', x: left - 6, y: 4 + (row + 0.5) * high + 4, text, ink: 'text', size: TEXT, anchor: 'end' },
  }));
  return {
    ...{ width, height: 4 + Math.ceil(planes / across) * (rows * high + MARGIN + head) + 8 },
    items: [...drawn, ...planeTitles(layout, grid), ...(high >= TEXT ? beside : [])],
    spots: listSpots(spots),
    title: `Map of ${what}`,
    description: sentenceOf(data, names.length - spots.length),
    numbers: {
      heads: ['Location', ...(called?.axes ?? ['Column', 'Row', ...(planes > 1 ? ['Plane'] : [])]), what],
      lines: names.flatMap((name, at) => {
        const place = layout.placeOf(at);
        if (place === undefined) return [];
        return [[name, ...coordinatesIn(layout, at, place).map(String), quantity(elementAt(values, at), unit)]];
      }),
    },
  };
}
