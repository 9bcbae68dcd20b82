import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openFromMenu, tracedProgram } from './support/tracedProgram.js';
import { Workbench } from './support/workbench.js';

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
    rmSync(folder, { recursive: true, force: true });
  });

  it('opens from the menu of its anchor file', async () => {
    await openFromMenu(bench);
    await bench.rows('Findings').filter({ hasText: 'Late Sender' }).first().waitFor();
    await bench.screenshot('10-trace');
    expect(await bench.rows('Experiments').count()).toBe(1);
  });

  it('leaves out a function from its lens, in trimtab.yaml, and takes that back', async () => {
    writeFileSync(configuration, CONFIGURATION);
    const source = readFileSync(join(folder, 'heat2d.c'), 'utf8').split('\n');
    await bench.goToLine(source.findIndex((line) => line.startsWith('static void exchange_halo')) + 1);
    const lens = bench.editor('heat2d.c').locator('.codelens-decoration a:visible', { hasText: 'Leave Out…' }).first();
    await lens.waitFor();
    await bench.screenshot('10-lens');
    const choice = bench.page.locator('.quick-input-widget').getByText('Leave Out', { exact: true }).first();
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

  it('explains a property on its page, with its picture', async () => {
    const row = bench.rows('Findings').filter({ hasText: 'Late Sender' }).first();
    await row.hover();
    await row.getByRole('button', { name: 'Explain Property' }).click();
    const page = bench.webview();
    await page.getByRole('heading', { name: 'Late Sender (mpi_latesender)' }).waitFor();
    const picture = page.getByRole('img', { name: 'The receiver enters MPI_Recv while the sender still works.' });
    await picture.waitFor();
    // An image that could not be loaded has no width of its own.
    const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width, { timeout: 30_000 }).toBeGreaterThan(0);
    await bench.screenshot('11-property');
  });
});
