/**
 * Patterns that distinguish areas where colors do not: tileable squares of 8 × 8 pixels, also for tiles of 256. A point
 * of one is drawn in the ink, or in the ink thinned with the background.
 */
import type { BarInk } from '../colors/inks.js';

export const PATTERN_SIZE = 8;

export type PatternName = 'hatch' | 'dots' | 'rules';

interface Pattern {
  /** Whether the point is drawn in the ink. */
  readonly isInk: (x: number, y: number) => boolean;
  /** The share of the ink in the other points. */
  readonly thin: number;
}

export const patterns: Readonly<Record<PatternName, Pattern>> = {
  /** Stripes at 45°. */
  hatch: { isInk: (x, y) => (x + y) % PATTERN_SIZE < 4, thin: 0.3 },
  dots: { isInk: (x, y) => !(isDot(x, y) || isDot(x + 4, y + 4)), thin: 0.15 },
  rules: { isInk: (_x, y) => y % 4 !== 3, thin: 0.15 },
};

const isDot = (x: number, y: number): boolean => x % PATTERN_SIZE < 2 && y % PATTERN_SIZE < 2;

/** How wide stripes of a share are, in eighths; a share above 0 is always seen. */
export const stripeWidth = (share: number): number =>
  share > 0 ? Math.max(1, Math.round(Math.min(1, share) * PATTERN_SIZE)) : 0;

/** Whether a point is on a stripe of this width, at 45° as waiting is hatched. */
export const isStripe = (x: number, y: number, width: number): boolean => (x + y) % PATTERN_SIZE < width;

/** Thin lines across those of waiting. */
export const isHatched = (x: number, y: number): boolean => (x - y + PATTERN_SIZE) % PATTERN_SIZE < 2;

/** The pattern of an ink; none for a plain area. */
export const patternOf: Readonly<Partial<Record<BarInk, PatternName>>> = {
  waiting: 'hatch',
  oneSided: 'dots',
  io: 'dots',
  other: 'rules',
};
