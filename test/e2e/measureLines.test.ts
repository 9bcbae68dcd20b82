import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HEAT2D as file, heat2dProject, showEngine } from './support/heat2dProject.js';
import { Workbench } from './support/workbench.js';

/** Building, running and analyzing on a machine that does other things too. */
const runLimit = 150_000;

const configuration = `version: 1
program: heat2d
ranks: 2
build:
  command: [make, -B, 'CC=trimtab-cc mpicc']
run:
  command: [mpirun, -n, '{ranks}', ./heat2d, '300', '100']
sources: [${file}]
measure: { mode: trace }
`;

describe('lines that a person wants measured', () => {
  let folder: string;
  let bench: Workbench;

  beforeAll(async () => {
    folder = heat2dProject('heat2d-lines', configuration);
    bench = await Workbench.open(folder, join(folder, file));
    await showEngine(bench);
  });

  afterEach(({ task }) => bench.screenshotFailure(task));

  afterAll(async () => {
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const source = (): string[] => readFileSync(join(folder, file), 'utf8').split('\n');
  const lineOf = (text: string): number => source().findIndex((line) => line.includes(text)) + 1;
  const ranges = (): string => {
    const path = join(folder, '.trimtab/ranges.yaml');
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  };

  it('are selected, named and marked, and the source stays unchanged', async () => {
    const before = source();
    const [first, last] = [lineOf('MPI_Irecv('), lineOf('MPI_Waitall(4, requests')];
    await bench.goToLine(first);
    await bench.page.keyboard.press('Home');
    for (let line = first; line < last; line++) await bench.page.keyboard.press('Shift+ArrowDown');
    await bench.page.keyboard.press('Shift+End');
    await bench.command('Trimtab: Measure These Lines');
    const input = bench.page.locator('.quick-input-widget input').first();
    await input.fill('halo exchange');
    await bench.page.keyboard.press('Enter');
    await bench.mark(file, 'MPI_Waitall(4, requests', 'measured as halo exchange');
    await bench.screenshot('25-measured-lines');
    expect(ranges()).toMatch(/name: halo exchange/);
    expect(source()).toEqual(before);
  });

  it('are put into a group by the lens over them', async () => {
    const lens = bench.editor(file).locator('.codelens-decoration a:visible', { hasText: 'Group RANGES' }).first();
    await lens.click();
    await bench.page.locator('.quick-input-widget').getByText('Another Group…').click();
    const input = bench.page.locator('.quick-input-widget input').first();
    await bench.page.getByText('Name of the group').waitFor();
    await input.fill('halo');
    await bench.page.keyboard.press('Enter');
    await bench.editor(file).locator('.codelens-decoration a:visible', { hasText: 'Group halo' }).first().waitFor();
    expect(ranges()).toMatch(/group: halo/);
  });

  it('appear in the findings, as a step of the call path', async () => {
    await bench.command('Trimtab: Analyze Performance');
    // On a busy machine another property may be the first one, which alone shows its call paths.
    const property = bench.rows('Findings').filter({ hasText: /% Late Sender/ });
    await property.first().waitFor({ timeout: runLimit });
    await property.first().click();
    await bench.page.keyboard.press('ArrowRight');
    const found = bench.rows('Findings').filter({ hasText: /halo exchange › MPI_Waitall/ });
    await found.first().waitFor();
    await found.first().click();
    await bench.screenshot('26-found-in-lines');
  });

  it('show their visits and measurement overhead when the pointer rests on them', async () => {
    const hover = bench.page.locator('.monaco-hover:visible', { hasText: 'Measuring them took about' });
    await bench.pointAt(file, 'MPI_Waitall(4, requests', 'MPI_Waitall', hover);
    expect(await hover.innerText()).toMatch(/halo exchange: lines \d+ to \d+, group halo/);
    expect(await hover.innerText()).toMatch(/[\d,]+ visits/);
    await bench.screenshot('26-lines-hover');
    await bench.page.keyboard.press('Escape');
  });

  it('are not measured once their text was changed, and report so', async () => {
    await bench.goToLine(lineOf('MPI_Waitall(4, requests'));
    await bench.page.keyboard.press('End');
    await bench.page.keyboard.type(' // changed');
    await bench.mark(file, 'MPI_Waitall(4, requests', 'halo exchange is not measured');
    await bench.screenshot('27-changed-lines');
    await bench.command('File: Revert File');
    await bench.mark(file, 'MPI_Waitall(4, requests', 'measured as halo exchange');
    await bench.editor(file).locator('.codelens-decoration a:visible', { hasText: 'Do Not Measure' }).first().click();
    await expect.poll(ranges, { timeout: 60_000 }).not.toContain('halo exchange');
  });
});
