/** Texts for changes of values. */
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

/**
 * Returns a text such as `−12.5 %`; a value that is new has no share. @param relative the change as a share of the
 * former value
 */
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
