/** The colors of pictures by meaning; every pen uses a palette of them. */

import type { TIME_CLASSES } from '../../model/timeline.js';
import { severityColor, type SeverityScale, severityScales } from './severity.js';

/** Classes of time, in the stacking order of shares, the lowest first. */
export const timeClasses = [
  'computation',
  'openmp',
  'device',
  'io',
  'other',
  'pointToPoint',
  'oneSided',
  'collective',
] as const;
export type TimeClass = (typeof timeClasses)[number];

/** The ink of each class of time. */
const inkOfClass: Readonly<Record<(typeof TIME_CLASSES)[number], TimeClass>> = {
  computation: 'computation',
  'point-to-point': 'pointToPoint',
  collective: 'collective',
  'one-sided': 'oneSided',
  OpenMP: 'openmp',
  'I/O': 'io',
  device: 'device',
  other: 'other',
};

/** The inks of classes by their names; one that is not known is taken for other time. */
export function inksOfClasses(names: readonly string[]): TimeClass[] {
  return names.map((name) => Object.entries(inkOfClass).find(([known]) => known === name)?.[1] ?? 'other');
}

/** Ink of time: its class, or waiting. */
export type TimeInk = TimeClass | 'waiting';

/** Inks of distinguished functions, the most important first. */
export const functionInks = [
  'function1',
  'function2',
  'function3',
  'function4',
  'function5',
  'function6',
  'function7',
  'function8',
] as const;

/** Operations by how late they come, the latest last. */
export const lateInks = ['late1', 'late2', 'late3', 'late4', 'late5', 'late6', 'late7'] as const;

/** Inks of shares of time. */
export type PartInk = TimeClass | (typeof functionInks)[number] | (typeof lateInks)[number];
/** Whatever bars are made of. */
export type BarInk = PartInk | 'waiting';

/** In the stacking order of shares, the lowest first. */
export const partInks: readonly PartInk[] = [...timeClasses, ...functionInks, ...lateInks];

/**
 * Inks in addition to those of time: background, text, secondary text, rules and edges, the critical path, messages,
 * and the selection.
 */
export type Ink = BarInk | 'ground' | 'text' | 'quiet' | 'rule' | 'path' | 'message' | 'chosen';

export type Palette = Readonly<Record<Ink, string>> & {
  /** Whether shares are shown by stripes, not by color alone. */
  readonly isHighContrast?: boolean;
};

/** The colors of time, which a person can set: `trimtab.time.<name>` of the theme. */
export const TIME_COLORS: Readonly<Record<'light' | 'dark', Readonly<Record<TimeInk, string>>>> = {
  light: {
    computation: '#8A9099',
    openmp: '#A98300',
    device: '#B0398A',
    io: '#8A9099',
    other: '#8A9099',
    pointToPoint: '#1F6FD0',
    oneSided: '#1F6FD0',
    collective: '#00594B',
    waiting: '#A82A00',
  },
  dark: {
    computation: '#737B86',
    openmp: '#FFE27A',
    device: '#F4A9E4',
    io: '#737B86',
    other: '#737B86',
    pointToPoint: '#3F97F0',
    oneSided: '#3F97F0',
    collective: '#7FE6CB',
    waiting: '#FF6A2B',
  },
};

type Own = Exclude<BarInk, TimeInk>;

/** Eight colors that differ as those of classes do, then severities. */
function ownColors(functions: readonly string[], scale: SeverityScale): Readonly<Record<Own, string>> {
  const of = (at: number): string => functions[at] ?? scale[1];
  const late = (at: number): string => severityColor((at + 1) / lateInks.length, scale);
  return {
    ...{ function1: of(0), function2: of(1), function3: of(2), function4: of(3) },
    ...{ function5: of(4), function6: of(5), function7: of(6), function8: of(7) },
    ...{
      late1: late(0),
      late2: late(1),
      late3: late(2),
      late4: late(3),
      late5: late(4),
      late6: late(5),
      late7: late(6),
    },
  };
}

/** Colors of functions, the most important first. */
const FUNCTION_COLORS = {
  light: ['#117799', '#881100', '#777711', '#aa55ff', '#cc7766', '#553377', '#1100ee', '#774455'],
  dark: ['#bb77ff', '#77eeee', '#11aa33', '#eedd33', '#cc0066', '#aacc99', '#9933cc', '#007700'],
} as const;

/** Palettes of standalone pictures, outside of an editor. */
export const palettes: Readonly<Record<'light' | 'dark', Palette>> = {
  light: {
    ...TIME_COLORS.light,
    ...ownColors(FUNCTION_COLORS.light, severityScales.light),
    ground: '#ffffff',
    text: '#1f2328',
    quiet: '#59636e',
    rule: '#d1d9e0',
    path: '#1f2328',
    message: '#3d444d',
    chosen: '#0550ae',
  },
  dark: {
    ...TIME_COLORS.dark,
    ...ownColors(FUNCTION_COLORS.dark, severityScales.dark),
    ground: '#181818',
    text: '#e6edf3',
    quiet: '#9da7b1',
    rule: '#3b424a',
    path: '#ffffff',
    message: '#c9d1d9',
    chosen: '#79b8ff',
  },
};

/** Display names. */
export const timeNames: Readonly<Record<TimeInk, string>> = {
  computation: 'computation',
  openmp: 'OpenMP',
  device: 'device',
  io: 'input and output',
  other: 'other',
  pointToPoint: 'point-to-point',
  oneSided: 'one-sided',
  collective: 'collective',
  waiting: 'waiting',
};
