/** Measurement overhead, as a process calibrates it when it starts. */
import { execa } from 'execa';
import { writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { recordingCosts } from '../../src/analysis/trace/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { usually } from '../support/matrix.js';
import { buildOnce, fresh, mpis, patient, prepare, run } from './support.js';

const core = join(import.meta.dirname, '../../src/probe/core');
const build = buildOnce();

/** The parts of a pair: before and after the reading of the clock when it enters, and when it leaves. */
const parts = [
  [1, 2, 3, 4],
  [17, 0, 0, 5],
  [0, 11, 13, 0],
] as const;

describe('the cost of a pair', () => {
  it.each(parts)('is what its parts are, to the tick: %d %d %d %d', async (a, b, c, d) => {
    const folder = fresh('calibration');
    mkdirSync(folder);
    const source = join(folder, 'cost.c');
    // Time reported by n pairs, and by a pair around them.
    const pairs = 1000;
    const [t1, t2] = [pairs * (b + c), b + pairs * (a + b + c + d) + c];
    writeFileSync(
      source,
      `#include "calibrate.h"
#include <stdio.h>
int main(void) {
    struct tt_cost cost = tt_cost_of_block(${b + c}, ${t1}, ${t2});
    printf("%llu %llu", (unsigned long long)cost.pairs, (unsigned long long)cost.within);
    return TT_COST_PAIRS != ${pairs};
}
`,
    );
    await execa('cc', ['-I', core, '-o', join(folder, 'cost'), source]);
    const { stdout } = await execa(join(folder, 'cost'));
    expect(stdout).toBe(`${pairs * (a + b + c + d)} ${pairs * (b + c)}`);
  });
});

describe.each(usually(mpis, 'mpich'))('an archive of a run with %s', patient, (mpi) => {
  beforeAll(() => prepare(mpi));

  it('reports the cost of recording functions and calls of MPI and files for each process, with its accuracy', async () => {
    const program = await build(mpi, 'endings.c');
    const { folder } = await run(mpi, program, { args: ['long'], env: { TRIMTAB_IO: '1' } });
    const { definitions } = openArchive(join(folder, 'traces.otf2'));
    for (const kind of ['FUNCTION', 'MPI', 'IO']) {
      const text = definitions.properties.get(`TRIMTAB::COST_${kind}`) ?? '';
      expect(text).toMatch(/^\*=\S+ 0=\S+ 1=\S+$/);
      for (const [, numbers = ''] of text.matchAll(/=(\S+)/g)) {
        const [pair, within, halfWidth] = numbers.split(',').map(Number);
        expect(pair).toBeGreaterThan(within ?? Number.NaN);
        expect(within).toBeGreaterThan(0);
        expect(halfWidth).toBeGreaterThanOrEqual(0);
      }
    }
    // A message is recorded between the clock readings of its call, except for the difference of the readings.
    const message = definitions.properties.get('TRIMTAB::COST_MESSAGE') ?? '';
    expect(message).toMatch(/^\*=\S+ 0=\S+ 1=\S+$/);
    for (const [, pair, within] of message.matchAll(/=([\d.]+),([\d.]+)/g)) {
      expect(Number(pair)).toBeGreaterThan(0);
      expect(Number(within)).toBeLessThanOrEqual(Number(pair));
    }
    const costs = recordingCosts(definitions);
    expect(costs?.byProcess).toHaveLength(2);
    const largest = Math.max(...(costs?.byProcess ?? []).map((kinds) => kinds[1].pair));
    expect(largest * 1e9).toBeCloseTo(Number(definitions.properties.get('TRIMTAB::FUNCTION_CALL_NANOSECONDS')), 0);
  });
});
