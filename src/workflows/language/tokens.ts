import { TrimtabError } from '../../base/problem.js';

export type Token =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'name'; readonly value: string }
  | { readonly kind: 'sign'; readonly value: string };

/** Longer signs first: the first alternative that fits is taken. */
const TOKEN =
  /\s*(?:(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|'(?<text>(?:[^']|'')*)'|(?<name>[A-Za-z_][\w-]*)|(?<sign>&&|\|\||==|!=|<=|>=|[-+*/%<>!().,[\]]))/y;

/**
 * Returns the words of an expression.
 * @throws TrimtabError naming the first invalid character
 */
export function tokensOf(expression: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const end = expression.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex;
    const groups = TOKEN.exec(expression)?.groups;
    if (groups === undefined)
      throw new TrimtabError(
        `"${expression.slice(at).trim()}" is not allowed in the expression "${expression.trim()}".`,
      );
    tokens.push(tokenOf(groups));
  }
  return tokens;
}

function tokenOf({ number, text, name, sign }: Partial<Record<string, string>>): Token {
  if (number !== undefined) return { kind: 'number', value: Number(number) };
  if (text !== undefined) return { kind: 'text', value: text.replaceAll("''", "'") };
  return name === undefined ? { kind: 'sign', value: sign ?? '' } : { kind: 'name', value: name };
}
