import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { frameViolations } from './support/accessibility.js';
import { prepareHistory } from './support/history.js';
import { Workbench } from './support/workbench.js';

const themes = [
  ['light', 'Light Modern'],
  ['dark', 'Dark Modern'],
  ['contrast', 'Dark High Contrast'],
] as const;

describe('the pages of a workspace with experiments', () => {
  let folder: string;
  let bench: Workbench;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pages-'));
    prepareHistory(folder);
    bench = await Workbench.open(folder, join(folder, 'heat2d.c'));
    await bench.showTrimtab();
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await bench.screenshot(`failed ${task.name.replaceAll(/\W+/g, '-')}`);
  });

  afterAll(async () => {
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Every theme: seriously inaccessible is nothing, and a picture is left. */
  async function inEveryTheme(name: string): Promise<void> {
    for (const [short, theme] of themes) {
      await bench.changeTheme(theme);
      expect(await frameViolations(bench.page), `${name} in ${theme}`).toEqual([]);
      await bench.screenshot(`${name}-${short}`);
    }
  }

  it('history: lists, groups, searches, tags and follows', async () => {
    await bench.rows('Experiments').first().waitFor();
    await bench.command('Trimtab: Experiment History');
    const page = bench.webview();
    await page.getByRole('heading', { name: 'Experiment History' }).waitFor();
    await page.getByRole('button', { name: 'heat2d sends early', exact: true }).waitFor();
    await inEveryTheme('20-history');
    await page.getByRole('searchbox').fill('#tuned');
    await page.getByText('2 of 9 experiments').waitFor();
    await page.getByRole('searchbox').fill('');
    const chart = page.getByRole('application');
    await chart.press('End');
    await chart.press('ArrowLeft');
    await page.getByText(/heat2d, 2 ranks ·/).waitFor();
    await page.getByRole('button', { name: 'Baseline: heat2d -O3', exact: true }).click();
    await expect
      .poll(() => page.getByRole('button', { name: 'Baseline: heat2d -O3', exact: true }).getAttribute('aria-pressed'))
      .toBe('true');
  });

  it('compare: says what was won, with its lines', async () => {
    const page = bench.webview();
    for (const name of [
      'heat2d, first version',
      'heat2d, first version again',
      'heat2d sends early',
      'heat2d sends early again',
    ])
      await page.getByRole('checkbox', { name: `Tick ${name}`, exact: true }).check();
    await page.getByRole('button', { name: 'Compare 4' }).click();
    const compared = bench.webview();
    await compared.getByRole('heading', { name: 'Compare Experiments' }).waitFor();
    await compared.getByText(/is faster:/).waitFor();
    await inEveryTheme('21-compare');
    await compared.getByRole('button', { name: 'Source lines' }).click();
    await bench.screenshot('21-compare-lines');
    await compared
      .locator('table')
      .getByRole('button', { name: /^heat2d\.c:\d+$/ })
      .first()
      .click();
    await bench.editor('heat2d.c').waitFor();
    await bench.command('Trimtab: Experiment History');
    for (const box of await bench.webview().getByRole('checkbox', { checked: true }).all()) await box.uncheck();
  });

  it('scalability: draws what the ticked experiments say', async () => {
    const page = bench.webview();
    for (const name of ['heat2d, 1 rank', 'heat2d, 2 ranks', 'heat2d sends early', 'heat2d, 8 ranks'])
      await page.getByRole('checkbox', { name: `Tick ${name}`, exact: true }).check();
    await page.getByRole('button', { name: 'Scalability' }).click();
    await bench.webview().getByRole('heading', { name: 'Scalability of heat2d' }).waitFor();
    await inEveryTheme('22-scalability');
  });
});
