/**
 * Data of the page from a report: the available series, their findings, the texts of cells. Independent of the browser.
 */
import { absent, elementAt } from '../../base/elements.js';
import { dataSize, duration, grouped, percent, quantity } from '../../base/text.js';
import { unpackMap } from '../../base/wavelets/packedMap.js';
import type { DynamicsFinding } from '../../model/dynamics/dynamics.js';
import { byCost, callPathOf, changeText, patternText } from '../../model/dynamics/dynamicsText.js';
import type { DrawnRows, PixelValue, ValueMap } from '../../pictures/dynamics/mapRows.js';
import { seriesName } from '../../pictures/dynamics/sentSeries.js';
import type { DynamicsQuestions } from '../../protocol/pages/dynamics.js';
import type { Answered } from '../../protocol/pages/questions.js';

export type ReportAnswer = Answered<DynamicsQuestions['report']>;
export type SeriesAnswer = Answered<DynamicsQuestions['series']>;

/** A finding with its number in the report. */
export interface Numbered extends DynamicsFinding {
  readonly number: number;
}

/** A series that can be looked at. */
export interface SeriesChoice {
  readonly key: string;
  readonly metric: string;
  readonly node: number | null;
  /** `Late Sender in exchange_halo › MPI_Waitall`. */
  readonly title: string;
  /** Of all iterations and locations; of a counter in its unit. */
  readonly total: number;
  /** The unit of a counter; null for time. */
  readonly counter: string | null;
  /** Changes in it, the most expensive first. */
  readonly findings: readonly Numbered[];
}

/** Series without findings that can be chosen: those with most time. */
const MOST_SERIES = 100;

/** Whether a series is that of a counter. */
export const isOfCounter = ({ counter }: Pick<SeriesChoice, 'counter'>): boolean => counter !== null;

const keyOf = (metric: string, node: number | null): string => `${metric} ${node ?? ''}`;

/** Those in which something changes first, by what that costs; then the others by their time, and counters. */
export function seriesChoices({ head, columns }: ReportAnswer): SeriesChoice[] {
  const findings = new Map<string, Numbered[]>();
  for (const [number, finding] of head.report.findings.entries()) {
    const key = keyOf(finding.metric, callPathOf(finding));
    const numbered = { ...finding, number };
    const known = findings.get(key);
    if (known === undefined) findings.set(key, [numbered]);
    else known.push(numbered);
  }
  const all = head.series.map(({ metric, node, title, path, counter }, at): SeriesChoice => {
    const key = keyOf(metric, node);
    const own = (findings.get(key) ?? []).toSorted((one, other) => other.excess - one.excess);
    return {
      ...{ key, metric, node, counter, findings: own, total: elementAt(columns.seconds, at) },
      title: seriesName({ title, path }),
    };
  });
  const cost = ({ findings }: SeriesChoice): number => findings[0]?.excess ?? -1;
  const ordered = all.toSorted((one, other) => cost(other) - cost(one) || other.total - one.total);
  const times = ordered.filter((series) => !isOfCounter(series));
  // Counters in the order in which they were measured.
  const order = [...new Set(head.series.map(({ metric }) => metric))];
  const counters = ordered
    .filter((series) => isOfCounter(series) && series.total > 0)
    .sort((one, other) => order.indexOf(one.metric) - order.indexOf(other.metric));
  return [
    ...times.filter(({ findings, total }, at) => findings.length > 0 || (total > 0 && at < MOST_SERIES)),
    ...counters,
  ];
}

/** Returns the initial choice: the requested series, else the one whose changes cost most. */
export function firstChoice(
  choices: readonly SeriesChoice[],
  finding: number | null,
): { readonly series: SeriesChoice; readonly finding: Numbered | undefined } | undefined {
  for (const series of choices) {
    const found = series.findings.find(({ number }) => number === finding);
    if (found !== undefined) return { series, finding: found };
  }
  const [series] = choices;
  return series === undefined ? undefined : { series, finding: series.findings[0] };
}

/** An answer as pictures take it. */
export function mapOf({ head, columns }: SeriesAnswer, unit: string): ValueMap {
  const { location, first, mean, largest, meanBytes, largestBytes } = columns;
  const { iterations, bins, packed } = head;
  if (packed === null) return { unit, iterations, bins, location, first, mean, largest };
  const unpacked = (step: number, bytes: Uint8Array): Float32Array =>
    unpackMap({ rows: location.length, columns: bins, step, bytes });
  return {
    ...{ unit, iterations, bins, location, first },
    mean: unpacked(packed.mean.step, meanBytes),
    largest: unpacked(packed.largest.step, largestBytes),
  };
}

