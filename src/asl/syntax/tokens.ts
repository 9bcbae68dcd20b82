import type { Span } from './position.js';

/** `trivia` is blanks and comments, `unknown` what is no part of the language; together all tokens are the text. */
export type TokenKind = 'word' | 'number' | 'text' | 'symbol' | 'trivia' | 'unknown' | 'end';

export interface Token extends Span {
  readonly kind: TokenKind;
  readonly text: string;
}

/** Longer symbols precede their prefixes. */
const SYMBOLS = [
  ...['...', '==', '!=', '<=', '>=', '&&', '||', '->'],
  ...['<', '>', '=', '!', '|', '+', '-', '*', '/', '.', ',', ';', ':', '(', ')', '{', '}', '[', ']', '%'],
];

const TRIVIA = /(?:\s+|\/\/[^\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)/y;
const WORD = /[\p{L}_][\p{L}\p{N}_]*/uy;
const NUMBER = /(?:\d+(?:\.(?!\.)\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
/** A text ends at its quote or, where that is missing, with its line. */
const TEXT = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?/y;

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** All tokens of a text, in linear time; the last one is the empty `end`. Any text has tokens. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    const token = tokenAt(text, at);
    tokens.push(token);
    at = token.end;
  }
  tokens.push({ kind: 'end', text: '', start: text.length, end: text.length });
  return tokens;
}

function tokenAt(text: string, start: number): Token {
  const made = (kind: TokenKind, found: string): Token => ({ kind, text: found, start, end: start + found.length });
  const trivia = matchAt(TRIVIA, text, start);
  if (trivia !== undefined) return made('trivia', trivia);
  const word = matchAt(WORD, text, start);
  if (word !== undefined) return made('word', word);
  const number = matchAt(NUMBER, text, start);
  if (number !== undefined) return made('number', number);
  const quoted = matchAt(TEXT, text, start);
  if (quoted !== undefined) return made('text', quoted);
  const symbol = SYMBOLS.find((known) => text.startsWith(known, start));
  if (symbol !== undefined) return made('symbol', symbol);
  return made('unknown', String.fromCodePoint(text.codePointAt(start) ?? 0));
}

/** Returns the contents of a quoted text. */
export function unquoted(token: string): string {
  const isClosed = token.length > 1 && token.endsWith(token.charAt(0));
  return token.slice(1, isClosed ? -1 : undefined).replace(/\\(.)/g, '$1');
}
