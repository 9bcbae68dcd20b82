import { counted, duration, percent } from '../../base/text.js';
import type { DynamicsPattern, DynamicsProperty, LoopSummary } from '../../model/dynamics/dynamics.js';

/** Parts of a sentence about changes. */
export interface ChangeTexts {
  readonly property: DynamicsProperty;
  /** In the order of iterations. */
  readonly patterns: readonly DynamicsPattern[];
  readonly recursEvery?: number;
  /** Smaller ones that are not among them. */
  readonly others?: { readonly count: number };
  readonly excess: number;
  readonly variability: number;
  /** `ranks 3–63`; `all ranks`. */
  readonly where: string;
}

/** `100 iterations of 3.9 ms each, 98.2 % of the run.` */
export const loopSentence = ({
  count,
  meanDuration,
  coverage,
}: Pick<LoopSummary, 'count' | 'meanDuration' | 'coverage'>): string =>
  `${counted(count, 'iteration')} of ${duration(meanDuration)} each, ${percent(coverage)} of the run.`;

/** Maximum number of iterations of a change that is reported as a single one. */
const STEP = 12;

/** One sentence: when, how much, on which ranks. */
export function sentenceOf(told: ChangeTexts): string {
  return `${headOf(told)}${tailOf(told)} on ${told.where}.`;
}

function tailOf({ property, excess }: ChangeTexts): string {
  if (property === 'dynamics_variability') return ', without a change that one could name,';
  if (property === 'dynamics_improvements') return `; the iterations before took ${duration(excess)} more`;
  return `, which costs ${duration(excess)}`;
}

function headOf({ property, patterns, recursEvery, variability, others }: ChangeTexts): string {
  const more = others?.count ?? 0;
  switch (property) {
    case 'dynamics_variability':
      return `Varies by ${wholePercent(coefficientOfVariation(variability))} from iteration to iteration`;
    case 'dynamics_moving_imbalance':
      return 'In each iteration another one takes longest';
    case 'dynamics_peaks':
      return peaksText(patterns, recursEvery, more);
    case 'dynamics_trends':
      return joined(patterns.map(riseText), 'Takes longer: ', more);
    case 'dynamics_improvements':
      return joined(
        patterns.map((pattern) => `${extentText(pattern)} (${changeText(pattern)})`),
        'Becomes faster ',
        more,
      );
  }
}

/** √(V/(1−V)), of which V = CV²/(1+CV²). */
export function coefficientOfVariation(variability: number): number {
  return Math.sqrt(variability / Math.max(1e-300, 1 - variability));
}

function peaksText(patterns: readonly DynamicsPattern[], recursEvery: number | undefined, more: number): string {
  // A narrow peak may lie within the feet of a wider one, whose largest value is its own.
  const tops = [...new Set(patterns.map(({ top = 0 }) => top))].sort((a, b) => a - b).map(String);
  const largest = patterns.reduce((best: DynamicsPattern | undefined, pattern) => {
    return best === undefined || pattern.after - pattern.before > best.after - best.before ? pattern : best;
  }, undefined);
  const size = largest === undefined ? '' : ` (${patterns.length > 1 ? 'up to ' : ''}${changeText(largest)})`;
  if (recursEvery !== undefined) return `Peaks every ${recursEvery} iterations, first at ${tops[0] ?? ''}${size}`;
  return `Peaks at iteration${tops.length + more === 1 ? '' : 's'} ${joined(tops, '', more)}${size}`;
}

function riseText(pattern: DynamicsPattern): string {
  const how = pattern.kind === 'step' ? 'steps up' : 'rises';
  const until = pattern.recovered === true ? `, until iteration ${pattern.costsUntil ?? pattern.last}` : '';
  return `${how} ${extentText(pattern)} (${changeText(pattern)})${until}`;
}

function extentText({ kind, first, last }: DynamicsPattern): string {
  if (kind === 'step' || last - first <= STEP) return `at iteration ${Math.round((first + last) / 2)}`;
  return `from iteration ${first} to ${last}`;
}

/** `+18 %`; by how many seconds where there was nothing before, or more than ten times as much after. */
function changeText({ before, after }: DynamicsPattern): string {
  const sign = after >= before ? '+' : '−';
  const isOfNothing = before <= 0 || after > 10 * before;
  return `${sign}${isOfNothing ? duration(Math.abs(after - before)) : wholePercent(Math.abs(after - before) / before)}`;
}

function wholePercent(share: number): string {
  const percent = share * 100;
  return `${percent < 10 ? percent.toPrecision(2) : percent.toFixed(0)} %`;
}

/** At most four, the rest by number. @param more parts that are not here */
function joined(parts: readonly string[], head: string, more = 0): string {
  const all = parts.length + more;
  const shown = more === 0 && all <= 5 ? parts : [...parts.slice(0, 4), `${all - Math.min(4, parts.length)} more`];
  const last = shown.at(-1) ?? '';
  return head + (shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`);
}
