/** How a change of a value is said. */
import { percent, quantity } from './text.js';
import type { Fraction } from './units.js';

const signed = (value: number, text: (size: number) => string): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : '±'}${text(Math.abs(value))}`;

/** `−1.5 s`. */
export function absoluteText({ absolute }: { readonly absolute: number }, unit: string): string {
  return signed(absolute, (size) => quantity(size, unit));
}

/** The change of a share in percentage points: `+5.1 points`. */
export function pointsText(change: Fraction): string {
  const points = Math.round(1000 * change) / 10;
  return signed(points, (size) => `${size.toFixed(1)} points`);
}

/** `−12.5 %`; what was not there before has no share. @param relative the change as a share of what was before */
export function relativeText({
  absolute,
  relative,
}: {
  readonly absolute: number;
  readonly relative?: number | undefined;
}): string {
  if (relative === undefined) return absolute === 0 ? '' : 'new';
  return signed(relative, percent);
}
