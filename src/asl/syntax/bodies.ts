import type { Body, Guarded } from './ast.js';
import type { Cursor } from './cursor.js';
import { definitions } from './definitions.js';
import { alternative, elements, expression, expressionList } from './expressions.js';
import { unquoted } from './tokens.js';
import { type ClauseName, clauseAt, isDeclarationAt, isExpressionAt, PROPERTY_CLAUSES } from './words.js';

type Writable<Of> = { -readonly [Key in keyof Of]: Of[Key] };

/** Parses the contents of the braces of a property or template. */
export function body(cursor: Cursor): Body {
  const isBraced = cursor.takeSymbol('{');
  if (!isBraced) cursor.tolerate(cursor.peek(), "'{' is missing before the clauses");
  const found: Writable<Body> = { locals: [], conditions: [], confidences: [], severities: [], next: [] };
  if (cursor.takeWord('let')) found.locals = definitions(cursor, () => isInAt(cursor) || isDeclarationAt(cursor));
  if (!cursor.takeWord('in') && found.locals.length > 0)
    cursor.tolerate(cursor.peek(), "'in' is missing between the definitions and the clauses");
  clauses(cursor, (name) => clause(cursor, name, found), KNOWN);
  if (isBraced) cursor.expect('}', 'behind the clauses');
  cursor.takeSymbol(';');
  return found;
}

function isInAt(cursor: Cursor): boolean {
  return cursor.isWord('in') && !cursor.isSymbol('=', 1);
}

const KNOWN: ReadonlySet<ClauseName> = new Set(PROPERTY_CLAUSES);

/** Clauses one after the other; what is none is passed, up to the next. */
export function clauses(cursor: Cursor, read: (name: ClauseName) => void, known: ReadonlySet<ClauseName>): void {
  while (!cursor.isAtEnd && !cursor.isSymbol('}') && !isDeclarationAt(cursor)) {
    const name = clauseAt(cursor);
    if (name === undefined || !known.has(name)) {
      skipToClause(cursor, known);
      continue;
    }
    const mark = cursor.open();
    cursor.take();
    cursor.takeSymbol(':');
    read(name);
    while (cursor.takeSymbol(';'));
    cursor.close(mark, 'clause');
  }
}

function skipToClause(cursor: Cursor, known: ReadonlySet<ClauseName>): void {
  cursor.unexpected(`a clause (${[...known].map((name) => `'${name}:'`).join(', ')})`);
  const mark = cursor.open();
  do cursor.take();
  while (!cursor.isAtEnd && !cursor.isSymbol('}') && clauseAt(cursor) === undefined && !isDeclarationAt(cursor));
  cursor.close(mark, 'skipped');
}

function clause(cursor: Cursor, name: ClauseName, found: Writable<Body>): void {
  switch (name) {
    case 'condition':
      found.conditions = [...found.conditions, ...alternatives(cursor)];
      return;
    case 'confidence':
      found.confidences = [...found.confidences, ...guards(cursor)];
      return;
    case 'severity':
      found.severities = [...found.severities, ...guards(cursor)];
      return;
    case 'next':
      if (!isClauseOver(cursor)) found.next = [...found.next, ...nextProperties(cursor)];
      return;
    case 'impact':
    case 'extent':
    case 'at':
      found[name] = expression(cursor);
      return;
    case 'parent':
      found.parent = cursor.expectName('the name of a property');
      return;
    case 'explain':
    case 'causes':
    case 'advice':
      found[name] = texts(cursor);
      return;
    default:
      return;
  }
}

/** Parses adjacent texts as one. */
function texts(cursor: Cursor): string {
  if (cursor.peek().kind !== 'text') cursor.unexpected('a text in quotes');
  const parts: string[] = [];
  while (cursor.peek().kind === 'text') parts.push(unquoted(cursor.take().text));
  return parts.join('');
}

function isClauseOver(cursor: Cursor): boolean {
  return cursor.isSymbol(';') || cursor.isSymbol('}') || clauseAt(cursor) !== undefined;
}

/** `lab {or lab}` */
function alternatives(cursor: Cursor): Guarded[] {
  const found: Guarded[] = [];
  do {
    const { start } = cursor.peek();
    const isLabelled = cursor.isSymbol('(') && cursor.isName(1) && cursor.isSymbol(')', 2) && isExpressionAt(cursor, 3);
    const label = isLabelled ? labelInBrackets(cursor) : undefined;
    const value = alternative(cursor);
    found.push({ ...(label === undefined ? {} : { label }), value, start, end: cursor.lastEnd });
  } while (cursor.takeWord('or') || cursor.takeSymbol('||'));
  return found;
}

function labelInBrackets(cursor: Cursor): Guarded['label'] {
  cursor.take();
  const label = cursor.expectName('a label');
  cursor.take();
  return label;
}

function isGuard(cursor: Cursor, ahead = 0): boolean {
  const signs = cursor.isSymbol('(', ahead) && cursor.isName(ahead + 1) && cursor.isSymbol(')', ahead + 2);
  return signs && cursor.isSymbol('->', ahead + 3);
}

/** `g` or `max(g, …)`: values, each with the label of the condition that it is for. */
function guards(cursor: Cursor): Guarded[] {
  const isList = cursor.isWord('max') && cursor.isSymbol('(', 1) && isGuard(cursor, 2);
  if (!isList) return [guarded(cursor)];
  cursor.take();
  cursor.take();
  const found = [guarded(cursor)];
  while (cursor.takeSymbol(',')) found.push(guarded(cursor));
  cursor.expect(')', 'behind the values that the largest is taken of');
  return found;
}

function guarded(cursor: Cursor): Guarded {
  const { start } = cursor.peek();
  const label = isGuard(cursor) ? labelInBrackets(cursor) : undefined;
  if (label !== undefined) cursor.take();
  const value = expression(cursor);
  return { ...(label === undefined ? {} : { label }), value, start, end: cursor.lastEnd };
}

/** `list [for id in e]` */
function nextProperties(cursor: Cursor): Body['next'] {
  const calls = expressionList(cursor, () => isClauseOver(cursor) || cursor.isWord('for'));
  const over = cursor.takeWord('for') ? elements(cursor) : undefined;
  return calls.map((call) => (over === undefined ? { call } : { call, over }));
}
