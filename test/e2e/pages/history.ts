/**
 * The history of experiments: how it is looked through, what it draws of their scaling, and what it removes; and the page
 * that shows how one of its runs changes by iteration.
 */
import { beforeAll, expect, it } from 'vitest';
import { frameViolations } from '../support/accessibility.js';
import { checkInThemes, type OnHistory, type Pages } from '../support/onHistory.js';
import type { Workbench } from '../support/workbench.js';

function register(on: () => OnHistory): void {
  let bench: Workbench;

  beforeAll(() => {
    ({ bench } = on());
  });

  it('history: lists, groups, searches, tags and follows', async () => {
    await bench.command('Trimtab: Experiment History');
    const page = bench.webview();
    await page.getByRole('heading', { name: 'Experiment History' }).waitFor();
    await page.getByRole('button', { name: 'heat2d sends early', exact: true }).waitFor();
    await checkInThemes(bench, 'light', '20-history');
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

  it('scalability: draws the data of the ticked experiments', async () => {
    const page = bench.webview();
    for (const name of ['heat2d, 1 rank', 'heat2d, 2 ranks', 'heat2d sends early', 'heat2d, 8 ranks'])
      await page.getByRole('checkbox', { name: `Tick ${name}`, exact: true }).check();
    await page.getByRole('button', { name: 'Scalability' }).click();
    await bench.webview().getByRole('heading', { name: 'Scalability of heat2d' }).waitFor();
    await checkInThemes(bench, 'dark', '22-scalability');
    await bench
      .webview()
      .getByRole('application', { name: /^Properties/ })
      .scrollIntoViewIfNeeded();
    await checkInThemes(bench, 'contrast', '22-scalability-properties');
  });

  it('retention: shows what a rule would remove before it is applied', async () => {
    await bench.command('Trimtab: Experiment History');
    const page = bench.webview();
    await page.getByText('Free disk space').click();
    await page.getByRole('combobox', { name: 'Data to remove' }).selectOption('delete');
    await page.getByRole('spinbutton').first().fill('0');
    await page.getByRole('spinbutton').last().fill('8');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page
      .getByText(/^Nothing would be removed|Delete \d+ experiment|Free \(/)
      .first()
      .waitFor();
    await bench.screenshot('26-retention');
  });

  it('dynamics: shows iterations and ranks as a map, and changes in words, a table and on lines', async () => {
    await bench.command('Trimtab: Experiment History');
    await bench.webview().getByRole('button', { name: 'heat2d, first version', exact: true }).click();
    await bench.rows('Findings').filter({ hasText: 'Loop of exchange_halo' }).first().waitFor();
    await bench.command('Trimtab: Show Dynamics');
    const page = bench.webview();
    const map = page.getByRole('application', { name: /60 iterations from left to right, 4 locations/ });
    await map.waitFor();
    await map.focus();
    await map.press('n');
    await page.getByText(/^(MPI )?Rank \d, iteration 9: .*; peak at 9/i).waitFor();
    await map.press('ArrowRight');
    await page.getByText(/iteration 10: /).waitFor();
    await checkInThemes(bench, 'contrast', '38-dynamics');
    await map.focus();
    await map.press('t');
    await expect.poll(() => page.getByRole('rowheader').filter({ hasText: /rank/i }).count()).toBe(4);
    const series = page.getByRole('combobox', { name: 'Series' });
    await series.selectOption({ label: 'Execution in solve › residual › MPI_Allreduce' });
    await page.getByRole('cell', { name: '5 peaks, one every 10' }).first().waitFor();
    await page.getByRole('combobox', { name: 'Order' }).selectOption('cluster');
    expect(await frameViolations(bench.page), 'clusters').toEqual([]);
    await bench.screenshot('38-dynamics-clusters');
    await page.getByRole('button', { name: 'line 182' }).first().click();
    const lens = bench.page.locator('.codelens-decoration a', { hasText: 'peaks, one every 10' }).first();
    await lens.waitFor();
    await bench.screenshot('38-dynamics-lens');
  });
}

export const historyPages: Pages = { name: 'history', register };
