/** Severities by groups of ranks, and how they change, as Oleynik's tables 7.4 and 7.5 have them (dynamics.md, section 5). */
import { absent, elementAt } from '../../base/elements.js';
import type { DynamicsFinding, SeverityRow } from '../../model/dynamics/dynamics.js';
import { isSeriesOnly } from '../../model/dynamics/series.js';
import type { Context } from './contexts.js';

/** Ranks of a group differ by no more than this share of the largest. */
const SPREAD = 0.25;

/** Texts of rows. */
export interface RowTexts {
  readonly at: (node: number) => Pick<SeverityRow, 'callPath'>;
  readonly where: (locations: readonly number[]) => string;
}

/**
 * Groups of like severities, from the largest on: those of a group differ by no more than a quarter of its largest, or the
 * threshold. @returns indices, ascending in each group
 */
export function severityGroups(severities: readonly number[], threshold: number): number[][] {
  const order = [...severities.keys()].sort((a, b) => elementAt(severities, b) - elementAt(severities, a) || a - b);
  const groups: number[][] = [];
  let least = Infinity;
  for (const index of order) {
    const severity = elementAt(severities, index);
    if (severity < least) {
      groups.push([]);
      least = severity - Math.max(SPREAD * severity, threshold);
    }
    elementAt(groups, groups.length - 1).push(index);
  }
  return groups.map((group) => group.sort((a, b) => a - b));
}

/**
 * Amounts of metrics at call paths by groups of ranks, then how they change.
 * @param loopTime seconds of the loop by location
 */
export function severityTable(
  contexts: readonly Context[],
  findings: readonly DynamicsFinding[],
  loopTime: readonly number[],
  threshold: number,
  { at, where }: RowTexts,
): SeverityRow[] {
  const timeOf = (locations: readonly number[]): number =>
    locations.reduce((sum, location) => sum + (loopTime[location] ?? 0), 0);
  const bySeverity = (rows: readonly SeverityRow[]): SeverityRow[] =>
    rows.filter(({ severity }) => severity > threshold).sort((one, other) => other.severity - one.severity);
  const amounts = contexts
    .filter(({ metric, node }) => !isSeriesOnly(metric) && at(node).callPath.length > 0)
    .flatMap(({ metric, node, locations, rows }) => {
      const seconds = rows.map((row) => row.reduce((sum, value) => sum + value, 0));
      const shares = seconds.map((own, index) => own / Math.max(1e-300, loopTime[elementAt(locations, index)] ?? 0));
      return severityGroups(shares, threshold).map((group): SeverityRow => {
        const members = group.map((index) => elementAt(locations, index));
        const sum = group.reduce((all, index) => all + elementAt(seconds, index), 0);
        return {
          ...{ metric, node, ...at(node), locations: members, where: where(members), extents: [] },
          severity: sum / Math.max(1e-300, timeOf(members)),
        };
      });
    });
  const changes = findings
    .filter(({ patterns, excess }) => patterns.length > 0 && excess > 0)
    .map(({ property, metric, node, callPath, locations, patterns, excess }): SeverityRow => {
      const extents = patterns.map(({ first, last }): [number, number] => [first, last]);
      return {
        ...{ property, metric, node, callPath, locations, where: where(locations), extents },
        severity: excess / Math.max(1e-300, timeOf(locations)),
      };
    });
  return [...bySeverity(amounts), ...bySeverity(changes)];
}

/** Seconds from the first iteration's beginning to the last one's end, by location. */
export function loopTimes(starts: readonly Float64Array[]): number[] {
  return starts.map((own) => (own.length < 2 ? 0 : (own.at(-1) ?? absent(0)) - (own[0] ?? absent(0))));
}
