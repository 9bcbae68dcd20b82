#!/usr/bin/env node
/**
 * Replaces the `code` executable of desktop VS Code: takes its arguments and opens the same in code-server and
 * Chromium. It forwards the extension host's console and ends with the test run's exit code. TRIMTAB_HOST_DEBUG=1 shows
 * everything.
 */
import { format } from 'node:util';
import { startCodeServer, workbenchUrl } from '../../scripts/lib/codeServer.mjs';
import { launchBrowser, openContext } from './browser.mjs';
import { addressPayload, parseDesktopArguments } from './desktopArguments.mjs';

const limit = Number(process.env.TRIMTAB_HOST_TIMEOUT_MS ?? 600_000);
/** Whether the folder is to be opened untrusted, and trusted when the tests ask for it. */
const needsTrust = process.env.TRIMTAB_HOST_TRUST !== undefined;
const debug = process.env.TRIMTAB_HOST_DEBUG !== undefined;

/** Output of tests that request trust in the folder. */
const TRUST_WANTED = '[tests] trust the folder';

/** The workbench's own log comes the same way as the extension host's console. */
const noise =
  /^(Ignoring fetching additional builtin|Creation of workbench contribution|Creating a socket|Resolv(ing|ed) connection token|Updating additional builtin|Invoking resolveAuthority|\[(reconnection-grace-time|AccountPolicyGate|Agent ?Host|ChatModelSelection|Service Worker|remote-connection)|Started local extension host|.*open-vsx\.org)/;

/** A crashed extension host is reported to the page as exit code 0: only the server's log shows it. */
const crash = /Extension Host Process exited with code: (?:(?!0,)[^\n]*|0, signal: (?!null)[^\n]*)/;

/** @type {import('../../scripts/lib/codeServer.mjs').RunningServer | undefined} */
let server;
/** @type {import('playwright-core').Browser | undefined} */
let browser;
let finishing = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => void finish(130, `stopped by ${signal}`));
process.on('exit', () => server?.kill('SIGKILL'));
process.on('unhandledRejection', (error) => void finish(1, `unexpected: ${String(error)}`));
setTimeout(() => void finish(124, `no result after ${limit / 1000} s`), limit).unref();

try {
  await open();
} catch (error) {
  await finish(1, error instanceof Error ? (error.stack ?? error.message) : String(error));
}

async function open() {
  const wishes = parseDesktopArguments(process.argv.slice(2));
  server = await startCodeServer({
    userDataFolder: wishes.userDataFolder,
    extensionsFolder: wishes.extensionsFolder,
    automation: true,
    workspaceTrust: needsTrust,
    settings: needsTrust ? { 'security.workspace.trust.startupPrompt': 'never' } : {},
    onOutput: debug ? (text) => process.stderr.write(text) : undefined,
  });
  browser = await launchBrowser();
  const { context } = await openContext(browser);
  const page = await context.newPage();
  await page.exposeFunction(
    'codeAutomationLog',
    (/** @type {string} */ level, /** @type {readonly unknown[]} */ values) => {
      if (needsTrust && format(...values) === TRUST_WANTED) void trust(page);
      else passOn(level, values);
    },
  );
  await page.exposeFunction('codeAutomationExit', onTestsEnded);
  if (debug) page.on('console', (message) => process.stderr.write(`[page] ${message.text()}\n`));
  page.on('crash', () => void finish(1, 'the browser page crashed'));
  page.on('dialog', (dialog) => void dialog.accept());
  browser.on('disconnected', () => void finish(1, 'the browser went away'));
  const where = wishes.open?.endsWith('.code-workspace') ? { workspace: wishes.open } : { folder: wishes.open };
  const address = workbenchUrl(server.url, { ...where, payload: addressPayload(wishes, server.url) });
  await page.goto(address, { waitUntil: 'domcontentloaded', timeout: 60_000 });
  await page.waitForSelector('.monaco-workbench', { timeout: 60_000 });
}

/**
 * Trusts the folder as a person does: no command and no API of VS Code can. The tests have opened the editor for it.
 * @param {import('playwright-core').Page} page
 */
async function trust(page) {
  try {
    await page
      .locator('.workspace-trust-editor')
      .getByRole('button', { name: /^Trust\b/ })
      .first()
      .click();
  } catch (error) {
    await finish(1, `the folder could not be trusted: ${String(error)}`);
  }
}

/**
 * The page may hear of the end before the server has logged a crash: wait a little for its log.
 * @param {number} code
 */
async function onTestsEnded(code) {
  await new Promise((resolve) => setTimeout(resolve, 500));
  const crashed = crash.exec(server?.output() ?? '');
  await finish(crashed ? code || 1 : code, crashed ? `the extension host crashed: ${crashed[0]}` : undefined);
}

/**
 * One line of the extension host's console; console.log('%s', x) arrives unformatted.
 * @param {string} level
 * @param {readonly unknown[]} values
 */
function passOn(level, values) {
  const text = format(...values);
  if (!debug && noise.test(text)) return;
  (level === 'error' || level === 'warn' ? process.stderr : process.stdout).write(`${text}\n`);
}

/**
 * @param {number} code
 * @param {string} [why]
 */
async function finish(code, why) {
  if (finishing) return;
  finishing = true;
  if (why !== undefined) {
    process.stderr.write(`[workbench] ${why}\n`);
    if (code !== 0 && !debug) process.stderr.write(`${(server?.output() ?? '').split('\n').slice(-40).join('\n')}\n`);
  }
  await Promise.race([browser?.close(), new Promise((resolve) => setTimeout(resolve, 5_000).unref())]);
  await server?.stop();
  // runTests drops our output when we end: let it be written and read first.
  await new Promise((resolve) => process.stdout.write('', resolve));
  await new Promise((resolve) => process.stderr.write('', resolve));
  setTimeout(() => process.exit(code), 150);
}
