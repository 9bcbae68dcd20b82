import { AGGREGATES, type AggregateName } from './ast.js';
import type { Cursor } from './cursor.js';

/** Words that go on with an expression or end it: they begin none where one could also end. */
const FOLLOWING = new Set([
  ...['where', 'in', 'and', 'or', 'such', 'for', 'with', 'else', 'elif', 'union', 'intersect', 'minus', 'then'],
]);

export const PROPERTY_CLAUSES = [
  ...([
    'condition',
    'confidence',
    'severity',
    'next',
    'impact',
    'extent',
    'at',
    'parent',
    'explain',
    'causes',
    'advice',
  ] as const),
] as const;
export const PATTERN_CLAUSES = ['roottype', 'instantiation', 'constraint', 'export'] as const;
const CLAUSES = [...PROPERTY_CLAUSES, ...PATTERN_CLAUSES] as const;
export type ClauseName = (typeof CLAUSES)[number];

/** Words that begin a declaration and are followed by a name or a bracket. */
const DECLARATIONS = ['property', 'template', 'metaproperty', 'pattern', 'class', 'param', 'import'];

/** The clause that begins here: its word with a colon, and for an export the name of its class between them. */
export function clauseAt(cursor: Cursor): ClauseName | undefined {
  if (!cursor.isName()) return undefined;
  const found = CLAUSES.find((name) => cursor.isWord(name));
  if (found === undefined) return undefined;
  if (cursor.isSymbol(':', 1)) return found;
  return found === 'export' && cursor.isName(1) && cursor.isSymbol(':', 2) ? found : undefined;
}

/** Whether a declaration begins here that nothing but a file holds. */
export function isDeclarationAt(cursor: Cursor): boolean {
  const begins = DECLARATIONS.some((word) => cursor.isWord(word));
  return begins && (cursor.isName(1) || cursor.isSymbol('[', 1) || cursor.peek(1).kind === 'text');
}

/** Reports whether an expression can begin `ahead`: not with a word or sign that continues one. */
export function isExpressionAt(cursor: Cursor, ahead: number): boolean {
  const { kind, text } = cursor.peek(ahead);
  if (kind === 'word') return !FOLLOWING.has(text.toLowerCase()) && !isClauseWord(cursor, ahead);
  return kind === 'number' || kind === 'text' || (kind === 'symbol' && (text === '(' || text === '{' || text === '!'));
}

function isClauseWord(cursor: Cursor, ahead: number): boolean {
  return cursor.isSymbol(':', ahead + 1) && CLAUSES.some((name) => cursor.isWord(name, ahead));
}

/**
 * Returns the aggregate at the cursor, if its word is used as one: `sum(x)` or `sum x where …`, and not the name `sum`.
 */
export function aggregateAt(cursor: Cursor): AggregateName | undefined {
  const found = AGGREGATES.find((name) => cursor.isWord(name));
  if (found === undefined) return undefined;
  if (cursor.isSymbol('!', 1) || cursor.isSymbol('=', 2) || cursor.isSymbol('{', 1)) return undefined;
  return isExpressionAt(cursor, 1) ? found : undefined;
}
