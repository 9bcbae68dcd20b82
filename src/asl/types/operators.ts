/** Units and types of operators. */
import type { BinaryOperator } from '../syntax/ast.js';
import type { Span } from '../syntax/position.js';
import type { Arithmetic, Ir, Relation } from './ir.js';
import { ANY, BOOL, elementOf, numberOf, type Single, type Type, typeText } from './type.js';
import { expect, isAlike, made, type Typing, wrong } from './typing.js';
import { isSame, LOCATION_SECONDS, ONE, over, times, type Unit } from './units.js';

export function binary(typing: Typing, operator: BinaryOperator, left: Ir, right: Ir, span: Span): Ir {
  switch (operator) {
    case 'and':
    case 'or':
      for (const side of [left, right]) expect(typing, side, BOOL);
      return made({ op: operator, left, right }, BOOL, span);
    case '+':
    case '-':
    case '*':
    case '/':
      return arithmetic(typing, operator, left, right, span);
    case 'in':
      return element(typing, left, right, span);
    case 'union':
      return made({ op: 'gather', items: [left, right] }, many(elementOf(left.type)), span);
    case 'intersect':
    case 'minus':
      return made({ op: 'among', left, right, isAmong: operator === 'intersect' }, many(elementOf(left.type)), span);
    default:
      return compared(typing, operator, left, right, span);
  }
}

const many = (of: Single): Type => ({ kind: 'many', of });

/** Returns the basis of a severity with the unit of the dividend. */
function asBasisOf(left: Ir, right: Ir): Ir {
  const inner = right.op === 'shared' ? right.shared.value : right;
  const type = elementOf(right.type);
  if (type.kind !== 'number' || type.isBasis !== true || inner.op !== 'member') return right;
  const above = elementOf(left.type);
  const isSummed = above.kind === 'number' && above.unit !== undefined && isSame(above.unit, LOCATION_SECONDS);
  if (!isSummed) return { ...right, type: numberOf(type.unit) };
  return made({ ...inner, name: 'cpu' }, numberOf(LOCATION_SECONDS), right.span);
}

function arithmetic(typing: Typing, operator: Arithmetic, left: Ir, given: Ir, span: Span): Ir {
  const right = operator === '/' ? asBasisOf(left, given) : given;
  for (const side of [left, right]) {
    const { kind } = elementOf(side.type);
    if (kind === 'number' || kind === 'any' || kind === 'null') continue;
    typing.tell(
      'error',
      'ASL302',
      side.span,
      `expected a number, found ${typeText(side.type)} in ${typing.quoted(side.span)}`,
    );
    return wrong(span);
  }
  const element = numberOf(unitOfResult(typing, operator, left, right));
  const isMany = left.type.kind === 'many' || right.type.kind === 'many';
  return made({ op: 'arithmetic', operator, left, right }, isMany ? many(element) : element, span);
}

/** Undefined where it is not known. */
function unitOf(ir: Ir): Unit | undefined {
  const type = elementOf(ir.type);
  return type.kind === 'number' ? type.unit : undefined;
}

function unitOfResult(typing: Typing, operator: Arithmetic, left: Ir, right: Ir): Unit | undefined {
  const [above, below] = [unitOf(left), unitOf(right)];
  if (operator === '+' || operator === '-') {
    if (above === undefined || below === undefined) return above ?? below;
    // Errors that follow from another error are not reported.
    return expect(typing, asElement(right), elementOf(left.type)) ? above : undefined;
  }
  if (above === undefined || below === undefined) return undefined;
  return operator === '*' ? times(above, below) : over(above, below);
}

const asElement = (ir: Ir): Ir => ({ ...ir, type: elementOf(ir.type) });

function compared(typing: Typing, relation: Relation, left: Ir, right: Ir, span: Span): Ir {
  const isNull = ({ op, type }: Ir): boolean => op === 'absent' && type.kind === 'null';
  if ((relation === '==' || relation === '!=') && (isNull(left) || isNull(right))) {
    const is = made({ op: 'isThere', of: isNull(left) ? right : left }, BOOL, span);
    return relation === '!=' ? is : made({ op: 'not', operand: is }, BOOL, span);
  }
  for (const side of [left, right])
    if (side.type.kind === 'many') {
      const fix = 'use min, max, exists or forall';
      typing.tell(
        'error',
        'ASL302',
        side.span,
        `${typing.quoted(side.span)} has several values, and one is compared: ${fix}`,
      );
      return wrong(span);
    }
  const [is, wanted] = [elementOf(left.type), elementOf(right.type)];
  const isOrdered = relation !== '==' && relation !== '!=';
  if (isOrdered) {
    for (const side of [left, right]) expect(typing, side, numberOf(undefined));
    if (is.kind === 'number' && wanted.kind === 'number') expect(typing, right, is);
  } else if (is.kind === 'number' && wanted.kind === 'number') expect(typing, right, is);
  else if (is.kind !== 'any' && wanted.kind !== 'any' && is.kind !== 'null' && wanted.kind !== 'null') {
    if (!isAlike(typing, is, wanted))
      typing.tell(
        'error',
        'ASL302',
        span,
        `${typeText(is)} and ${typeText(wanted)} are never the same in ${typing.quoted(span)}`,
      );
  }
  const [one, other] = named(left, right);
  return made({ op: 'compare', relation, left: one, right: other }, BOOL, span);
}

/** A region that is compared with a text is compared by its name. */
function named(left: Ir, right: Ir): readonly [Ir, Ir] {
  const name = (ir: Ir): Ir =>
    made({ op: 'member', target: ir, of: 'Region', name: 'name' }, { kind: 'string' }, ir.span);
  const isRegion = (ir: Ir): boolean => ir.type.kind === 'object' && ir.type.name === 'Region';
  if (isRegion(left) && right.type.kind === 'string') return [name(left), right];
  if (isRegion(right) && left.type.kind === 'string') return [left, name(right)];
  return [left, right];
}

function element(typing: Typing, left: Ir, right: Ir, span: Span): Ir {
  if (right.type.kind !== 'many' && right.type.kind !== 'any')
    typing.tell('error', 'ASL302', right.span, `expected a set behind 'in', found ${typeText(right.type)}`);
  const slot = typing.newSlot();
  const type = elementOf(right.type);
  const each = made({ op: 'slot', slot }, type, right.span);
  const same = compared(typing, '==', { ...left, type: elementOf(left.type) }, each, span);
  return made(
    { op: 'holds', quantifier: 'exists', of: made({ op: 'each', set: right, slot, value: same }, many(BOOL), span) },
    BOOL,
    span,
  );
}

/** A number with its sign changed. */
export function negative(typing: Typing, operand: Ir, span: Span): Ir {
  const zero = made({ op: 'number', value: 0 }, numberOf(undefined), span);
  const found = arithmetic(typing, '-', zero, operand, span);
  return found.type.kind === 'any' && operand.type.kind !== 'any' ? wrong(span) : found;
}

/** Returns the common type of two expressions of which one is selected; reports an error if there is none. */
export function common(typing: Typing, one: Ir, other: Ir): Type {
  if (one.type.kind === 'any' || one.type.kind === 'null') return other.type;
  if (other.type.kind === 'any' || other.type.kind === 'null') return one.type;
  if (!expect(typing, other, one.type)) return ANY;
  const [left, right] = [elementOf(one.type), elementOf(other.type)];
  return left.kind === 'number' && right.kind === 'number' && left.unit === undefined ? other.type : one.type;
}

export const isPlain = (unit: Unit | undefined): boolean => unit === undefined || isSame(unit, ONE);
