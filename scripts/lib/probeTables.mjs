/** The tables in the probe's README that are derived from its sources: settings. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { table, withTables } from './markdownTables.mjs';

/** @param {string} text of settings.def @returns {string[][]} rows: name with value, meaning */
function settingRows(text) {
  const rows = text.matchAll(/^TT_(?:SETTING|VALUE)\((\w+), "(.*?)", "(.*)"\)$/gm);
  return [...rows].map(([, name = '', value, meaning = '']) => [value === '' ? name : `${name}=${value}`, meaning]);
}

/**
 * The README of the probe with its tables.
 * @param {string} root the folder with `src`
 * @returns {{ path: string, content: string }[]} absolute paths, and the content each is to have; none where there is no probe
 */
export function probeTables(root) {
  const probe = join(root, 'src/probe');
  if (!existsSync(probe)) return [];
  const settings = settingRows(readFileSync(join(probe, 'format/settings.def'), 'utf8'));
  const path = join(probe, 'README.md');
  return [{ path, content: withTables(path, { settings: table(['variable', 'meaning'], settings) }) }];
}
