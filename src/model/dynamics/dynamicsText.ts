/** Changes from iteration to iteration as people read them: in words and as a line of small bars. */
import { counted, duration, percent } from '../../base/text.js';
import { NO_INDEX } from '../definitions.js';
import type { DynamicsFinding, DynamicsPattern, LoopSummary, SeverityRow } from './dynamics.js';
import { isSeriesOnly, seriesTitle } from './series.js';

const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;
/** Of the mean: what changes by less is drawn flat, since noise would look like a change. */
const LEAST_RANGE = 0.05;

/** Values as bars from the least to the largest, such as `▁▁▂▆`; flat where they differ by next to nothing. */
export function sparkline(values: readonly number[]): string {
  const known = values.filter(Number.isFinite);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const isFlat = !(most - least > LEAST_RANGE * Math.abs(mean));
  const bar = (value: number): string => {
    if (!Number.isFinite(value)) return ' ';
    const height = isFlat ? 0.4 : (value - least) / (most - least);
    return BARS[Math.min(BARS.length - 1, Math.floor(height * BARS.length))] ?? BARS[0];
  };
  return values.map(bar).join('');
}

/** Returns the kind of change and its iterations: `rises 212–640`, `peak at 20`, `steps up at 120`, `falls 28–40`. */
export function patternText({ kind, first, last, top }: DynamicsPattern): string {
  switch (kind) {
    case 'peak':
      return `peak at ${top ?? first}`;
    case 'trend':
      return `rises ${stretch(first, last)}`;
    case 'step':
      return `steps up at ${first}`;
    case 'improvement':
      return `falls ${stretch(first, last)}`;
  }
}

const stretch = (first: number, last: number): string => (first === last ? `at ${first}` : `${first}–${last}`);

/** How it changes, in a few words: what costs most of it first. */
export function changeText({ patterns, recursEvery, property }: DynamicsFinding): string {
  if (property === 'dynamics_moving_imbalance') return 'another rank is slowest in each iteration';
  const peaks = patterns.filter(({ kind }) => kind === 'peak').length;
  if (recursEvery !== undefined) return `${counted(peaks, 'peak')}, one every ${Math.round(recursEvery)}`;
  const [worst, ...others] = byCost(patterns);
  if (worst === undefined) return 'varies';
  return `${patternText(worst)}${others.length === 0 ? '' : ` + ${others.length} more`}`;
}

/** Changes by what they cost, most first. */
export function byCost(patterns: readonly DynamicsPattern[]): readonly DynamicsPattern[] {
  return patterns.toSorted((one, other) => other.excess - one.excess || one.first - other.first);
}

/** The iteration to look at: the top of the worst peak, or where the worst change begins. */
export function iterationOf({ patterns }: Pick<DynamicsFinding, 'patterns'>): number | undefined {
  const [worst] = byCost(patterns);
  return worst === undefined ? undefined : (worst.top ?? worst.first);
}

/** The call path of a finding; null where it is of none. */
export const callPathOf = ({ node }: Pick<DynamicsFinding, 'node'>): number | null =>
  node < 0 || node === NO_INDEX ? null : node;

/** Reports whether a finding is about whole iterations, not about something within them. */
export const isOfLoop = ({ metric }: Pick<DynamicsFinding, 'metric'>): boolean => isSeriesOnly(metric);

/**
 * `100 iterations · 3.9 ms ±12 % · ▂▂▃▅▇`, and how they change: `slows down from iteration 212 (+18 %, 4.1 s), ranks 4–7`.
 * @param where the ranks that change; empty where all do
 */
export function loopText(
  { count, meanDuration, variation, bins }: LoopSummary,
  change?: DynamicsFinding,
  where = '',
): string {
  const slower = change === undefined ? undefined : slowerText(change);
  return [
    counted(count, 'iteration'),
    `${duration(meanDuration)} ±${Math.round(variation * 100)} %`,
    sparkline(bins),
    ...(slower === undefined ? [] : [where === '' ? slower : `${slower}, ${where}`]),
  ].join(' · ');
}

/** `slows down from iteration 212 (+18 %, 4.1 s)`. */
function slowerText(change: DynamicsFinding): string | undefined {
  const [worst] = byCost(change.patterns);
  if (worst === undefined) return undefined;
  const { kind, first, top, before, after, excess } = worst;
  const by =
    before > 0 ? `${after < before ? '−' : '+'}${Math.round((100 * Math.abs(after - before)) / before)} %` : '';
  const facts = [by, kind === 'improvement' ? '' : duration(excess)].filter((fact) => fact !== '').join(', ');
  const told = facts === '' ? '' : ` (${facts})`;
  if (change.recursEvery !== undefined) return `${changeText(change)}${told}`;
  if (kind === 'peak') return `slow at iteration ${top ?? first}${told}`;
  return `${kind === 'improvement' ? 'faster' : 'slows down'} from iteration ${first}${told}`;
}

/** `▁▁▂▆ rises 212–640 · 6.7 %`: where it has a share of the loop. */
export function findingText(finding: DynamicsFinding): string {
  const share = finding.severity > 0 ? ` · ${percent(finding.severity)}` : '';
  return `${sparkline(finding.bins)} ${changeText(finding)}${share}`;
}

/** Extents that a title names. */
const MOST_EXTENTS = 4;

/** `Wait at N×N`; `Slowing Down of Wait at N×N in iterations [0, 499]`. @param titleOf what properties are called */
export function severityTitle(
  { property, metric, extents }: Pick<SeverityRow, 'property' | 'metric' | 'extents'>,
  titleOf: (name: string) => string | undefined,
): string {
  const what = metric === 'execution' ? 'Time' : (titleOf(metric) ?? seriesTitle(metric));
  if (property === undefined) return what;
  const named = extents.slice(0, MOST_EXTENTS).map(([first, last]) => `[${first}, ${last}]`);
  const more = extents.length > named.length ? ` and ${extents.length - named.length} more` : '';
  return `${titleOf(property) ?? property} of ${what} in iterations ${named.join(', ')}${more}`;
}
