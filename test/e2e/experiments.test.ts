import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HEAT2D as file, heat2dProject, showEngine } from './support/heat2dProject.js';
import { inThemes } from './support/onHistory.js';
import { lineIn } from './support/sourceLines.js';
import { Workbench } from './support/workbench.js';

const waitingLine = 'MPI_Waitall(4, requests';
/** Takes longer with more ranks on two processors in each study; waiting only in most. */
const startLine = 'MPI_Init(';
/** Up to sixteen ranks on two cores, several times. */
const runLimit = 170_000;

const configuration = `version: 1
program: heat2d
ranks: 4
build:
  command: [make, -B, 'CC=trimtab-cc mpicc']
run:
  command: [mpirun, -n, '{ranks}', ./heat2d, '300', '150']
sources: [${file}]
measure: { mode: trace }
`;

describe('experiments of a program, measured, compared and reproduced', () => {
  let folder: string;
  let bench: Workbench;

  beforeAll(async () => {
    folder = heat2dProject('heat2d-study', configuration);
    bench = await Workbench.open(folder, join(folder, file));
    await showEngine(bench);
  });

  afterEach(({ task }) => bench.screenshotFailure(task));

  afterAll(async () => {
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const lineOf = (text: string): number => lineIn(join(folder, file), text);

  it('asks for what a scalability study is to measure', async () => {
    await bench.command('Trimtab: Scalability Study…');
    await bench.page.getByText('Scalability study: ranks (1 of 2)').waitFor();
    const input = bench.page.locator('.quick-input-widget input').first();
    expect(await input.inputValue()).toBe('1, 2, 4, 8, 16');
    await input.fill('1, 2, four');
    await bench.page.getByText('“four” is none').waitFor();
    await bench.screenshot('30-study-inputs');
    await input.fill('1, 2, 4, 8, 16');
    await bench.page.keyboard.press('Enter');
    await bench.page.getByText('Scalability study: repeats (2 of 2)').waitFor();
    await bench.page.getByText('One run of each per element').waitFor();
    await bench.page.keyboard.press('Enter');
    await bench.rows('Workflow Runs').filter({ hasText: 'Scalability study' }).first().waitFor();
  });

  it('measures 1 to 16 ranks and draws the chart, with efficiencies and models', async () => {
    const end = bench.page.locator('.notifications-toasts .notification-list-item', {
      hasText: 'The workflow “Scalability study” succeeded',
    });
    await end.waitFor({ timeout: runLimit });
    await end.hover();
    await end.getByRole('button', { name: 'Show Chart' }).click();
    const page = bench.webview();
    await page.getByRole('heading', { name: 'Scalability of heat2d' }).waitFor();
    const ranks = await page.locator('table tbody tr td:first-child').allInnerTexts();
    expect(ranks.map((text) => text.trim())).toEqual(['1', '2', '4', '8', '16']);
    await page.getByRole('application').first().waitFor();
    await bench.screenshot('31-study-chart');
    const efficiencies = page.getByRole('region', { name: 'Efficiencies' });
    expect(await efficiencies.getByRole('row', { name: /Load balance/ }).innerText()).toMatch(/\d %/);
    const models = page.getByRole('region', { name: 'Models' });
    await models.scrollIntoViewIfNeeded();
    expect(await models.getByRole('row', { name: /Run time/ }).innerText()).toMatch(/like|the same/);
    await bench.screenshot('38-study-models');
  });

  it('shows what grows with the number of ranks on the source lines', async () => {
    await bench.webview().getByRole('button', { name: 'Show on lines' }).click();
    // The page shows whichever line grows most this time.
    await bench.page.locator('.monaco-editor.focused').first().waitFor();
    await bench.goToLine(lineOf(startLine));
    const text = await bench.mark(file, startLine, 'grows like');
    expect(text).toMatch(/ grows like .*p.*, .+ → .+ with 32 ranks/);
    await bench.screenshot('39-growth-beside');
    const hover = bench.page.locator('.monaco-hover:visible', { hasText: 'Models of runs with' });
    await bench.pointAt(file, startLine, 'MPI_Init', hover);
    expect(await hover.innerText()).toContain('1, 2, 4, 8, 16 ranks');
    await bench.screenshot('40-growth-hover');
    await bench.page.keyboard.press('Escape');
    await bench.page.locator('.statusbar-item', { hasText: 'heat2d, 1 to 16 ranks' }).click();
    await bench.page.locator('.statusbar-item', { hasText: 'heat2d, 1 to 16 ranks' }).waitFor({ state: 'detached' });
    // The source next to the page, so that pages have one position again.
    await bench.command('View: Close Editor');
  });

  it('keeps a prediction of a change', async () => {
    await bench.command('Trimtab: Experiment History');
    await bench.webview().getByRole('button', { name: 'Scalability study, 4 ranks', exact: true }).click();
    await bench.rows('Findings').filter({ hasText: '4 ranks' }).first().waitFor();
    await bench.command('Trimtab: What If…');
    const page = bench.webview();
    await page.getByRole('button', { name: 'Add: relax_rows twice as fast' }).click();
    await page.getByRole('button', { name: 'Try This' }).click();
    await page.getByText(/^relax_rows twice as fast: predicted .*, no run of a changed version yet$/).waitFor();
    await bench.screenshot('41-what-if-tried');
  });

  it('compares a changed program with what was measured, line by line', async () => {
    await bench.rows('Experiments').filter({ hasText: '4 ranks' }).first().waitFor();
    // Lines move, and the waiting line stays what it is.
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      text.replace('static void exchange_halo', '/* tuned:\n   see below */\nstatic void exchange_halo'),
    );
    await bench.command('Trimtab: Analyze Performance');
    // While it runs, its row exists without a time.
    await bench
      .rows('Experiments')
      .filter({ hasText: /heat2d, 4 ranks.*in all/ })
      .first()
      .waitFor({ timeout: runLimit });
    // The result shows its worst line in the front, which would hide a page opened before.
    await bench.page.locator('.tab.active', { hasText: file }).waitFor();
    await bench.command('Trimtab: Experiment History');
    const history = bench.webview();
    const predictions = history.locator('.predictions tbody tr', { hasText: 'relax_rows twice as fast' });
    await predictions.scrollIntoViewIfNeeded();
    expect(await predictions.innerText()).toMatch(/ m?s\s.*−?[\d.]+ %\s+Remove/s);
    await bench.screenshot('41-what-if-judged');
    const about = bench
      .rows('Findings')
      .filter({ hasText: /Predicted .*measured .*, error .* · relax_rows twice as fast/ });
    await about.first().waitFor();
    for (const name of ['Scalability study, 4 ranks', 'heat2d, 4 ranks'])
      await history.getByRole('checkbox', { name: `Tick ${name}`, exact: true }).check();
    await history.getByRole('button', { name: 'Compare 2' }).click();
    const compared = bench.webview();
    await compared
      .getByText('Single runs allow no verdict on Scalability study, 4 ranks and heat2d, 4 ranks')
      .waitFor();
    await compared.getByRole('button', { name: 'Source lines' }).click();
    // The line in the text of the newer run, once: it is the same line as the older run's.
    const moved = compared.locator('tbody tr', { hasText: `heat2d.c:${lineOf(waitingLine)}` });
    await moved.first().waitFor();
    expect(await moved.count()).toBe(1);
    expect(await moved.innerText()).not.toMatch(/new|gone/);
    await bench.screenshot('32-compared-lines');
  });

  it('shows before and after on the source lines, and marks again', async () => {
    await bench.webview().getByRole('button', { name: 'Show on lines' }).click();
    // Shown is the line that changed most, whichever that is this time.
    await bench.page.locator('.monaco-editor.focused').first().waitFor();
    await bench.goToLine(lineOf(waitingLine));
    const text = await bench.mark(file, waitingLine, 'Late Sender');
    expect(text).toMatch(/\d+\.\d % → \d+\.\d % Late Sender.* · single runs, no verdict/);
    await bench.screenshot('35-changes-beside');
    const hover = bench.page.locator('.monaco-hover:visible', { hasText: 'single runs: no verdict' });
    await bench.pointAt(file, waitingLine, 'MPI_Waitall', hover);
    expect(await hover.innerText()).toContain('Before: Scalability study, 4 ranks, after: heat2d, 4 ranks');
    await bench.screenshot('36-changes-hover');
    await bench.page.keyboard.press('Escape');
    await bench.command('View: Toggle Maximize Editor Group');
    await inThemes(bench, 'contrast', async (theme) => {
      await bench.mark(file, waitingLine, ' → ');
      await bench.screenshot(`37-changes-${theme}`);
    });
    await bench.command('View: Toggle Maximize Editor Group');
    await bench.page.locator('.statusbar-item', { hasText: 'Scalability study, 4 ranks → heat2d, 4 ranks' }).click();
    expect(await bench.mark(file, waitingLine, ' of 4 ranks')).not.toContain('→');
    // The most expensive item in the shown run, whichever it is this time.
    await bench.page
      .locator('.statusbar-item', { hasText: /(Late Sender|Cost of MPI|Wait at N×N) \d+\.\d %/ })
      .waitFor();
  });

  it('runs an experiment again from its own sources, and compares both', async () => {
    const row = bench.rows('Experiments').filter({ hasText: 'Scalability study, 4 ranks' }).first();
    await row.click({ button: 'right' });
    const item = bench.page.getByRole('menuitem', { name: 'Reproduce Experiment…' });
    await item.hover();
    await bench.screenshot('33-reproduce-menu');
    await item.click();
    const compared = bench.webview();
    await compared
      .getByText('Single runs allow no verdict on Scalability study, 4 ranks and Scalability study, 4 ranks (again)')
      .waitFor({ timeout: runLimit });
    await bench.screenshot('34-reproduced');
    await bench.rows('Experiments').filter({ hasText: 'Scalability study, 4 ranks (again)' }).first().waitFor();
    expect(readFileSync(join(folder, file), 'utf8')).toContain('/* tuned:');
  });
});
