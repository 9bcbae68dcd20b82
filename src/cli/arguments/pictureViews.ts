/** Which pictures `trimtab picture` draws, and which options belong to which of them. */
import { UsageError } from './usageError.js';

export const views = [
  'timeline',
  'bars',
  'histogram',
  'scatter',
  'boxes',
  'matrix',
  'flame',
  'map',
  'topology',
  'time',
  'valuemap',
  'search',
  'dynamics',
] as const;

/** Kinds of views in a picture. */
export type View = (typeof views)[number];

/** Pictures of one metric, of the run or a part of it. */
const OF_A_METRIC_IN_PART = ['bars', 'histogram', 'scatter', 'boxes', 'flame', 'map', 'topology'] as const;

/** Pictures of one metric. */
const OF_A_METRIC: readonly View[] = [...OF_A_METRIC_IN_PART, 'time', 'valuemap'];

/** Pictures of a part of the run. */
const OF_A_PART: readonly View[] = ['timeline', 'matrix', ...OF_A_METRIC_IN_PART];

/** Options that not all views take. */
const TAKEN = {
  property: OF_A_METRIC,
  function: OF_A_METRIC,
  against: ['scatter'],
  topology: ['topology'],
  of: ['matrix'],
  change: ['dynamics'],
  pixel: ['dynamics'],
  order: ['timeline', 'dynamics'],
  from: OF_A_PART,
  to: OF_A_PART,
  rows: ['timeline'],
  group: ['timeline'],
  color: ['timeline'],
  compare: ['timeline', 'flame'],
  by: ['flame', 'boxes'],
  fold: ['map'],
} satisfies Readonly<Record<string, readonly View[]>>;

/** @throws UsageError if an option belongs to other views than this one */
export function checkOptions(view: View, values: { readonly [option in keyof typeof TAKEN]?: unknown }): void {
  for (const [option, value] of Object.entries(values)) {
    const takers = isTaken(option) ? TAKEN[option] : undefined;
    if (value !== undefined && takers?.includes(view) === false)
      throw new UsageError(`--${option} belongs to --view ${takers.join(', ')}, not to ${view}.`);
  }
}

const isTaken = (option: string): option is keyof typeof TAKEN => Object.hasOwn(TAKEN, option);
