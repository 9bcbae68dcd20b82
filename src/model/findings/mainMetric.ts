/** Metric that ranks a report if the user chose another metric than time. */
import { quantity } from '../../base/text.js';
import type { MetricUnit } from '../performanceSpace.js';

export interface MainMetric {
  /** Unique name, such as `PAPI_TOT_CYC`. */
  readonly name: string;
  readonly title: string;
  readonly unit: MetricUnit;
  /** Over all call paths and locations. */
  readonly total: number;
}

/** A report, or a part of one that is shown. */
interface RankedBy {
  readonly main?: MainMetric;
}

const SECONDS = 'seconds';

/** An amount of what a report is ranked by, with its unit: `8.12 s`, `4.1 G`. */
export const amount = (value: number, { main }: RankedBy): string => quantity(value, main?.unit ?? SECONDS);

/** Formats the amount of a finding, with its unit. */
export const lost = (value: number, { unit = SECONDS }: { readonly unit?: MetricUnit }): string =>
  quantity(value, unit);

/** Returns the name of the total that shares refer to: `the total time`, or `all PAPI_TOT_CYC`. */
export const wholeName = ({ main }: RankedBy): string => (main === undefined ? 'the total time' : `all ${main.title}`);
