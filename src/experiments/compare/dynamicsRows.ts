/** Changes from iteration to iteration in compared groups, side by side. */
import type { DynamicsFinding, DynamicsReport } from '../../model/dynamics/dynamics.js';
import { changeText } from '../../model/dynamics/dynamicsText.js';
import { seriesTitle } from '../../model/dynamics/series.js';
import { shippedProperties } from '../../properties/index.js';
import type { DynamicsRow } from './comparison.js';
import type { MeasuredRun } from './measuredRun.js';

/** Rows that are kept: those that cost most anywhere. */
const MOST_ROWS = 200;

/** Compared properties of a group. */
interface ComparedDynamics {
  readonly runs: readonly Pick<MeasuredRun, 'dynamics'>[];
}

/** None unless each run of the first group and of another one was looked at; runs without a loop have no changes. */
export function dynamicsRows(groups: readonly ComparedDynamics[]): DynamicsRow[] {
  const reports = groups.map(({ runs }) => {
    const known = runs.flatMap(({ dynamics }) => (dynamics === undefined ? [] : [dynamics]));
    return known.length < runs.length ? undefined : known;
  });
  if (reports.filter((known) => known !== undefined).length < 2) return [];
  const rows = new Map<string, DynamicsFinding>();
  for (const report of reports.flatMap((known) => known ?? []))
    for (const finding of report.findings) {
      const key = keyOf(finding);
      if (!rows.has(key)) rows.set(key, finding);
    }
  return [...rows]
    .map(([key, { property, metric, callPath }]): DynamicsRow => ({
      property,
      title: shippedProperties.ofIteration(property)?.title ?? property,
      changing: shippedProperties.get(metric)?.title ?? seriesTitle(metric),
      callPath: callPath.map(({ region }) => region),
      values: reports.map((known) => (known === undefined ? null : valueOf(known, key))),
    }))
    .toSorted((one, other) => costOf(other) - costOf(one))
    .slice(0, MOST_ROWS);
}

/** Lines move between versions: call paths are the same by the functions on them. */
const keyOf = ({ property, metric, callPath }: DynamicsFinding): string =>
  JSON.stringify([property, metric, ...callPath.map(({ region }) => region)]);

/** Mean of the runs; in words that of the first run which has it, on the ranks where it costs most. */
function valueOf(reports: readonly DynamicsReport[], key: string): NonNullable<DynamicsRow['values'][number]> {
  let [excess, severity] = [0, 0];
  let worst: DynamicsFinding | undefined;
  for (const { findings } of reports)
    for (const finding of findings) {
      if (keyOf(finding) !== key) continue;
      excess += finding.excess / reports.length;
      severity += finding.severity / reports.length;
      if (worst === undefined || finding.excess > worst.excess) worst = finding;
    }
  return { excess, severity, changes: worst === undefined ? '' : changeText(worst) };
}

const costOf = ({ values }: DynamicsRow): number =>
  values.reduce((most, value) => Math.max(most, value?.excess ?? 0), 0);
