import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    globalSetup: ['test/e2e/support/package.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // One workbench at a time: a server and a browser take 2.5 GB.
    fileParallelism: false,
    reporters: ['default'],
  },
});
