import { percent } from '../../base/text.js';
import type { Fraction } from '../../base/units.js';

/** Such as `−3.2 %`, negative if a run took longer than predicted. */
export function errorText(error: Fraction): string {
  return `${error < 0 ? '−' : ''}${percent(Math.abs(error))}`;
}
