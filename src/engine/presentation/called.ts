import { type CalledWait, waitsInCalled } from '../../model/findings/lineWaits.js';
import { percent, plainLine } from '../../base/text.js';
import type { PlacedLine } from './placedLine.js';

/** Waiting in the callees of a line, without the exclusive losses of its calls. */
export interface CalledWaits {
  /** Share of the program's total time. Properties do not overlap, so their sum is exact. */
  readonly severity: number;
  /** Worst first. */
  readonly waits: readonly CalledWait[];
}

/**
 * Share of the total time from which losses in the calls made from a line are shown at the line. It selects the calls
 * that lead to a serious loss, and not every line above one.
 */
export const NOTABLE = 0.03;

const NONE: CalledWaits = { severity: 0, waits: [] };

/**
 * Returns the one with the largest loss if several measured lines map to one current line. They may be on the same call
 * paths, so that their sum could exceed the whole. For the first line of a function, its lens shows the same.
 */
export function calledFrom(lines: readonly PlacedLine[]): CalledWaits {
  return lines
    .filter(({ functions }) => functions.length === 0)
    .map(ofLine)
    .reduce((worst, line) => (line.severity > worst.severity ? line : worst), NONE);
}

function ofLine({ summary }: PlacedLine): CalledWaits {
  const waits = summary === undefined ? [] : waitsInCalled(summary);
  return { severity: waits.reduce((sum, { severity }) => sum + severity, 0), waits };
}

/** `45.1 % Late Sender + 3.6 % Wait at N×N + 2 more`: so many properties by name. */
export function sharesText(waits: readonly Pick<CalledWait, 'title' | 'severity'>[], named: number): string {
  const parts = waits.slice(0, named).map(({ title, severity }) => `${percent(severity)} ${plainLine(title)}`);
  const more = waits.length > named ? ` + ${waits.length - named} more` : '';
  return parts.join(' + ') + more;
}
