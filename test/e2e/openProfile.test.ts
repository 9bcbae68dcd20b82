import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/layout.mjs';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { encodeCube } from '../../src/formats/cube/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { lineIn } from './support/sourceLines.js';
import { Workbench } from './support/workbench.js';

/** A folder with a program, and the profile of one of its runs without the trace. */
function profiledProgram(): string {
  const folder = mkdtempSync(join(tmpdir(), 'profile-'));
  cpSync(join(root, 'examples/heat2d-mpi/heat2d.c'), join(folder, 'heat2d.c'));
  const trace = openArchive(join(root, 'examples/heat2d-mpi/recorded/traces.otf2'));
  const { space } = analyzeTrace(trace, { program: 'heat2d' });
  const bytes = [...encodeCube(space, trace.definitions, { creator: 'test' })];
  writeFileSync(join(folder, 'heat2d.cubex'), Buffer.concat(bytes));
  return folder;
}

describe('a profile measured elsewhere', () => {
  let folder: string;
  let bench: Workbench;

  beforeAll(async () => {
    folder = profiledProgram();
    bench = await Workbench.open(folder, join(folder, 'heat2d.c'));
  });

  afterEach(({ task }) => bench.screenshotFailure(task));

  afterAll(async () => {
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function openProfile(): Promise<void> {
    const explorer = bench.page.locator('.explorer-folders-view .monaco-list-row');
    const findings = bench.rows('Findings').filter({ hasText: 'Late Sender' }).first();
    // Until the workbench knows the extension's editors, it takes the file for one of no kind.
    const unknown = bench.page.getByText('The file is not displayed in the text editor');
    for (;;) {
      await explorer.filter({ hasText: 'heat2d.cubex' }).dblclick();
      await findings.or(unknown).first().waitFor();
      if (await findings.isVisible()) break;
      await bench.command('View: Close Editor');
      await unknown.waitFor({ state: 'detached' });
    }
  }

  it('opens with a click in the file explorer, and shows where its findings are', async () => {
    await bench.page.locator('.editor-actions').getByRole('button', { name: 'Analyze Performance' }).waitFor();
    await openProfile();
    const editor = bench.webview();
    await editor.getByText(/^heat2d is open as an experiment; the worst of its findings is Late Sender/).waitFor();
    await bench.screenshot('12-profile');
    expect(await bench.rows('Experiments').count()).toBe(1);
  });

  it('has its marks on the lines of the source', async () => {
    await bench.page.getByRole('tab', { name: /^heat2d\.c(,|$)/ }).click();
    await bench.goToLine(lineIn(join(folder, 'heat2d.c'), 'MPI_Waitall(4, requests'));
    expect(await bench.mark('heat2d.c', 'MPI_Waitall', 'Late Sender')).toMatch(/%/);
    await bench.screenshot('13-profile-marks');
  });
});
