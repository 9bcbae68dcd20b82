import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { executesTasks } from '../../support/conformance/traceFacts.js';
import { conformanceData } from '../../support/conformanceData.js';
import { readStatistics } from '../../support/scalascaStatistics.js';

/** The reference prints ten decimals. */
const DECIMALS = 9;

const folder = conformanceData('otf2-with-scalasca');
const traces =
  folder === undefined
    ? []
    : readdirSync(folder).filter((name) => existsSync(path.join(folder, name, 'reference.stat')));

/**
 * Properties whose instances are single messages there too; of a collective operation it names the
 * whole. Its ends are not compared: they are the records of the message, on one side or the other.
 */
const SINGLE = ['mpi_latesender', 'mpi_latereceiver'];

/**
 * If explicit tasks are executed in barriers, the reference subtracts all of them from the waiting there, also those
 * after the last thread arrived. Its instances then differ (docs/scalasca.md, "Explicit tasks").
 */
const WITH_TASKS = ['omp_ibarrier_wait', 'omp_ebarrier_wait'];

/**
 * Quartiles are not compared: the reference estimates them while it reads (its median of two values is not their
 * mean), here they are exact.
 */
describe.skipIf(folder === undefined)('statistics of instances, as Scalasca 2.6 has them', () => {
  test.each(traces)('%s', (name) => {
    const archive = path.join(folder ?? '', name);
    const expected = readStatistics(path.join(archive, 'reference.stat'));
    const trace = openArchive(path.join(archive, 'traces.otf2'));
    const { report } = analyzeTrace(trace, { program: name });
    const hasTasks = executesTasks(trace.definitions);
    const found = new Map(report.statistics?.map((entry) => [entry.property, entry]));
    for (const [property, { count, mean, minimum, maximum, sum, variance, worst }] of expected) {
      const mine = found.get(property);
      if (hasTasks && WITH_TASKS.includes(property)) {
        expect(mine?.count, `${property}: count`).toBeGreaterThanOrEqual(count);
        expect(mine?.sum, `${property}: sum`).toBeGreaterThan(sum - 10 ** -DECIMALS);
        continue;
      }
      expect(mine?.count, `${property}: count`).toBe(count);
      expect(mine?.sum, `${property}: sum`).toBeCloseTo(sum, DECIMALS);
      expect(mine?.minimum, `${property}: minimum`).toBeCloseTo(minimum, DECIMALS);
      expect(mine?.maximum, `${property}: maximum`).toBeCloseTo(maximum, DECIMALS);
      expect(mine?.mean, `${property}: mean`).toBeCloseTo(mean, 6);
      if (variance !== undefined) expect((mine?.standardDeviation ?? 0) ** 2, property).toBeCloseTo(variance, DECIMALS);
      if (!SINGLE.includes(property)) continue;
      worst.forEach(({ duration, enter, rank }, i) => {
        const instance = mine?.worst.at(i);
        expect(instance?.seconds, `${property}: worst`).toBeCloseTo(duration, DECIMALS);
        expect(instance?.enter).toBeCloseTo(enter, 6);
        expect(instance?.name).toContain(`Rank ${rank}`);
      });
    }
  });
});
