/** The strip below the rows of a timeline: how all locations are divided into classes over time. */
import type { Drawn } from '../drawing/drawList.js';
import { shortened } from '../drawing/fonts.js';
import type { Coloring } from './coloring.js';
import { type Columns, layersOf } from './columns.js';
import type { Frame } from './frame.js';
import type { InkNames } from './legend.js';

/** CSS pixels: the strip, and what it takes with the space above it. */
export const STRIP_HEIGHT = 34;
export const STRIP_SPACE = STRIP_HEIGHT + 10;

const SIZE = 12;

/** Locations that a strip is about. */
export interface Divided {
  readonly count: number;
  /** Whether each is a process. */
  readonly areRanks: boolean;
}

/** @param process by location, the number of its process */
export function dividedOf(process: ArrayLike<number>): Divided {
  return { count: process.length, areRanks: new Set(Array.from(process)).size === process.length };
}

const BY: Readonly<Record<Coloring['asked']['by'], string>> = {
  class: 'class',
  focus: 'function',
  lateness: 'lateness',
};

/** `ranks by class` */
export const stripName = ({ areRanks }: Divided, { asked }: Pick<Coloring, 'asked'>): string =>
  `${areRanks ? 'ranks' : 'locations'} by ${BY[asked.by]}`;

/** The strip as a frame with one row. @param top of the strip */
export function stripFrame({ window, left, width, unit }: Frame, top: number): Frame {
  const about = { window, left, width, top, rowHeight: STRIP_HEIGHT, gap: 0, rows: 1 };
  return unit === undefined ? about : { ...about, unit };
}

/** The name to the left of a strip, and a line at each end of its scale: no location, and all of them. */
export function stripScale(frame: Frame, name: string): Drawn[] {
  const { left, width, top } = frame;
  const rule = (y: number): Drawn => {
    return { is: 'line', points: [left, y, left + width, y], ink: 'rule', thickness: 1 };
  };
  const text = shortened(name, SIZE, left - 16);
  const y = top + STRIP_HEIGHT / 2 + SIZE * 0.36;
  return [
    rule(top - 0.5),
    rule(top + STRIP_HEIGHT + 0.5),
    { is: 'text', x: left - 8, y, text, ink: 'text', size: SIZE, anchor: 'end' },
  ];
}

/** `of 64 ranks: computation 40.0, waiting 20.0`: means over the time of a column. */
export function divisionText(columns: Columns, column: number, { count, areRanks }: Divided, names: InkNames): string {
  const parts = layersOf(columns, 0, column)
    .map(({ ink, from, to }) => ({ name: names[ink] ?? ink, share: to - from }))
    .sort((a, b) => b.share - a.share)
    .map(({ name, share }) => `${name} ${(share * count).toFixed(1)}`);
  const all = `of ${count} ${areRanks ? 'ranks' : 'locations'}`;
  return parts.length === 0 ? `${all}: none runs` : `${all}: ${parts.join(', ')}`;
}
