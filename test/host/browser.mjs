/** Chromium without a window, for the workbench under test. */
import { chromium } from 'playwright-core';
import { findProgram } from '../../scripts/lib/processes.mjs';

const viewport = { width: 1440, height: 860 };

export async function launchBrowser() {
  const executablePath = process.env.CHROMIUM_PATH ?? findProgram('chromium') ?? findProgram('chromium-browser');
  if (executablePath === undefined) {
    throw new Error('No Chromium was found: install the package chromium or set CHROMIUM_PATH.');
  }
  return await chromium.launch({
    executablePath,
    headless: true,
    // The sandbox needs rights that containers and root do not have; only our own server is visited.
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
    ],
  });
}

/**
 * A page that reaches this machine only; addresses elsewhere are refused and noted.
 * @param {import('playwright-core').Browser} browser
 * @returns {Promise<{ page: import('playwright-core').Page, outside: Set<string> }>}
 */
export async function openPage(browser) {
  const context = await browser.newContext({
    viewport,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  /** @type {Set<string>} */
  const outside = new Set();
  await context.route(
    (url) => /^https?:$/.test(url.protocol) && url.hostname !== '127.0.0.1',
    async (route) => {
      outside.add(new URL(route.request().url()).host);
      await route.abort();
    },
  );
  const page = await context.newPage();
  return { page, outside };
}
