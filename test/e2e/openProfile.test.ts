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

/** Names of a hostile profile, with Markdown, HTML and icons; a program is named after its file, which can hold no slash. */
const HOSTILE = 'hostile [run](command:trimtab.stop) <img src=x> $(sync~spin)';
const ATTACK = `${HOSTILE} ![p](http://tracker.example/p.png) <img src="http://tracker.example/i.png">`;

/** A folder with a program, and profiles of one of its runs without the trace. */
function profiledProgram(): string {
  const folder = mkdtempSync(join(tmpdir(), 'profile-'));
  cpSync(join(root, 'examples/heat2d-mpi/heat2d.c'), join(folder, 'heat2d.c'));
  const trace = openArchive(join(root, 'examples/heat2d-mpi/recorded/traces.otf2'));
  const { space } = analyzeTrace(trace, { program: 'heat2d' });
  const { regions } = trace.definitions;
  const hostile = regions.map((region) => ({
    ...region,
    name: region.name.startsWith('MPI_') ? region.name : `${region.name} ${ATTACK}`,
  }));
  for (const [name, own] of [
    ['heat2d', regions],
    [HOSTILE, hostile],
  ] as const) {
    const bytes = [...encodeCube(space, { ...trace.definitions, regions: own }, { creator: 'test' })];
    writeFileSync(join(folder, `${name}.cubex`), Buffer.concat(bytes));
  }
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

  const lineOf = (text: string): number => lineIn(join(folder, 'heat2d.c'), text);

  async function openProfile(name: string): Promise<void> {
    const explorer = bench.page.locator('.explorer-folders-view .monaco-list-row');
    const findings = bench.rows('Findings').filter({ hasText: 'Late Sender' }).first();
    // Until the workbench knows the extension's editors, it takes the file for one of no kind.
    const unknown = bench.page.getByText('The file is not displayed in the text editor');
    for (;;) {
      await explorer.filter({ hasText: name }).dblclick();
      await findings.or(unknown).first().waitFor();
      if (await findings.isVisible()) break;
      await bench.command('View: Close Editor');
      await unknown.waitFor({ state: 'detached' });
    }
  }

  it('opens with a click in the file explorer, and says where its findings are', async () => {
    await bench.page.locator('.editor-actions').getByRole('button', { name: 'Analyze Performance' }).waitFor();
    await openProfile('heat2d.cubex');
    const editor = bench.webview();
    await editor.getByText(/^heat2d is open as an experiment; the worst of its findings is Late Sender/).waitFor();
    await bench.screenshot('12-profile');
    expect(await bench.rows('Experiments').count()).toBe(1);
  });

  it('has its marks on the lines of the source', async () => {
    await bench.page.getByRole('tab', { name: /^heat2d\.c(,|$)/ }).click();
    await bench.goToLine(129);
    expect(await bench.mark('heat2d.c', 'MPI_Waitall', 'Late Sender')).toMatch(/%/);
    await bench.screenshot('13-profile-marks');
  });

  it('shows names of functions as text, whatever they hold, and reaches nobody', async () => {
    await bench.command('View: Show Explorer');
    await openProfile('hostile');
    await bench.webview().getByText(`${HOSTILE} is open as an experiment`).waitFor();
    await bench.command('Trimtab: Open Explorer');
    const page = bench.webview();
    await page.getByRole('treegrid', { name: /^Call paths by / }).waitFor();
    await page.getByText('[run](command:trimtab.stop)').first().waitFor();
    expect(await page.locator('#page img, #page a[href^="command:"], #page a[href^="http"]').count()).toBe(0);
    await bench.screenshot('13-hostile-explorer');
    await bench.page.getByRole('tab', { name: /^heat2d\.c(,|$)/ }).click();
    await bench.goToLine(lineOf('exchange_halo(b);'));
    await bench.mark('heat2d.c', 'exchange_halo(b);', 'in what is called');
    const hover = bench.page.locator('.monaco-hover:visible', { hasText: 'Calls from this line' });
    await bench.pointAt('heat2d.c', 'exchange_halo(b);', 'exchange_halo', hover);
    expect(await hover.innerText()).toContain(`Run ${HOSTILE} (opened profile)`);
    const links = await hover.locator('a').evaluateAll((all) => all.map((a) => a.getAttribute('data-href') ?? ''));
    const allowed = /^command:trimtab\.(explainProperty|showFinding|showDynamics)\b/;
    expect(links.filter((link) => !allowed.test(link))).toEqual([]);
    expect(await hover.locator('img').count()).toBe(0);
    await bench.screenshot('13-hostile-hover');
    expect([...bench.outside]).toEqual([]);
  });
});
