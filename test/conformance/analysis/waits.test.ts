import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyzeTrace, total } from '../../../src/analysis/trace/index.js';
import { elementAt } from '../../../src/base/elements.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import type { PerformanceSpace } from '../../../src/model/performanceSpace.js';
import type { Definitions } from '../../../src/model/definitions.js';
import { conformanceData, usualTraces } from '../../support/conformanceData.js';
import { valuesByPath } from '../../support/spaceValues.js';

const folder = conformanceData('otf2');

interface ReferenceWaits {
  readonly messages: readonly {
    readonly src: number;
    readonly dst: number;
    readonly late_sender_s: number;
    readonly late_receiver_overlap_s: number;
  }[];
  readonly late_sender_total_s: number;
  readonly late_receiver_total_s: number;
  readonly barriers?: Readonly<Record<string, { readonly per_rank: Readonly<Record<string, number>> }>>;
}

function read(trace: string): ReferenceWaits {
  return JSON.parse(
    readFileSync(path.join(folder ?? '', trace, 'REFERENCE_waits_simple.json'), 'utf8'),
  ) as ReferenceWaits;
}

function analyze(trace: string): { space: PerformanceSpace; definitions: Definitions } {
  const opened = openArchive(path.join(folder ?? '', trace, 'traces.otf2'));
  return { space: analyzeTrace(opened, { program: trace }).space, definitions: opened.definitions };
}

/** Sum of a metric over the call paths of one location. */
function atLocation(space: PerformanceSpace, definitions: Definitions, metric: string, location: number): number {
  let sum = 0;
  for (const [key, value] of valuesByPath(space, definitions).get(metric) ?? []) {
    if (key.endsWith(`\t${location}`)) sum += value;
  }
  return sum;
}

/** Equal to 1e-6 of the expected value. */
function expectClose(actual: number, expected: number): void {
  expect(Math.abs(actual - expected), `${actual} for ${expected}`).toBeLessThanOrEqual(1e-6 * Math.abs(expected));
}

describe.skipIf(folder === undefined)('reference waiting times', () => {
  test.each(['casita_4_mpi_ls_barr', 'pipit_ping-pong'])('%s: messages', (name) => {
    const reference = read(name);
    const { space, definitions } = analyze(name);
    expectClose(total(space, 'mpi_latesender'), reference.late_sender_total_s);
    expectClose(total(space, 'mpi_latereceiver'), reference.late_receiver_total_s);
    for (let rank = 0; rank < definitions.locations.length; rank++) {
      const late = reference.messages.filter(({ dst }) => dst === rank).reduce((sum, m) => sum + m.late_sender_s, 0);
      expectClose(atLocation(space, definitions, 'mpi_latesender', rank), late);
      const overlap = reference.messages
        .filter(({ src }) => src === rank)
        .reduce((sum, message) => sum + message.late_receiver_overlap_s, 0);
      expectClose(atLocation(space, definitions, 'mpi_latereceiver', rank), overlap);
    }
  });

  test('casita_4_mpi_ls_barr: barrier', () => {
    const barriers = read('casita_4_mpi_ls_barr').barriers ?? {};
    const { space, definitions } = analyze('casita_4_mpi_ls_barr');
    const waits = definitions.locationGroups.map(({ name }) =>
      Object.values(barriers).reduce((sum, { per_rank }) => sum + (per_rank[name] ?? 0), 0),
    );
    expect(Math.max(...waits)).toBeGreaterThan(7);
    definitions.locations.forEach(({ group }, location) => {
      expectClose(atLocation(space, definitions, 'mpi_barrier_wait', location), elementAt(waits, group));
    });
  });

  test('the total equals the sum of exclusive times computed with the format library', () => {
    expect(total(analyze('casita_4_mpi_ls_barr').space, 'time')).toBeCloseTo(80.185936383, 8);
    expect(total(analyze('casita_1_ocl_deps').space, 'time')).toBeCloseTo(0.2242360623394, 12);
    expect(total(analyze('casita_1_ocl_deps').space, 'visits')).toBe(20);
  });

  // Generated programs with lost locations cover as much in `npm test`.
  test.each(usualTraces(['btmz_B_8x4']))('%s: wrong order is reported if the available ranks prove it', (name) => {
    // Of rank 4 there is nothing. The numbers are those that its seven neighbors' messages prove.
    const { space } = analyze(name);
    expect(total(space, 'mpi_clswo_count')).toBe(404);
    expect(total(space, 'mpi_latesender_wo')).toBeCloseTo(1.007819, 6);
    expect(total(space, 'mpi_lswo_different')).toBeCloseTo(0.471996, 6);
  });

  test('damaged and unusual traces are analyzed as far as possible, with a warning', () => {
    const opened = openArchive(path.join(folder ?? '', 'apex_hpx_json-converter/OTF2_archive/APEX.otf2'));
    const { report, space } = analyzeTrace(opened, { program: 'apex' });
    expect(total(space, 'visits')).toBe(8062);
    expect(report.problems.map(({ message }) => message).join('\n')).toMatch(/Regions do not nest on 2 locations/);
    expect(report.findings).toEqual([]);
  });
});
