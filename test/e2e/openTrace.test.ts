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
    await bench.page.getByRole('menuitem', { name: 'Trimtab: Open Trace…' }).click();
    await bench.rows('Findings').filter({ hasText: 'Late Sender' }).first().waitFor();
    await bench.screenshot('10-trace');
    expect(await bench.rows('Experiments').count()).toBe(1);
  });
});
