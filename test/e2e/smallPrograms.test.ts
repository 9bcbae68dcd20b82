/** Small programs of one folder in one workbench: a script, a program that nothing builds, and one that is adapted. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seriousViolations } from './support/accessibility.js';
import { Workbench } from './support/workbench.js';

const runLimit = 150_000;

const SMOOTH = `def neighbors(row, at):
    return row[at - 1] + row[(at + 1) % len(row)]


def smooth(row):
    return [neighbors(row, at) / 2 for at in range(len(row))]


def main():
    row = [float(at % 7) for at in range(500)]
    for _ in range(200):
        row = smooth(row)
    print(sum(row))


main()
`;

/** Next to the other one, and no part of it. */
const COUNT = `def digits(number):
    return len(str(number))


print(sum(digits(number) for number in range(20000)))
`;

/** Reads its own file in small pieces, so often that little else takes its time. */
const READER = `#include <fcntl.h>
#include <unistd.h>
int main(int count, char **arguments) {
  char piece[16];
  int file = open(arguments[0], O_RDONLY), pieces = 0;
  for (int round = 0; round < 50; round++) {
    lseek(file, 0, SEEK_SET);
    while (read(file, piece, sizeof piece) > 0) pieces++;
  }
  close(file);
  return count == 0 || pieces == 0;
}
`;

/** \`tiny\` costs more to record than it takes, also where ranks wait for a core now and then; rank 1 holds more of the heap than rank 0. */
const UNEVEN = `#include <mpi.h>
#include <stdlib.h>
#include <string.h>
static volatile double sum;
static volatile int times = 3;
__attribute__((noinline)) static void tiny(void) { for (int i = 0; i < times; i++) sum = sum * 0.5 + 1; }
__attribute__((noinline)) static void work(void) { for (int i = 0; i < 3000000; i++) sum = sum * 0.5 + 1; }
static char *table(int rank) {
  size_t bytes = (size_t)(rank == 1 ? 24 : 4) << 20;
  return memset(malloc(bytes), rank, bytes);
}
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  char *held = table(rank);
  for (int i = 0; i < 2000000; i++) tiny();
  work();
  MPI_Barrier(MPI_COMM_WORLD);
  free(held);
  MPI_Finalize();
  return 0;
}
`;

const UNEVEN_YAML = `version: 1
program: uneven
ranks: 2
build: { command: [trimtab-cc, mpicc, -g, -O1, -o, uneven, uneven.c] }
run: { command: [mpirun, -n, '{ranks}', ./uneven] }
sources: ['*.c']
measure: { mode: profile, memory: true }
`;

/** A workspace with a folder for each program. */
function programs(): string {
  const folder = mkdtempSync(join(tmpdir(), 'small-'));
  const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
  for (const part of ['script', 'tool', 'uneven']) mkdirSync(join(folder, part));
  write('script/smooth.py', SMOOTH);
  write('script/count.py', COUNT);
  write('reader.c', READER);
  execFileSync('gcc', ['-o', join(folder, 'tool/reader'), join(folder, 'reader.c')]);
  // Its source is elsewhere.
  rmSync(join(folder, 'reader.c'));
  write('uneven/uneven.c', UNEVEN);
  write('uneven/trimtab.yaml', UNEVEN_YAML);
  return folder;
}

