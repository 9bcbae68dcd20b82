/**
 * Patterns of names in the one form in which selections keep them: `*` matches any number of characters, `?` one,
 * `[a-z]` and `[!a-z]` one of a class; `\` makes the next character literal. No other character is special. These are
 * the patterns of fnmatch(3) without flags, so that `*` matches slashes too.
 */

/** One step of a pattern. */
export type Piece =
  | { readonly kind: 'any' }
  | { readonly kind: 'one' }
  | { readonly kind: 'class'; readonly negated: boolean; readonly ranges: readonly CharacterRange[] }
  | { readonly kind: 'text'; readonly text: string };

interface CharacterRange {
  readonly from: string;
  readonly to: string;
}

const ANY: Piece = { kind: 'any' };

/** Returns a literal character. */
export const literal = (text: string): Piece => ({ kind: 'text', text });

/** A pattern that fits exactly this text. */
export const literalGlob = (text: string): string => printGlob(Array.from(text, literal));

/**
 * Returns the characters of a class from its bracket on; undefined if it is not closed: then the bracket is literal.
 */
function readClass(characters: readonly string[], start: number): { piece: Piece; end: number } | undefined {
  let at = start + 1;
  const negated = characters[at] === '!' || characters[at] === '^';
  if (negated) at++;
  const ranges: CharacterRange[] = [];
  for (let first = true; at < characters.length; first = false, at++) {
    if (characters[at] === ']' && !first) return { piece: classOf(negated, ranges), end: at };
    if (characters[at] === '\\') at++;
    const from = characters[at];
    if (from === undefined) return undefined;
    const next = characters[at + 2];
    const isRange = characters[at + 1] === '-' && next !== undefined && next !== ']';
    if (isRange) at += next === '\\' ? 3 : 2;
    ranges.push({ from, to: characters[at] ?? from });
  }
  return undefined;
}

/** A class of one character is that character, so that there is one way to write it. */
function classOf(negated: boolean, ranges: readonly CharacterRange[]): Piece {
  const [only] = ranges;
  if (!negated && ranges.length === 1 && only !== undefined && only.from === only.to) return literal(only.from);
  return { kind: 'class', negated, ranges };
}

/** The steps of a pattern. */
export function parseGlob(glob: string): Piece[] {
  const characters = Array.from(glob);
  const pieces: Piece[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? '';
    if (character === '*') {
      if (pieces.at(-1)?.kind !== 'any') pieces.push(ANY);
    } else if (character === '?') pieces.push({ kind: 'one' });
    else if (character === '[') {
      const found = readClass(characters, at);
      pieces.push(found?.piece ?? literal('['));
      at = found?.end ?? at;
    } else if (character === '\\') pieces.push(literal(characters[++at] ?? '\\'));
    else pieces.push(literal(character));
  }
  return pieces;
}

/** Characters that need a backslash in a class. */
const inClass = (character: string): string => (/[\]\\[!^-]/.test(character) ? `\\${character}` : character);

/** A literal backslash is written as a class, so that no pattern ends with one. */
function printCharacter(character: string): string {
  if (character === '\\') return '[\\\\]';
  return /[*?[]/.test(character) ? `\\${character}` : character;
}

/** Returns a step in written form. @param character prints a literal one */
export function printPiece(piece: Piece, character: (text: string) => string = printCharacter): string {
  switch (piece.kind) {
    case 'any':
      return '*';
    case 'one':
      return '?';
    case 'text':
      return character(piece.text);
    case 'class': {
      const ranges = piece.ranges.map(({ from, to }) =>
        from === to ? inClass(from) : `${inClass(from)}-${inClass(to)}`,
      );
      return `[${piece.negated ? '!' : ''}${ranges.join('')}]`;
    }
  }
}

/** The pattern of steps, in the one form that it has. */
export function printGlob(pieces: readonly Piece[]): string {
  return pieces.map((piece) => printPiece(piece)).join('');
}

/** The same pattern in the one form that it has. */
export const canonicalGlob = (glob: string): string => printGlob(parseGlob(glob));
