import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { root } from '../../scripts/lib/layout.mjs';
import { Workbench } from './support/workbench.js';

describe('the main job in a real workbench', () => {
  let folder: string;
  let bench: Workbench;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trimtab-heat2d-'));
    for (const file of ['heat2d.c', 'Makefile']) cpSync(join(root, 'examples/heat2d-mpi', file), join(folder, file));
    bench = await Workbench.open(folder, join(folder, 'heat2d.c'));
  });

  afterAll(async () => {
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('opens the source and shows the views', async () => {
    await bench.line('heat2d.c', 'heat2d: the steady temperature').waitFor();
    await bench.showTrimtab();
    await bench.screenshot('01-views');
  });
});
