/** `import "halo.asl";`: imported texts, in the same folder or shipped. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readText } from '../base/files/index.js';
import { ASL_FILE, LARGEST_ASL } from './files.js';
import { shippedTexts } from './library.js';
import type { Source } from './syntax/diagnostics.js';
import { parse } from './syntax/parse.js';

/** More texts are not imported by one. */
const MOST_IMPORTED = 200;

/** Whether an import can name a text so: by its file alone, since nothing is read outside of the folder of a text. */
const isImportable = (name: string): boolean =>
  name.endsWith(ASL_FILE) && !/[/\\]/.test(name) && name.length > ASL_FILE.length;

/** The name that others import a text by. */
export const importName = ({ name }: Source): string => basename(name);

/**
 * Returns the texts that some import, transitively, each once and none of the given. Missing texts are omitted: the
 * check of a text reports them at the import.
 * @param sources with absolute paths as their names @throws TrimtabError if a file cannot be read
 */
export function importedTexts(sources: readonly Source[]): Source[] {
  const known = new Map(sources.map((source) => [source.name, source]));
  const found: Source[] = [];
  for (const from of known.values())
    for (const name of importsOf(from)) {
      const source = found.length < MOST_IMPORTED ? textFor(name, from) : undefined;
      if (source === undefined || known.has(source.name)) continue;
      // Continues with its imports in turn: iteration includes entries added to a map.
      known.set(source.name, source);
      found.push(source);
    }
  return found;
}

function importsOf({ text }: Source): string[] {
  const { declarations } = parse(text);
  return declarations.flatMap((each) => (each.kind === 'import' && isImportable(each.path) ? [each.path] : []));
}

function textFor(name: string, from: Source): Source | undefined {
  const path = join(dirname(from.name), name);
  if (existsSync(path)) return { name: path, text: readText(path, { limit: LARGEST_ASL }) };
  return shippedTexts().find((source) => source.name === name);
}
