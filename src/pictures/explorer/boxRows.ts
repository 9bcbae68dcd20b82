/** Rows of box plots: of values of locations, and of the visits of a call path on each location. */
import { elementAt } from '../../base/elements.js';
import { spreadOf } from '../../base/spread.js';
import { counted } from '../../base/text.js';
import type { BoxRow } from './spread.js';

/** Call paths or properties that have a box: those with the largest values. */
const MOST_BOXES = 24;
/** Locations that have a box. */
const MOST_LOCATIONS = 128;

/** The rows that weigh most, most first. */
export function largestRows<Row>(rows: readonly Row[], weightOf: (row: Row) => number): Row[] {
  return rows.toSorted((a, b) => Math.abs(weightOf(b)) - Math.abs(weightOf(a))).slice(0, MOST_BOXES);
}

/** Values of locations as rows. @param names of the locations */
export function locationBoxes(
  names: readonly string[],
  rows: readonly { readonly title: string; readonly values: Float64Array }[],
): BoxRow[] {
  const nameOf = (at: number): string => names[at] ?? '';
  return rows
    .filter(({ values }) => values.length > 0)
    .map(({ title, values }) => {
      const spread = spreadOf(values);
      return {
        ...{ ...spread, title, worst: nameOf(values.indexOf(spread.most)), outlierCount: spread.outliers.length },
        outliers: spread.outliers.map((at) => ({ value: elementAt(values, at), name: nameOf(at) })),
      };
    });
}

type Numbers = 'least' | 'lower' | 'median' | 'upper' | 'most' | 'mean' | 'from' | 'to';

/** How visits are spread on each location, row by row. */
export interface VisitSpreads extends Readonly<Record<Numbers, Float64Array>> {
  readonly location: Uint32Array;
  readonly visits: Uint32Array;
  readonly outliers: Uint32Array;
  /** End of the outliers of a row. */
  readonly outlierEnd: Uint32Array;
  readonly outlier: Float64Array;
}

/**
 * The visits on each location as rows, those with the largest ones in the order of locations.
 * @returns also the number of each in the answer
 */
export function visitBoxes(
  spreads: VisitSpreads,
  titleOf: (location: number) => string,
): (BoxRow & { readonly row: number })[] {
  const all = [...spreads.location.keys()];
  const kept = new Set(
    all.toSorted((a, b) => elementAt(spreads.most, b) - elementAt(spreads.most, a) || a - b).slice(0, MOST_LOCATIONS),
  );
  return all
    .filter((row) => kept.has(row))
    .map((row) => {
      const of = (name: Numbers): number => elementAt(spreads[name], row);
      const { outlier, outlierEnd } = spreads;
      const outliers = outlier.subarray(row === 0 ? 0 : elementAt(outlierEnd, row - 1), elementAt(outlierEnd, row));
      return {
        ...{ row, worst: '', title: titleOf(elementAt(spreads.location, row)) },
        ...{ least: of('least'), lower: of('lower'), median: of('median'), upper: of('upper'), most: of('most') },
        ...{ mean: of('mean'), from: of('from'), to: of('to') },
        outliers: Array.from(outliers, (value) => ({ value, name: '' })),
        outlierCount: elementAt(spreads.outliers, row),
      };
    });
}

/** Returns the title of a box plot of visits: `time of visits of solve`. */
export function visitsTitle(name: string, property: string | undefined): string {
  return property === undefined ? `Duration of ${name}` : `${property} in ${name}`;
}

/** Returns the number of visits and locations: `800 visits on 4 locations`. */
export function visitsCounted({ visits, location }: VisitSpreads): string {
  const all = visits.reduce((sum, count) => sum + count, 0);
  return `${counted(all, 'visit')} on ${counted(location.length, 'location')}`;
}
