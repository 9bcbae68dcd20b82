import type { Named, Over, Pattern } from './ast.js';
import type { Cursor } from './cursor.js';
import { clauses } from './bodies.js';
import { definitions } from './definitions.js';
import { CODES } from './diagnostics.js';
import { elements, expression } from './expressions.js';
import { argumentList } from './types.js';
import { type ClauseName, isDeclarationAt, PATTERN_CLAUSES } from './words.js';

type Writable<Of> = { -readonly [Key in keyof Of]: Of[Key] };

const KNOWN: ReadonlySet<ClauseName> = new Set(PATTERN_CLAUSES);

/** `pattern Name(…) { … }`, from its word on. */
export function pattern(cursor: Cursor): Pattern {
  const { start } = cursor.take();
  const name = cursor.expectName('the name of the pattern');
  cursor.expect('(', 'behind the name of the pattern');
  const given = argumentList(cursor, ')');
  if (!cursor.takeSymbol('{')) cursor.tolerate(cursor.peek(), "'{' is missing before the clauses");
  const found: Writable<Pattern> = {
    ...{ kind: 'pattern', name, arguments: given, locals: [], roots: [], instantiation: [], exports: [] },
    ...{ start, end: start },
  };
  const ends = (): boolean => cursor.isWord('in') || isDeclarationAt(cursor);
  if (cursor.takeWord('let')) found.locals = definitions(cursor, ends);
  cursor.takeWord('in');
  clauses(cursor, (clause) => patternClause(cursor, clause, found), KNOWN);
  if (!cursor.takeSymbol('}')) cursor.unexpected("'}' behind the clauses");
  cursor.takeSymbol(';');
  found.end = cursor.lastEnd;
  if (found.roots.length === 0)
    cursor.tell('error', CODES.unexpected, name, `the pattern ${name.text} has no 'roottype:'`);
  return found;
}

function patternClause(cursor: Cursor, clause: ClauseName, found: Writable<Pattern>): void {
  switch (clause) {
    case 'roottype':
      found.roots = rootTypes(cursor);
      return;
    case 'instantiation':
      found.instantiation = [...found.instantiation, ...definitions(cursor, () => isDeclarationAt(cursor))];
      return;
    case 'constraint':
      found.constraint = expression(cursor);
      return;
    case 'export':
      exported(cursor, found);
      return;
    default:
      return;
  }
}

function rootTypes(cursor: Cursor): Named[] {
  const found = [cursor.expectName('a type of events')];
  while (cursor.takeSymbol('|')) found.push(cursor.expectName('a type of events'));
  return found;
}

/** Behind `export`: its colon, or the name of its class and a colon. */
function exported(cursor: Cursor, found: Writable<Pattern>): void {
  if (cursor.isName() && cursor.isSymbol(':', 1)) {
    found.match = cursor.expectName('a name');
    cursor.takeSymbol(':');
  }
  const foreach = cursor.takeWord('foreach') ? each(cursor) : undefined;
  if (foreach !== undefined) found.foreach = foreach;
  found.exports = [...found.exports, ...definitions(cursor, () => isDeclarationAt(cursor))];
}

function each(cursor: Cursor): Over {
  const over = elements(cursor);
  cursor.expect(':', 'behind what the exports are made for');
  return over;
}
