/** The Explorer of an experiment, with all its pictures. */
import { beforeAll, expect, it } from 'vitest';
import { duration } from '../../../src/base/text.js';
import { ExperimentStore, resultsOf } from '../../../src/experiments/index.js';
import { frameViolations } from '../support/accessibility.js';
import { checkInThemes, type OnHistory, type Pages } from '../support/onHistory.js';
import type { Workbench } from '../support/workbench.js';

function register(on: () => OnHistory): void {
  let folder: string;
  /** Of experiments, by their names. */
  let ids: Map<string, string>;
  let bench: Workbench;

  beforeAll(() => {
    ({ folder, ids, bench } = on());
  });

  it('explorer: weighs property, call path and place, draws them, and leads to the line and back', async () => {
    await bench.command('Trimtab: Experiment History');
    await bench.webview().getByRole('button', { name: 'heat2d, first version', exact: true }).click();
    await bench.rows('Findings').filter({ hasText: 'Late Sender' }).first().waitFor();
    await bench.command('Trimtab: Open Explorer');
    const page = bench.webview();
    const paths = page.getByRole('treegrid', { name: /^Call paths by / });
    await paths.waitFor();
    await page.getByText('heat2d, first version', { exact: true }).waitFor();
    const experiment = new ExperimentStore(folder).get(ids.get('heat2d, first version') ?? '');
    const [worst] = experiment.report().findings;
    const { space } = resultsOf(experiment);
    const lost = space.severities.get(worst?.property ?? '')?.value.reduce((sum, value) => sum + value, 0) ?? NaN;
    await page.getByRole('combobox', { name: 'Numbers' }).selectOption('value');
    await paths.focus();
    await paths.press('Home');
    await paths.press('ArrowLeft');
    // A closed root has all that is lost; so have all rows together when it is open.
    await expect.poll(() => paths.getByRole('row').count()).toBe(1);
    expect(await paths.getByRole('gridcell', { name: /^value / }).innerText()).toBe(duration(lost));
    await paths.press('.');
    const chosen = paths.getByRole('row', { selected: true });
    await chosen.filter({ hasText: 'MPI_' }).waitFor();
    await checkInThemes(bench, 'dark', '37-explorer');
    for (const tab of ['Bars', 'Boxes', 'Flame', 'Matrix', 'Time', 'Search', 'Map']) {
      await page.getByRole('button', { name: tab, exact: true }).click();
      await page.getByRole('button', { name: 'As a table' }).first().waitFor();
      expect(await frameViolations(bench.page), tab).toEqual([]);
      await bench.screenshot(`37-explorer-${tab.toLowerCase()}`);
    }
    // The same data in other ways: the visits of the selected call path, scatter plots, nodes, functions.
    await page.getByRole('button', { name: 'Boxes', exact: true }).click();
    await page.getByRole('combobox', { name: 'Of', exact: true }).selectOption('visits');
    await page
      .getByRole('application', { name: /^.* in MPI_\w+: distribution over [\d,]+ visits on 4 locations/ })
      .waitFor();
    await bench.screenshot('37-explorer-visits');
    await page.getByRole('combobox', { name: 'Of', exact: true }).selectOption('nodes');
    await page.getByRole('button', { name: 'Bars', exact: true }).click();
    await page.getByRole('combobox', { name: 'Show', exact: true }).selectOption('scatter');
    await page.getByRole('application', { name: / against / }).waitFor();
    await bench.screenshot('37-explorer-scatter');
    await page.getByRole('combobox', { name: 'Show', exact: true }).selectOption('functions');
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await page.getByRole('combobox', { name: 'By', exact: true }).selectOption('node');
    await page.getByText(/, a node in each row, from /).waitFor();
    await page.getByRole('combobox', { name: 'By', exact: true }).selectOption('system');
    // Keys go through the search from why to where and when, and choose: the trees follow.
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const graph = page.getByRole('application', { name: /^Search for why, where and when/ });
    await graph.focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await graph.press(key);
    await page.getByText(/^[^:]+ in .* MPI_\w+: .* of the run, true$/).waitFor();
    await checkInThemes(bench, 'light', '37-explorer-search');
    await page.getByRole('button', { name: 'Time', exact: true }).click();
    await page.getByRole('application', { name: /by visit of MPI_/ }).waitFor();
    await checkInThemes(bench, 'contrast', '37-explorer-time');
    await page.getByRole('combobox', { name: 'Compare with' }).selectOption({ index: 1 });
    await page.getByRole('combobox', { name: 'Numbers' }).selectOption('change');
    await page.getByText(/^Changes from .* to this run/).waitFor();
    await bench.screenshot('37-explorer-change');
    await page.getByRole('button', { name: 'Flame', exact: true }).click();
    await page.getByRole('combobox', { name: 'Show', exact: true }).selectOption('calleeDifference');
    await page.getByRole('application', { name: / by callee, compared with / }).waitFor();
    await bench.screenshot('37-explorer-flame-change');
    await page.getByRole('combobox', { name: 'Compare with' }).selectOption('');
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await page.getByRole('button', { name: 'As a table' }).click();
    await expect.poll(() => page.getByRole('rowheader').filter({ hasText: /rank/i }).count()).toBe(4);
    await page.getByRole('button', { name: 'Locations', exact: true }).click();
    await paths.focus();
    await paths.press('Alt+ArrowLeft');
    await chosen.waitFor({ state: 'detached' });
    await paths.press('Alt+ArrowRight');
    await chosen.filter({ hasText: 'MPI_' }).waitFor();
    await paths.press('Enter');
    await bench.page.locator('.monaco-editor.focused').first().waitFor();
    await bench.command('Trimtab: Experiment History');
  });
}

export const explorerPages: Pages = { name: 'explorer', register };
