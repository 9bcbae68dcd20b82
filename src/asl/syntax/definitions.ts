import type { Argument, Definition, FunctionDefinition, Local, Statement, TypeName } from './ast.js';
import type { Cursor } from './cursor.js';
import { expression } from './expressions.js';
import { argumentList, typeLength, typeName } from './types.js';
import { clauseAt } from './words.js';

/** The definitions up to a clause or the end of what holds them. */
export function definitions(cursor: Cursor, ends: () => boolean): Local[] {
  const found: Local[] = [];
  while (!cursor.isAtEnd && !cursor.isSymbol('}') && clauseAt(cursor) === undefined && !ends()) {
    const before = cursor.position;
    found.push(local(cursor));
    if (cursor.position === before) skipToDefinition(cursor);
  }
  return found;
}

/** Skips unparsable text: continues at the next `;`, clause or closing bracket. */
function skipToDefinition(cursor: Cursor): void {
  cursor.unexpected('a definition');
  const mark = cursor.open();
  cursor.take();
  while (!cursor.isAtEnd && !cursor.isSymbol(';') && !cursor.isSymbol('}') && clauseAt(cursor) === undefined)
    cursor.take();
  cursor.takeSymbol(';');
  cursor.close(mark, 'skipped');
}

/** Parses `def`: a value, a function, `if (e) name = value;` or an expression statement. */
export function local(cursor: Cursor): Local {
  const mark = cursor.open();
  const { start } = cursor.peek();
  const found = localContent(cursor, start);
  while (cursor.takeSymbol(';'));
  cursor.close(mark, found.kind === 'function' ? 'function' : 'definition');
  return found;
}

function localContent(cursor: Cursor, start: number): Local {
  if (cursor.isWord('if') && cursor.isSymbol('(', 1)) return conditionalDefinition(cursor, start);
  if (cursor.isName() && cursor.isSymbol('=', 1)) return definition(cursor, start, undefined);
  const length = typeLength(cursor);
  if (length > 0 && cursor.isName(length)) {
    if (cursor.isSymbol('=', length + 1)) return definition(cursor, start, typeName(cursor));
    if (cursor.isSymbol('(', length + 1)) return functionContent(cursor, start);
    // `double a[] = …`
    if (cursor.isSymbol('[', length + 1) && cursor.isSymbol(']', length + 2))
      return definition(cursor, start, typeName(cursor));
  }
  const value = expression(cursor);
  const alone: Statement = { kind: 'statement', value, start, end: cursor.lastEnd };
  return alone;
}

function definition(cursor: Cursor, start: number, given: TypeName | undefined): Definition {
  const name = cursor.expectName('a name');
  const isArray = cursor.takeSymbol('[') && cursor.expect(']', "behind '['");
  const type = given === undefined ? undefined : { ...given, isArray: given.isArray || isArray };
  cursor.expect('=', 'behind the name that is defined');
  const value = expression(cursor);
  return { kind: 'definition', name, ...(type === undefined ? {} : { type }), value, start, end: cursor.lastEnd };
}

function conditionalDefinition(cursor: Cursor, start: number): Local {
  cursor.take();
  cursor.expect('(', "behind 'if'");
  const condition = expression(cursor);
  cursor.expect(')', 'behind a condition');
  return { ...definition(cursor, start, undefined), condition, end: cursor.lastEnd };
}

function functionContent(cursor: Cursor, start: number): FunctionDefinition {
  const type = typeName(cursor);
  const name = cursor.expectName('the name of a function');
  cursor.expect('(', 'behind the name of a function');
  const given: Argument[] = argumentList(cursor, ')');
  const value = cursor.takeSymbol('=') ? expression(cursor) : undefined;
  const end = cursor.lastEnd;
  return { kind: 'function', name, type, arguments: given, ...(value === undefined ? {} : { value }), start, end };
}
