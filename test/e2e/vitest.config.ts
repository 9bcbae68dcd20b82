import { defineConfig } from 'vitest/config';
import { sharedCores } from '../support/sharedCores.js';

export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    globalSetup: ['test/e2e/support/package.ts', 'test/e2e/support/server.ts'],
    setupFiles: ['test/e2e/support/afterFailure.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // One workbench at a time, in the server and the browser that all files share: they take 2.5 GB.
    fileParallelism: false,
    // Files share a process, which reads each module once.
    isolate: false,
    experimental: { fsModuleCache: true, fsModuleCachePath: 'out/test-modules' },
    env: sharedCores,
    reporters: ['default'],
  },
});
