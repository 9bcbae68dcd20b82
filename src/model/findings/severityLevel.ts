/** How bad something is. */
export type SeverityLevel = 'low' | 'medium' | 'high' | 'critical';

/**
 * From which share of the program's total time something counts as how bad. The one place where this is decided:
 * marks, overview ruler and icons follow the level.
 */
const thresholds: readonly (readonly [atLeast: number, level: SeverityLevel])[] = [
  [0.1, 'critical'],
  [0.03, 'high'],
  [0.01, 'medium'],
];

/** The level of what loses `severity` (a fraction) of the total time. */
export function severityLevel(severity: number): SeverityLevel {
  return thresholds.find(([atLeast]) => severity >= atLeast)?.[1] ?? 'low';
}
