import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addAt, elementAt } from '../../src/base/elements.js';
import { duration } from '../../src/base/text.js';
import { ExperimentStore, resultsOf } from '../../src/experiments/index.js';
import { regionName } from '../../src/model/names.js';
import { frameViolations } from './support/accessibility.js';
import { prepareHistory } from './support/history.js';
import { Workbench } from './support/workbench.js';

const themes = [
  ['light', 'Light Modern'],
  ['dark', 'Dark Modern'],
  ['contrast', 'Dark High Contrast'],
] as const;

const workflow = `# What is done before a change is proposed.
version: 1
name: Check a change
description: Asks, builds and tests.
steps:
  - shell:
      command: [echo, first] # says hello
  - ask:
      question: Go on?
      choices: ["yes", "no"]
  - id: sizes
    when: steps.ask.answer == 'yes'
    matrix:
      over:
        size: [10, 20]
      steps:
        - shell:
            command: [echo, "\${{ matrix.size }}"]
`;

/** Would close the window, or try to, were they links. */
const links = '[x](command:workbench.action.closeWindow) [Update it](command:workbench.action.reloadWindow)';

const linked = JSON.stringify({
  version: 1,
  name: `Ask ${links}`,
  steps: [{ ask: { question: `Go on ${links}?`, choices: ['yes', `no ${links}`] } }],
});

