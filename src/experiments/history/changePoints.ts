/** From which experiment on a value is another one: the dynamics of experiments of one program, in order of time. */
import { SeriesJudge } from '../../analysis/dynamics/judge.js';
import { elementAt } from '../../base/elements.js';
import { plainLine } from '../../base/plainText.js';
import { counted } from '../../base/text.js';
import { comparedValue } from '../compare/statistics.js';

/** One value of one experiment. */
export interface HistoryValue {
  readonly id: string;
  readonly name: string;
  readonly value: number;
  /** Equal for repeats of one version of the program, between which nothing can have changed. */
  readonly version: string;
  /** Commit in version control. */
  readonly commit?: string;
}

/** The value is another one from an experiment on. */
export interface ChangePoint {
  /** Index of the first experiment with the new value. */
  readonly index: number;
  readonly kind: 'rise' | 'fall';
  /** Means of the experiments since the change before, and until the next one. */
  readonly before: number;
  readonly after: number;
  /** How many experiments these are. */
  readonly runs: readonly [number, number];
}

export interface ChangePoints {
  /** Oldest first. */
  readonly points: readonly ChangePoint[];
  /** Reason why these experiments permit no verdict; omitted if they do. */
  readonly tooFew?: string;
}

/** Minimum number of experiments for a verdict: one of them could be the exception. */
const FEWEST = 8;
/** A level is one from so many experiments on. */
const FEWEST_A_LEVEL = 2;
/** The scale space finds a change of few samples so many samples from where it is. */
const REACH = 3;

/**
 * Returns changes in the series of values (as over iterations, dynamics.md, section 3), each between the two versions
 * that it separates best. A change is reported if the means before and after differ by Welch's interval of 95 %.
 * @param runs of one program, in one way at one place, oldest first
 */
export function changePointsOf(runs: readonly HistoryValue[]): ChangePoints {
  if (runs.length < FEWEST) {
    const tooFew = `${counted(runs.length, 'comparable experiment')}: too few to distinguish a change from chance; ${FEWEST} are needed.`;
    return { points: [], tooFew };
  }
  const values = runs.map(({ value }) => value);
  const { changes } = new SeriesJudge(values.length).judge(values);
  const borders = changes.reduce(
    (found: number[], { first, last }) => {
      const border = bestBorder(runs, values, elementAt(found, found.length - 1), first - REACH, last + REACH);
      return border === undefined ? found : [...found, border];
    },
    [0],
  );
  return { points: confirmed(values, borders.slice(1)) };
}

/** The begin of a version that divides the values around it best: the sum of squares on both sides is least. */
function bestBorder(
  runs: readonly HistoryValue[],
  values: readonly number[],
  start: number,
  from: number,
  to: number,
): number | undefined {
  let [best, least] = [-1, Infinity];
  const low = Math.max(start + FEWEST_A_LEVEL, from);
  const high = Math.min(runs.length - FEWEST_A_LEVEL, to);
  for (let border = low; border <= high; border++) {
    if (elementAt(runs, border).version === elementAt(runs, border - 1).version) continue;
    const end = Math.min(runs.length, to + REACH);
    const squares = spread(values.slice(Math.max(start, from - REACH), border)) + spread(values.slice(border, end));
    if (squares < least) [best, least] = [border, squares];
  }
  return best < 0 ? undefined : best;
}

/** Σ (value − mean)². */
function spread(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}

/** Changes whose levels differ for sure; without one of the others, levels are longer and are looked at again. */
function confirmed(values: readonly number[], borders: readonly number[]): ChangePoint[] {
  const found = borders.map((index, i) =>
    levelsAt(values, borders[i - 1] ?? 0, index, borders[i + 1] ?? values.length),
  );
  const doubtful = found.findIndex((point) => point === undefined);
  if (doubtful >= 0)
    return confirmed(
      values,
      borders.filter((_, i) => i !== doubtful),
    );
  return found.filter((point) => point !== undefined);
}

function levelsAt(values: readonly number[], start: number, index: number, end: number): ChangePoint | undefined {
  const levels = [values.slice(start, index), values.slice(index, end)];
  const { groups, changes } = comparedValue(levels);
  const verdict = changes[0]?.verdict;
  if (verdict !== 'slower' && verdict !== 'faster') return undefined;
  return {
    index,
    kind: verdict === 'slower' ? 'rise' : 'fall',
    before: elementAt(groups, 0).mean,
    after: elementAt(groups, 1).mean,
    runs: [index - start, end - index],
  };
}

/**
 * The rise that the newest experiments still suffer from: the last one after which the level before it was not reached
 * again.
 */
export function regressionOf(points: readonly ChangePoint[]): ChangePoint | undefined {
  return points.findLast(
    (point, i) => point.kind === 'rise' && !points.slice(i + 1).some(({ after }) => after <= point.before),
  );
}

/** `Total time rises from experiment fast (commit 1a2b3c4) on, +12 % (6 runs before, 3 after).` */
export function changeSentence(title: string, runs: readonly HistoryValue[], point: ChangePoint): string {
  const { index, kind, before, after } = point;
  const { name, commit } = elementAt(runs, index);
  const size = before > 0 ? `, ${after > before ? '+' : '−'}${percentText(Math.abs(after / before - 1))}` : '';
  const version = commit === undefined ? '' : ` (commit ${plainLine(commit.slice(0, 10))})`;
  const sure = `${counted(point.runs[0], 'run')} before, ${point.runs[1]} since`;
  return `${title} ${kind === 'rise' ? 'rises' : 'falls'} from experiment ${plainLine(name)}${version} on${size} (${sure}).`;
}

function percentText(share: number): string {
  return `${share < 0.1 ? (100 * share).toFixed(1) : Math.round(100 * share)} %`;
}
