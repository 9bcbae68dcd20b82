import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { RunnerTestCase } from 'vitest';
import { workbenchUrl } from '../../../scripts/lib/codeServer.mjs';
import { root } from '../../../scripts/lib/layout.mjs';
import { processesWith } from '../../support/processes.js';
import { extensionsFolder } from './package.js';
import { endWindow, openFirstPage, type SharedServer } from './server.js';

const screenshots = join(root, 'test-results/screenshots');
/** Pictures for README and docs: `npm run screenshots` copies them. */
const docsPictures = join(root, 'test-results/pictures');

/** Webviews that are editors, and those that are views next to them. */
export const VIEWS_WEBVIEW = 'iframe.webview.ready[src*="purpose=webviewView"]';
export const EDITORS_WEBVIEW = 'iframe.webview.ready:not([src*="purpose=webviewView"])';

/** How often a condition on the page is checked. */
const LOOK_MS = 100;

/** A window of the workbench with the packaged extension, as a user has it who opens the first one. */
export class Workbench {
  private theme: string | undefined;

  private constructor(
    readonly page: Page,
    /** Hosts that the page tried to reach beyond this machine. */
    readonly outside: ReadonlySet<string>,
    private readonly server: SharedServer,
  ) {}

  /** Opens a folder, with one of its files in the editor. */
  static async open(folder: string, openFile: string): Promise<Workbench> {
    const { server, page, outside } = await openFirstPage();
    page.setDefaultTimeout(60_000);
    await page.goto(workbenchUrl(server.url, { folder, openFile }));
    await page.locator('.monaco-workbench').waitFor();
    return new Workbench(page, outside, server);
  }

  /**
   * Closes the window, and ends the state that the server keeps for a reconnect; then opens it again.
   * @param meanwhile actions while no window is open
   */
  async reopen(folder: string, openFile: string, meanwhile: () => Promise<void>): Promise<void> {
    await this.page.goto('about:blank');
    for (const pid of this.processesOf('engine.cjs')) process.kill(pid, 'SIGKILL');
    await meanwhile();
    await this.page.goto(workbenchUrl(this.server.url, { folder, openFile }));
    await this.page.locator('.monaco-workbench').waitFor();
  }

  /** The editor that shows a file. */
  editor(fileName: string): Locator {
    return this.page.locator(`.editor-instance[aria-label*="${fileName}"]`).first();
  }

  /** The lines of the file on the screen that contain a text. */
  line(fileName: string, text: string): Locator {
    return this.editor(fileName).locator('.view-line', { hasText: text });
  }

  /** Rows of the tree under a view's title. */
  rows(view: string): Locator {
    return this.page
      .locator('.pane', { has: this.page.locator(`.pane-header[aria-label^="${view}"]`) })
      .getByRole('treeitem');
  }

  /** Opens or closes the row with this exact label. Tries again if it was redrawn in the middle of the click. */
  async setExpanded(view: string, label: string, open: boolean): Promise<void> {
    const named = this.page.locator('.label-name').getByText(label, { exact: true });
    const row = this.rows(view).filter({ has: named }).first();
    const done = row.and(this.page.locator(`[aria-expanded="${open}"]`));
    for (let patience = 5_000; ; patience *= 2) {
      if ((await row.getAttribute('aria-expanded')) !== String(open)) await row.click();
      try {
        await done.waitFor({ timeout: patience });
        return;
      } catch (error) {
        if (patience > 60_000) throw error;
      }
    }
  }

  /** Opens a view of the side bar that shows its title only. */
  async openView(view: string): Promise<void> {
    const header = this.page.locator(`.pane-header[aria-label^="${view}"]`);
    await header.waitFor();
    if ((await header.getAttribute('aria-expanded')) === 'false') await header.click();
  }

  /** Collapses a view to its title, so that others have its space: rows below the edge of a view do not exist. */
  async closeView(view: string): Promise<void> {
    const header = this.page.locator(`.pane-header[aria-label^="${view}"]`);
    await header.waitFor();
    if ((await header.getAttribute('aria-expanded')) === 'true') await header.click();
  }

  /**
   * Chooses an item of the menu that is open. By the keyboard: in the moment in which it appears the menu takes no
   * click, lest it be the end of the one that opened it.
   */
  async choose(item: string): Promise<void> {
    await this.page.getByRole('menuitem', { name: item }).hover();
    await this.page.keyboard.press('Enter');
  }

  /**
   * Returns the contents of the webview that is open as an editor, such as a Markdown preview: a frame in its guarding
   * frame.
   */
  webview(): FrameLocator {
    return this.page.frameLocator(EDITORS_WEBVIEW).frameLocator('#active-frame');
  }

  /** Returns the contents of the view under the code. */
  timeline(): FrameLocator {
    return this.page.frameLocator(VIEWS_WEBVIEW).frameLocator('#active-frame');
  }

  /**
   * Runs a command as users do: by its title in the palette. A view that opens to the side takes the focus when it is
   * ready: the palette then does not open, or closes, and is opened again. The click has a long limit, since it must
   * not be repeated.
   */
  async command(title: string): Promise<void> {
    for (let patience = 2_000; ; patience *= 2) {
      await this.page.keyboard.press('F1');
      try {
        const entry = await this.find(`>${title}`, title, patience);
        await entry.click({ timeout: 15_000 });
        return;
      } catch (error) {
        if (patience > 60_000) throw error;
      }
    }
  }

  /** Types into the quick pick that is open. @returns the entry with this very label, once it is shown */
  private async find(typed: string, label: string, timeout?: number): Promise<Locator> {
    const widget = this.page.locator('.quick-input-widget');
    const limit = timeout === undefined ? {} : { timeout };
    await widget.locator('input').first().fill(typed, limit);
    const entry = widget.locator('.monaco-list-row .label-name').getByText(label, { exact: true }).first();
    await entry.waitFor(limit);
    return entry;
  }

