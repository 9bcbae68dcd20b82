/** Visits of a call path, side by side, by location: a value map (Oleynik 7.1). */
import { counted, quantity } from '../../base/text.js';
import type { SeverityScale } from '../colors/severity.js';
import type { Diagram } from './diagram.js';
import { heatOf, largestOf } from './heat.js';

export interface ValueMapData {
  /** Of the call path. */
  readonly name: string;
  /** Property of the values, such as `Late Sender`; the duration of visits if omitted. */
  readonly property?: string;
  readonly rows: readonly string[];
  readonly columns: number;
  /** Seconds, row by row; NaN where there was no visit. */
  readonly value: Float64Array;
  readonly visits: number;
  /** Number of visits in a column, shown by the longest or by their mean. */
  readonly folded: number;
  readonly fold: 'max' | 'mean';
}

/** Lines of a table at most: the largest values. */
const MOST_LINES = 1000;

export function valueMapPicture(
  data: ValueMapData,
  { width, scale }: { readonly width: number; readonly scale: SeverityScale },
): Diagram {
  const { rows, columns, value, folded, visits } = data;
  const visitOf = (column: number): string => {
    const [first, last] = [column * folded + 1, Math.min(visits, (column + 1) * folded)];
    return first === last
      ? `visit ${first}`
      : `${data.fold === 'max' ? 'longest' : 'mean'} of visits ${first} to ${last}`;
  };
  const textOf = (row: number, column: number): string => {
    const seconds = value[row * columns + column] ?? Number.NaN;
    const what = Number.isNaN(seconds) ? 'none' : quantity(seconds, 'seconds');
    return `${rows[row] ?? ''}, ${visitOf(column)}: ${what}`;
  };
  const drawn = heatOf(
    {
      ...{ rows: rows.length, columns, value, unit: 'seconds', rowNames: rows, textOf },
      columnNames: Array.from({ length: columns }, (_, column) => String(column * folded + 1)),
      rowTitle: 'location',
      columnTitle: `visit of ${data.name}, in the order in which they begin`,
    },
    { y: 4, width, scale, isSquare: false },
  );
  const what = data.property ?? 'time';
  return {
    ...{ width, height: drawn.bottom, spots: drawn.spots, items: drawn.items },
    title: `${what} by visit of ${data.name} and location`,
    description: sentenceOf(data, textOf),
    numbers: {
      heads: ['Location', 'Visit', what],
      lines: largest(value)
        .slice(0, MOST_LINES)
        .map((at) => [
          rows[Math.floor(at / columns)] ?? '',
          visitOf(at % columns),
          quantity(value[at] ?? 0, 'seconds'),
        ]),
    },
  };
}

function largest(value: Float64Array): number[] {
  const known = [...value.keys()].filter((at) => !Number.isNaN(value[at]));
  return known.sort((a, b) => (value[b] ?? 0) - (value[a] ?? 0) || a - b);
}

function sentenceOf(
  { name, property, rows, columns, value, visits, folded, fold }: ValueMapData,
  textOf: (row: number, column: number) => string,
): string {
  const most = largestOf(value);
  const at = value.indexOf(most);
  const folding =
    folded > 1 ? `, ${folded} in a column, of which ${fold === 'max' ? 'the longest is' : 'the mean is'} shown` : '';
  const what = property === undefined ? 'How long each took' : `${property} in each`;
  const worst = at < 0 ? '' : ` Most: ${textOf(Math.floor(at / columns), at % columns)}.`;
  return `${what}: up to ${counted(visits, 'visit')} of ${name} on ${counted(rows.length, 'location')}${folding}.${worst}`;
}
