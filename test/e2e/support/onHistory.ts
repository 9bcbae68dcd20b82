/** A workbench on a workspace with experiments, and its pages in all themes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { usually } from '../../support/matrix.js';
import { frameViolations } from './accessibility.js';
import { prepareHistory } from './history.js';
import { Workbench } from './workbench.js';

/** Themes by short names, and how the workbench calls them. */
const themes = { light: 'Light Modern', dark: 'Dark Modern', contrast: 'Dark High Contrast' } as const;
type Theme = keyof typeof themes;

/** Objects shared by the tests of a file. */
export interface OnHistory {
  readonly folder: string;
  /** Of experiments, by their names. */
  readonly ids: Map<string, string>;
  readonly bench: Workbench;
}

/** Opens a workspace with the prepared experiments, once they are shown. @param files more files of it, by their names */
async function openHistory(files: Readonly<Record<string, string>>): Promise<OnHistory> {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  const ids = prepareHistory(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const bench = await Workbench.open(folder, join(folder, 'heat2d.c'));
  await bench.showTrimtab();
  await bench.rows('Experiments').first().waitFor();
  return { folder, ids, bench };
}

/** Tests of pages, and files that they need in the workspace, by their names. */
export interface Pages {
  readonly name: string;
  readonly files?: Readonly<Record<string, string>>;
  /** Registers the tests; its argument gives the window, which is open when they run. */
  readonly register: (on: () => OnHistory) => void;
}

/** Tests pages in one window: to open a window takes as long as many tests. */
export function describePages(...all: readonly Pages[]): void {
  describe('the pages of a workspace with experiments', () => {
    let open: OnHistory;

    beforeAll(async () => {
      open = await openHistory(Object.fromEntries(all.flatMap(({ files = {} }) => Object.entries(files))));
    });

    afterEach(({ task }) => open.bench.screenshotFailure(task));

    afterAll(async () => {
      await open.bench.close();
      rmSync(open.folder, { recursive: true, force: true });
    });

    for (const { name, register } of all)
      describe(name, () => {
        beforeAll(() => open.bench.command('View: Close All Editors'));
        register(() => open);
      });
  });
}

/**
 * Does something in every theme in `npm run test:all`, and in one of them in `npm test`.
 * @param usual the theme of `npm test`; pages name different ones, so that each is used
 */
export async function inThemes(bench: Workbench, usual: Theme, look: (theme: Theme) => Promise<void>): Promise<void> {
  for (const theme of usually(['light', 'dark', 'contrast'], usual)) {
    await bench.changeTheme(themes[theme]);
    await look(theme);
  }
}

/** In the themes of this tier nothing is seriously inaccessible; a picture of each is left. */
export async function checkInThemes(bench: Workbench, usual: Theme, name: string): Promise<void> {
  await inThemes(bench, usual, async (theme) => {
    expect(await frameViolations(bench.page), `${name} in ${theme}`).toEqual([]);
    await bench.screenshot(`${name}-${theme}`);
  });
}
