import { percent, plainLine } from '../../model/text.js';
import type { PlacedLine } from './placedLine.js';

/** Waiting of one property in what is called from a line, as a share of the program's total time. */
export interface CalledWait {
  readonly title: string;
  readonly severity: number;
}

/** Waiting in what is called from a line, without what its calls lose by themselves. */
export interface CalledWaits {
  /** Share of the program's total time. Properties do not overlap, so their sum is exact. */
  readonly severity: number;
  /** Worst first. */
  readonly waits: readonly CalledWait[];
}

const NONE: CalledWaits = { severity: 0, waits: [] };

/**
 * Of several measured lines that stand on one line now, the one that loses most: they may lie on the same call paths,
 * so that their sum could be more than the whole. Where a function begins its lens tells the same.
 */
export function calledFrom(lines: readonly PlacedLine[]): CalledWaits {
  return lines
    .filter(({ functions }) => functions.length === 0)
    .map(ofLine)
    .reduce((worst, line) => (line.severity > worst.severity ? line : worst), NONE);
}

function ofLine({ summary }: PlacedLine): CalledWaits {
  const waits = (summary?.properties ?? [])
    .map(({ title, severity, own }) => ({ title, severity: severity - own }))
    // What is left of a difference of equal sums is no waiting.
    .filter(({ severity }) => severity > 1e-9)
    .sort((a, b) => b.severity - a.severity);
  return { severity: waits.reduce((sum, { severity }) => sum + severity, 0), waits };
}

/** `45.1 % Late Sender + 3.6 % Wait at N×N + 2 more`: so many properties by name. */
export function sharesText(waits: readonly CalledWait[], named: number): string {
  const parts = waits.slice(0, named).map(({ title, severity }) => `${percent(severity)} ${plainLine(title)}`);
  const more = waits.length > named ? ` + ${waits.length - named} more` : '';
  return parts.join(' + ') + more;
}
