import type { LineProperty, LineSummary } from './findings.js';

/** Waiting of one property in what is called from a line, as a share of the program's total time. */
export type CalledWait = Pick<LineProperty, 'property' | 'title' | 'severity'>;

/**
 * Returns the waiting in functions called from a line, without the losses of the calls themselves; worst first.
 * Properties do not overlap, so their sum is exact.
 */
export function waitsInCalled({ properties = [] }: LineSummary): CalledWait[] {
  return (
    properties
      .map(({ property, title, severity, own }) => ({ property, title, severity: severity - own }))
      // The remainder of a difference of equal sums is not waiting.
      .filter(({ severity }) => severity > 1e-9)
      .sort((a, b) => b.severity - a.severity)
  );
}
