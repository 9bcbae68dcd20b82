// Opens a file in Speedscope's page: milliseconds to the first picture and megabytes, or why there is none.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';

import { heapOf, launch } from './browser.mjs';

/** @type {Readonly<Record<string, string>>} */
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
/** Milliseconds after which waiting ends. */
const PATIENCE = 300_000;

/** @typedef {{ is: 'shown', first: number, heap: number } | { is: 'failed', why: string }} PeerResult */

/**
 * @param {string} release folder of the page: `dist/release` of the package
 * @param {string} file
 */
async function serve(release, file) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://here');
    const path = pathname === '/trace.json' ? file : resolve(release, join('.', pathname));
    if (path !== file && !path.startsWith(resolve(release))) return void response.writeHead(404).end();
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined) return void response.writeHead(404).end();
    response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream');
    response.setHeader('content-length', size);
    createReadStream(path).pipe(response);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { server, port: address.port };
}

/**
 * @param {string} release
 * @param {string} file
 * @param {string | undefined} pictures folder for a picture of what it shows
 * @returns {Promise<PeerResult>}
 */
export async function openInPeer(release, file, pictures) {
  const { server, port } = await serve(release, file);
  // It draws with WebGL only, which without a GPU is made by software.
  const browser = await launch('--use-angle=swiftshader', '--enable-unsafe-swiftshader');
  let isOver = false;
  try {
    const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
    /** @type {string[]} */
    const problems = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('dialog', (dialog) => {
      problems.push(dialog.message());
      void dialog.dismiss();
    });
    const crashed = new Promise((done) => page.on('crash', () => done('the page crashed')));
    const address = `http://127.0.0.1:${port}`;
    const began = performance.now();
    await page.goto(`${address}/index.html#profileURL=${encodeURIComponent(`${address}/trace.json`)}`);
    // Its title names the profile once that is shown; then a picture follows with the next frame.
    const shown = page
      .waitForFunction(() => document.title.includes('bench'), undefined, { timeout: PATIENCE, polling: 50 })
      .then(() => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))))
      .then(() => undefined)
      .catch((/** @type {unknown} */ error) => (error instanceof Error ? error.message.split('\n')[0] : String(error)));
    const failed = (async () => {
      while (problems.length === 0 && !isOver) await new Promise((done) => setTimeout(done, 100));
      return problems.join('; ');
    })();
    const why = await Promise.race([shown, crashed, failed]);
    if (why !== undefined) return { is: 'failed', why: String(why) };
    const first = performance.now() - began;
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, 'speedscope.png') });
    return { is: 'shown', first, heap: await heapOf(page) };
  } finally {
    isOver = true;
    await browser.close();
    server.close();
  }
}
