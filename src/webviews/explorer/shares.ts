/** The ways in which a weight can be read: each is a share of something else, or the value itself. */
import { percent, quantity } from '../../base/text.js';

export const modes = ['run', 'left', 'value', 'root', 'peer', 'spread', 'other', 'before', 'change'] as const;
/** Those that another experiment is needed for. */
export const comparing: readonly Mode[] = ['other', 'before', 'change'];
export type Mode = (typeof modes)[number];

export const modeTitles: Readonly<Record<Mode, string>> = {
  run: 'share of run',
  left: 'share of what is selected to the left',
  value: 'value',
  root: 'share of own root',
  peer: 'share of the largest peer',
  spread: 'among peers: least 0, most 100',
  other: 'share of the same in the other experiment',
  before: 'value in the other experiment',
  change: 'change from the other experiment',
};

/** Bases of the weights of one tree. */
export interface Bases {
  /** The whole program's, of the same metric. */
  readonly run: number;
  /** Selection in the tree to the left. */
  readonly left: number;
  readonly unit: string;
}

/** A row next to its peers. */
export interface Among {
  readonly weight: number;
  /** Its closed root. */
  readonly root: number;
  /** Weights of its peers and itself, as they are shown. */
  readonly least: number;
  readonly most: number;
  /** The same row of the other experiment; NaN where it has none. */
  readonly other?: number;
}

/** A smaller part of the run hardly matters. */
const HARDLY = 0.005;

export const ratio = (value: number, base: number): number => (base === 0 ? 0 : value / base);

/** Whether so little of the run is not worth reading. */
export const hardlyMatters = (weight: number, { run }: Bases): boolean => Math.abs(ratio(weight, run)) < HARDLY;

export function textOf(
  mode: Mode,
  { weight, root, least, most, other = Number.NaN }: Among,
  { run, left, unit }: Bases,
): string {
  switch (mode) {
    case 'value':
      return quantity(weight, unit);
    case 'run':
      return share(ratio(weight, run));
    case 'left':
      return share(ratio(weight, left));
    case 'root':
      return share(ratio(weight, root));
    case 'peer':
      return share(ratio(weight, Math.max(Math.abs(least), Math.abs(most))));
    case 'spread':
      return share(ratio(weight - least, most - least));
    case 'other':
      return Number.isNaN(other) || other === 0 ? 'new' : share(weight / other);
    case 'before':
      return Number.isNaN(other) ? 'none' : quantity(other, unit);
    case 'change': {
      const change = weight - (Number.isNaN(other) ? 0 : other);
      const sign = change === 0 ? '' : change > 0 ? '▲ ' : '▼ ';
      return `${sign}${quantity(Math.abs(change), unit)}`;
    }
  }
}

const share = (value: number): string => (value < 0 ? `−${percent(-value)}` : percent(value));
