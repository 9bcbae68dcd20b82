/** Output of a measurement system in the folder of a run's records. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../../base/files/inside.js';
import { statOf } from '../../base/files/index.js';
import { holdsMeasurement, measurementAt } from '../../formats/registry.js';
import { systemOf } from './index.js';
import type { SystemName } from './names.js';

/** At most so many folders are looked into. */
const MOST_FOLDERS = 1000;

/** Returns the paths that match a pattern, sorted by name; none if nothing matches. */
function pathsOf(folder: string, pattern: string): string[] {
  const [first = '', ...rest] = pattern.split('/');
  if (rest.length === 0) return first === '*' ? [] : [join(folder, first)];
  if (first !== '*') return pathsOf(join(folder, first), rest.join('/'));
  if (statOf(folder)?.isDirectory() !== true) return [];
  const names = readdirSync(folder).sort().slice(0, MOST_FOLDERS);
  return names.flatMap((name) => pathsOf(join(folder, name), rest.join('/')));
}

/** The file to open; undefined where the system left nothing, or nothing that can be opened. */
export function resultIn(folder: string, name: SystemName): string | undefined {
  for (const path of systemOf(name).results.flatMap((pattern) => pathsOf(folder, pattern))) {
    const facts = statOf(path);
    if (facts?.isFile() === true && facts.size > 0 && isInside(folder, path)) return path;
    if (facts?.isDirectory() === true && holdsMeasurement(path)) return measurementAt(path);
  }
  return undefined;
}
