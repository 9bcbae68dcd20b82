import type { SeverityLevel } from '../../protocol/messages.js';

/**
 * From which share of the program's total time a line counts as how bad. The one place where this is decided:
 * marks, overview ruler and icons follow the level.
 */
export const LEVEL_THRESHOLDS: readonly (readonly [atLeast: number, level: SeverityLevel])[] = [
  [0.1, 'critical'],
  [0.03, 'high'],
  [0.01, 'medium'],
  [0, 'low'],
];

/** The level of a line that loses `severity` (a fraction) of the total time. */
export function severityLevel(severity: number): SeverityLevel {
  return LEVEL_THRESHOLDS.find(([atLeast]) => severity >= atLeast)?.[1] ?? 'low';
}
