/** Chromium without a window, for the workbench under test. It reaches this machine only. */
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
      // By the browser itself: to intercept requests turns its cache off.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
}

/**
 * A window's pages, which share cache and storage.
 * @param {import('playwright-core').Browser} browser
 * @returns {Promise<{ context: import('playwright-core').BrowserContext, outside: Set<string> }>} `outside` fills with the
 *   hosts beyond this machine that pages ask for; the browser finds none of them
 */
export async function openContext(browser) {
  const context = await browser.newContext({
    viewport,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  /** @type {Set<string>} */
  const outside = new Set();
  // Hosts of the workbench that do not exist are not among them: its service worker answers for these.
  context.on('requestfailed', (request) => {
    if (request.failure()?.errorText === 'net::ERR_NAME_NOT_RESOLVED') outside.add(new URL(request.url()).host);
  });
  return { context, outside };
}
