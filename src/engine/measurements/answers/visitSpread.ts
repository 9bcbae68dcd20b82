import { elementAt } from '../../../base/elements.js';
import { type Spread, spreadOf } from '../../../base/spread.js';
import { MOST_OUTLIERS } from '../../../protocol/queries/visitSpread.js';
import { openVisits, type Visits } from '../visits.js';
import type { Answerer } from './answerer.js';

export const visitSpread: Answerer<'visitSpread'> = (measurement, ask, checkCancelled) => {
  const visits = openVisits(measurement, ask, checkCancelled);
  const rows = Array.from(visits.locations, (location) => ({ location, ...spreadIn(visits.of(location)) })).filter(
    ({ count }) => count > 0,
  );
  const column = (of: (row: (typeof rows)[number]) => number) => Float64Array.from(rows, of);
  let end = 0;
  return {
    head: {},
    columns: {
      location: Uint32Array.from(rows, ({ location }) => location),
      visits: Uint32Array.from(rows, ({ count }) => count),
      least: column(({ spread }) => spread.least),
      lower: column(({ spread }) => spread.lower),
      median: column(({ spread }) => spread.median),
      upper: column(({ spread }) => spread.upper),
      most: column(({ spread }) => spread.most),
      mean: column(({ spread }) => spread.mean),
      from: column(({ spread }) => spread.from),
      to: column(({ spread }) => spread.to),
      worstFrom: column(({ worst }) => worst.from),
      worstTo: column(({ worst }) => worst.to),
      outliers: Uint32Array.from(rows, ({ spread }) => spread.outliers.length),
      outlierEnd: Uint32Array.from(rows, ({ outliers }) => (end += outliers.length)),
      outlier: Float64Array.from(rows.flatMap(({ outliers }) => outliers)),
    },
  };
};

const NOTHING: Spread = {
  ...{ least: 0, lower: 0, median: 0, upper: 0, most: 0, mean: 0, from: 0, to: 0 },
  outliers: [],
};

/** Of the visits of one location, which are not kept. */
function spreadIn({ from, to, seconds }: Visits) {
  const count = seconds.length;
  const spread = count === 0 ? NOTHING : spreadOf(seconds);
  const far = (value: number): number => Math.abs(value - spread.median);
  const outliers = spread.outliers.map((at) => elementAt(seconds, at)).sort((a, b) => far(b) - far(a));
  const at = seconds.indexOf(spread.most);
  const worst = { from: from[at] ?? Number.NaN, to: to[at] ?? Number.NaN };
  return { count, spread, worst, outliers: outliers.slice(0, MOST_OUTLIERS) };
}
