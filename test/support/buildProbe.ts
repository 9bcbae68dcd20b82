/**
 * Before all tests of `npm test`: starts to build the probe for each MPI library, while tests run that do not need it.
 * Tests that need it wait for the same build (`trimtab-cc` builds one at a time for each compiler). Runs of single files
 * leave the build to those.
 */
import { execa } from 'execa';
import { join } from 'node:path';
import { probeCache } from './caches.js';

const wrapper = join(import.meta.dirname, '../../src/probe/trimtab-cc');

export function setup(): (() => Promise<void>) | undefined {
  const tier = process.env.TRIMTAB_TEST_TIER;
  if (tier !== 'usual' && tier !== 'all') return undefined;
  // If a library is not installed the command fails at once; the tests report that.
  const builds = ['mpicc.openmpi', 'mpicc.mpich'].map((compiler) =>
    execa(wrapper, ['--build', compiler], { env: { TRIMTAB_CACHE: probeCache }, reject: false }),
  );
  return async () => {
    await Promise.all(builds);
  };
}