describe('small programs', () => {
  let folder: string;
  let bench: Workbench;

  beforeAll(async () => {
    folder = programs();
    bench = await Workbench.open(folder, join(folder, 'script/smooth.py'));
    await bench.line('smooth.py', 'def neighbors').waitFor();
    // Menus exist before the trust in the folder is known: their items cannot be chosen until then.
    await bench.showTrimtab();
    await bench.page.getByText('Run your MPI or OpenMP program and see where it waits, on its source lines.').waitFor();
  });

  afterEach(({ task }) => bench.screenshotFailure(task));

  afterAll(async () => {
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  });

  // Notifications with buttons are dialogs too, by their role.
  const dialog = () => bench.page.locator('.monaco-dialog-box');
  const toast = (text: string) =>
    bench.page.locator('.notifications-toasts .notification-list-item', { hasText: text });

  /** Waits for the experiment of a program, and until the next one can be started. */
  async function measured(program: string): Promise<void> {
    await bench.showTrimtab();
    await bench.rows('Experiments').filter({ hasText: program }).first().waitFor({ timeout: runLimit });
    const start = bench.page.locator('.pane-header[aria-label^="Findings"]').getByLabel('Analyze Performance');
    await start.first().waitFor({ state: 'attached' });
  }

  /** Starts the main job from the menu of a file in the explorer, which is shown until the first run. */
  async function analyze(...[part, file]: readonly [string, string]): Promise<void> {
    await bench.page.locator('.activitybar').getByRole('tab', { name: 'Explorer' }).click();
    const rows = bench.page.locator('.explorer-folders-view .monaco-list-row');
    await rows.getByText(part, { exact: true }).click();
    await rows.getByText(file, { exact: true }).click({ button: 'right' });
    await bench.choose('Trimtab: Analyze Performance');
  }

  /** Opens a file by its name. The end of a run shows its worst finding, which closes a list that was just opened. */
  async function open(file: string): Promise<void> {
    const patience = { timeout: 20_000 };
    for (let tries = 1; ; tries++)
      try {
        await bench.page.keyboard.press('Control+p');
        const list = bench.page.locator('.quick-input-widget');
        await list.locator('input').first().fill(file, patience);
        await list.locator('.monaco-list-row', { hasText: file }).first().click(patience);
        await bench.editor(file).locator('.view-line').first().waitFor(patience);
        return;
      } catch (error) {
        if (tries === 3) throw error;
      }
  }

  /** Opens a file, and starts the main job from its editor. */
  async function analyzeOpened(file: string): Promise<void> {
    await open(file);
    await bench.command('Trimtab: Analyze Performance');
  }

  describe('a program that nothing builds', () => {
    it('is proposed to be measured uninstrumented', async () => {
      await analyze('tool', 'reader');
      expect(await bench.proposal()).toContain('Found nothing that builds reader');
      await bench.screenshot('63-unbuilt-proposal');
      await bench.createAndRun();
      await measured('reader');
      await bench.rows('Findings').filter({ hasText: 'Time in I/O' }).first().waitFor();
      await bench.screenshot('64-unbuilt-findings');
      expect(existsSync(join(folder, 'tool/trimtab.yaml'))).toBe(true);
    });
  });

  describe('a script of Python', () => {
    it('is proposed to be run unmodified, and shown over its functions', async () => {
      await analyzeOpened('smooth.py');
      expect(await bench.proposal()).toContain('smooth.py is run by python3 without changes');
      await bench.screenshot('60-script-proposal');
      await bench.createAndRun();
      await measured('smooth.py');
      const lenses = bench.editor('smooth.py').locator('.codelens-decoration');
      await lenses.filter({ hasText: /smooth\.neighbors: time/ }).waitFor();
      await lenses
        .filter({ hasText: /^time .* exclusive/ })
        .first()
        .waitFor();
      await bench.screenshot('61-script-marks');
    });

    it('is not taken for the one that trimtab.yaml runs', async () => {
      const before = readFileSync(join(folder, 'script/trimtab.yaml'), 'utf8');
      await analyzeOpened('count.py');
      await dialog().getByText('Measure count.py?').waitFor();
      expect(await dialog().innerText()).toContain('trimtab.yaml runs smooth.py');
      await bench.screenshot('62-other-script');
      await dialog().getByRole('button', { name: 'Measure count.py' }).click();
      await measured('count.py');
      expect(readFileSync(join(folder, 'script/trimtab.yaml'), 'utf8')).toBe(before);
    });
  });

  describe('a program whose ranks hold unequal memory', () => {
    it('has a row that reports so, with its location and its page', async () => {
      await analyzeOpened('uneven.c');
      await bench.showTrimtab();
      const row = bench.rows('Findings').filter({ hasText: 'Memory Imbalance' }).first();
      await row.waitFor({ timeout: runLimit });
      expect(await row.innerText()).toMatch(/stay unused · rank 1/);
      await row.click();
      await bench.screenshot('65-memory');
      expect(await seriousViolations(bench.page, '.part.sidebar .pane-body')).toEqual([]);
      await row.hover();
      await row.getByRole('button', { name: 'Explain' }).click();
      await bench
        .webview()
        .getByRole('heading', { name: /^Memory Imbalance/ })
        .waitFor();
      await bench.screenshot('66-memory-page');
    });
  });

  describe('a program whose measurement costs more than it reveals', () => {
    /** Takes what is offered, or what is typed instead. */
    async function answer(question: string, typed?: string): Promise<void> {
      await bench.page.getByText(`Adapt instrumentation: ${question}`).waitFor();
      if (typed !== undefined) await bench.page.locator('.quick-input-widget input').first().fill(typed);
      await bench.page.keyboard.press('Enter');
    }

    it('is adapted, and shows what each way of measuring takes before one is kept', async () => {
      // The page of a property is no place of a program.
      await bench.command('View: Close Editor');
      await bench.command('Trimtab: Adapt Instrumentation…');
      await answer('strategies (1 of 4)', 'tor');
      await answer('repeats (2 of 4)');
      await answer('keep (3 of 4)');
      await answer('file (4 of 4)');
      const question = toast('Adapt instrumentation');
      await question.getByRole('button', { name: 'Show Table' }).click({ timeout: 2 * runLimit });
      await bench.webview().getByRole('cell', { name: 'TOR', exact: true }).waitFor();
      await bench.screenshot('67-adaptation-table');
      await toast('Adapt instrumentation').getByRole('button', { name: 'tor', exact: true }).click();
      await toast('succeeded').waitFor();
      await bench.screenshot('68-adaptation-end');
      expect(readFileSync(join(folder, 'uneven/trimtab.yaml'), 'utf8')).toContain('tiny');
    });

    it('has the runs of that in the history only where they are asked for', async () => {
      await bench.command('Trimtab: Experiment History');
      const page = bench.webview();
      await page.getByRole('button', { name: 'smooth.py' }).first().waitFor();
      expect(await page.getByRole('button', { name: 'All functions' }).count()).toBe(0);
      await bench.screenshot('69-history');
      await page.getByRole('searchbox').fill('is:adaptation');
      await page.getByRole('button', { name: 'All functions' }).first().waitFor();
      await bench.screenshot('69-history-adaptation');
    });
  });
});
