/**
 * Names of C++ with blanks in filters of Score-P, which splits lines at blanks: none of the parts fits the function. Rules
 * stay as Score-P reads them; remarks name the lines and the text that fits.
 */
import type { Unsaid } from './model.js';

/** A word of a filter file, in the line as written. */
export interface PatternWord {
  readonly text: string;
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);
/** Words that are part of a declaration in C++, and no name of a function. */
const OF_DECLARATION =
  /^(?:(?:un)?signed|void|bool|char(?:8_t|16_t|32_t)?|wchar_t|short|int|long|float|double|const|volatile|noexcept|auto|static|virtual|inline|struct|class|enum|operator|=|&+|\*&)[,&*)]*$|,$/;

/** Whether a word has half of a pair of brackets, which no wildcard of it can supply. */
function isBroken(word: string): boolean {
  const open: { readonly bracket: string; readonly at: number }[] = [];
  let isAfterStar = false;
  for (let at = 0; at < word.length; at++) {
    const character = word.charAt(at);
    if (character === '\\') at++;
    else if (character === '*') isAfterStar = true;
    else if ('([{'.includes(character)) open.push({ bracket: character, at });
    else if (CLOSING.has(character) && open.pop()?.bracket !== CLOSING.get(character) && !isAfterStar) return true;
  }
  const [first] = open;
  return first !== undefined && !/(?<!\\)\*/.test(word.slice(first.at));
}

/** The text as one pattern that fits just it. */
const escaped = (text: string): string => text.replaceAll(/[\\*?[\]#\s]/g, '\\$&');

/**
 * The remarks on the patterns of a file.
 * @param words patterns for functions by their demangled names, in order
 * @param lines of the file
 */
export function splitNames(words: readonly PatternWord[], lines: readonly string[]): Unsaid[] {
  const ofLine = new Map<number, PatternWord[]>();
  for (const word of words) {
    const others = ofLine.get(word.line);
    if (others === undefined) ofLine.set(word.line, [word]);
    else others.push(word);
  }
  return [...ofLine].flatMap(([line, parts]) => {
    const [first, last] = [parts.at(0), parts.at(-1)];
    if (first === undefined || last === undefined) return [];
    const content = lines[line - 1] ?? '';
    const end = last.column - 1 + last.text.length;
    const hasComment = content.charAt(end) === '#';
    const isSplit = parts.length > 1 && parts.some(({ text }) => isBroken(text) || OF_DECLARATION.test(text));
    if (!isSplit && !(hasComment && isBroken(last.text))) return [];
    return [{ line, what: remark(content.slice(first.column - 1, hasComment ? undefined : end).trim(), parts.length) }];
  });
}

function remark(name: string, parts: number): string {
  const splits =
    parts === 1
      ? '# begins a comment'
      : `Score-P splits this line at blanks into ${parts} patterns, none of which is the whole name`;
  const escapes = [
    ...(/\s/.test(name) ? ['"\\ " for a blank'] : []),
    ...(name.includes('[') ? ['"\\[" for a bracket, which begins a class of characters'] : []),
    ...(name.includes('*') ? ['"\\*" for a star'] : []),
    ...(name.includes('#') ? ['"\\#" for a #'] : []),
  ];
  const list = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(escapes);
  return `${splits}. If it is one name, write "${escaped(name)}", with ${list}`;
}
