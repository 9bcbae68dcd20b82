import { describe, expect, it } from 'vitest';
import { analyzeTrace, toTsv, total } from '../../src/analysis/trace/index.js';
import { sumByProperty } from '../../src/engine/presentation/lineDigest.js';
import { lineHover } from '../../src/engine/presentation/hover.js';
import type { PlacedLine } from '../../src/engine/presentation/placedLine.js';
import { shownReport } from '../../src/engine/wire/report.js';
import { CollectiveOperation } from '../../src/model/events.js';
import { barrierCompletion } from '../../src/properties/mpi_barrier_completion/formula.js';
import { type PropertyGroup, shippedProperties } from '../../src/properties/index.js';
import { TraceBuilder } from '../support/traceBuilder.js';

/**
 * Additions of a source outside the shipped folders: a property with its page and formula, and a measure with a
 * separate unit.
 */
const scans: PropertyGroup = {
  page: 'scans',
  properties: [
    {
      name: 'scan_completion',
      title: 'Scan Completion',
      parent: 'mpi_collective',
      unit: 'seconds',
      description: 'Time in a scan after the first process left it',
      waitKind: 'none',
      isNoWork: true,
      search: {
        in: 'collective operations',
        operations: [CollectiveOperation.Scan],
        formula: barrierCompletion,
      },
      finding: { explanation: 'They were all in the scan.', advice: 'Send less.' },
    },
    { name: 'scan_energy', title: 'Energy', unit: 'J', description: 'Energy used in scans' },
  ],
};

function trace() {
  const builder = new TraceBuilder();
  const writers = [0, 1].map(() => builder.process()[0]);
  const world = builder.communicator([0, 1]);
  const site = builder.site('heat.c', 7);
  writers.forEach((writer, rank) => {
    writer.enter(0, 'main').enter(1, 'MPI_Scan', site).collectiveBegin(1);
    const end = 3 + 2 * rank;
    writer.collectiveEnd(end, world, CollectiveOperation.Scan, { sent: 8, received: 8 });
    writer.leave(end, 'MPI_Scan').leave(10, 'main');
  });
  return builder.build();
}

describe('a property that another source adds at run time', () => {
  const properties = shippedProperties.with([scans]);
  const measured = trace();
  const { space, report } = analyzeTrace(measured, { program: 'test', properties });

  it('is in the space, at the process and the call that lose time, and taken out of what contains it', () => {
    expect(space.severities.get('scan_completion')).toMatchObject({
      location: Uint32Array.of(1),
      value: Float64Array.of(2),
    });
    expect(total(space, 'scan_completion')).toBe(2);
    expect(space.metrics).toContainEqual({
      name: 'scan_energy',
      title: 'Energy',
      unit: 'J',
      description: 'Energy used in scans',
    });
    const without = analyzeTrace(trace(), { program: 'test' });
    expect(without.space.severities.has('scan_completion')).toBe(false);
    expect(total(space, 'mpi_collective')).toBe(total(without.space, 'mpi_collective'));
  });

  it('is in the report, with its texts and the worst of its waits', () => {
    expect(report.findings.map(({ property, seconds }) => [property, seconds])).toEqual(
      expect.arrayContaining([['scan_completion', 2]]),
    );
    const found = report.findings.find(({ property }) => property === 'scan_completion');
    expect(found).toMatchObject({ title: 'Scan Completion', advice: 'Send less.', worst: { seconds: 2 } });
    expect(report.metrics).toContainEqual(expect.objectContaining({ name: 'scan_completion', value: 2, share: 0.1 }));
  });

  it('is in the table of all values', () => {
    expect([...toTsv(space, measured.definitions)]).toContain('scan_completion\tmain/MPI_Scan\t1\t2');
  });

  it('is in the index of pages, and leads to its page from the rows of findings', () => {
    expect(properties.pageNames).toContain('scans');
    expect(properties.pageOf('scan_energy')).toBe('scans');
    const shown = shownReport(report, properties).findings.find(({ property }) => property === 'scan_completion');
    expect(shown?.page).toBe('scans');
    expect(shippedProperties.pageNames).not.toContain('scans');
  });

  it('is in the hover of its line, with a link to its page', () => {
    const findings = report.findings.filter(({ property }) => property === 'scan_completion');
    expect(sumByProperty(findings)).toHaveLength(1);
    const line: PlacedLine = { line: 6, stale: false, findings, functions: [] };
    const hover = lineHover([line], report, { name: 'run', created: '2026-01-01T00:00:00.000' }, properties);
    expect(hover?.toString()).toMatch(
      /^\*\*Scan Completion 10\.0 %\*\* · 2\.00 s on rank 1\s+They were all in the scan\./,
    );
    const args = encodeURIComponent('[{"property":"scan_completion","page":"scans"}]');
    expect(hover?.toString()).toContain(`[More about Scan Completion](command:trimtab.explainProperty?${args})`);
  });
});
