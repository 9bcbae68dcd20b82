/** Classes of shares of time, and their inks. */
import { elementAt } from '../../base/elements.js';
import { duration } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import { LATENESS } from '../../model/timeline.js';
import { type BarInk, functionInks, lateInks, type PartInk, type TimeClass, timeNames } from '../colors/inks.js';
import type { InkNames } from './legend.js';

/** Focused functions or call paths; `own` time is exclusive. */
export interface Focused {
  readonly region?: number;
  readonly nodes?: number[];
  readonly own: boolean;
}

/** Query of an experiment, as its `tiles` query defines. */
type Asked = { by: 'class' } | { by: 'focus'; focus: Focused[] } | { by: 'lateness' };

export interface Coloring {
  /** Query, and the order of its shares. */
  readonly asked: Asked;
  readonly inks: readonly PartInk[];
  readonly names: InkNames;
  /** Whether waiting is hatched. */
  readonly showsWaiting: boolean;
  /** The ink of a call by its path. */
  inkOf(node: number): BarInk;
}

/** Functions of a run in columns: by call path the region, by region its class and the seconds of all locations in it. */
export interface Functions {
  readonly region: ArrayLike<number>;
  readonly class: ArrayLike<number>;
  readonly seconds: ArrayLike<number>;
}

/** Properties of a run that determine colors. */
export interface Colored {
  readonly classes: readonly TimeClass[];
  readonly functions: Functions;
  /** The name of a function, by its region. */
  readonly nameOf: (region: number) => string;
}

export const NO_FUNCTIONS: Functions = { region: [], class: [], seconds: [] };

/** @param showsWaiting whether waiting is hatched */
export function coloringByClass({ classes, functions }: Colored, showsWaiting = true): Coloring {
  return {
    asked: { by: 'class' },
    inks: classes,
    names: timeNames,
    showsWaiting,
    inkOf: (node) => classOf({ classes, functions }, node),
  };
}

function classOf({ classes, functions }: Pick<Colored, 'classes' | 'functions'>, node: number): TimeClass {
  const region = functions.region[node];
  const at = region === undefined ? undefined : functions.class[region];
  return at === undefined ? 'other' : (classes[at] ?? 'other');
}

/** Returns the functions with most time, as many as colors can distinguish. */
export function mainFunctions({ seconds }: Functions): Focused[] {
  return Array.from(seconds, (own, region) => ({ own, region }))
    .filter(({ own }) => own > 0)
    .sort((a, b) => b.own - a.own || a.region - b.region)
    .slice(0, functionInks.length)
    .map(({ region }) => ({ region, own: true }));
}

/** @param focused as many as there are colors at most */
export function coloringByFocus({ functions, nameOf }: Colored, focused: readonly Focused[]): Coloring {
  const shown = focused.slice(0, functionInks.length);
  const inks = shown.map((_, at) => elementAt(functionInks, at));
  const names: Partial<Record<BarInk, string>> = { other: 'all else' };
  for (const [at, { region, nodes, own }] of shown.entries()) {
    const of = region ?? functions.region[nodes?.[0] ?? -1];
    const name = of === undefined ? 'a call path' : nameOf(of);
    names[elementAt(inks, at)] = own ? name : `${name} and what it calls`;
  }
  return {
    asked: { by: 'focus', focus: shown.map((one) => ({ ...one })) },
    inks: [...inks, 'other'],
    names,
    showsWaiting: false,
    inkOf(node) {
      const region = functions.region[node];
      const at = shown.findIndex((one) => one.region === region || one.nodes?.includes(node) === true);
      return at < 0 ? 'other' : elementAt(inks, at);
    },
  };
}

/** @param latest how long after the first operation of its step the latest one of all begins */
export function coloringByLateness({ classes, functions }: Colored, latest: Seconds): Coloring {
  const names: Partial<Record<BarInk, string>> = { other: 'between operations' };
  for (const [at, ink] of lateInks.entries()) names[ink] = `up to ${duration((LATENESS[at] ?? 1) * latest)} late`;
  return {
    asked: { by: 'lateness' },
    inks: ['other', ...lateInks],
    names,
    showsWaiting: false,
    inkOf: (node) => classOf({ classes, functions }, node),
  };
}
