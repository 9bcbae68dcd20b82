import type { Expression, Property } from '../syntax/ast.js';
import type { Code, Diagnostic } from '../syntax/diagnostics.js';
import type { Span } from '../syntax/position.js';
import type { Environment } from './environment.js';
import type { Ir, IrContent } from './ir.js';
import type { Scope } from './scope.js';
import { ANY, type Single, type Type, typeText } from './type.js';
import { isSame, ONE, unitText } from './units.js';

/** Mutual dependencies of the parts of the type checker. */
export interface Typing {
  readonly environment: Environment;
  readonly ir: (expression: Expression, scope: Scope) => Ir;
  readonly tell: (level: Diagnostic['level'], code: Code, span: Span, message: string) => void;
  /** The text of a place, in quotes, as messages name it. */
  readonly quoted: (span: Span) => string;
  /**
   * Charges this many steps before they are executed. @returns whether they are allowed: functions can expand without
   * practical limit
   */
  readonly spend: (count: number) => boolean;
  /**
   * Begins another declaration, to which the next typed expressions belong. @param at position for reporting that it is
   * too large
   */
  readonly begin: (at: Span) => void;
  /** Makes a definition one that is evaluated once for a block. */
  readonly shared: (value: Ir, scope: Scope) => Ir;
  /** Properties that are asked of within each other at present. */
  readonly asking: Set<Property>;
  /** A place for values that no other expression uses. */
  readonly newSlot: () => number;
}

export function made(content: IrContent, type: Type, { start, end }: Span): Ir {
  return { ...content, type, span: { start, end } };
}

/** Returns a placeholder for an expression with a reported error: it is of any type, and always absent. */
export const wrong = (span: Span): Ir => made({ op: 'absent' }, ANY, span);

/** Reports whether an expression is valid where a type is expected; adds an error if not. */
export function expect(typing: Typing, found: Ir, expected: Type): boolean {
  const [is, wanted] = [single(found.type), single(expected)];
  if (found.type.kind === 'many' && expected.kind !== 'many') {
    typing.tell(
      'error',
      'ASL302',
      found.span,
      `expected ${typeText(expected)}, found ${typeText(found.type)} in ${typing.quoted(found.span)}`,
    );
    return false;
  }
  if (is.kind === 'any' || wanted.kind === 'any' || is.kind === 'null' || wanted.kind === 'null') return true;
  if (is.kind === 'number' && wanted.kind === 'number') {
    if (is.unit === undefined || wanted.unit === undefined || isSame(is.unit, wanted.unit)) return true;
    const hint = isSame(is.unit, ONE) ? `; give it a unit, such as ${unitText(wanted.unit)}` : '';
    typing.tell(
      'error',
      'ASL301',
      found.span,
      `expected ${typeText(wanted)}, found ${typeText(is)} in ${typing.quoted(found.span)}${hint}`,
    );
    return false;
  }
  if (isAlike(typing, is, wanted)) return true;
  typing.tell(
    'error',
    'ASL302',
    found.span,
    `expected ${typeText(wanted)}, found ${typeText(is)} in ${typing.quoted(found.span)}`,
  );
  return false;
}

/** Whether values of two types can be the same thing. */
export function isAlike(typing: Typing, left: Single, right: Single): boolean {
  if (left.kind === 'object' && right.kind === 'object') return typing.environment.isRelated(left.name, right.name);
  // Regions are compared with their names, and kinds with texts.
  const isText = ({ kind, ...of }: Single): boolean =>
    kind === 'string' || kind === 'enumeration' || (kind === 'object' && 'name' in of && of.name === 'Region');
  return left.kind === right.kind || (isText(left) && isText(right));
}

const single = (type: Type): Single => (type.kind === 'many' ? type.of : type);
