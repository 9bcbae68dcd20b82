/** Which names files of formats have. */
import type { Format } from './format.js';

type Named = Pick<Format, 'extensions' | 'offered' | 'fileNames' | 'sharesFileNames'>;

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

/** Returns the regular expression of a pattern with `*`. */
const expressionOf = (pattern: string): string => escaped(pattern).replaceAll('*', '[^.]*');

/** The ending of a file of this format with its dot, the longest that fits; undefined where its name has none of them. */
export function endingOf(name: string, { extensions, offered = [] }: Named): string | undefined {
  const endings = [...extensions, ...offered].map((extension) => `.${extension}`);
  return endings.filter((ending) => name.endsWith(ending)).sort((one, other) => other.length - one.length)[0];
}

/** Whether a file is called as those of a format are. */
export function isNamedAs(name: string, format: Named): boolean {
  if (endingOf(name, format) !== undefined) return true;
  return format.fileNames?.some((pattern) => new RegExp(`^${expressionOf(pattern)}$`).test(name)) === true;
}

/** Patterns of names as people and VS Code's editors write them: `*.cubex`, `profile.*.*.*`. */
export function patternsOf({ extensions, fileNames = [], sharesFileNames = false }: Named): string[] {
  return [...extensions.map((extension) => `*.${extension}`), ...(sharesFileNames ? [] : fileNames)];
}

/** As `patternsOf`, of files that other editors open too. */
export function offeredPatternsOf({ offered = [], fileNames = [], sharesFileNames = false }: Named): string[] {
  return [...offered.map((extension) => `*.${extension}`), ...(sharesFileNames ? fileNames : [])];
}
