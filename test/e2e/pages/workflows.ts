/** Workflows and targets of a workspace: how they are edited, and what runs ask. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { checkInThemes, type OnHistory, type Pages } from '../support/onHistory.js';
import type { Workbench } from '../support/workbench.js';

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

const files = { 'check.trimtab-workflow.yaml': workflow, 'linked.trimtab-workflow.yaml': linked };

function register(on: () => OnHistory): void {
  let folder: string;
  let bench: Workbench;

  beforeAll(() => {
    ({ folder, bench } = on());
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
    await checkInThemes(bench, 'light', '23-workflow');
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

  it('workflow runs: a run asks, continues and is drawn live', async () => {
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
}

export const workflowPages: Pages = { name: 'workflows', files, register };
