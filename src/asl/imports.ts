/** `import "halo.asl";`: texts that others build upon, beside them or shipped. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readText } from '../base/files/index.js';
import { ASL_FILE, LARGEST_ASL, shippedTexts } from './library.js';
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
 * The texts that some import, and those that these import, each once and none of the given. What is not there is left
 * out: the check of a text tells it where it is named.
 * @param sources with absolute paths as their names @throws TrimtabError where a file cannot be read
 */
export function importedTexts(sources: readonly Source[]): Source[] {
  const known = new Map(sources.map((source) => [source.name, source]));
  const found: Source[] = [];
  for (const from of known.values())
    for (const name of importsOf(from)) {
      const source = found.length < MOST_IMPORTED ? textFor(name, from) : undefined;
      if (source === undefined || known.has(source.name)) continue;
      // Goes on with what it imports in its turn: what is added to a map is come to.
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
