import type { Body, Expression, Local, Over } from './ast.js';

/** Returns the direct parts of an expression. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'not':
    case 'negative':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'if': {
      const otherwise = expression.otherwise === undefined ? [] : [expression.otherwise];
      return [...expression.branches.flatMap(({ condition, value }) => [condition, value]), ...otherwise];
    }
    case 'exists':
    case 'forall':
      return [...overParts(expression.over), expression.such];
    case 'call':
      return [...(expression.target === undefined ? [] : [expression.target]), ...expression.items];
    case 'member':
      return [expression.target];
    case 'index':
      return [expression.target, expression.index];
    case 'set':
    case 'aggregate':
      return expression.items;
    case 'chosen':
      return overParts(expression.over);
    case 'aggregateOver':
      return [expression.value, ...overParts(expression.over)];
    case 'range':
      return [expression.first, expression.last];
    default:
      return [];
  }
}

function overParts({ set, such }: Over): Expression[] {
  return such === undefined ? [set] : [set, such];
}

/** An expression and all that it consists of. */
export function* within(expression: Expression): Generator<Expression, void> {
  const open = [expression];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    open.push(...partsOf(next));
  }
}

/** All expressions of a property. */
export function expressionsOf(body: Body): Expression[] {
  const { locals, conditions, confidences, severities, next, impact, extent, at } = body;
  const single = [impact, extent, at].filter((each) => each !== undefined);
  const guarded = [...conditions, ...confidences, ...severities].map(({ value }) => value);
  const calls = next.flatMap(({ call, over }) => (over === undefined ? [call] : [call, ...overParts(over)]));
  return [...locals.flatMap(localExpressions), ...guarded, ...calls, ...single];
}

function localExpressions(local: Local): Expression[] {
  if (local.kind === 'statement') return [local.value];
  if (local.kind === 'function') return local.value === undefined ? [] : [local.value];
  return local.condition === undefined ? [local.value] : [local.condition, local.value];
}
