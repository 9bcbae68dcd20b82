/** Which names files of formats have. */
import type { Format } from './format.js';

type Named = Pick<Format, 'extensions' | 'fileNames'>;

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

/** The part of a regular expression that a pattern with `*` stands for. */
const expressionOf = (pattern: string): string => escaped(pattern).replaceAll('*', '[^.]*');

/** The ending of a file of this format with its dot; undefined where its name has none of them. */
export function endingOf(name: string, { extensions }: Named): string | undefined {
  return extensions.map((extension) => `.${extension}`).find((ending) => name.endsWith(ending));
}

/** Whether a file is called as those of a format are. */
export function isNamedAs(name: string, format: Named): boolean {
  if (endingOf(name, format) !== undefined) return true;
  return format.fileNames?.some((pattern) => new RegExp(`^${expressionOf(pattern)}$`).test(name)) === true;
}

/** Patterns of names as people and VS Code's editors write them: `*.cubex`, `profile.*.*.*`. */
export function patternsOf({ extensions, fileNames = [] }: Named): string[] {
  return [...extensions.map((extension) => `*.${extension}`), ...fileNames];
}
