/** The grammar of expressions, loosest first; each function takes one level. */
import type { BinaryOperator, Expression, Over } from './ast.js';
import type { Cursor } from './cursor.js';
import { elementsOf, type Grammar, missing, placed } from './pieces.js';
import { itemList, primary } from './primaries.js';

const grammar: Grammar = { expression, sum };

/** Parses any expression; returns a `missing` one if there is none. */
export function expression(cursor: Cursor): Expression {
  return cursor.nested(
    () => {
      if (cursor.isWord('if') && cursor.isSymbol('(', 1)) return conditional(cursor);
      if (isQuantified(cursor)) return quantified(cursor);
      return disjunction(cursor);
    },
    () => skipped(cursor),
  );
}

/** `variable in set` */
export function elements(cursor: Cursor): Over {
  return elementsOf(cursor, grammar);
}

/** Expressions between commas, with `...` for those between two of them. */
export function expressionList(cursor: Cursor, ends: () => boolean): Expression[] {
  return itemList(cursor, grammar, ends);
}

/** Passes what is too deep to be looked at, up to where a clause or definition could end. */
function skipped(cursor: Cursor): Expression {
  while (!cursor.isAtEnd && !cursor.isSymbol(';') && !cursor.isSymbol('}')) cursor.take();
  return missing(cursor);
}

function conditional(cursor: Cursor): Expression {
  const mark = cursor.open();
  const { start } = cursor.take();
  const branches = [branch(cursor)];
  while (cursor.takeWord('elif')) branches.push(branch(cursor));
  const otherwise = cursor.takeWord('else') ? expression(cursor) : undefined;
  const found = placed(cursor, start, { kind: 'if', branches, ...(otherwise === undefined ? {} : { otherwise }) });
  cursor.close(mark, 'expression');
  return found;
}

function branch(cursor: Cursor): { condition: Expression; value: Expression } {
  cursor.expect('(', 'before a condition');
  const condition = expression(cursor);
  cursor.expect(')', 'behind a condition');
  return { condition, value: expression(cursor) };
}

function isQuantified(cursor: Cursor): boolean {
  return (cursor.isWord('exists') || cursor.isWord('forall')) && cursor.isWord('in', 2);
}

function quantified(cursor: Cursor): Expression {
  const mark = cursor.open();
  const { start, text } = cursor.take();
  const over = elementsOf(cursor, grammar);
  if (cursor.takeWord('such')) {
    if (!cursor.takeWord('that')) cursor.unexpected("'that' behind 'such'");
  } else cursor.unexpected("'such that'");
  const kind = text.toLowerCase() === 'exists' ? 'exists' : 'forall';
  const found = placed(cursor, start, { kind, over, such: expression(cursor) });
  cursor.close(mark, 'expression');
  return found;
}

/** Parses the operator at the cursor, by one of its spellings. */
type OperatorAt = (cursor: Cursor) => BinaryOperator | undefined;

/** A level of operators that bind from the left. */
function leftToRight(cursor: Cursor, operand: (cursor: Cursor) => Expression, operatorAt: OperatorAt): Expression {
  const mark = cursor.open();
  const { start } = cursor.peek();
  let left = operand(cursor);
  for (let operator = operatorAt(cursor); operator !== undefined; operator = operatorAt(cursor)) {
    cursor.take();
    if (!cursor.link()) return skipped(cursor);
    const right = operand(cursor);
    left = placed(cursor, start, { kind: 'binary', operator, left, right });
    cursor.close(mark, 'expression');
  }
  return left;
}

function disjunction(cursor: Cursor): Expression {
  return leftToRight(cursor, conjunction, (at) => (at.isWord('or') || at.isSymbol('||') ? 'or' : undefined));
}

/** Parses the expression after a label of a condition: without `or`, which the next label follows. */
export function alternative(cursor: Cursor): Expression {
  const one = (): Expression =>
    cursor.isWord('if') && cursor.isSymbol('(', 1) ? conditional(cursor) : conjunction(cursor);
  return cursor.nested(one, () => skipped(cursor));
}

/** Parses an expression without comparisons, such as between the angle brackets of a template. */
export function plainSum(cursor: Cursor): Expression {
  return cursor.nested(
    () => sum(cursor),
    () => skipped(cursor),
  );
}

function conjunction(cursor: Cursor): Expression {
  return leftToRight(cursor, negation, (at) => (at.isWord('and') || at.isSymbol('&&') ? 'and' : undefined));
}

const RELATIONS = ['==', '!=', '<=', '>=', '<', '>'] as const;

function negation(cursor: Cursor): Expression {
  const { start } = cursor.peek();
  if (cursor.isSymbol('!') || (cursor.isWord('not') && !cursor.isSymbol('=', 1))) {
    cursor.take();
    const inner = (): Expression => placed(cursor, start, { kind: 'not', operand: negation(cursor) });
    return cursor.nested(inner, () => skipped(cursor));
  }
  if (isQuantified(cursor)) return expression(cursor);
  return relation(cursor);
}

function relation(cursor: Cursor): Expression {
  const mark = cursor.open();
  const { start } = cursor.peek();
  const left = sum(cursor);
  const operator = RELATIONS.find((symbol) => cursor.isSymbol(symbol)) ?? (cursor.isWord('in') ? 'in' : undefined);
  if (operator === undefined || (operator === 'in' && !isIn(cursor))) return left;
  cursor.take();
  const found = placed(cursor, start, { kind: 'binary', operator, left, right: sum(cursor) });
  cursor.close(mark, 'expression');
  return found;
}

/** Whether `in` asks for an element here, and does not end the definitions of a property. */
function isIn(cursor: Cursor): boolean {
  return !cursor.isSymbol(':', 2) && !cursor.isSymbol('}', 1);
}

const SUMS = ['+', '-'] as const;
const SETS = ['union', 'intersect', 'minus'] as const;

function sum(cursor: Cursor): Expression {
  const mark = cursor.open();
  const { start } = cursor.peek();
  let left = product(cursor);
  for (;;) {
    const operator = SUMS.find((symbol) => cursor.isSymbol(symbol)) ?? SETS.find((word) => cursor.isWord(word));
    if (operator === undefined) return left;
    cursor.take();
    if (!cursor.link()) return skipped(cursor);
    if (operator === '+' && cursor.takeSymbol('...')) {
      if (cursor.expect('+', "behind '...'")) {
        const last = product(cursor);
        left = placed(cursor, start, { kind: 'range', first: left, last, isSum: true });
      }
    } else left = placed(cursor, start, { kind: 'binary', operator, left, right: product(cursor) });
    cursor.close(mark, 'expression');
  }
}

function product(cursor: Cursor): Expression {
  return leftToRight(cursor, signed, (at) => (at.isSymbol('*') ? '*' : at.isSymbol('/') ? '/' : undefined));
}

function signed(cursor: Cursor): Expression {
  const { start } = cursor.peek();
  if (!cursor.takeSymbol('-')) return primary(cursor, grammar);
  return placed(cursor, start, { kind: 'negative', operand: primary(cursor, grammar) });
}
