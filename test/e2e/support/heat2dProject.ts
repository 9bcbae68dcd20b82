import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/layout.mjs';
import type { Workbench } from './workbench.js';

/** The source of the example. */
export const HEAT2D = 'heat2d.c';

/**
 * Copies the example into a separate folder, as a user's project.
 * @param name of the folder's beginning
 * @param configuration its trimtab.yaml; none if omitted
 */
export function heat2dProject(name: string, configuration?: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  for (const file of [HEAT2D, 'Makefile']) cpSync(join(root, 'examples/heat2d-mpi', file), join(folder, file));
  if (configuration !== undefined) writeFileSync(join(folder, 'trimtab.yaml'), configuration);
  return folder;
}

/** Waits until the source is shown and the engine is available, and with it the commands. */
export async function showEngine(bench: Workbench): Promise<void> {
  await bench.line(HEAT2D, 'heat2d: the steady temperature').waitFor();
  await bench.showTrimtab();
  await bench.page.getByText('Run your MPI or OpenMP program and see where it waits, on its source lines.').waitFor();
}
