/** Severity as a color between those of zero and one. It is shown next to its number, never alone. */
import type { Fraction } from '../../base/units.js';
import { hexOfOklab, oklabOf } from './oklab.js';
import type { Triple } from './rgb.js';

/** The colors of 0, 0.5 and 1. */
export type SeverityScale = readonly [string, string, string];

export const severityScales: Readonly<Record<'light' | 'dark', SeverityScale>> = {
  light: ['#F6F0DC', '#D58B3E', '#7A0C68'],
  dark: ['#2B2A24', '#B8742B', '#FFB0F0'],
};

/** The color of a share: even steps of it look like even steps (straight lines in OKLab). @param share what lies beyond 0 and 1 is taken for these */
export function severityColor(share: Fraction, [none, half, all]: SeverityScale): string {
  const within = Math.min(1, Math.max(0, share));
  const [from, to] = within < 0.5 ? [none, half] : [half, all];
  return hexOfOklab(between(oklabOf(from), oklabOf(to), within < 0.5 ? within * 2 : within * 2 - 1));
}

/**
 * Returns the fill of a share: its color, and in high contrast stripes of a color that contrasts with the background.
 */
export const severityFill = (share: Fraction, scale: SeverityScale) => ({
  color: severityColor(share, scale),
  stripes: { color: severityColor(0.6 + 0.4 * share, scale), share },
});

const between = (from: Triple, to: Triple, way: number): Triple => [
  from[0] + (to[0] - from[0]) * way,
  from[1] + (to[1] - from[1]) * way,
  from[2] + (to[2] - from[2]) * way,
];
