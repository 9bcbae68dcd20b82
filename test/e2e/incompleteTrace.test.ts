import { rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openFromMenu, tracedProgram } from './support/tracedProgram.js';
import { Workbench } from './support/workbench.js';

describe('a trace whose second process was cut off', () => {
  let folder: string;
  let bench: Workbench;

  beforeAll(async () => {
    folder = tracedProgram();
    const events = join(folder, 'trace/traces/1.evt');
    truncateSync(events, Math.floor(statSync(events).size / 2));
    bench = await Workbench.open(folder, join(folder, 'heat2d.c'));
  });

  afterEach(({ task }) => bench.screenshotFailure(task));

  afterAll(async () => {
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows what is uncertain as a row above the findings, with the location below it', async () => {
    await openFromMenu(bench);
    const row = bench
      .rows('Findings')
      .filter({ hasText: /^\s*Incomplete trace/ })
      .first();
    await row.waitFor();
    expect(await row.textContent()).toContain('ends early');
    await row.click();
    await bench.page.keyboard.press('ArrowRight');
    await bench.rows('Findings').filter({ hasText: 'of the run missing' }).first().waitFor();
    await bench.screenshot('12-incomplete-trace');
  });
});
