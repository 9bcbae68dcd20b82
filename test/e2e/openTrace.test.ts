import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openFromMenu, tracedProgram } from './support/tracedProgram.js';
import { Workbench } from './support/workbench.js';

describe('a trace measured elsewhere', () => {
  let folder: string;
  let bench: Workbench;

  beforeAll(async () => {
    folder = tracedProgram();
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
