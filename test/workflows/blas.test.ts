import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasBlas, wantsBlas } from '../../src/workflows/buildSystems/blas.js';
import { temporaryFolder } from '../experiments/support.js';

it.each(['libblas.so.3', 'libopenblas.a', 'libcblas.so', 'libmkl_rt.so', 'libtatlas.so.3.10'])(
  '%s is a BLAS',
  (name) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'x86_64-linux-gnu'));
    for (const other of ['libblasr.txt', 'blas.so', 'libblah.so']) writeFileSync(join(folder, other), '');
    expect(hasBlas([folder, '/nowhere'])).toBe(false);
    writeFileSync(join(folder, 'x86_64-linux-gnu', name), '');
    expect(hasBlas([folder])).toBe(true);
  },
);

it('is asked for by name or by option', () => {
  expect(wantsBlas('# - Linear Algebra library (BLAS or VSIPL)\n')).toBe(true);
  expect(wantsBlas('LIBS = -lopenblas\n')).toBe(true);
  expect(wantsBlas('LIBS = -lm\n')).toBe(false);
});
