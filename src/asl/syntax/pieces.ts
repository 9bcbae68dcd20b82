import type { Expression, ExpressionContent, Over } from './ast.js';
import type { Cursor } from './cursor.js';

/** Mutual dependencies of the parts of the expression grammar. */
export interface Grammar {
  /** Any expression. */
  readonly expression: (cursor: Cursor) => Expression;
  /** One without comparisons, `and` and `or` outside of brackets. */
  readonly sum: (cursor: Cursor) => Expression;
}

/** Gives an expression its place, from `start` to what was taken last. */
export function placed(cursor: Cursor, start: number, content: ExpressionContent): Expression {
  return { ...content, start, end: Math.max(start, cursor.lastEnd) };
}

/** Returns a placeholder for a missing expression that was already reported. */
export function missing(cursor: Cursor): Expression {
  const { start } = cursor.peek();
  return { kind: 'missing', start, end: start };
}

/** `variable in set` and, behind `word`, which of its elements. */
export function elementsOf(cursor: Cursor, grammar: Grammar, word?: 'and' | 'with'): Over {
  const variable = cursor.expectName('a name for each element');
  if (!cursor.takeWord('in')) cursor.unexpected("'in'");
  const set = grammar.sum(cursor);
  if (word === undefined || !cursor.takeWord(word)) return { variable, set };
  return { variable, set, such: grammar.expression(cursor) };
}
