/** Formatter for texts: blanks within lines and indentation. Line breaks are left to the author. */
import { parse } from '../syntax/parse.js';
import { type Token, tokensOf } from '../syntax/tokens.js';
import type { NodeKind, SyntaxNode } from '../syntax/tree.js';

/** A significant token and its enclosing nodes. */
interface Placed {
  readonly token: Token;
  /** The node that it belongs to itself. */
  readonly within: NodeKind;
  /** Whether a line that it begins is no continuation of the one before. */
  readonly begins: boolean;
}

const BLOCKS: ReadonlySet<NodeKind> = new Set(['property', 'template', 'pattern', 'class']);
/** Node kinds on separate lines within a block. */
const PARTS: ReadonlySet<NodeKind> = new Set(['clause', 'definition', 'function', 'member']);
/** Words after which a bracket or a sign begins something new. */
const WORDS = new Set([
  ...['if', 'elif', 'else', 'in', 'and', 'or', 'not', 'where', 'that', 'union', 'intersect', 'minus', 'with', 'let'],
]);
const OPERATORS = new Set(['==', '!=', '<', '<=', '>', '>=', '&&', '||', '+', '-', '*', '/', '=', '|', '...']);
const INDENT = '  ';

/** Changes only blanks: unreadable text is unchanged. Formatting is idempotent. */
export function formatted(text: string): string {
  const { tree, diagnostics } = parse(text);
  if (diagnostics.some(({ level }) => level === 'error')) return text;
  const placed = new Map(placesOf(tree));
  const lines: string[] = [];
  let line = '';
  let depth = 0;
  let before: Placed[] = [];
  const end = (): void => {
    lines.push(line.trimEnd());
    line = '';
  };
  for (const token of tokensOf(text)) {
    if (token.kind === 'end') break;
    if (token.kind === 'trivia' && !isComment(token)) {
      const breaks = token.text.split('\n').length - 1;
      if (breaks > 0 && line !== '') end();
      if (breaks > 1 && lines.length > 0 && lines.at(-1) !== '') lines.push('');
      continue;
    }
    const here = placed.get(token.start);
    if (here === undefined) {
      line = line === '' ? indent(depth) + token.text : `${line} ${token.text}`;
      continue;
    }
    const isBlock = BLOCKS.has(here.within);
    if (isBlock && here.token.text === '}') depth = 0;
    line += line === '' ? indent(here.begins ? depth : depth + 1) : blank(before, here, line);
    line += token.text;
    before = [...before.slice(-3), here];
    if (isBlock && here.token.text === '{') depth = 1;
  }
  if (line !== '') end();
  while (lines.at(-1) === '') lines.pop();
  const result = lines.length === 0 ? '' : `${lines.join('\n')}\n`;
  return isSame(text, result) ? result : text;
}

const indent = (depth: number): string => INDENT.repeat(depth);
const isComment = ({ text }: Token): boolean => text.startsWith('/');

function* placesOf(node: SyntaxNode, above: NodeKind = 'file', first = true): Generator<[number, Placed]> {
  // A definition within a clause continues it.
  let isFirst = first || above === 'file' || (PARTS.has(node.kind) && BLOCKS.has(above));
  for (const child of node.children) {
    if ('children' in child) {
      yield* placesOf(child, node.kind, isFirst);
      isFirst = false;
    } else if (child.kind !== 'trivia' && child.kind !== 'end') {
      const opens = BLOCKS.has(node.kind) && /^(let|in|[{}])$/i.test(child.text);
      yield [child.start, { token: child, within: node.kind, begins: isFirst || opens }];
      isFirst = false;
    }
  }
}

/** Returns the blank between two tokens of a line. */
function blank(before: readonly Placed[], next: Placed, line: string): string {
  const [last, former] = [before.at(-1), before.at(-2)];
  if (last === undefined || line.endsWith('*/')) return ' ';
  const isTight = isTogether(last, former, next);
  const run = before.map(({ token }) => token.text).join('');
  return isTight && isApart(run, before.length, next.token.text) ? '' : ' ';
}

/** Whether tokens that touch are still read as the same. */
function isApart(run: string, count: number, next: string): boolean {
  const joined = tokensOf(run + next);
  return joined.length >= 2 && joined.at(-2)?.text === next && joined.length - 1 >= Math.min(count, 1) + 1;
}

function isTogether(last: Placed, former: Placed | undefined, next: Placed): boolean {
  const [one, two] = [last.token, next.token];
  if (two.kind === 'symbol' && [')', ']', ',', ';', ':', '.'].includes(two.text)) return true;
  if (one.kind === 'symbol' && ['(', '[', '.', '!'].includes(one.text)) return true;
  if (one.text === '{' && two.text === '}') return true;
  if (last.within === 'type' && next.within === 'type' && two.text !== '*')
    return one.kind !== 'word' || two.kind !== 'word';
  if (two.text === '(' || two.text === '[')
    return one.kind === 'word' && !WORDS.has(one.text.toLowerCase()) && one.text.toLowerCase() !== 'property';
  if (one.text === '*' && last.within === 'type') return true;
  return one.text === '-' && isSign(former);
}

/** Whether a minus behind a token is a sign, and takes nothing away. */
function isSign(former: Placed | undefined): boolean {
  if (former === undefined) return true;
  const { kind, text } = former.token;
  if (kind === 'word') return WORDS.has(text.toLowerCase());
  return kind === 'symbol' && (OPERATORS.has(text) || ['(', '[', ',', ':', '{', ';'].includes(text));
}

/** Whether two texts have the same tokens and comments. */
function isSame(one: string, other: string): boolean {
  const told = (text: string): string =>
    tokensOf(text)
      .filter((token) => token.kind !== 'trivia' || isComment(token))
      .map(({ kind, text: of }) => `${kind}\t${of.trimEnd()}`)
      .join('\n');
  return told(one) === told(other);
}