  /** The list that proposes a new configuration, once it is shown. @returns the summary above its entries */
  async proposal(): Promise<string> {
    const list = this.page.locator('.quick-input-widget');
    await list.getByText('New trimtab.yaml in').waitFor();
    await list.locator('.monaco-list-row', { hasText: 'Create and Run' }).waitFor();
    return (await list.locator('input').first().getAttribute('placeholder')) ?? '';
  }

  /** Agrees to the proposed configuration. */
  async createAndRun(): Promise<void> {
    await this.page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Create and Run' }).click();
  }

  /** Goes to a 1-based line of the file in the editor. */
  async goToLine(line: number): Promise<void> {
    await this.page.keyboard.press('Control+g');
    const input = this.page.locator('.quick-input-widget input').first();
    await input.fill(`:${line}`);
    await this.page.keyboard.press('Enter');
    await this.page.locator('.statusbar-item', { hasText: `Ln ${line},` }).waitFor();
  }

  /** Waits for the text that a mark shows at the end of a line: what CSS puts after its last span. */
  async mark(fileName: string, lineText: string, markText: string): Promise<string> {
    const line = this.line(fileName, lineText).first();
    await line.waitFor();
    const handle = await this.page.waitForFunction(
      ({ fileName, lineText, markText }) => {
        const lines = document.querySelectorAll(`.editor-instance[aria-label*="${fileName}"] .view-line`);
        const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ');
        const found = [...lines].filter((line) => plain(line.textContent).includes(lineText));
        const marks = found.flatMap((line) =>
          [...line.querySelectorAll('span')].map((span) => plain(getComputedStyle(span, '::after').content)),
        );
        return marks.find((mark) => mark.includes(markText));
      },
      { fileName, lineText, markText },
      // At each frame, as is the default, it would keep a core busy while a program is measured.
      { polling: LOOK_MS },
    );
    return (await handle.jsonValue()) ?? '';
  }

  /** Notifications on the screen. */
  notifications(): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item-message');
  }

  /** Changes the color theme as people do, unless it is chosen already. */
  async changeTheme(label: string): Promise<void> {
    if (label === this.theme) return;
    await this.command('Preferences: Color Theme');
    // The list of themes takes the place of the list of commands, and begins with nothing typed.
    await this.page.waitForFunction(
      () => document.querySelector('.quick-input-widget input')?.matches(':placeholder-shown'),
      undefined,
      { polling: LOOK_MS },
    );
    await (await this.find(label, label)).click();
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    this.theme = label;
  }

  /**
   * Rests the pointer on a text until its hover shows, coming from outside the editor. The click before ends a press
   * that the editor considers held after a context menu, and then shows no hover. It also redraws the line, so that a
   * word requested just then has no position: `hover` looks for it again. Marks and lenses that appear meanwhile close
   * a hover that was about to open, or move the line. The pointer is then moved again, and rests longer, because an
   * answer may be slow.
   */
  async pointAt(fileName: string, lineText: string, text: string, hover: Locator): Promise<void> {
    const line = this.line(fileName, lineText);
    const word = line.locator('span', { hasText: text }).last();
    for (let patience = 2_000; ; patience *= 2) {
      await line.click({ position: { x: 400, y: 8 } });
      await this.page.mouse.move(0, 0);
      await word.hover();
      try {
        await hover.waitFor({ timeout: patience });
        return;
      } catch (error) {
        if (patience < 32_000) continue;
        const shown = await this.page.locator('.monaco-hover:visible').allInnerTexts();
        throw new Error(`No such hover over ${text}; shown: ${shown.join(' | ') || 'none'}`, { cause: error });
      }
    }
  }

  /** Processes that run a file of the installed extension, such as its engine. */
  processesOf(bundle: string): number[] {
    return processesWith((parts) => parts.some((part) => isInstalled(part, bundle)));
  }

  /** Shows the view container from the activity bar. */
  async showTrimtab(): Promise<void> {
    const tab = this.page.locator('.activitybar').getByRole('tab', { name: 'Trimtab' });
    if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
    await this.page.locator('.pane-header[aria-label^="Findings"]').waitFor();
  }

  async screenshot(name: string): Promise<void> {
    mkdirSync(screenshots, { recursive: true });
    await this.page.screenshot({ path: join(screenshots, `${name}.png`) });
  }

  /**
   * Takes a picture for README and docs.
   * @param part of the window; from `top` on, `height` pixels of it where they are given
   */
  async docsPicture(name: string, part: Locator, range: { top?: number; height?: number } = {}): Promise<void> {
    mkdirSync(docsPictures, { recursive: true });
    const box = await part.boundingBox();
    if (box === null) throw new Error(`The part of the window for the picture ${name} is not visible.`);
    const { top = box.y, height = box.y + box.height - top } = range;
    const clip = { ...box, y: top, height };
    await this.page.screenshot({ path: join(docsPictures, `${name}.png`), clip });
  }

  /** Keeps what the workbench shows at the end of a test that failed. */
  async screenshotFailure({ name, result }: Pick<RunnerTestCase, 'name' | 'result'>): Promise<void> {
    if (result?.state === 'fail') await this.screenshot(`failed ${name.replaceAll(/\W+/g, '-')}`);
  }

  /** The folder in which the server keeps what a user sets. */
  get userData(): string {
    return this.server.userData;
  }

  async close(): Promise<void> {
    await this.page.close();
    await endWindow(this.server);
  }
}

function isInstalled(part: string, bundle: string): boolean {
  return part.startsWith(extensionsFolder) && part.endsWith(`/${bundle}`);
}
