/** The search for what is wrong with a measured run: which property (why), at which call path and on which rank (where), when. */
import { elementAt } from '../../base/elements.js';
import type { Fraction } from '../../base/units.js';
import type { SearchFocus, SearchGraph, SearchStep } from '../../model/findings/searchGraph.js';

/** A hypothesis is true from this share of the run on. */
export const THRESHOLD = 0.01;
/** Number of parts of the run that are distinguished. */
export const PARTS = 8;
/** Steps of a graph that a person can still look through. */
const MOST_STEPS = 60;

/** Data of a run that a search uses; all values in seconds. */
export interface SearchedRun {
  /** Of all locations together. */
  readonly totalTime: number;
  /** Length of the run; 0 where nothing is known of when. */
  readonly span: number;
  /** Properties, which do not overlap, with the exclusive severity of each at a call path on a location. */
  readonly properties: readonly {
    readonly metric: string;
    readonly values: readonly { readonly node: number; readonly location: number; readonly seconds: number }[];
  }[];
  readonly pathOf: (node: number) => readonly string[];
  /** A property's waiting in each eighth of the run; undefined where that is not known. */
  readonly whenOf: (metric: string, node: number, location: number) => Float64Array | undefined;
}

/** A step that may be refined. */
interface Open {
  readonly step: number;
  readonly value: Fraction;
  readonly refine: () => Hypotheses;
}

interface Hypotheses {
  readonly tested: readonly Tested[];
  /** Number of hypotheses without data. */
  readonly untested?: number;
}

interface Tested extends Pick<SearchStep, 'metric' | 'focus' | 'window'> {
  readonly value: Fraction;
  readonly refine?: () => Hypotheses;
}

/**
 * Refines true hypotheses, the largest first: properties to call paths, these to locations, these to eighths of the
 * run, each from 1 % of the run's time on. False ones are summarized as one step after each refined hypothesis. At 60
 * steps the search ends, and the remaining true ones are summarized as one, too.
 */
export function searchRun(run: SearchedRun): SearchGraph {
  const root: SearchStep = { parents: [], metric: 'time', focus: {}, value: 1, threshold: THRESHOLD, outcome: 'true' };
  const steps: SearchStep[] = [root];
  if (!(run.totalTime > 0)) return { steps: [{ ...root, value: 0, outcome: 'false' }] };
  const open: Open[] = [{ step: 0, value: 1, refine: () => properties(run) }];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const parent = elementAt(steps, next.step);
    const { tested, untested = 0 } = next.refine();
    const fold = (outcome: SearchStep['outcome'], count: number, value?: Fraction): void => {
      if (count === 0) return;
      const { metric, focus, window } = parent;
      steps.push({
        ...{ parents: [next.step], metric, focus, threshold: THRESHOLD, outcome, count },
        ...(window === undefined ? {} : { window }),
        ...(value === undefined ? {} : { value }),
      });
    };
    const sorted = tested.toSorted((a, b) => b.value - a.value);
    const isTrue = sorted.filter(({ value }) => value >= THRESHOLD);
    const isFalse = sorted.slice(isTrue.length);
    // Each refined hypothesis may add two summarizing steps.
    const room = Math.max(0, MOST_STEPS - steps.length - 3 - 2 * open.length);
    const told = isTrue.slice(0, isTrue.length > room ? Math.floor(room / 3) : isTrue.length);
    // Parts of the run are listed in chronological order.
    for (const { value, refine, ...what } of told.toSorted((a, b) => beginOf(a) - beginOf(b))) {
      steps.push({ ...what, parents: [next.step], value, threshold: THRESHOLD, outcome: 'true' });
      if (refine !== undefined) open.push({ step: steps.length - 1, value, refine });
    }
    fold('true', isTrue.length - told.length, isTrue[told.length]?.value);
    fold('false', isFalse.length, isFalse[0]?.value);
    fold('untested', untested);
    open.sort((a, b) => b.value - a.value || a.step - b.step);
  }
  return { steps };
}

const beginOf = ({ window }: Tested): number => window?.from ?? 0;

function properties(run: SearchedRun): Hypotheses {
  return {
    tested: run.properties.map(({ metric, values }) => ({
      metric,
      focus: {},
      value: sum(values) / run.totalTime,
      refine: () => paths(run, metric, values),
    })),
  };
}

type Values = SearchedRun['properties'][number]['values'];

const sum = (values: Values): number => values.reduce((total, { seconds }) => total + seconds, 0);

function paths(run: SearchedRun, metric: string, values: Values): Hypotheses {
  return {
    tested: [...groups(values, ({ node }) => node)].map(([node, own]) => {
      const focus = { path: run.pathOf(node), node };
      return { metric, focus, value: sum(own) / run.totalTime, refine: () => locations(run, metric, focus, own) };
    }),
  };
}

function locations(
  run: SearchedRun,
  metric: string,
  above: SearchFocus & { node: number },
  values: Values,
): Hypotheses {
  return {
    tested: [...groups(values, ({ location }) => location)].map(([location, own]) => {
      const focus = { ...above, locations: [location] };
      return { metric, focus, value: sum(own) / run.totalTime, refine: () => times(run, metric, focus, location) };
    }),
  };
}

function times(run: SearchedRun, metric: string, focus: SearchFocus & { node: number }, location: number): Hypotheses {
  const when = run.whenOf(metric, focus.node, location);
  if (when === undefined || !(run.span > 0)) return { tested: [], untested: PARTS };
  return {
    tested: Array.from(when, (seconds, part) => ({
      ...{ metric, focus, value: seconds / run.totalTime },
      window: { from: (part / PARTS) * run.span, to: ((part + 1) / PARTS) * run.span },
    })),
  };
}

function groups<T>(values: readonly T[], keyOf: (value: T) => number): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (const value of values) {
    const known = found.get(keyOf(value));
    if (known === undefined) found.set(keyOf(value), [value]);
    else known.push(value);
  }
  return found;
}
