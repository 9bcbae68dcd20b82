// An experiment served by a separate process, and its page in a browser.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

import { heapOf, launch, processorOf } from './browser.mjs';

/** @typedef {import('./page/harness.js').Moved} Moved */
/** @typedef {{ serve: string, worker: string, bundles: string, harness: string }} Programs */

/**
 * @param {Programs} programs
 * @param {string} store
 */
export async function startServer({ serve, worker, bundles, harness }, store) {
  const child = spawn(process.execPath, [serve, store, worker, bundles, harness], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const address = String(line).trim();
  return {
    address,
    /** @param {string} path @returns {Promise<unknown>} */
    ask: async (path) => (await fetch(`${address}/${path}`)).json(),
    stop: () => child.kill(),
  };
}

/**
 * Opens a page of an experiment that is not open elsewhere, moves in it, and closes all.
 * @template T
 * @param {Programs} programs
 * @param {{ store: string, id: string, page: 'timeline' | 'explorer', rows: number, picture?: string }} what
 * @param {(page: import('playwright-core').Page, server: Awaited<ReturnType<typeof startServer>>) => Promise<T>} act
 */
export async function inPage(programs, { store, id, page: name, rows, picture }, act) {
  const server = await startServer(programs, store);
  const browser = await launch('--disable-gpu');
  try {
    const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
    const before = Number(await server.ask('memory'));
    await page.goto(`${server.address}/page/${name}?page=${name}&experiment=${id}&rows=${rows}`);
    const selector = name === 'timeline' ? '.picture canvas' : '[role=treegrid]';
    await page.locator(selector).first().waitFor({ timeout: 120_000 });
    await page.waitForFunction(() => window.bench.firstPicture() !== undefined, undefined, { timeout: 120_000 });
    const first = await page.evaluate(() => window.bench.firstPicture());
    const heap = await heapOf(page);
    const processor = await processorOf(page);
    const done = await act(page, server);
    const spent = (await processor()) * 1000;
    if (picture !== undefined) await page.screenshot({ path: picture });
    const grown = Number(await server.ask('memory')) - before;
    return { first: first ?? NaN, heap, heapAfter: await heapOf(page), grown, spent, done };
  } finally {
    await browser.close();
    server.stop();
  }
}
