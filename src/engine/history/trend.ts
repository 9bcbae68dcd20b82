/** One measure followed from experiment to experiment. */
import { present } from '../../base/present.js';
import { absent } from '../../base/elements.js';
import type { CallPathStep, FindingsReport, SourcePlace } from '../../model/findings/findings.js';
import { changePointsOf, changeSentence, type HistoryValue } from '../../experiments/index.js';
import { fileName } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import type { Measure, Trend, TrendPlace, TrendPoint, TrendSeries } from '../../protocol/pages/history.js';

/** Data of an experiment's report that a trend needs: seconds by measure and location. */
export interface TrendDigest {
  readonly titles: ReadonlyMap<string, string>;
  /** By measure, then by the key of the place; the empty key is the whole program. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, Seconds>>;
  readonly labels: ReadonlyMap<string, string>;
}

/** An experiment of a trend. */
export interface TrendRun {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly date: string;
  readonly digest: TrendDigest;
  /** The measured version, and the versions that may form one trend (`src/experiments/history/versions.ts`). */
  readonly version: Pick<HistoryValue, 'version' | 'commit'>;
  readonly together: string;
  /** That in words. */
  readonly title: string;
}

/** Places offered for a measure, the worst over all experiments. */
const MOST_PLACES = 60;

const TOTAL = 'totalTime';
const SPAN = 'span';
const LINE = 'line ';

/** Condenses a report to what trends need. */
export function digest(report: FindingsReport): TrendDigest {
  const titles = new Map([
    [TOTAL, 'Total time'],
    [SPAN, 'Run time'],
  ]);
  const values = new Map<string, Map<string, Seconds>>();
  const labels = new Map([['', 'the whole program']]);
  const add = (measure: string, place: { readonly key: string; readonly label: string }, seconds: Seconds) => {
    const places = values.get(measure) ?? new Map<string, Seconds>();
    values.set(measure, places.set(place.key, (places.get(place.key) ?? 0) + seconds));
    labels.set(place.key, place.label);
  };
  const program = { key: '', label: 'the whole program' };
  add(TOTAL, program, report.totalTime);
  add(SPAN, program, report.span);
  for (const line of report.lines) add(TOTAL, lineOf(line.place), line.seconds);
  for (const finding of report.findings) {
    titles.set(finding.property, finding.title);
    add(finding.property, program, finding.seconds);
    if (finding.place !== undefined) add(finding.property, lineOf(finding.place), finding.seconds);
    add(finding.property, callPathOf(finding.callPath), finding.seconds);
  }
  return { titles, values, labels };
}

/**
 * A measure at a place over experiments.
 * @param runs with their digests, oldest first
 * @param measure one of the measures; the total time where there is none of this name
 * @param place key of one of its places; the whole program where there is none of this key
 * @param omitted how many older experiments are not among them
 */
export function trendOf(runs: readonly TrendRun[], measure: string, place: string, omitted: number): Trend {
  const digests = runs.map((run) => run.digest);
  const measures = measuresOf(digests);
  const wanted = measures.some(({ name }) => name === measure) ? measure : TOTAL;
  const places = placesOf(digests, wanted);
  const at = places.some(({ key }) => key === place) ? place : '';
  const points = runs.map(({ id, name, date, digest: { values } }) => ({
    id,
    name,
    date,
    value: values.get(wanted)?.get(at) ?? 0,
  }));
  const trend = { measure: wanted, place: at, measures, places, points, omitted };
  return { ...trend, ...followedIn(trend, runs) };
}

/**
 * Which points may be compared with one another, and where those change that may be compared with the newest one.
 * @param runs all runs that points are of
 */
export function followedIn(
  { measure, measures, points }: Pick<Trend, 'measure' | 'measures'> & { readonly points: readonly TrendPoint[] },
  runs: readonly TrendRun[],
): Pick<Trend, 'series' | 'changes' | 'tooFew'> {
  const known = new Map(runs.map((run) => [run.id, run]));
  const newest = known.get(points.at(-1)?.id ?? '')?.together;
  const followed = points.flatMap(({ id, name, value }, at) => {
    const run = known.get(id);
    return run === undefined || run.together !== newest ? [] : [{ at, id, name, value, ...run.version }];
  });
  const title = measures.find(({ name }) => name === measure)?.title ?? measure;
  const { points: found, tooFew } = changePointsOf(followed);
  return {
    series: seriesOf(points, known),
    changes: found.map((point) => ({
      index: followed[point.index]?.at ?? absent(point.index),
      kind: point.kind,
      sentence: changeSentence(title, followed, point),
    })),
    ...present({ tooFew }),
  };
}

function seriesOf(points: readonly TrendPoint[], known: ReadonlyMap<string, TrendRun>): TrendSeries[] {
  const found = new Map<string, { readonly title: string; readonly points: number[] }>();
  for (const [at, { id }] of [...points.entries()].reverse()) {
    const { together = id, title = '' } = known.get(id) ?? {};
    const series = found.get(together) ?? { title, points: [] };
    series.points.unshift(at);
    found.set(together, series);
  }
  return [...found.values()];
}

/** Total and wall-clock time first, then properties by what they lost over all experiments. */
function measuresOf(digests: readonly TrendDigest[]): Measure[] {
  const known = new Map([
    [TOTAL, { name: TOTAL, title: 'Total time', seconds: Infinity }],
    [SPAN, { name: SPAN, title: 'Run time', seconds: Infinity }],
  ]);
  for (const { titles, values } of digests)
    for (const [name, title] of titles) {
      const seconds = (known.get(name)?.seconds ?? 0) + (values.get(name)?.get('') ?? 0);
      known.set(name, { name, title, seconds });
    }
  return [...known.values()]
    .sort((a, b) => (a.seconds === b.seconds ? 0 : b.seconds - a.seconds))
    .map(({ name, title }) => ({ name, title }));
}

function placesOf(digests: readonly TrendDigest[], measure: string): TrendPlace[] {
  const sums = new Map<string, { label: string; seconds: Seconds }>();
  for (const { values, labels } of digests)
    for (const [key, seconds] of values.get(measure) ?? []) {
      // A line's number is that of the newest source; its text identifies it in earlier ones.
      if (key.startsWith(LINE) && labels !== digests.at(-1)?.labels) continue;
      const label = labels.get(key) ?? key;
      sums.set(key, { label, seconds: (sums.get(key)?.seconds ?? 0) + seconds });
    }
  sums.delete('');
  const worst = [...sums].sort(([, a], [, b]) => b.seconds - a.seconds).slice(0, MOST_PLACES);
  return [{ key: '', label: 'the whole program' }, ...worst.map(([key, { label }]) => ({ key, label }))];
}

function lineOf({ file, line }: SourcePlace): { key: string; label: string } {
  return { key: `${LINE}${file}:${line}`, label: `line ${fileName(file)}:${line}` };
}

function callPathOf(steps: readonly CallPathStep[]): { key: string; label: string } {
  const regions = steps.filter(({ inlined }) => inlined !== true).map(({ region }) => region);
  return { key: `path ${regions.join('\n')}`, label: `call path ${shortened(regions).join(' → ')}` };
}

/** A long path's two ends: the program, and what waits. */
function shortened(regions: readonly string[]): string[] {
  return regions.length <= 4 ? [...regions] : [...regions.slice(0, 1), '…', ...regions.slice(-3)];
}

/** Returns the line of a key; undefined if the key is not a line. */
export function lineOfKey(key: string): SourcePlace | undefined {
  const match = /^line (.+):(\d+)$/s.exec(key);
  return match === null ? undefined : { file: match[1] ?? absent('file'), line: Number(match[2]) };
}

/** Name of a measure as a metric. */
export function metricOf(measure: string): string {
  return measure === TOTAL ? 'time' : measure;
}
