// Chromium without a window and without a GPU, as on a login node; what pages take there.
import process from 'node:process';

import { chromium } from 'playwright-core';

import { findProgram } from '../../scripts/lib/processes.mjs';

/** @param {readonly string[]} more words of its command line */
export async function launch(...more) {
  const executablePath = process.env.CHROMIUM_PATH ?? findProgram('chromium') ?? findProgram('chromium-browser');
  if (executablePath === undefined)
    throw new Error('No Chromium was found: install the package chromium or set CHROMIUM_PATH.');
  const quiet = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking', '--no-first-run'];
  return await chromium.launch({ executablePath, headless: true, args: [...quiet, ...more] });
}

/**
 * Returns the megabytes that the page's script holds: objects, and buffers of typed arrays in addition.
 * @param {import('playwright-core').Page} page
 */
export async function heapOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  /** @type {{ usedSize: number, backingStorageSize?: number }} */
  const { usedSize, backingStorageSize = 0 } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return (usedSize + backingStorageSize) / 1e6;
}

/**
 * Processor seconds that the page's main thread takes from now on: these do not grow where others use the machine too.
 * @param {import('playwright-core').Page} page
 */
export async function processorOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taken = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
  };
  const before = await taken();
  return async () => (await taken()) - before;
}
