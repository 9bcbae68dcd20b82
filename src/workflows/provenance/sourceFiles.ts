/** Finding the files that patterns such as `src/**` + `/*.c` name. */
import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../experiments/index.js';
import { TrimtabError } from '../../model/problem.js';
import { pathPattern } from '../../targets/files/wildcards.js';

/** Folders that hold no sources of the program. */
const SKIPPED = new Set(['.git', '.trimtab', 'node_modules', '.svn', '.hg']);
const MOST_FILES = 2000;
const MOST_FOLDERS = 5000;

/** A pattern with more alternatives than this is a mistake, or meant to keep Trimtab busy. */
const MOST_ALTERNATIVES = 1000;
const LONGEST_PATTERN = 4096;

/**
 * A test for relative paths with `/`. Knows `**`, `*`, `?`, `[a-z]` and `{a,b}`.
 * @throws TrimtabError when the braces stand for more than 1000 patterns, or it is longer than a path can be
 */
export function globPattern(pattern: string): (path: string) => boolean {
  if (pattern.length > LONGEST_PATTERN)
    throw new TrimtabError(
      `A pattern under "sources" of trimtab.yaml is longer than ${LONGEST_PATTERN} characters; shorten it.`,
    );
  const tests = alternatives(pattern).map((one) => pathPattern(one));
  return (path) => tests.some((test) => test(path));
}

/** The patterns that one with braces stands for. */
function alternatives(pattern: string): string[] {
  let open = [''];
  for (let at = 0; at < pattern.length; at++) {
    const end = pattern.charAt(at) === '{' ? closing(pattern, at) : undefined;
    const choices = end === undefined ? [pattern.charAt(at)] : choicesIn(pattern.slice(at + 1, end));
    if (open.length * choices.length > MOST_ALTERNATIVES)
      throw new TrimtabError(
        `The pattern ${pattern.slice(0, 40)}… under "sources" of trimtab.yaml stands for more than ${MOST_ALTERNATIVES} patterns; write fewer braces.`,
      );
    open =
      choices.length === 1
        ? open.map((start) => start + choices[0])
        : open.flatMap((start) => choices.map((one) => start + one));
    at = end ?? at;
  }
  return open;
}

/** What stands between commas that are in no braces of their own, with the braces in it resolved. */
function choicesIn(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    depth += character === '{' ? 1 : character === '}' ? -1 : 0;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.flatMap(alternatives);
}

/** Where the brace that opens at `start` is closed; undefined when it is not. */
function closing(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    depth += text.charAt(at) === '{' ? 1 : text.charAt(at) === '}' ? -1 : 0;
    if (depth === 0) return at;
  }
  return undefined;
}

/**
 * Files below `folder` that any of the patterns names, as absolute paths. Symbolic links are not followed.
 * Stops at 2000 files.
 */
export function findSources(folder: string, patterns: readonly string[]): string[] {
  const tests = patterns.map((pattern) => globPattern(pattern.replace(/^\.\//, '')));
  const found: string[] = [];
  const pending = [''];
  for (let visited = 0; visited < MOST_FOLDERS && found.length < MOST_FILES; visited++) {
    const inside = pending.shift();
    if (inside === undefined) break;
    for (const entry of entriesOf(join(folder, inside))) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) pending.push(path);
      else if (entry.isFile() && tests.some((fits) => fits(path))) found.push(join(folder, path));
    }
  }
  return found.slice(0, MOST_FILES);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const code = errorCode(error);
    // Not ours to read, gone by now, or so deep that no path leads there.
    if (code === 'EACCES' || code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return [];
    throw error;
  }
}
