/** The page that compares experiments, and the changes that it shows on lines. */
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { addAt, elementAt } from '../../../src/base/elements.js';
import { duration } from '../../../src/base/text.js';
import { ExperimentStore, resultsOf } from '../../../src/experiments/index.js';
import { regionName } from '../../../src/model/names.js';
import { clippedTexts } from '../support/accessibility.js';
import { checkInThemes, inThemes, type OnHistory, type Pages } from '../support/onHistory.js';
import { lineIn } from '../support/sourceLines.js';
import { EDITORS_WEBVIEW, type Workbench } from '../support/workbench.js';

function register(on: () => OnHistory): void {
  let folder: string;
  /** Of experiments, by their names. */
  let ids: Map<string, string>;
  let bench: Workbench;

  beforeAll(() => {
    ({ folder, ids, bench } = on());
  });

  /** Unchecks all experiments of the history: the first one each time, since it is not among the checked ones then. */
  async function uncheckAll(): Promise<void> {
    const checked = bench.webview().getByRole('checkbox', { checked: true });
    while ((await checked.count()) > 0) await checked.first().uncheck();
  }

  /** Returns exclusive Late Sender in MPI_Waitall, by rank, from the experiment's space. */
  function waitedByRank(id: string): number[] {
    const { space, definitions } = resultsOf(new ExperimentStore(folder).get(id));
    const inWaitall = (node: number) => regionName(definitions, space.callTree.region[node] ?? -1) === 'MPI_Waitall';
    const sums = Array.from({ length: space.locationCount }, () => 0);
    for (const { name, parent } of space.metrics) {
      const sign = name === 'mpi_latesender' ? 1 : parent === 'mpi_latesender' ? -1 : 0;
      const column = space.severities.get(name);
      if (column === undefined) continue;
      for (const [entry, seconds] of column.value.entries())
        if (inWaitall(elementAt(column.callPath, entry)))
          addAt(sums, elementAt(column.location, entry), sign * seconds);
    }
    return sums;
  }

  /** The tree of call paths, by keys alone. */
  async function movesInTree(compared: ReturnType<Workbench['webview']>): Promise<void> {
    const tree = compared.getByRole('treegrid', { name: 'Changes of Total by call path' });
    await tree.focus();
    const active = tree.locator('.row.active');
    await tree.press('Home');
    // Whatever is open at first: closed, its number is that of all rows below it.
    const main = await active.getAttribute('aria-expanded');
    if (main === 'true') await tree.press('ArrowLeft');
    await expect.poll(() => active.getAttribute('aria-expanded')).toBe('false');
    expect(
      await tree
        .getByRole('row')
        .filter({ has: compared.getByRole('gridcell') })
        .count(),
    ).toBe(1);
    await tree.press('ArrowRight');
    await expect.poll(() => active.getAttribute('aria-expanded')).toBe('true');
    await tree.press('.');
    await active.filter({ hasText: 'MPI_Waitall' }).waitFor();
    await compared.getByText(/^MPI_Waitall: −.*heat2d\.c:\d+$/).waitFor();
    await tree.press(' ');
    const ranks = compared.getByRole('region', { name: 'Total in MPI_Waitall by rank' });
    await expect.poll(() => ranks.getByRole('application').count()).toBe(4);
    await bench.screenshot('21-compare-tree-ranks');
    await tree.press(' ');
    await ranks.waitFor({ state: 'detached' });
  }

  /** A page of 240 pixels shows the names; its numbers scroll below them. */
  async function fitsNarrow(compared: ReturnType<Workbench['webview']>): Promise<void> {
    const { width, height } = bench.page.viewportSize() ?? { width: 1400, height: 900 };
    // Activity bar and side bar take 350 pixels of the window.
    await bench.page.setViewportSize({ width: 590, height });
    await expect.poll(() => compared.locator('body').evaluate(() => innerWidth)).toBeLessThanOrEqual(240);
    expect(await clippedTexts(bench.page, EDITORS_WEBVIEW)).toEqual([]);
    const tree = compared.getByRole('treegrid');
    const name = tree.locator('.row.active .name');
    await tree.scrollIntoViewIfNeeded();
    await tree.evaluate((element) => (element.scrollLeft = 10_000));
    const [left, right] = [await tree.boundingBox(), await name.boundingBox()];
    expect(Math.abs((left?.x ?? 0) - (right?.x ?? 99))).toBeLessThan(3);
    await bench.screenshot('21-compare-tree-narrow');
    await bench.page.setViewportSize({ width, height });
  }

  /** A row is opened into the values of each rank in each experiment, which are those of their spaces. */
  async function opensByRank(compared: ReturnType<Workbench['webview']>): Promise<void> {
    const row = compared.getByRole('button', { name: 'Late Sender in MPI_Waitall', exact: true }).first();
    await row.focus();
    await row.press('Enter');
    const opened = compared.getByRole('region', { name: 'Late Sender in MPI_Waitall by rank' });
    const names = ['first version', 'first version again', 'sends early', 'sends early again'];
    for (const name of names)
      await opened.getByText(`heat2d${name.startsWith('first') ? ',' : ''} ${name}`, { exact: true }).waitFor();
    const pictures = opened.getByRole('application');
    await expect.poll(() => pictures.count()).toBe(4);
    expect(await pictures.first().getAttribute('aria-label')).toContain('heat2d, first version: 4 ranks.');
    await pictures.first().press('End');
    await opened
      .getByRole('status')
      .filter({ hasText: /^MPI Rank 3: \d/ })
      .waitFor();
    await opened.getByText('As a table').first().click();
    const told = await opened.getByRole('row').filter({ hasText: 'MPI Rank' }).allInnerTexts();
    const values = waitedByRank(ids.get('heat2d, first version') ?? '');
    expect(told.map((text) => text.split('\t'))).toEqual(
      values.map((seconds, rank) => [`MPI Rank ${rank}`, duration(seconds)]),
    );
    await checkInThemes(bench, 'contrast', '21-compare-by-rank');
    await row.press('Enter');
    await opened.waitFor({ state: 'detached' });
  }

  it('compare: shows the saved time, with its lines', async () => {
    await bench.command('Trimtab: Experiment History');
    const page = bench.webview();
    for (const name of [
      'heat2d, first version',
      'heat2d, first version again',
      'heat2d sends early',
      'heat2d sends early again',
    ])
      await page.getByRole('checkbox', { name: `Tick ${name}`, exact: true }).check();
    const broken = page.getByRole('checkbox', { name: 'Tick heat2d -O3 broken', exact: true });
    await broken.check();
    await page.getByText('“heat2d -O3 broken” has no results and cannot be compared.').waitFor();
    expect(await page.getByRole('button', { name: 'Compare 5' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Baseline: heat2d -O3 broken' }).isDisabled()).toBe(true);
    await bench.screenshot('21-compare-refused');
    await broken.uncheck();
    await page.getByRole('button', { name: 'Compare 4' }).click();
    const compared = bench.webview();
    await compared.getByRole('heading', { name: 'Compare Experiments' }).waitFor();
    await compared.getByText(/is faster than/).waitFor();
    await movesInTree(compared);
    await checkInThemes(bench, 'dark', '21-compare');
    await fitsNarrow(compared);
    await compared.getByRole('button', { name: 'List', exact: true }).click();
    await opensByRank(compared);
    await compared.getByRole('button', { name: 'Source lines' }).click();
    await bench.screenshot('21-compare-lines');
    await compared.getByRole('button', { name: 'Show on lines' }).click();
    await bench.page.locator('.monaco-editor.focused').first().waitFor();
    const text = await bench.mark('heat2d.c', 'MPI_Waitall(4, requests', '↓ less');
    expect(text).toMatch(/^"?\d+\.\d % → \d+\.\d % Late Sender ↓ less/);
    const lineOf = (text: string): number => lineIn(join(folder, 'heat2d.c'), text);
    await bench.goToLine(lineOf('exchange_halo(b);'));
    const call = await bench.mark('heat2d.c', 'exchange_halo(b);', 'in what is called');
    expect(call).toMatch(/\d+\.\d % → \d+\.\d % Late Sender ↓ less · in what is called/);
    await bench.screenshot('21-compare-on-calls');
    await bench.goToLine(lineOf('MPI_Waitall(4, requests'));
    await bench.command('View: Toggle Maximize Editor Group');
    await inThemes(bench, 'light', async (theme) => {
      await bench.mark('heat2d.c', 'MPI_Waitall(4, requests', '↓ less');
      await bench.screenshot(`21-compare-on-lines-${theme}`);
    });
    await bench.command('View: Toggle Maximize Editor Group');
    await bench.command('Trimtab: Hide Changes on Lines');
    await bench.mark('heat2d.c', 'MPI_Waitall(4, requests', ' rank');
    await compared
      .locator('table')
      .getByRole('button', { name: /^heat2d\.c:\d+$/ })
      .first()
      .click();
    await bench.page.locator('.monaco-editor.focused').first().waitFor();
    await bench.command('View: Single Column Editor Layout');
    await bench.command('Trimtab: Experiment History');
    // The experiments are still ticked, and can be unticked.
    await uncheckAll();
  });
}

export const comparePages: Pages = { name: 'compare', register };
