/** A workbench on a workspace with experiments, and its pages in all themes. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { root } from '../../../scripts/lib/layout.mjs';
import { usually } from '../../support/matrix.js';
import { frameViolations } from './accessibility.js';
import { prepareHistory } from './history.js';
import { Workbench } from './workbench.js';

/** Themes by short names, and how the workbench calls them. */
const themes = { light: 'Light Modern', dark: 'Dark Modern', contrast: 'Dark High Contrast' } as const;
type Theme = keyof typeof themes;

/** What the tests of a file work on. */
export interface OnHistory {
  readonly folder: string;
  /** Of experiments, by their names. */
  readonly ids: Map<string, string>;
  readonly bench: Workbench;
}

/** The prepared workspace, which files copy: it is analyzed once. */
const original = join(root, 'test-results/history');
let preparedIds: Map<string, string> | undefined;

function copyHistory(folder: string): Map<string, string> {
  if (preparedIds === undefined) {
    rmSync(original, { recursive: true, force: true });
    mkdirSync(original, { recursive: true });
    preparedIds = prepareHistory(original);
  }
  cpSync(original, folder, { recursive: true, preserveTimestamps: true });
  return preparedIds;
}

/** Opens a workspace with the prepared experiments, once they are shown. @param files more files of it, by their names */
export async function openHistory(files: Readonly<Record<string, string>> = {}): Promise<OnHistory> {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  const ids = copyHistory(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const bench = await Workbench.open(folder, join(folder, 'heat2d.c'));
  await bench.showTrimtab();
  await bench.rows('Experiments').first().waitFor();
  return { folder, ids, bench };
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