/** The number of a loop that a report lists: the one that is shown is the first, the others follow in their order. */
export const loopNumber = (level: number, at: number): number => (at === 0 ? level : at <= level ? at - 1 : at);

/** Returns the titles of properties and metrics, as far as series and findings contain them. */
export function titleOf({ head }: ReportAnswer): (name: string) => string | undefined {
  const series = new Map(head.series.map(({ metric, title }) => [metric, title]));
  return (name) => head.properties[name]?.title ?? series.get(name);
}

/** How exact a map is that came packed; undefined where it is exact. */
export function exactnessOf({ head, columns }: SeriesAnswer, pixel: PixelValue): string | undefined {
  if (head.packed === null) return undefined;
  const { error } = head.packed[pixel];
  const values = columns.location.length * head.bins;
  const bytes = columns.meanBytes.length + columns.largestBytes.length;
  return `Values of the map are within ${percent(error)} of all of it (root of the mean square): ${grouped(2 * values)} values came as ${dataSize(bytes)}.`;
}

/** `rank 3, iteration 212: 4.20 ms; rises 212–640`. */
export function cellText(
  map: ValueMap,
  drawn: DrawnRows,
  { row, bin }: { readonly row: number; readonly bin: number },
  findings: readonly DynamicsFinding[],
  nameOf: (location: number) => string,
): string {
  const rows = drawn.rows[row] ?? [];
  const locations = rows.map((one) => elementAt(map.location, one));
  const [first, next] = [map.first[bin] ?? absent(bin), map.first[bin + 1] ?? absent(bin)];
  const [location] = locations;
  const who = location === undefined ? 'nobody' : nameOf(location);
  const others = locations.length < 2 ? '' : ` and ${locations.length - 1} more`;
  const when = next - first > 1 ? `iterations ${first} to ${next - 1}` : `iteration ${first}`;
  const value = drawn.value[row * map.bins + bin] ?? Number.NaN;
  const changes = findings
    .filter((finding) => finding.locations.some((one) => locations.includes(one)))
    .flatMap(({ patterns }) => patterns.filter((pattern) => pattern.first < next && pattern.last >= first))
    .map(patternText);
  const told = Number.isFinite(value)
    ? `${quantity(value, map.unit)}${next - first > 1 ? ' an iteration' : ''}`
    : 'not known';
  return [`${who}${others}, ${when}: ${told}`, ...new Set(changes)].join('; ');
}

/** A row of the table: a location in all iterations. */
export interface LocationRow {
  readonly location: number;
  readonly cluster: number | undefined;
  readonly mean: number;
  readonly least: number;
  readonly most: number;
  /** The first iteration of the column in which it takes most. */
  readonly at: number;
}

/** Least and most are those of the columns that are shown, the mean that of all iterations. */
export function locationRows(map: ValueMap, clusterOf: (location: number) => number | undefined): LocationRow[] {
  return Array.from({ length: map.location.length }, (_, row) => {
    const location = elementAt(map.location, row);
    let [sum, least, most, at] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
    for (let bin = 0; bin < map.bins; bin++) {
      const value = map.mean[row * map.bins + bin] ?? absent(bin);
      const largest = map.largest[row * map.bins + bin] ?? absent(bin);
      sum += value * ((map.first[bin + 1] ?? absent(bin)) - (map.first[bin] ?? absent(bin)));
      least = Math.min(least, value);
      if (largest > most) [most, at] = [largest, map.first[bin] ?? absent(bin)];
    }
    return { location, cluster: clusterOf(location), mean: sum / Math.max(1, map.iterations), least, most, at };
  });
}

/** Returns all data of a finding, as cells of a table. */
export function changeCells(finding: DynamicsFinding): {
  readonly when: string;
  readonly share: string;
  readonly lost: string;
} {
  const when = byCost(finding.patterns).slice(0, 3).map(patternText).join(', ');
  return {
    when: finding.recursEvery !== undefined || when === '' ? changeText(finding) : when,
    share: finding.severity > 0 ? percent(finding.severity) : '',
    lost: finding.severity > 0 ? duration(finding.excess) : '',
  };
}
