/** `trimtab api`: the files with which programs describe their entities and phases. */
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { readText, statOf, writeForPerson } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';
import type { Context } from '../services/context.js';

const FILES = ['trimtab.h', 'trimtab.F90'] as const;
const RULE = { limit: 1 << 20, within: null } as const;

/**
 * Copies them into a folder of the program, so that it also builds without Trimtab.
 * @throws TrimtabError if the folder does not exist, or contains another file of such a name, which stays unchanged
 */
export async function copyApi({ terminal, folder, findProbe }: Context, wanted: string): Promise<void> {
  const target = resolve(folder, wanted);
  if (statOf(target)?.isDirectory() !== true)
    throw new TrimtabError(`${wanted} is not a folder. Name a folder of your program for the files.`);
  const api = join(findProbe(), 'api');
  const copies = FILES.map((name) => ({ path: join(target, name), text: readText(join(api, name), RULE) }));
  for (const { path, text } of copies)
    if (existsSync(path) && readText(path, RULE) !== text)
      throw new TrimtabError(
        `${path} exists and differs from the file of Trimtab. Nothing was copied. Move it away and try again.`,
      );
  for (const { path, text } of copies) writeForPerson(path, text);
  await terminal.lines(copies.map(({ path }) => relative(folder, path)));
}
