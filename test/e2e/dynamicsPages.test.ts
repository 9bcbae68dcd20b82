/** The page that shows how a run changes by iteration, and what it shows on lines. */
import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { frameViolations } from './support/accessibility.js';
import { inEveryTheme, openHistory } from './support/pages.js';
import type { Workbench } from './support/workbench.js';

describe('the pages of a workspace with experiments', () => {
  let folder: string;
  let bench: Workbench;

  beforeAll(async () => {
    ({ folder, bench } = await openHistory());
  });

  afterEach(({ task }) => bench.screenshotFailure(task));

  afterAll(async () => {
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
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
    await inEveryTheme(bench, '38-dynamics');
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
});
