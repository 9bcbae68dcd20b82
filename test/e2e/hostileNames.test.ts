import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE, hostileNames, hostileProgram } from './support/hostileProgram.js';
import { lineIn } from './support/sourceLines.js';
import { openFromMenu } from './support/tracedProgram.js';
import { Workbench } from './support/workbench.js';

/** Part of every hostile name; where it is a link it is not shown like this. */
const SHOWN = '[run](command:trimtab.stop)';
/** As the lists of the workbench show it, which make links of names. */
const IN_LISTS = '[run] (command:trim';
const waitingLine = 'MPI_Waitall(4, requests';
const causingLine = 'return relax_rows(b, alloy_begin';

/** Commands that hovers and pages of Trimtab lead to. */
const OWN = /^command:trimtab\.(explainProperty|showFinding|showDynamics|showOnLines)\b/;

describe('a workspace whose names hold Markdown, HTML, commands and icons', () => {
  let folder: string;
  let bench: Workbench;

  beforeAll(async () => {
    folder = hostileProgram();
    bench = await Workbench.open(folder, join(folder, 'heat2d.c'));
  });

  afterEach(({ task }) => bench.screenshotFailure(task));

  afterAll(async () => {
    await bench.close();
    rmSync(dirname(folder), { recursive: true, force: true });
  });

  const lineOf = (text: string): number => lineIn(join(folder, 'heat2d.c'), text);

  /** A page shows the names, and nothing that they hold is more than text. */
  async function expectText(page: FrameLocator, name: string): Promise<void> {
    await page.getByText(SHOWN).first().waitFor();
    const made = page.locator('img[src^="http"], img[src="x"], a[href^="command:"], a[href^="http"], .codicon-bug');
    expect(await made.count(), name).toBe(0);
    expect([...bench.outside], name).toEqual([]);
    await bench.screenshot(name);
  }

  async function expectTextIn(hover: Locator, name: string): Promise<void> {
    expect(await hover.innerText(), name).toContain(SHOWN);
    const links = await hover.locator('a').evaluateAll((all) => all.map((a) => a.getAttribute('data-href') ?? ''));
    expect(
      links.filter((link) => !OWN.test(link)),
      name,
    ).toEqual([]);
    // Trimtab's own pictures are part of the hover.
    expect(await hover.locator('img:not([src^="data:"]), .codicon-bug').count(), name).toBe(0);
    expect([...bench.outside], name).toEqual([]);
    await bench.screenshot(name);
  }

  const hoverWith = (text: string | RegExp): Locator =>
    bench.page.locator('.monaco-hover:visible', { hasText: text }).first();

  it('shows the names of a trace as text in hovers and lenses of lines that wait, and of lines that cause it', async () => {
    await openFromMenu(bench);
    await bench.rows('Findings').filter({ hasText: 'Late Sender' }).first().waitFor();
    await bench.page.getByRole('tab', { name: /^heat2d\.c(,|$)/ }).click();
    await bench.goToLine(lineOf(waitingLine));
    await bench.mark('heat2d.c', waitingLine, 'Late Sender');
    const waiting = hoverWith('Caused by');
    await bench.pointAt('heat2d.c', waitingLine, 'MPI_Waitall', waiting);
    await expectTextIn(waiting, '60-hostile-waiting');
    const lenses = bench.editor('heat2d.c').locator('.codelens-decoration');
    await lenses
      .filter({ hasText: /waits for .*\[run\] \(command:trimtab\.stop\)/ })
      .first()
      .waitFor();
    expect(await lenses.locator('.codicon-bug').count()).toBe(0);
    await bench.goToLine(lineOf(causingLine));
    await bench.mark('heat2d.c', causingLine, 'makes others wait');
    const causing = hoverWith('Makes others wait');
    await bench.pointAt('heat2d.c', causingLine, 'relax_rows', causing);
    await expectTextIn(causing, '60-hostile-causing');
  });

  it('shows them as text in the rows of findings and their hovers', async () => {
    const row = bench.rows('Findings').filter({ hasText: IN_LISTS }).first();
    await row.hover();
    const hover = bench.page.locator('.monaco-hover:visible', { hasText: '[run]' }).first();
    await hover.waitFor();
    expect(await bench.rows('Findings').locator('.codicon-bug, img').count()).toBe(0);
    expect(await hover.locator('img, .codicon-bug, a').count()).toBe(0);
    await bench.screenshot('60-hostile-findings');
    await bench.page.mouse.move(0, 0);
  });

  it('shows them as text in the timeline', async () => {
    const page = bench.timeline();
    const picture = page.getByRole('application', { name: /^Timeline of / });
    await picture.focus();
    await page
      .locator('.told')
      .filter({ hasText: / waited / })
      .waitFor();
    await picture.press('/');
    const box = page.getByRole('searchbox', { name: 'Find a function or a row' });
    await box.fill('relax_rows');
    await box.press('Enter');
    await page.locator('.told').filter({ hasText: SHOWN }).waitFor();
    await page.getByRole('combobox', { name: 'color' }).selectOption('function');
    await page.getByRole('list', { name: 'Colors' }).getByText(SHOWN).first().waitFor();
    await expectText(page, '60-hostile-timeline');
  });

  it('shows names of experiments, notes and tags as text in the history', async () => {
    await bench.command('Trimtab: Experiment History');
    const page = bench.webview();
    await page.getByRole('heading', { name: 'Experiment History' }).waitFor();
    for (const name of hostileNames) await page.getByRole('button', { name, exact: true }).waitFor();
    await expectText(page, '60-hostile-history');
  });

  it('shows them as text where experiments are compared, on the page and on the lines', async () => {
    const page = bench.webview();
    for (const name of hostileNames) await page.getByRole('checkbox', { name: `Tick ${name}`, exact: true }).check();
    await page.getByRole('button', { name: 'Compare 2' }).click();
    const compared = bench.webview();
    await compared.getByRole('heading', { name: 'Compare Experiments' }).waitFor();
    await expectText(compared, '60-hostile-compare');
    await compared.getByRole('button', { name: 'Source lines' }).click();
    await compared.getByRole('button', { name: 'Show on lines' }).click();
    await bench.page.locator('.monaco-editor.focused').first().waitFor();
    await bench.goToLine(lineOf(waitingLine));
    const hover = hoverWith(SHOWN);
    await bench.pointAt('heat2d.c', waitingLine, 'MPI_Waitall', hover);
    await expectTextIn(hover, '60-hostile-changes');
    await bench.command('Trimtab: Hide Changes on Lines');
  });

  it('shows names of functions of a profile as text in the Explorer', async () => {
    await bench.command('View: Close All Editors');
    await bench.command('View: Show Explorer');
    const files = bench.page.locator('.explorer-folders-view .monaco-list-row');
    await files.filter({ hasText: `${HOSTILE}.cubex` }).dblclick();
    await bench.webview().getByText(`${HOSTILE} is open as an experiment`).waitFor();
    await bench.command('Trimtab: Open Explorer');
    const page = bench.webview();
    await page.getByRole('treegrid', { name: /^Call paths by / }).waitFor();
    await expectText(page, '60-hostile-explorer');
  });
});
