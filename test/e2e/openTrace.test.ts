import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/layout.mjs';
import { Workbench } from './support/workbench.js';

const example = join(root, 'examples/heat2d-mpi/recorded');

describe('a trace measured elsewhere', () => {
  let folder: string;
  let bench: Workbench;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trace-'));
    mkdirSync(join(folder, 'trace'));
    cpSync(example, join(folder, 'trace'), { recursive: true });
    cpSync(join(root, 'examples/heat2d-mpi/heat2d.c'), join(folder, 'heat2d.c'));
    bench = await Workbench.open(folder, join(folder, 'heat2d.c'));
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await bench.screenshot(`failed ${task.name.replaceAll(/\W+/g, '-')}`);
  });

  afterAll(async () => {
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('opens from the menu of its anchor file', async () => {
    const explorer = bench.page.locator('.explorer-folders-view .monaco-list-row');
    await explorer.filter({ hasText: 'trace' }).first().click();
    const anchor = explorer.filter({ hasText: 'traces.otf2' });
    await anchor.waitFor();
    await anchor.click({ button: 'right' });
    await bench.choose('Trimtab: Open Trace…');
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
