/** Results of Trimtab for every public CUBE file, compared with the values of other readers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { analyzeProfile } from '../../../src/analysis/profile/index.js';
import { total } from '../../../src/analysis/trace/index.js';
import { checkReport } from '../../../src/experiments/report/reportSchema.js';
import { textWidth } from '../../../src/cli/terminal/layout.js';
import { reportLines } from '../../../src/cli/text/reportText.js';
import { PLAIN } from '../../../src/cli/terminal/terminal.js';
import { openMeasurement } from '../../../src/formats/registry.js';
import { conformanceData } from '../../support/conformanceData.js';

const root = conformanceData('cubex') ?? '';
const files = (root === '' ? [] : readdirSync(root)).flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.cubex'))
    .map((name) => ({ path: join(root, folder, name), reference: join(root, folder, `REFERENCE_mini_${name}.json`) })),
);

const referenceSchema = v.object({
  metrics: v.record(
    v.string(),
    v.object({ total_inclusive_roots: v.nullish(v.number()), raw_sum: v.nullish(v.number()) }),
  ),
});

function analyzed(path: string) {
  const opened = openMeasurement(path);
  if (opened.kind !== 'profile') throw new Error(`${path} was opened as a ${opened.kind}`);
  return analyzeProfile(opened.profile, 'test');
}

function close(found: number, expected: number): void {
  expect(Math.abs(found - expected)).toBeLessThanOrEqual(1e-9 * Math.max(Math.abs(expected), Math.abs(found)));
}

describe.skipIf(files.length === 0)('public profiles', () => {
  it.each(files)('$path has the totals of the reference reader, and parts that add up', ({ path, reference }) => {
    const { report, space } = analyzed(path);
    const { metrics } = v.parse(referenceSchema, JSON.parse(readFileSync(reference, 'utf8')));
    expect(checkReport(report, 'the report')).toEqual(report);
    const known = new Map(Object.entries(metrics)).get('time');
    const time = known?.total_inclusive_roots ?? known?.raw_sum;
    if (time !== undefined && time !== null) close(report.totalTime, time);
    else {
      const severity = report.main === undefined ? 'error' : 'warning';
      expect(report.doubts?.[0]).toMatchObject({ kind: 'incomplete-profile', severity });
    }
    if (report.main !== undefined) {
      const ranking = metrics[report.main.name];
      close(report.main.total, ranking?.total_inclusive_roots ?? ranking?.raw_sum ?? Number.NaN);
    }
    for (const { severity, locations, seconds } of report.findings) {
      expect(severity).toBeLessThanOrEqual(1);
      close(
        locations.reduce((sum, share) => sum + share.seconds, 0),
        seconds,
      );
    }
    for (const evidence of ['statistics', 'causes', 'worst', 'rootCauses'])
      expect(JSON.stringify(report)).not.toContain(`"${evidence}":`);
    const parts = ['execution', 'overhead', 'omp_idle_threads'].reduce((sum, name) => sum + total(space, name), 0);
    if (report.totalTime > 0) close(parts, report.totalTime);
    const lines = [...reportLines(report, { width: 80, style: PLAIN, folder: root, next: 'trimtab analyze' })];
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(lines.filter((line) => textWidth(line) > 80)).toEqual([]);
  });
});

describe.skipIf(root === '')('single profiles', () => {
  it('of a chain of messages have the times of its trace, uneven computation, and no waiting among them', () => {
    const { report } = analyzed(join(root, 'casita_4_mpi_ls_barr', 'profile.cubex'));
    close(report.totalTime, 80.185936693);
    expect(report.findings.map(({ title, place, seconds }) => [title, place?.line, seconds.toFixed(6)])).toEqual([
      ['Time in MPI', 52, '30.021322'],
      ['Time in MPI', 45, '21.409519'],
      // Of foo: 9.849040, 1.036744, 0.976687, 1.089566 s below barrier; 10.096352, 2.048740, 2.119586, 1.134628 s below
      // late_sender: what the first rank has beyond the mean.
      ['Load Imbalance', 32, '6.611031'],
      ['Load Imbalance', 32, '6.246526'],
    ]);
    expect(report.doubts?.map(({ kind }) => kind)).toEqual(['sums-only']);
  });
});
