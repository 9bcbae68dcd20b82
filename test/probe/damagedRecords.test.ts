/** Records with changed bytes, replaced words or their end cut off: each gives an archive or a sentence. */
import { execa } from 'execa';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { rounds } from '../support/matrix.js';
import { build, cache, fresh, mpis, patient, remarksIn, run } from './support.js';

/** A copy with some bytes changed, words replaced, or its end cut, by a seed. */
function changed(bytes: Buffer, seed: number): Buffer {
  const copy = Buffer.from(bytes);
  let state = seed * 2654435761;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  if (seed % 3 === 0) return copy.subarray(0, below(copy.length));
  for (let i = 0; i < 12; i++)
    if (seed % 3 === 1) copy[below(copy.length)] = below(256);
    else copy.fill(below(2) * 255, 8 * below(copy.length / 8), 8 * below(copy.length / 8) + 8);
  return copy;
}

describe.each(mpis.slice(0, 1))('trimtab-finish', patient, (mpi) => {
  // One-sided communication leaves eight files, the others six: 24 seeds damage each of the eight in each of the three
  // ways, six damage each of the six once.
  it.each([
    ['oneSided.c', 4, ['-O1'], 24],
    ['hybrid.c', 2, ['-O1', '-fopenmp'], rounds(6, 12)],
    ['user.c', 2, ['-O1', '-pthread'], rounds(6, 12)],
  ] as const)(
    'makes an archive or a sentence of whatever the records hold: %s',
    async (source, ranks, flags, seeds) => {
      const { folder } = await run(mpi, await build(mpi, source, flags), { ranks, raw: true });
      const finisher = join(await cache(mpi), 'trimtab-finish');
      const kept = readdirSync(join(folder, 'raw')).sort();
      const outside = fresh('outside');
      mkdirSync(outside);
      writeFileSync(join(outside, 'precious'), 'x');
      for (let seed = 1; seed <= seeds; seed++) {
        const damaged = fresh('damaged');
        cpSync(folder, damaged, { recursive: true });
        const name = elementAt(kept, seed % kept.length);
        const path = join(damaged, 'raw', name);
        writeFileSync(path, changed(readFileSync(path), seed));
        symlinkSync(outside, join(damaged, 'raw', 'link'));
        symlinkSync(outside, join(damaged, 'traces'));
        const env = { ...process.env, TRIMTAB_FINISH_WAIT: '0' };
        // An allocation of more than a GiB would report that memory is short.
        const bounded = ['-c', 'ulimit -v 1048576; exec "$@"', 'sh', finisher, damaged];
        const result = await execa('sh', bounded, { env, reject: false, timeout: 300_000 });
        const told = `${name}, seed ${seed}: ${result.stderr}`;
        expect([result.signal, result.timedOut], told).toEqual([undefined, false]);
        expect([0, 1], told).toContain(result.exitCode);
        expect(result.stderr, told).not.toContain('not enough memory');
        for (const line of remarksIn(result.stderr)) expect(line, told).toMatch(/^trimtab-finish: /);
        expect(existsSync(join(damaged, 'traces.otf2')), told).toBe(result.exitCode === 0);
        expect(readdirSync(outside), told).toEqual(['precious']);
      }
    },
  );
});
