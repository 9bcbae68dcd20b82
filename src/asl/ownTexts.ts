/** The user-defined properties of a project. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { statOf } from '../base/files/index.js';
import { TrimtabError } from '../base/problem.js';
import { counted, dataSize } from '../base/text.js';
import { ASL_FILE, PARAMETERS, textIn } from './files.js';
import type { Source } from './syntax/diagnostics.js';

/** Folder of a project's user-defined properties. */
export const OWN = join('.trimtab', 'properties');
/** Files, and bytes of all of them, that are read of it. */
const MOST_OWN = 200;
const MOST_OWN_BYTES = 8 << 20;

/**
 * Returns a project's user-defined properties and parameter values. An unreadable file counts as one with an error; the
 * first one beyond the limit represents all following ones.
 */
export function ownTexts(project: string): Source[] {
  const folder = join(project, OWN);
  if (statOf(folder)?.isDirectory() !== true) return [];
  const names = readdirSync(folder);
  const ordered = [
    ...names.filter((name) => name === PARAMETERS),
    ...names.filter((name) => name.endsWith(ASL_FILE)).sort(),
  ];
  const sources: Source[] = [];
  let bytes = 0;
  for (const [index, name] of ordered.entries()) {
    bytes += statOf(join(folder, name))?.size ?? 0;
    if (index >= MOST_OWN || bytes > MOST_OWN_BYTES) {
      const unreadable = `${OWN} holds more than the ${MOST_OWN} files and ${dataSize(MOST_OWN_BYTES)} that are read: ${counted(ordered.length - index, 'file')} from ${name} on ${ordered.length - index === 1 ? 'is' : 'are'} excluded; remove those that you do not need`;
      sources.push({ name: join(OWN, name), text: '', unreadable });
      break;
    }
    sources.push(ownText(folder, name));
  }
  return sources;
}

function ownText(folder: string, name: string): Source {
  const shown = join(OWN, name);
  try {
    return { ...textIn(folder, name), name: shown };
  } catch (error) {
    if (!(error instanceof TrimtabError)) throw error;
    return { name: shown, text: '', unreadable: error.message };
  }
}
