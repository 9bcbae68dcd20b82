import { cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/layout.mjs';
import type { Workbench } from './workbench.js';

/** Makes a folder with a program, and in `trace` the trace of one of its runs. Returns its path. */
export function tracedProgram(): string {
  // Its name is the name of the experiment.
  const folder = join(mkdtempSync(join(tmpdir(), 'trace-')), 'heat2d');
  mkdirSync(join(folder, 'trace'), { recursive: true });
  cpSync(join(root, 'examples/heat2d-mpi/recorded'), join(folder, 'trace'), { recursive: true });
  cpSync(join(root, 'examples/heat2d-mpi/heat2d.c'), join(folder, 'heat2d.c'));
  return folder;
}

/** Opens the trace in a folder from the menu of its anchor file, as people do. */
export async function openFromMenu(bench: Workbench, folder = 'trace'): Promise<void> {
  const explorer = bench.page.locator('.explorer-folders-view .monaco-list-row');
  await explorer.filter({ hasText: folder }).first().click();
  const path = `${folder}/traces.otf2`;
  const anchor = explorer.filter({ has: bench.page.locator(`.monaco-icon-label[aria-label$="${path}"]`) });
  await anchor.waitFor();
  await anchor.click({ button: 'right' });
  await bench.choose('Trimtab: Open Trace or Profile…');
}
