import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { probeCache } from './test/support/caches.js';
import { sanitizerEnvironment } from './test/support/sanitizers.js';
import { sharedCores } from './test/support/sharedCores.js';
import { SLOW_FOLDERS, SlowFirst } from './test/support/slowFirst.js';

/**
 * Tests that replace modules, change the environment of their process, or measure its memory: each file has a process of
 * its own. All others share processes, which read each module once.
 */
const ALONE = [
  'test/analysis/trace/tables/{arena,release,released.property}.test.ts',
  'test/cli/targets.test.ts',
  'test/engine/distributed/**/*.test.ts',
  'test/engine/measurements/channel.test.ts',
  'test/experiments/seal.test.ts',
  'test/workflows/runner/foreignRuns.test.ts',
  'test/workflows/runner/fullDisk.test.ts',
];

/** Run by other commands: inside VS Code, and in the whole workbench. */
const ELSEWHERE = ['test/host/**', 'test/e2e/**'];

/** Not in `npm run test:fast`: real programs, clusters, packages and public traces, and what takes more than a few seconds. */
const SLOW = [
  ...SLOW_FOLDERS.map((folder) => `test/${folder}/**`),
  ...['**/*.property.test.ts', '**/conformance.test.ts', '**/add*.test.ts', '**/fuzz.test.ts'],
  ...['analysis/asl/folds', 'analysis/asl/patterns', 'base/yaml', 'experiments/compare/compare'].map(
    (name) => `test/${name}.test.ts`,
  ),
  ...['experiments/concurrent', 'experiments/export/strangers', 'experiments/history/history'].map(
    (name) => `test/${name}.test.ts`,
  ),
  ...['extension/compare/rankValues', 'scripts/packaging'].map((name) => `test/${name}.test.ts`),
];

const isFast = process.env.TRIMTAB_TEST_TIER === 'fast';
const left = isFast ? [...ELSEWHERE, ...SLOW] : ELSEWHERE;

export default defineConfig({
  // Modules of the extension import texts from VS Code, which exists only in its extension host.
  resolve: { alias: { vscode: fileURLToPath(new URL('test/support/vscode.ts', import.meta.url)) } },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: ['test/**/*.test.ts'], exclude: [...left, ...ALONE], isolate: false },
      },
      { extends: true, test: { name: 'alone', include: ALONE, exclude: left } },
    ],
    globalSetup: ['test/support/pruneCaches.ts', 'test/support/buildProbe.ts', 'test/support/sanitizers.ts'],
    setupFiles: ['test/support/cases.ts'],
    // These only end what hangs: on a busy machine anything may take long.
    testTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    hookTimeout: 300_000,
    // More than the two cores of the machines this runs on: programs under test, and what waits for them, mostly wait.
    maxWorkers: 4,
    sequence: { sequencer: SlowFirst },
    env: {
      ...sharedCores,
      ...sanitizerEnvironment,
      TRIMTAB_CACHE: probeCache,
      // What is kept for a user is not mixed with what is kept for the person who runs the tests.
      TRIMTAB_STATE: join(tmpdir(), `trimtab-test-state-${process.getuid?.() ?? 'user'}`),
    },
    experimental: { fsModuleCache: true, fsModuleCachePath: 'out/test-modules' },
    reporters: ['default'],
  },
});
