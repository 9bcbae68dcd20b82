/** The server of the workbench, which all files share, and the browser in which they open their windows. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, inject, vi } from 'vitest';
import type { TestProject } from 'vitest/node';
import { sendSignal, startCodeServer, writeSettings } from '../../../scripts/lib/codeServer.mjs';
import { launchBrowser, openContext } from '../../host/browser.mjs';
import { processesWith } from '../../support/processes.js';
import { sharedCores } from '../../support/sharedCores.js';
import { extensionsFolder } from './package.js';

/** Data about the server for the test files, started by the process of vitest itself. */
export interface SharedServer {
  readonly url: string;
  readonly processGroup: number;
  readonly userData: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    server: SharedServer;
  }
}

/** Called by vitest, before the first file. @returns what it calls after the last one */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = mkdtempSync(join(tmpdir(), 'trimtab-e2e-'));
  const userData = join(home, 'user');
  const { url, processGroup, stop } = await startCodeServer({
    userDataFolder: userData,
    extensionsFolder,
    env: sharedCores,
  });
  project.provide('server', { url, processGroup, userData });
  return async () => {
    await stop();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** Nothing animates automatically: without a GPU each frame is drawn by the processor. */
const quiet = {
  'editor.minimap.enabled': false,
  'editor.cursorBlinking': 'solid',
  'workbench.reduceMotion': 'on',
  'terminal.integrated.cursorBlinking': false,
};

/** The browser's context: files share this module. */
let shared: Promise<{ context: BrowserContext; outside: Set<string> }> | undefined;

/** Opens an empty page for the first window of a user, without leftovers of an earlier one. */
export async function openFirstPage(): Promise<{ server: SharedServer; page: Page; outside: ReadonlySet<string> }> {
  const server = inject('server');
  // The server makes and watches these folders from its first window on: they stay.
  for (const name of ['User', 'Machine']) {
    const folder = join(server.userData, name);
    mkdirSync(folder, { recursive: true });
    for (const entry of readdirSync(folder)) rmSync(join(folder, entry), { recursive: true });
  }
  writeSettings(server.userData, { settings: quiet });
  shared ??= launchBrowser().then(openContext);
  const { context, outside } = await shared;
  outside.clear();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const storageTypes = 'cookies,indexeddb,local_storage';
  await devtools.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes });
  await devtools.detach();
  return { server, page, outside };
}

/** Ends what the server keeps of a window that was closed, in case it comes back: all but the server itself. */
export async function endWindow({ processGroup }: SharedServer): Promise<void> {
  const left = (): number[] =>
    processesWith((parts) => !parts.some((part) => /\/out\/node\/entry(\.js)?$/.test(part)), processGroup);
  for (const pid of left()) sendSignal(pid, 'SIGKILL');
  await vi.waitFor(() => expect(left()).toEqual([]), { timeout: 60_000 });
}
