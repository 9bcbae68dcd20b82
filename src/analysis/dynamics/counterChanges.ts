/** How counters change while times do: whether there is more work, or the same work takes longer. */
import { COUNTER_MEMBERS } from '../../asl/counters.js';
import { absent, addAt, elementAt } from '../../base/elements.js';
import { plainLine } from '../../base/text.js';
import type { CounterChange, DynamicsFinding } from '../../model/dynamics/dynamics.js';
import { byCost } from '../../model/dynamics/dynamicsText.js';
import { counterMetrics, isSeriesOnly, type SeriesTable } from '../../model/dynamics/series.js';

/** Iterations before and after a change that are compared. */
const WINDOW = 32;
/** Iterations on each side of a peak that it is compared with. */
const BESIDE = 8;
/** Counters that a sentence names. */
const MOST_NAMED = 4;
/** Events of an iteration: fewer vary by chance. */
const LEAST_NAMED = 10;
/** Instructions that change by at least this share of the change of time explain it; by at most the other, they do not. */
const EXPLAINING = 0.7;
const UNCHANGED = 0.3;

type Changing = Pick<DynamicsFinding, 'property' | 'metric' | 'node' | 'locations' | 'patterns'>;

/** Counters of a run by iteration. */
export class CounterChanges {
  /** Rows of the table by the number of their counter. */
  private readonly rowsOf: ReadonlyMap<number, number[]>;

  constructor(private readonly series: SeriesTable) {
    const rowsOf = new Map(Array.from(counterMetrics(series), (number): [number, number[]] => [number, []]));
    for (const [row, metric] of series.metric.entries()) rowsOf.get(metric)?.push(row);
    this.rowsOf = rowsOf;
  }

  /**
   * Each counter before and after the change that costs most, at the call path and on the locations of the finding; for
   * whole iterations at all call paths. Empty for waiting, which counters do not explain, and where none were read.
   */
  of(finding: Changing): CounterChange[] {
    const { counters = [], metrics } = this.series;
    const { metric, patterns } = finding;
    if (patterns.length === 0 || (metric !== 'execution' && !isSeriesOnly(metric))) return [];
    return counters.flatMap(({ name, unit }) => {
      const values = this.sumOf(metrics.indexOf(name), finding);
      return values === undefined ? [] : [{ name, unit, ...around(values, finding) }];
    });
  }

  private sumOf(counter: number, { metric, node, locations }: Changing): Float64Array | undefined {
    const { series } = this;
    const { count } = series;
    const wanted = new Set(locations);
    let sum: Float64Array | undefined;
    for (const row of this.rowsOf.get(counter) ?? []) {
      if (!wanted.has(elementAt(series.location, row)) || (metric === 'execution' && series.node[row] !== node))
        continue;
      sum ??= new Float64Array(count);
      for (let i = 0; i < count; i++) addAt(sum, i, series.value[row * count + i] ?? absent(i));
    }
    return sum;
  }
}

/**
 * Returns the means of an iteration before and after the costliest change; for peaks, next to each of them and at their
 * tops.
 */
function around(values: Float64Array, { property, patterns }: Changing): Pick<CounterChange, 'before' | 'after'> {
  if (property === 'dynamics_peaks') {
    const tops = patterns.map(({ top, first }) => top ?? first);
    const isInPeak = (i: number): boolean => patterns.some(({ first, last }) => i >= first && i <= last);
    const isNear = (i: number): boolean =>
      patterns.some(({ first, last }) => i >= first - BESIDE && i <= last + BESIDE);
    const outside = [...values.keys()].filter((i) => !isInPeak(i));
    const beside = outside.filter(isNear);
    return { before: meanOf(values, beside.length > 0 ? beside : outside), after: meanOf(values, tops) };
  }
  const { first, last, costsUntil } = elementAt(byCost(patterns), 0);
  const end = Math.min(values.length - 1, costsUntil ?? values.length - 1, last + WINDOW);
  return {
    before: meanOf(values, first === 0 ? [0] : iterations(Math.max(0, first - WINDOW), first - 1)),
    after: meanOf(values, last >= end ? [Math.min(last, values.length - 1)] : iterations(last + 1, end)),
  };
}

const iterations = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

const meanOf = (values: Float64Array, some: readonly number[]): number =>
  some.reduce((sum, i) => sum + (values[i] ?? absent(i)), 0) / Math.max(1, some.length);

/**
 * ` Meanwhile: cycles +18 %, instructions +0.1 %: the same work takes longer.` Empty for no counters.
 * @param time before and after, of the finding itself
 */
export function counterSentence(
  counters: readonly CounterChange[],
  time: { readonly before: number; readonly after: number } | undefined,
): string {
  const known = counters
    .filter(({ unit, before, after }) => before > 0 && (unit === 'seconds' || Math.max(before, after) >= LEAST_NAMED))
    .toSorted((a, b) => changeOf(b) - changeOf(a));
  if (known.length === 0) return '';
  const named = known.slice(0, MOST_NAMED);
  const instructions = memberOf('instructions', counters);
  if (instructions !== undefined && !named.includes(instructions) && instructions.before > 0) named.push(instructions);
  const parts = named.map((counter) => `${plainLine(counter.name)} ${signedPercent(ratioOf(counter) - 1)}`);
  return ` Meanwhile: ${parts.join(', ')}${reasonOf(instructions, time)}.`;
}

const ratioOf = ({ before, after }: Pick<CounterChange, 'before' | 'after'>): number => after / before;
const changeOf = (counter: CounterChange): number => Math.abs(Math.log(Math.max(1e-9, ratioOf(counter))));

/** More time by more instructions, or each of them takes longer. */
function reasonOf(
  instructions: CounterChange | undefined,
  time: { readonly before: number; readonly after: number } | undefined,
): string {
  if (instructions === undefined || time === undefined || !(instructions.before > 0) || !(time.before > 0)) return '';
  const [own, whole] = [ratioOf(instructions) - 1, ratioOf(time) - 1];
  if (!(whole > 0)) return '';
  if (own >= EXPLAINING * whole) return ': there is more work';
  return Math.abs(own) <= UNCHANGED * whole ? ': the same work takes longer' : '';
}

/** Returns the counter of exactly this event, regardless of its source. */
function memberOf(member: string, counters: readonly CounterChange[]): CounterChange | undefined {
  const names = COUNTER_MEMBERS.get(member)?.metrics ?? [];
  return counters.find(({ name }) => names.includes(name));
}

function signedPercent(share: number): string {
  const size = Math.abs(share * 100);
  const digits = size < 0.05 ? '0' : size.toFixed(size < 10 ? 1 : 0);
  return `${digits === '0' ? '±' : share < 0 ? '−' : '+'}${digits} %`;
}
