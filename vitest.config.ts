import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { sharedCores } from './test/support/sharedCores.js';

/** Folders whose tests replace no module and leave nothing behind in one: they share processes, which read each module once for all. */
const SHARING = [
  'analysis/!(trace)',
  'analysis/trace/!(tables)',
  ...['asl', 'base', 'conformance', 'docs', 'experiments', 'formats', 'model', 'pictures', 'properties', 'protocol'],
  'webviews',
].map((folder) => `test/${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'computing', include: SHARING, isolate: false } },
      {
        extends: true,
        test: {
          name: 'others',
          include: ['test/**/*.test.ts'],
          exclude: ['test/host/**', 'test/e2e/**', ...SHARING],
        },
      },
    ],
    setupFiles: ['test/support/cases.ts'],
    // These only end what hangs: on a busy machine anything may take long.
    testTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    hookTimeout: 300_000,
    // One more than the cores of the machines this runs on: with two, a fifth of their time was spent waiting for
    // programs that wait themselves.
    maxWorkers: 3,
    // What is kept for a user is not mixed with what is kept for the person who runs the tests.
    env: { ...sharedCores, TRIMTAB_STATE: join(tmpdir(), `trimtab-test-state-${process.getuid?.() ?? 'user'}`) },
    reporters: ['default'],
  },
});
