import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/layout.mjs';
import { Workbench } from './support/workbench.js';

describe('a trace whose second process was cut off', () => {
  let folder: string;
  let bench: Workbench;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cut-'));
    mkdirSync(join(folder, 'trace'));
    cpSync(join(root, 'examples/heat2d-mpi/recorded'), join(folder, 'trace'), { recursive: true });
    cpSync(join(root, 'examples/heat2d-mpi/heat2d.c'), join(folder, 'heat2d.c'));
    const events = join(folder, 'trace/traces/1.evt');
    truncateSync(events, Math.floor(statSync(events).size / 2));
    bench = await Workbench.open(folder, join(folder, 'heat2d.c'));
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await bench.screenshot(`failed ${task.name.replaceAll(/\W+/g, '-')}`);
  });

  afterAll(async () => {
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows what is uncertain as a row above the findings, with the location below it', async () => {
    const explorer = bench.page.locator('.explorer-folders-view .monaco-list-row');
    await explorer.filter({ hasText: 'trace' }).first().click();
    const anchor = explorer.filter({ hasText: 'traces.otf2' });
    await anchor.waitFor();
    await anchor.click({ button: 'right' });
    await bench.choose('Trimtab: Open Trace…');
    const row = bench.rows('Findings').filter({ hasText: 'Incomplete trace' }).first();
    await row.waitFor();
    expect(await row.textContent()).toContain('ends early');
    await row.click();
    await bench.page.keyboard.press('ArrowRight');
    await bench.rows('Findings').filter({ hasText: 'of the run missing' }).first().waitFor();
    await bench.screenshot('12-incomplete-trace');
  });
});
