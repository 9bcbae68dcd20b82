import { cpSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { frameViolations } from './support/accessibility.js';
import { openFromMenu, tracedProgram } from './support/tracedProgram.js';
import { VIEWS_WEBVIEW, Workbench } from './support/workbench.js';

const CONFIGURATION = `# What we measure.
version: 1
program: heat2d
ranks: 4
run: { command: [mpirun, -n, "{ranks}", ./heat2d] }
`;

describe('a trace measured elsewhere', () => {
  let folder: string;
  let configuration: string;
  let bench: Workbench;

  beforeAll(async () => {
    folder = tracedProgram();
    configuration = join(folder, 'trimtab.yaml');
    bench = await Workbench.open(folder, join(folder, 'heat2d.c'));
  });

  afterEach(({ task }) => bench.screenshotFailure(task));

  afterAll(async () => {
    await bench.close();
    rmSync(dirname(folder), { recursive: true, force: true });
  });

  it('opens from the menu of its anchor file, and checks the first step of the walkthrough', async () => {
    const walkthrough = bench.page.locator('.quick-input-widget').getByText('See why a parallel program waits').first();
    const isListed = async () => {
      if (!(await walkthrough.isVisible())) await bench.command('Welcome: Open Walkthrough...');
      return walkthrough.isVisible();
    };
    // A window that is still opening takes the focus away, which closes the list.
    await bench.line('heat2d.c', 'heat2d: the steady temperature').waitFor();
    await expect.poll(isListed, { interval: 1000, timeout: 30_000 }).toBe(true);
    await walkthrough.click();
    const step = bench.page.locator('.getting-started-step', { hasText: 'See where it waits' });
    const isChecked = (state: string) => step.locator(`.codicon-getting-started-step-${state}`).first().waitFor();
    await isChecked('unchecked');
    await openFromMenu(bench);
    await isChecked('checked');
    await bench.command('View: Close Editor');
    await bench.rows('Findings').filter({ hasText: 'Late Sender' }).first().waitFor();
    await bench.screenshot('10-trace');
    expect(await bench.rows('Experiments').count()).toBe(1);
  });

  it('excludes a function from its lens, in trimtab.yaml, and reverts that', async () => {
    writeFileSync(configuration, CONFIGURATION);
    const source = readFileSync(join(folder, 'heat2d.c'), 'utf8').split('\n');
    await bench.goToLine(source.findIndex((line) => line.startsWith('static void exchange_halo')) + 1);
    const lens = bench.editor('heat2d.c').locator('.codelens-decoration a:visible', { hasText: 'Exclude…' }).first();
    await lens.waitFor();
    await bench.screenshot('10-lens');
    const choice = bench.page.locator('.quick-input-widget').getByText('Exclude', { exact: true }).first();
    // A lens that is drawn again in the moment of a click does not hear it.
    const isAsked = async () => {
      if (await choice.isVisible()) return true;
      await lens.click();
      return false;
    };
    await expect.poll(isAsked, { interval: 3000, timeout: 60_000 }).toBe(true);
    await choice.click();
    const written = () => readFileSync(configuration, 'utf8');
    await expect.poll(written, { timeout: 60_000 }).toMatch(/^selection:\n {2}functions:\n {4}- exclude: \w+\n$/m);
    expect(written().startsWith(CONFIGURATION)).toBe(true);
    await bench.line('trimtab.yaml', 'selection:').waitFor();
    await bench.screenshot('10-left-out');
    await bench.page.keyboard.press('Control+z');
    await bench.line('trimtab.yaml', 'selection:').waitFor({ state: 'detached' });
  });

  it('leads from a change by iteration, above its line, to that iteration in the timeline', async () => {
    const source = readFileSync(join(folder, 'heat2d.c'), 'utf8').split('\n');
    await bench.page
      .getByRole('tab', { name: /^heat2d\.c/ })
      .first()
      .click();
    await bench.goToLine(source.findIndex((line) => line.includes('MPI_Allreduce(')) + 1);
    const lens = bench
      .editor('heat2d.c')
      .locator('.codelens-decoration a:visible', { hasText: /peaks?.* on rank/ })
      .first();
    await lens.waitFor();
    await bench.screenshot('12-change');
    const timeline = bench.timeline();
    const length = async (): Promise<number> => {
      const shown = (await timeline.locator('header .quiet').first().textContent()) ?? '';
      const [, from, to, unit] = /^([\d.]+)–([\d.]+) (m?s) of/.exec(shown) ?? [];
      return (Number(to) - Number(from)) * (unit === 'ms' ? 1e-3 : 1);
    };
    // One of 60 iterations, which take 76 ms on average and 205 ms where it is worst.
    const isThere = async () => {
      const seconds = await length();
      if (seconds > 0.1 && seconds < 0.4) return true;
      await lens.click();
      return false;
    };
    await expect.poll(isThere, { interval: 3000, timeout: 60_000 }).toBe(true);
    await bench.screenshot('12-iteration');
  });

  it('explains a property on its page, with its picture', async () => {
    const row = bench.rows('Findings').filter({ hasText: 'Late Sender' }).first();
    await row.hover();
    await row.getByRole('button', { name: 'Explain Property' }).click();
    const page = bench.webview();
    await page.getByRole('heading', { name: 'Late Sender (mpi_latesender)' }).waitFor();
    const picture = page.getByRole('img', { name: 'The receiver enters MPI_Recv while the sender still works.' });
    await picture.waitFor();
    // An image that could not be loaded has no intrinsic width.
    const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width, { timeout: 30_000 }).toBeGreaterThan(0);
    await bench.screenshot('11-property');
  });

  it('timeline: opens a row, finds a call, distinguishes functions, and shows dependencies between operations', async () => {
    const page = bench.timeline();
    const picture = page.getByRole('application', { name: /^Timeline of / });
    await picture.waitFor();
    await picture.focus();
    const told = page.locator('.told');
    await told.filter({ hasText: / waited / }).waitFor();
    const selected = await told.innerText();
    await picture.hover({ position: { x: 400, y: 55 } });
    const tip = page.locator('.tip');
    await tip.filter({ hasText: /^MPI Rank \d at [\d.]+ m?s: / }).waitFor();
    expect(await told.innerText()).toBe(selected);
    await bench.screenshot('12-timeline-tip');
    await picture.press('Shift');
    await tip.waitFor({ state: 'detached' });
    await picture.press('o');
    await bench.screenshot('12-timeline-row');
    await picture.press('/');
    const box = page.getByRole('searchbox', { name: 'Find a function or a row' });
    await box.fill('relax_rows');
    await box.press('Enter');
    await told.filter({ hasText: /^MPI Rank \d at .*: in relax_rows/ }).waitFor();
    await page.getByRole('button', { name: /^line \d+/ }).waitFor();
    const first = await told.innerText();
    await picture.press('g');
    await expect.poll(() => told.innerText(), { timeout: 30_000 }).not.toBe(first);
    await told.filter({ hasText: /: in relax_rows/ }).waitFor();
    await picture.press('m');
    await told.filter({ hasText: /^Marked .*: \d/ }).waitFor();
    const colors = page.getByRole('list', { name: 'Colors' });
    await page.getByRole('combobox', { name: 'color' }).selectOption('function');
    await colors.getByText('relax_rows', { exact: true }).waitFor();
    for (const [short, theme] of [
      ['light', 'Light Modern'],
      ['dark', 'Dark Modern'],
    ] as const) {
      await bench.changeTheme(theme);
      await page.locator('.timeline:not(.loading)').waitFor();
      expect(await frameViolations(bench.page, VIEWS_WEBVIEW), theme).toEqual([]);
      await bench.screenshot(`12-timeline-functions-${short}`);
    }
    await page.getByRole('combobox', { name: 'order' }).selectOption('logical');
    await page.getByText(/^steps 0–\d/).waitFor();
    await colors
      .getByText(/ late$/)
      .first()
      .waitFor();
    await picture.press('ArrowRight');
    await told.filter({ hasText: /; step \d+, / }).waitFor();
    await bench.screenshot('12-timeline-logical');
    // The worst wait is shown where it happened.
    await picture.press('n');
    await told.filter({ hasText: / waited / }).waitFor();
    await page.getByText(/^steps /).waitFor({ state: 'detached' });
  });

  it('is shown as incomplete in a row above the findings if a process was cut off, with its location below', async () => {
    cpSync(join(folder, 'trace'), join(folder, 'cut'), { recursive: true });
    const events = join(folder, 'cut/traces/1.evt');
    truncateSync(events, Math.floor(statSync(events).size / 2));
    await bench.command('View: Show Explorer');
    await openFromMenu(bench, 'cut');
    const row = bench
      .rows('Findings')
      .filter({ hasText: /^\s*Incomplete trace/ })
      .first();
    await row.waitFor();
    expect(await row.textContent()).toContain('ends early');
    await row.click();
    await bench.page.keyboard.press('ArrowRight');
    await bench.rows('Findings').filter({ hasText: 'of the run missing' }).first().waitFor();
    await bench.screenshot('12-incomplete-trace');
  });
});
