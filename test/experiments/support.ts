import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { FindingsReport } from '../../src/model/findings/findings.js';
import type { PerformanceSpace } from '../../src/model/performanceSpace.js';

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes until no space is left. */
export function fill(folder: string): void {
  const file = openSync(join(folder, 'filler'), 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(4096));
  } catch (error) {
    expect(String(error)).toContain('ENOSPC');
  } finally {
    closeSync(file);
  }
}

/** A report with one finding. */
export function sampleReport(change: Partial<FindingsReport> = {}): FindingsReport {
  return {
    format: 'trimtab-findings',
    version: 2,
    program: 'heat2d',
    span: 2.5,
    totalTime: 10,
    events: 1234,
    processes: 4,
    locations: ['MPI Rank 0', 'MPI Rank 1', 'MPI Rank 2', 'MPI Rank 3'],
    metrics: [
      { name: 'time', title: 'Total', unit: 'seconds', value: 10, share: 1 },
      { name: 'mpi', title: 'MPI', parent: 'time', unit: 'seconds', value: 3, share: 0.3 },
      { name: 'visits', title: 'Visits', unit: 'count', value: 600 },
    ],
    findings: [
      {
        property: 'mpi_wait_nxn',
        title: 'Wait at N×N',
        callPath: [
          { region: 'main', definition: { file: '/home/u/heat2d/heat2d.c', line: 10 } },
          { region: 'MPI_Allreduce', callSite: { file: '/home/u/heat2d/heat2d.c', line: 88 } },
        ],
        place: { file: '/home/u/heat2d/heat2d.c', line: 88 },
        seconds: 2.1,
        severity: 0.21,
        confidence: 1,
        locations: [
          { location: 1, name: 'MPI Rank 1', seconds: 1.1 },
          { location: 2, name: 'MPI Rank 2', seconds: 1 },
        ],
        explanation: 'Ranks wait for the last one.',
        advice: 'Balance the work.',
      },
    ],
    functions: [
      {
        region: 'main',
        place: { file: '/home/u/heat2d/heat2d.c', line: 10 },
        visits: 4,
        inclusive: 10,
        exclusive: 1,
        share: 1,
        properties: [{ property: 'mpi_wait_nxn', title: 'Wait at N×N', severity: 0.21 }],
      },
    ],
    lines: [{ place: { file: '/home/u/heat2d/heat2d.c', line: 88 }, seconds: 3, share: 0.3 }],
    problems: [],
    ...change,
  };
}

/** A space of two call paths and two locations. */
export function sampleSpace(): PerformanceSpace {
  return {
    metrics: [{ name: 'time', title: 'Total', unit: 'seconds', description: 'All time.' }],
    callTree: { size: 2, parent: Int32Array.of(-1, 0), region: Uint32Array.of(0, 1), site: Uint32Array.of(0, 3) },
    locationCount: 2,
    severities: new Map([
      ['time', { callPath: Uint32Array.of(0, 1), location: Uint32Array.of(0, 1), value: Float64Array.of(1.5, 0.1) }],
    ]),
  };
}
