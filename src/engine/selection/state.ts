import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { errorCode, makePrivateFolder, readText, writeAtomically } from '../../base/files/index.js';

const STATE = join('.trimtab', 'state.json');

const stateSchema = v.object({
  format: v.literal('trimtab-state'),
  version: v.literal(1),
  /** The experiment whose marks are shown. */
  selected: v.nullable(v.string()),
});

/**
 * Returns the experiment that was selected in a workspace folder; null if the user chose none, undefined if nothing was
 * chosen yet.
 * @throws Error with one sentence when the file exists and cannot be used; it is left unchanged
 */
export function readSelected(folder: string): string | null | undefined {
  const path = join(folder, STATE);
  let text: string;
  try {
    text = readText(path, { limit: 64 << 10 });
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), stateSchema), text);
  if (!result.success) throw new Error(`${path} is damaged (${result.issues[0].message}): no experiment is selected.`);
  return result.output.selected;
}

/**
 * Remembers the selection of a workspace folder. That nothing is selected is written only where Trimtab has a folder.
 * @throws TrimtabError when the file cannot be written
 */
export function writeSelected(folder: string, selected: string | null): void {
  const path = join(folder, STATE);
  if (selected === null && !existsSync(dirname(path))) return;
  makePrivateFolder(dirname(path));
  writeAtomically(path, `${JSON.stringify({ format: 'trimtab-state', version: 1, selected }, undefined, 2)}\n`);
}
