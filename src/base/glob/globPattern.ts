/** Patterns of files with braces, such as `**` + `/*.{c,h}`, matched in linear time as wildcards are. */
import { TrimtabError } from '../problem.js';
import { pathPattern } from './wildcards.js';

/** A pattern with more alternatives than this is a mistake, or meant to keep Trimtab busy. */
const MOST_ALTERNATIVES = 1000;
const LONGEST_PATTERN = 4096;

/**
 * Returns a test for relative paths with `/`. Supports `**`, `*`, `?`, `[a-z]` and `{a,b}`.
 * @throws TrimtabError when the braces expand to more than 1000 patterns, or it is longer than a path can be
 */
export function globPattern(pattern: string): (path: string) => boolean {
  if (pattern.length > LONGEST_PATTERN)
    throw new TrimtabError(
      `A pattern under "sources" of trimtab.yaml is longer than ${LONGEST_PATTERN} characters; shorten it.`,
    );
  const tests = alternatives(pattern).map((one) => pathPattern(one));
  return (path) => tests.some((test) => test(path));
}

/** Returns the expansion of a pattern with braces. */
function alternatives(pattern: string): string[] {
  let open = [''];
  for (let at = 0; at < pattern.length; at++) {
    const end = pattern.charAt(at) === '{' ? closing(pattern, at) : undefined;
    const choices = end === undefined ? [pattern.charAt(at)] : choicesIn(pattern.slice(at + 1, end));
    if (open.length * choices.length > MOST_ALTERNATIVES)
      throw new TrimtabError(
        `The pattern ${pattern.slice(0, 40)}… under "sources" of trimtab.yaml expands to more than ${MOST_ALTERNATIVES} patterns; use fewer braces.`,
      );
    open = open.flatMap((start) => choices.map((one) => start + one));
    at = end ?? at;
  }
  return open;
}

/** Returns the parts between commas outside of nested braces, with the braces in them expanded. */
function choicesIn(text: string): string[] {
  const parts: string[] = [];
  let [part, depth] = ['', 0];
  for (const character of text) {
    depth += character === '{' ? 1 : character === '}' ? -1 : 0;
    if (character === ',' && depth === 0) {
      parts.push(part);
      part = '';
    } else part += character;
  }
  return [...parts, part].flatMap(alternatives);
}

/** Returns the index of the brace that closes the one at `start`; undefined if it is not closed. */
function closing(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    depth += text.charAt(at) === '{' ? 1 : text.charAt(at) === '}' ? -1 : 0;
    if (depth === 0) return at;
  }
  return undefined;
}
