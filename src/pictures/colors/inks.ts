/** The colours of pictures by what they stand for; every pen takes a palette of them. */

import type { TIME_CLASSES } from '../../model/timeline.js';

/** What time is spent for, in the order in which shares stand on one another, the lowest first. */
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

/** The ink of each class that time is told apart by. */
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

/** What time is drawn as: its class, or that it waits. */
export type TimeInk = TimeClass | 'waiting';

/**
 * Beside those of time: what is drawn upon, writing, writing of less weight, rules and edges, the critical path, messages,
 * and what is chosen.
 */
export type Ink = TimeInk | 'ground' | 'text' | 'quiet' | 'rule' | 'path' | 'message' | 'chosen';

export type Palette = Readonly<Record<Ink, string>>;

/** The colours of time, which a person can set: `trimtab.time.<name>` of the theme. */
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

/** Of pictures that stand by themselves, outside of an editor. */
export const palettes: Readonly<Record<'light' | 'dark', Palette>> = {
  light: {
    ...TIME_COLORS.light,
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
    ground: '#181818',
    text: '#e6edf3',
    quiet: '#9da7b1',
    rule: '#3b424a',
    path: '#ffffff',
    message: '#c9d1d9',
    chosen: '#79b8ff',
  },
};

/** What people call it. */
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
