import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seriousViolations } from './support/accessibility.js';
import { HEAT2D as file, heat2dProject, showEngine } from './support/heat2dProject.js';
import { lineIn } from './support/sourceLines.js';
import { Workbench } from './support/workbench.js';

const waitingLine = 'MPI_Waitall(4, requests';
const causingLine = 'return relax_rows(b, alloy_begin';
const callLine = 'solve(&b,';

/** Building, four ranks on two cores and the analysis take a while. */
const runLimit = 150_000;

/** Themes, and the class with which the workbench marks a theme of their kind. */
const themes = [
  ['Dark Modern', 'vs-dark'],
  ['Dark High Contrast', 'hc-black'],
  ['Light High Contrast', 'hc-light'],
  ['Light Modern', 'vs'],
] as const;

/** The strip of waiting by rank is drawn, with its numbers for those who do not see it. */
async function showsPicture(hover: Locator): Promise<void> {
  const picture = hover.getByRole('img', { name: /^Waiting by rank: rank \d+ [\d.]+ m?s.* of \d+ ranks\./ });
  await picture.waitFor();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
}

describe('the main job in a real workbench', () => {
  let folder: string;
  let bench: Workbench;

  beforeAll(async () => {
    // Without the example's trimtab.yaml: Trimtab has to propose one.
    folder = heat2dProject('heat2d');
    bench = await Workbench.open(folder, join(folder, file));
  });

  afterEach(({ task }) => bench.screenshotFailure(task));

  afterAll(async () => {
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const lineOf = (text: string): number => lineIn(join(folder, file), text);

  it('shows what to do before the first run', async () => {
    await showEngine(bench);
    await bench.screenshot('01-before');
  });

  it('offers the job in the menu of the editor, and proposes a configuration', async () => {
    await bench.line(file, '#include <mpi.h>').click({ button: 'right', position: { x: 60, y: 8 } });
    const item = bench.page.getByRole('menuitem', { name: 'Trimtab: Analyze Performance' });
    await item.waitFor();
    await bench.screenshot('02-menu');
    await item.click();
    expect(await bench.proposal()).toContain('Found Makefile');
    expect(await bench.editor('trimtab.yaml').innerText()).toContain('trimtab-build');
    await bench.screenshot('03-proposal');
    await bench.createAndRun();
  });

  it('runs the program for a profile, and offers the trace with what it will take', async () => {
    await bench.rows('Findings').filter({ hasText: 'Time in MPI' }).first().waitFor({ timeout: runLimit });
    expect(existsSync(join(folder, 'trimtab.yaml'))).toBe(true);
    expect(await bench.rows('Experiments').first().innerText()).toContain('profile');
    const offer = bench.notifications().filter({ hasText: 'measured as a profile' });
    await offer.waitFor();
    expect(await offer.innerText()).toMatch(/The trace will take about [\d.]+ k?B/);
    await bench.screenshot('04-profile');
    await bench.page.locator('.notifications-toasts').getByRole('button', { name: 'Trace What Matters' }).click();
  });

  it('runs it again and ranks what it found', async () => {
    await bench.rows('Findings').filter({ hasText: 'Late Sender' }).first().waitFor({ timeout: runLimit });
    expect(await bench.rows('Experiments').first().innerText()).not.toContain('profile');
    await bench.screenshot('04-findings');
  });

  it('leads from the finding to its line', async () => {
    // The worst finding is unfolded and selected already.
    await bench.rows('Findings').filter({ hasText: 'MPI_Waitall' }).first().click();
    await bench.page.locator('.statusbar-item', { hasText: `Ln ${lineOf(waitingLine)},` }).waitFor();
  });

  it('marks the line that waits', async () => {
    const text = await bench.mark(file, waitingLine, 'Late Sender');
    expect(text).toMatch(/\d+(\.\d+)? % Late Sender/);
    await bench.screenshot('05-line-mark');
  });

  it('shows the time above the function', async () => {
    const lens = bench.editor(file).locator('.codelens-decoration:visible', { hasText: 'Late Sender' }).first();
    await lens.waitFor();
    expect(await lens.innerText()).toMatch(/time \d+(\.\d+)? %.*Late Sender \d+(\.\d+)? %/);
  });

  it('explains the line when the pointer rests on it', async () => {
    const hover = bench.page.locator('.monaco-hover:visible', { hasText: 'Late Sender' });
    await bench.pointAt(file, waitingLine, 'MPI_Waitall', hover);
    expect(await hover.innerText()).toMatch(/Late Sender \d+\.\d %[^]*Caused by[^]*Try:/);
    await showsPicture(hover);
    await bench.screenshot('06-hover');
    await hover.getByRole('link', { name: 'More about Late Sender' }).click();
    await bench.webview().getByRole('heading', { name: 'Late Sender (mpi_latesender)' }).waitFor();
    await bench.command('View: Close Editor');
  });

  it('marks the line that makes others wait, and leads there and back', async () => {
    await bench.goToLine(lineOf(causingLine));
    expect(await bench.mark(file, causingLine, 'makes others wait')).toMatch(/makes others wait \d+\.\d %/);
    const hover = bench.page.locator('.monaco-hover:visible', { hasText: 'Makes others wait' });
    await bench.pointAt(file, causingLine, 'relax_rows', hover);
    await showsPicture(hover);
    await bench.screenshot('06-cause');
    await hover.getByRole('link', { name: `${file}:${lineOf(waitingLine)}` }).click();
    await bench.page.locator('.statusbar-item', { hasText: `Ln ${lineOf(waitingLine)},` }).waitFor();
    const lens = bench.editor(file).locator('.codelens-decoration a:visible', { hasText: 'waits for relax_rows' });
    await lens.first().click();
    await bench.page.locator('.statusbar-item', { hasText: `Ln ${lineOf(causingLine)},` }).waitFor();
    await bench.goToLine(lineOf(waitingLine));
  });

  it('leads to that line by marks on the calls above it, which show the loss in them', async () => {
    // The wait is two calls below main.
    await bench.goToLine(lineOf(callLine));
    const text = await bench.mark(file, callLine, 'in what is called');
    expect(text).toMatch(/\d+\.\d % Late Sender.* · in what is called/);
    const hover = bench.page.locator('.monaco-hover:visible', { hasText: 'Calls from this line' });
    await bench.pointAt(file, callLine, 'solve', hover);
    expect(await hover.innerText()).toMatch(/Lost in what is called from here \d+\.\d %: /);
    await bench.screenshot('06-calls');
    await bench.page.keyboard.press('Escape');
  });

  it('keeps the run as an experiment', async () => {
    const experiment = bench.rows('Experiments').first();
    // As many ranks as were proposed: no more than there are cores here.
    expect(await experiment.innerText()).toMatch(/\d+ ranks?/);
  });

  it('has views that assistive technology can read', async () => {
    expect(await seriousViolations(bench.page, '.part.sidebar .pane-body')).toEqual([]);
  });

  it.each(themes)('is readable in %s', async (theme, className) => {
    await bench.changeTheme(theme);
    await bench.page.locator(`.monaco-workbench.${className}`).waitFor();
    await bench.goToLine(lineOf(waitingLine));
    await bench.mark(file, waitingLine, 'Late Sender');
    await bench.screenshot(`07-${theme.toLowerCase().replaceAll(' ', '-')}`);
  });

  it('moves the mark with its line, and calls it stale once the line itself changes', async () => {
    await bench.goToLine(lineOf('static void exchange_halo'));
    await bench.page.keyboard.press('Home');
    await bench.page.keyboard.type('/* a new line */\n');
    expect(await bench.mark(file, waitingLine, 'Late Sender')).not.toContain('changed');
    await bench.goToLine(lineOf(waitingLine) + 1);
    await bench.page.keyboard.press('End');
    await bench.page.keyboard.type(' // changed');
    await bench.mark(file, waitingLine, 'line changed since the run');
    await bench.page.keyboard.press('Home');
    await bench.screenshot('08-stale');
    await bench.command('File: Revert File');
    await bench.line(file, '// changed').waitFor({ state: 'detached' });
    expect(await bench.mark(file, waitingLine, 'ranks')).not.toContain('changed');
  });

  it('asks before it measures a trace that will be larger than the person wants', async () => {
    const configuration = join(folder, 'trimtab.yaml');
    const text = readFileSync(configuration, 'utf8');
    writeFileSync(configuration, `${text}measure: { limits: { trace: 10 kB } }\n`);
    await bench.command('Trimtab: Analyze Performance');
    const dialog = bench.page.getByRole('dialog');
    await dialog.getByText(/will take about [\d.]+ kB/).waitFor();
    await bench.screenshot('08-forecast');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    writeFileSync(configuration, text);
  });

  it('survives the death of its engine with one message', async () => {
    const engines = bench.processesOf('engine.cjs');
    expect(engines).toHaveLength(1);
    engines.forEach((pid) => process.kill(pid, 'SIGKILL'));
    await bench.notifications().filter({ hasText: 'The Trimtab engine was restarted after a failure' }).waitFor();
    expect(await bench.notifications().count()).toBe(1);
    await bench.goToLine(lineOf(waitingLine));
    await bench.mark(file, waitingLine, 'Late Sender');
    await bench.editor(file).locator('.codelens-decoration:visible', { hasText: 'Late Sender' }).first().waitFor();
    await bench.screenshot('09-restarted');
    await bench.rows('Findings').filter({ hasText: 'Late Sender' }).first().waitFor();
    expect(bench.processesOf('engine.cjs')).not.toEqual(engines);
  });
});
