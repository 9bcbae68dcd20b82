/**
 * Wildcards in file patterns, matched in time proportional to the product of the lengths of path and pattern. Regular
 * expressions, and libraries that create them from patterns, backtrack exponentially, and patterns come with the
 * project. One example is picomatch 4 for `*a*a*a*b` with fourteen stars on a name of sixty letters. Another one is
 * ignore 7 for `**` + `/a/` twelve times on a path of sixty folders. Neither ends within 20 s.
 */

import { absent } from '../elements.js';

/** Any number of items, none too. */
const ANY: unique symbol = Symbol('any number');

type Token<Item> = typeof ANY | ((item: Item) => boolean);

/**
 * Whether the tokens fit all items. When something does not fit, the last ANY takes one item more; the ones before it
 * need never be taken back, since what the last one can take includes all that they could give.
 */
function fits<Item>(tokens: readonly Token<Item>[], items: readonly Item[]): boolean {
  let [token, item] = [0, 0];
  let retry: { token: number; item: number } | undefined;
  while (item < items.length) {
    const expected = tokens[token];
    if (expected === ANY) {
      retry = { token: ++token, item };
    } else if (expected?.(items[item] ?? absent(item)) === true) {
      token++;
      item++;
    } else if (retry !== undefined) {
      item = ++retry.item;
      token = retry.token;
    } else return false;
  }
  return tokens.slice(token).every((rest) => rest === ANY);
}

/**
 * Returns a test for relative paths with "/". `*` and `?` stay within a name, `[a-z]` and `[!a-z]` are characters, `\`
 * escapes the next character. `**` between slashes is any number of folders, and at the end everything below.
 * @param anywhere fits below any folder
 */
export function pathPattern(pattern: string, anywhere = false): (path: string) => boolean {
  const parts = pattern.split('/');
  const tokens = parts.flatMap((part, index): Token<string>[] => {
    if (part !== '**' || anywhere) return [namePattern(part)];
    return index === parts.length - 1 ? [() => true, ANY] : [ANY];
  });
  const all: readonly Token<string>[] = anywhere ? [ANY, ...tokens] : tokens;
  return (path) => fits(all, path.split('/'));
}

/** A test for whole texts, with the wildcards that stay within a name of a path; a slash is a character as any other. */
export function textPattern(pattern: string): (text: string) => boolean {
  return namePattern(pattern);
}

function namePattern(pattern: string): (name: string) => boolean {
  const characters = Array.from(pattern);
  const tokens: Token<string>[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at];
    if (character === '*') tokens.push(ANY);
    else if (character === '?') tokens.push(() => true);
    else if (character === '[') {
      const { test, end } = characterClass(characters, at);
      tokens.push(test);
      at = end;
    } else {
      if (character === '\\') at++;
      const literal = characters.at(at);
      tokens.push((one) => one === literal);
    }
  }
  return (name) => fits(tokens, Array.from(name));
}

/** The characters between brackets; brackets that are not closed fit nothing, as git has it. */
function characterClass(characters: readonly string[], start: number): { test: (one: string) => boolean; end: number } {
  let at = start + 1;
  const negated = characters.at(at) === '!' || characters.at(at) === '^';
  if (negated) at++;
  const ranges: { from: string; to: string }[] = [];
  for (let first = true; at < characters.length; first = false, at++) {
    if (characters[at] === ']' && !first)
      return { test: (one) => ranges.some(({ from, to }) => from <= one && one <= to) !== negated, end: at };
    if (characters[at] === '\\') at++;
    const from = characters.at(at) ?? '';
    const isRange = characters.at(at + 1) === '-' && (characters.at(at + 2) ?? ']') !== ']';
    if (isRange) at += characters.at(at + 2) === '\\' ? 3 : 2;
    ranges.push({ from, to: isRange ? (characters.at(at) ?? '') : from });
  }
  return { test: () => false, end: characters.length };
}
