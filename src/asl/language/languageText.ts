/** A text as editors need it: its mistakes, its names, and what each expression is. */
import type { Declaration, Expression } from '../syntax/ast.js';
import type { Source } from '../syntax/diagnostics.js';
import { parse } from '../syntax/parse.js';
import { check, type Checked, type Foundation } from '../types/check.js';
import type { Scope } from '../types/scope.js';
import { elementOf, type Type } from '../types/type.js';
import { type Occurrence, occurrencesOf } from './occurrences.js';

/** Type information of an expression. */
export interface SeenExpression {
  readonly type: Type;
  readonly scope: Scope;
}

export interface LanguageText {
  readonly source: Source;
  readonly declarations: readonly Declaration[];
  readonly checked: Checked;
  /** In the order of their places. */
  readonly occurrences: readonly Occurrence[];
  readonly expressions: ReadonlyMap<Expression, SeenExpression>;
}

/** @param foundation the library and the project's other texts */
export function languageText(source: Source, foundation: Foundation): LanguageText {
  const parsed = parse(source.text);
  const { declarations } = parsed;
  const expressions = new Map<Expression, SeenExpression>();
  const checked = check(source, foundation, undefined, parsed, (expression, type, scope) => {
    if (!expressions.has(expression)) expressions.set(expression, { type, scope });
  });
  const classOf = (target: Expression, member: string): string | undefined => {
    const seen = expressions.get(target);
    const of = seen === undefined ? undefined : elementOf(seen.type);
    return of?.kind === 'object' ? checked.environment.member(of.name, member)?.of : undefined;
  };
  return { source, declarations, checked, expressions, occurrences: occurrencesOf(source.text, declarations, classOf) };
}

/** Returns the name at a position, including its end, at which the cursor is after typing. */
export function occurrenceAt({ occurrences }: LanguageText, offset: number): Occurrence | undefined {
  return occurrences.find(({ start, end }) => start <= offset && offset <= end);
}
