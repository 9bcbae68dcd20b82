/**
 * Interpretation of Caliper's attribute names. Operators of queries precede the attribute to which they were applied,
 * the last one first: `max#inclusive#sum#time.duration` is the greatest of the inclusive sums of durations. Source:
 * Caliper's manual, chapters "The Caliper Query Language" and "Service reference".
 */

/** How the values of several rows make one. */
export type CaliperCombine = 'sum' | 'min' | 'max' | 'mean';

export interface Quantity {
  /** The attribute without operators, and without the words for inclusive values and nanoseconds. */
  readonly base: string;
  readonly combine: CaliperCombine;
  /** Whether a value contains those of regions below. */
  readonly isInclusive: boolean;
  /** Whether an extreme or mean is one of sums: of processes, and not of single events. */
  readonly isOfSums: boolean;
  /** Whether it was put together twice: within each process, and across them. */
  readonly isAcross: boolean;
  /** Whether no operator was applied, so that a row has the value itself. */
  readonly isRaw: boolean;
  /** Whether the file counts nanoseconds, by the name. */
  readonly isNanoseconds: boolean;
}

const SUMS = new Set(['sum', 'count', 'scount']);
/** They change neither what is combined nor how. */
const PASSED = new Set(['inclusive', 'scale', 'iscale']);
const MINIMA = new Set(['min', 'imin']);
const MAXIMA = new Set(['max', 'imax']);
const MEANS = new Set(['avg']);
/** Shares, quotients and distributions: neither sums nor extremes. */
const OTHERS = new Set(['variance', 'ratio', 'iratio', 'percent_total', 'ipercent_total', 'histogram', 'any', 'first']);
const isOther = (word: string): boolean => OTHERS.has(word) || /^(avg|histogram)\./.test(word);
const isOperator = (word: string): boolean =>
  [SUMS, PASSED, MINIMA, MAXIMA, MEANS].some((words) => words.has(word)) || isOther(word);

/** Greatest values so far: of several, the greatest. */
const MARK = /high_?water_?mark|watermark|(^|[._])(hwm|peak|vmrss|vmsize)|^(memstat|statm)\./i;

/** Moments, numbers, identifiers, places and quotients, whose sum means nothing. */
const NO_AMOUNT = [
  /(^|[._#])(offset|timestamp|start_?time|end_?time|start|end|begin)$/i,
  /^(iteration|event|class|module)[#.]|(^|[._#])start_?iteration$/,
  /(^|[._#])(snapshot|slot|uid|id|index|rank|tag|root|src|dst|address|pid|tid|device|stream|elem_size|level)$/i,
  /^(cali|timeseries|attribute|spot)\.(?!duration)/,
  /^topdown\.|(^|[._])(percent|percentage|ratio|rate|bandwidth|frequency|freq|temperature|power|ipc)(\.|$)/i,
];

/** Attributes of services that add up, though files of older versions do not mark them. */
const AMOUNT =
  /^((aggregate\.|region\.|loop\.|rc\.)?count|time|loop\.iterations|mpi\.msg\.size)$|(^|[._])duration$|(^|[._])bytes([._]|$)|^(papi|libpfm|perf|perf_event|likwid|pcp|cupti\.event|rocprofiler)[._]/i;

/**
 * @param isAggregatable whether the file marks the attribute as one whose values add up
 * @returns undefined where values are no amounts, such as start times, numbers of iterations, and shares
 */
export function quantityOf(name: string, isAggregatable: boolean): Quantity | undefined {
  const words = name.split('#');
  const first = words.findIndex((word, i) => !isOperator(word) || i === words.length - 1);
  const operators = words.slice(0, first);
  const attribute = words.slice(first).join('#');
  const base = attribute
    .replace(/\.inclusive(?=\.)/, '')
    .replace(/ ?\(inc\)$/, '')
    .replace(/\.ns$/, '');
  const [outer, ...inner] = operators.filter((word) => !PASSED.has(word));
  const combine = combineOf(outer, base);
  const isRaw = operators.length === 0;
  const isOfSums = inner.every((word) => SUMS.has(word));
  if (combine === undefined || (combine === 'sum' ? !isOfSums : inner.some(isOther))) return undefined;
  // The sum of greatest values so far means nothing, and neither has its extremes.
  if (MARK.test(base) && inner.some((word) => SUMS.has(word))) return undefined;
  if (NO_AMOUNT.some((pattern) => pattern.test(base))) return undefined;
  if (isRaw && combine === 'sum' && !isAggregatable && !AMOUNT.test(base)) return undefined;
  return {
    base,
    combine,
    isRaw,
    isInclusive:
      operators.some((word) => word === 'inclusive' || (word.startsWith('i') && isOperator(word))) ||
      /\.inclusive\.|\(inc\)$/.test(attribute),
    isOfSums: combine !== 'sum' && isOfSums && (inner.length > 0 || SUMS.has(base)),
    isAcross: isOfSums && inner.length > 0,
    isNanoseconds: attribute.endsWith('.ns') && !operators.some((word) => /^i?scale$/.test(word)),
  };
}

/** @param outer the operator that was applied last; undefined of values that none was applied to */
function combineOf(outer: string | undefined, base: string): CaliperCombine | undefined {
  const isMark = MARK.test(base);
  if (outer === undefined) return isMark ? 'max' : 'sum';
  if (SUMS.has(outer)) return isMark ? undefined : 'sum';
  if (MINIMA.has(outer)) return 'min';
  if (MAXIMA.has(outer)) return 'max';
  return MEANS.has(outer) ? 'mean' : undefined;
}

/** Whether the values are bytes: the services `alloc` and `sysalloc` do not write their unit. */
export function isBytes({ base }: Quantity): boolean {
  return /^(alloc|mem|malloc)\b.*(water_?mark|hwm)/i.test(base) || /(^|[._])bytes([._]|$)/i.test(base);
}