describe('the pages of a workspace with experiments', () => {
  let folder: string;
  /** Of experiments, by their names. */
  let ids: Map<string, string>;
  let bench: Workbench;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pages-'));
    ids = prepareHistory(folder);
    writeFileSync(join(folder, 'check.trimtab-workflow.yaml'), workflow);
    writeFileSync(join(folder, 'linked.trimtab-workflow.yaml'), linked);
    bench = await Workbench.open(folder, join(folder, 'heat2d.c'));
    await bench.showTrimtab();
  });

  afterEach(({ task }) => bench.screenshotFailure(task));

  afterAll(async () => {
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Unchecks all experiments of the history: the first one each time, since it is not among the checked ones then. */
  async function uncheckAll(): Promise<void> {
    const checked = bench.webview().getByRole('checkbox', { checked: true });
    while ((await checked.count()) > 0) await checked.first().uncheck();
  }

  /** Every theme: seriously inaccessible is nothing, and a picture is left. */
  async function inEveryTheme(name: string): Promise<void> {
    for (const [short, theme] of themes) {
      await bench.changeTheme(theme);
      expect(await frameViolations(bench.page), `${name} in ${theme}`).toEqual([]);
      await bench.screenshot(`${name}-${short}`);
    }
  }

  /** Late Sender in MPI_Waitall by itself, by rank, as the experiment's space says. */
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
    await inEveryTheme('21-compare-by-rank');
    await row.press('Enter');
    await opened.waitFor({ state: 'detached' });
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
    await inEveryTheme('21-compare');
    await opensByRank(compared);
    await compared.getByRole('button', { name: 'Source lines' }).click();
    await bench.screenshot('21-compare-lines');
    await compared.getByRole('button', { name: 'Show on lines' }).click();
    await bench.page.locator('.monaco-editor.focused').first().waitFor();
    const text = await bench.mark('heat2d.c', 'MPI_Waitall(4, requests', '↓ less');
    expect(text).toMatch(/^"?\d+\.\d % → \d+\.\d % Late Sender ↓ less/);
    const source = readFileSync(join(folder, 'heat2d.c'), 'utf8').split('\n');
    const lineOf = (part: string) => source.findIndex((line) => line.includes(part)) + 1;
    await bench.goToLine(lineOf('exchange_halo(b);'));
    const call = await bench.mark('heat2d.c', 'exchange_halo(b);', 'in what is called');
    expect(call).toMatch(/\d+\.\d % → \d+\.\d % Late Sender ↓ less · in what is called/);
    await bench.screenshot('21-compare-on-calls');
    await bench.goToLine(lineOf('MPI_Waitall(4, requests'));
    await bench.command('View: Toggle Maximize Editor Group');
    for (const [short, theme] of themes) {
      await bench.changeTheme(theme);
      await bench.mark('heat2d.c', 'MPI_Waitall(4, requests', '↓ less');
      await bench.screenshot(`21-compare-on-lines-${short}`);
    }
    await bench.command('View: Toggle Maximize Editor Group');
    await bench.command('Trimtab: Hide Changes on Lines');
    await bench.mark('heat2d.c', 'MPI_Waitall(4, requests', ' rank');
    await compared
      .locator('table')
      .getByRole('button', { name: /^heat2d\.c:\d+$/ })
      .first()
      .click();
    await bench.page.locator('.monaco-editor.focused').first().waitFor();
    // The pages after this one have the room that they had before.
    await bench.command('View: Single Column Editor Layout');
    await bench.command('Trimtab: Experiment History');
    await uncheckAll();
  });

  it('scalability: draws what the ticked experiments say', async () => {
    const page = bench.webview();
    for (const name of ['heat2d, 1 rank', 'heat2d, 2 ranks', 'heat2d sends early', 'heat2d, 8 ranks'])
      await page.getByRole('checkbox', { name: `Tick ${name}`, exact: true }).check();
    await page.getByRole('button', { name: 'Scalability' }).click();
    await bench.webview().getByRole('heading', { name: 'Scalability of heat2d' }).waitFor();
    await inEveryTheme('22-scalability');
    await bench
      .webview()
      .getByRole('application', { name: /^Properties/ })
      .scrollIntoViewIfNeeded();
    await inEveryTheme('22-scalability-properties');
  });

  it('workflow: is drawn, and edited without losing a comment', async () => {
    await bench.command('Trimtab: Edit Workflow…');
    await bench.page
      .locator('.quick-input-list .monaco-list-row')
      .filter({ hasText: 'Check a change' })
      .first()
      .click();
    const page = bench.webview();
    await page.getByRole('heading', { name: 'Check a change' }).waitFor();
    await inEveryTheme('23-workflow');
    await page.getByRole('button', { name: 'ask, ask' }).click();
    await page.getByRole('button', { name: 'ask, ask' }).press('ArrowDown');
    await page.getByRole('heading', { name: 'matrix: sizes' }).waitFor();
    await page.getByRole('combobox', { name: 'Kind of the new step' }).selectOption('analyze');
    await page.getByRole('button', { name: 'Add inside' }).click();
    await page.getByRole('button', { name: 'analyze, analyze' }).waitFor();
    await page.getByRole('textbox', { name: 'when' }).fill("steps.ask.answer != 'no'");
    await page.getByRole('textbox', { name: 'when' }).press('Enter');
    await page.getByRole('button', { name: 'analyze, analyze' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'analyze, analyze' }).waitFor({ state: 'detached' });
    await bench.screenshot('23-workflow-edited');
    await bench.page.keyboard.press('Control+s');
    const file = join(folder, 'check.trimtab-workflow.yaml');
    const wanted = workflow.replace("== 'yes'", "!= 'no'");
    await expect.poll(() => readFileSync(file, 'utf8')).toBe(wanted);
  });

  it('workflow runs: a run asks, goes on and is drawn live', async () => {
    await bench.webview().getByRole('button', { name: 'Run', exact: true }).click();
    const question = bench.notifications().filter({ hasText: 'Check a change: Go on?' });
    await question.waitFor();
    await bench.rows('Workflow Runs').filter({ hasText: 'Check a change' }).first().waitFor();
    await bench.screenshot('24-run-asks');
    await bench.page.locator('.notifications-toasts').getByRole('button', { name: 'yes' }).click();
    await bench
      .rows('Workflow Runs')
      .filter({ hasText: /Check a change.*succeeded/ })
      .first()
      .waitFor();
    await bench.screenshot('24-run-done');
  });

  it('workflow runs: what looks like a link in a question is text', async () => {
    await bench.command('Trimtab: Run Workflow…');
    const listed = bench.page
      .locator('.quick-input-list .monaco-list-row')
      .filter({ hasText: 'Ask [x] (command:' })
      .first();
    await listed.waitFor();
    expect(await listed.locator('a[href]').count()).toBe(0);
    await listed.click();
    const toast = bench.page.locator('.notifications-toasts .notification-list-item').filter({ hasText: 'Update it' });
    await toast.waitFor();
    const message = toast.locator('.notification-list-item-message');
    expect(await message.innerText()).toContain(`Go on ${links.replaceAll('](', '] (')}?`);
    expect(await message.locator('a').count()).toBe(0);
    await bench.screenshot('24-run-asks-without-links');
    await toast.getByRole('button', { name: 'yes' }).click();
    await bench
      .rows('Workflow Runs')
      .filter({ hasText: /Ask .*succeeded/ })
      .first()
      .waitFor();
  });

  it('targets: one is added to trimtab.yaml, whose comments stay', async () => {
    const file = join(folder, 'trimtab.yaml');
    const before = readFileSync(file, 'utf8');
    await bench.command('Trimtab: Add Target…');
    const answer = async (text: string) => {
      await bench.page.locator('.quick-input-widget input').first().fill(text);
      await bench.page.keyboard.press('Enter');
    };
    await bench.page
      .locator('.quick-input-widget')
      .getByText('What kind of target?')
      .or(bench.page.getByPlaceholder('What kind of target?'))
      .first()
      .waitFor();
    await answer('Slurm');
    await bench.page.getByText('Its login node as ssh takes it').waitFor();
    await answer('login.example.org');
    await bench.page.getByText('How it is called here').waitFor();
    await answer('cluster');
    await bench.page.getByText('The folder there in which').waitFor();
    await answer('~/tuning');
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('workFolder: ~/tuning');
    expect(readFileSync(file, 'utf8').startsWith(before)).toBe(true);
    await bench.page.locator('.pane-header[aria-label^="Targets"]').click();
    await bench.rows('Targets').filter({ hasText: 'Slurm on login.example.org' }).waitFor();
    await bench.changeTheme('Dark Modern');
    await bench.screenshot('25-targets');
  });

  it('retention: shows what a rule would remove before it is applied', async () => {
    await bench.command('Trimtab: Experiment History');
    const page = bench.webview();
    await page.getByText('Free disk space').click();
    await page.getByRole('combobox', { name: 'What to remove' }).selectOption('delete');
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
    await inEveryTheme('38-dynamics');
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
    await inEveryTheme('37-explorer');
    for (const tab of ['Bars', 'Boxes', 'Flame', 'Matrix', 'Time', 'Search', 'Map']) {
      await page.getByRole('button', { name: tab, exact: true }).click();
      await page.getByRole('button', { name: 'As a table' }).first().waitFor();
      expect(await frameViolations(bench.page), tab).toEqual([]);
      await bench.screenshot(`37-explorer-${tab.toLowerCase()}`);
    }
    // Keys go through the search from why to where and when, and choose: the trees follow.
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const graph = page.getByRole('application', { name: /^Search for why, where and when/ });
    await graph.focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await graph.press(key);
    await page.getByText(/^[^:]+ in .* MPI_\w+: .* of the run, true$/).waitFor();
    await inEveryTheme('37-explorer-search');
    await page.getByRole('button', { name: 'Time', exact: true }).click();
    await page.getByRole('application', { name: /by visit of MPI_/ }).waitFor();
    await inEveryTheme('37-explorer-time');
    await page.getByRole('combobox', { name: 'Compare with' }).selectOption({ index: 1 });
    await page.getByRole('combobox', { name: 'Numbers' }).selectOption('change');
    await page.getByText(/^Changes from .* to this run/).waitFor();
    await bench.screenshot('37-explorer-change');
    await page.getByRole('combobox', { name: 'Compare with' }).selectOption('');
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await page.getByRole('button', { name: 'As a table' }).click();
    await expect.poll(() => page.getByRole('rowheader').filter({ hasText: /rank/i }).count()).toBe(4);
    await page.getByRole('button', { name: 'Places', exact: true }).click();
    await paths.focus();
    await paths.press('Alt+ArrowLeft');
    await chosen.waitFor({ state: 'detached' });
    await paths.press('Alt+ArrowRight');
    await chosen.filter({ hasText: 'MPI_' }).waitFor();
    await paths.press('Enter');
    await bench.page.locator('.monaco-editor.focused').first().waitFor();
    await bench.command('Trimtab: Experiment History');
    await uncheckAll();
  });
});
