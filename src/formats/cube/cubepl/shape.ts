/** Static properties of a formula. */
import type { Expression, Flavour } from './syntax.js';

/** How many steps it takes to evaluate once; each part is done once, since there are no loops. */
export function stepsOf(expression: Expression): number {
  return 1 + partsOf(expression).reduce((sum, part) => sum + stepsOf(part), 0);
}

/**
 * Whether the formula of sums is the sum of the formula: metrics added, subtracted, or multiplied by constants, all of
 * them as the derived metric itself is asked for.
 */
export function isLinear(expression: Expression): boolean {
  switch (expression.kind) {
    case 'metric':
      return !expression.fixed && isOwn(expression.flavour);
    case 'operation': {
      const { operator, left, right } = expression;
      if (operator === '+' || operator === '-')
        return isTerm(left) && isTerm(right) && (isLinear(left) || isLinear(right));
      if (operator === '*') return (isLinear(left) && isConstant(right)) || (isConstant(left) && isLinear(right));
      return operator === '/' && isLinear(left) && isConstant(right);
    }
    default:
      return false;
  }
}

const isOwn = (flavour: Flavour): boolean => flavour === 'same';
const isTerm = (expression: Expression): boolean => isZero(expression) || isLinear(expression);
const isZero = (expression: Expression): boolean => expression.kind === 'number' && expression.value === 0;

function isConstant(expression: Expression): boolean {
  const { kind } = expression;
  if (kind === 'metric' || kind === 'variable' || kind === 'argument' || kind === 'block') return false;
  return partsOf(expression).every(isConstant);
}

/**
 * Returns the aggregation of a formula: `arg1 + arg2`, `min(arg1, arg2)`, `max(arg1, arg2)`; undefined for any other
 * formula.
 */
export function combinationOf(expression: Expression): 'sum' | 'least' | 'greatest' | undefined {
  const { kind } = expression;
  if (kind !== 'least' && kind !== 'greatest' && !(kind === 'operation' && expression.operator === '+'))
    return undefined;
  const { left, right } = expression;
  if (left.kind !== 'argument' || right.kind !== 'argument' || left.first === right.first) return undefined;
  return kind === 'operation' ? 'sum' : kind;
}

function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'number':
    case 'metric':
    case 'variable':
    case 'argument':
      return [];
    case 'function':
      return [expression.operand];
    case 'operation':
    case 'least':
    case 'greatest':
      return [expression.left, expression.right];
    case 'block':
      return [...expression.statements.flatMap(expressionsOf), expression.result];
  }
}

function expressionsOf(statement: Extract<Expression, { kind: 'block' }>['statements'][number]): readonly Expression[] {
  if (statement.kind === 'assignment') return [statement.value];
  const { branches, otherwise } = statement;
  return [
    ...branches.flatMap(({ condition, statements }) => [condition, ...statements.flatMap(expressionsOf)]),
    ...otherwise.flatMap(expressionsOf),
  ];
}
