import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/layout.mjs';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { ExperimentStore } from '../../src/experiments/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { spaceDefinitions } from '../../src/model/definitions.js';
import { Workbench } from './support/workbench.js';

const TEXT = `property Waits(CallPath c, Experiment e) {
  let lost = c.mpi_latesender;
  in condition: lost > 0 and c.nothing > 1;
  severity: lost / RB(e); impact: lost; at: c;
}
`;

/** Creates a project with an experiment, the program's source and a user-defined property that has a mistake. */
function project(): { folder: string; property: string } {
  const folder = mkdtempSync(join(tmpdir(), 'property-'));
  cpSync(join(root, 'examples/heat2d-mpi/heat2d.c'), join(folder, 'heat2d.c'));
  const trace = openArchive(join(root, 'examples/heat2d-mpi/recorded/traces.otf2'));
  const { report, space } = analyzeTrace(trace, { program: 'heat2d' });
  const recorder = new ExperimentStore(folder).create({ program: 'heat2d', target: 'local' }, new Date(2026, 0, 1));
  recorder.storeResults(report, { ...space, definitions: spaceDefinitions(trace.definitions) });
  recorder.finish('complete');
  mkdirSync(join(folder, '.trimtab', 'properties'), { recursive: true });
  const property = join(folder, '.trimtab', 'properties', 'waits.asl');
  writeFileSync(property, TEXT);
  return { folder, property };
}

describe('a property of a project', () => {
  let folder: string;
  let bench: Workbench;

  beforeAll(async () => {
    const made = project();
    folder = made.folder;
    bench = await Workbench.open(folder, made.property);
  });

  afterEach(({ task }) => bench.screenshotFailure(task));

  afterAll(async () => {
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has its mistakes where they are', async () => {
    await bench.editor('waits.asl').locator('.squiggly-error').first().waitFor();
    await bench.screenshot('60-property-mistake');
  });

  it('is completed with what can be asked, with units', async () => {
    await bench.line('waits.asl', 'c.nothing').click();
    await bench.goToLine(3);
    await bench.page.keyboard.press('End');
    for (let left = 'nothing > 1;'.length; left > 0; left--) await bench.page.keyboard.press('Backspace');
    await bench.page.keyboard.type('visi');
    const offer = bench.page.locator('.suggest-widget .monaco-list-row').filter({ hasText: 'visits' }).first();
    await offer.waitFor();
    await bench.screenshot('61-property-completion');
    await offer.click();
    await bench.page.keyboard.type(' > 1;');
    await bench.line('waits.asl', 'c.visits > 1').waitFor();
    await bench.editor('waits.asl').locator('.squiggly-error').first().waitFor({ state: 'detached' });
  });

  it('is evaluated on the experiment, and leads to a line', async () => {
    const lens = bench.editor('waits.asl').getByText('Evaluate on heat2d').first();
    const places = bench.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'MPI_Waitall' });
    // A lens that is redrawn in the middle of a click receives none.
    for (let isShown = false; !isShown;) {
      await lens.click();
      isShown = await places
        .first()
        .waitFor({ timeout: 10_000 })
        .then(() => true)
        .catch(() => false);
    }
    await bench.screenshot('62-property-evaluated');
    await places.first().click();
    await bench.page.getByRole('tab', { name: /^heat2d\.c(,|$)/ }).waitFor();
    expect(await bench.page.getByRole('tab', { name: /^heat2d\.c(,|$)/ }).count()).toBe(1);
  });
});
