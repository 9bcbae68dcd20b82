import type { Argument, Named, TypeName } from './ast.js';
import type { Cursor } from './cursor.js';
import { expression } from './expressions.js';

/** `setof Enter`, `double<B/s>[]`; `*` behind it is taken, and means nothing. */
export function typeName(cursor: Cursor): TypeName {
  const mark = cursor.open();
  const { start } = cursor.peek();
  const isSet = cursor.isWord('setof') && cursor.isName(1) && cursor.takeWord('setof');
  const { text: name } = cursor.expectName('the name of a type');
  const unit = cursor.isSymbol('<') ? unitName(cursor) : undefined;
  const isArray = cursor.isSymbol('[') && cursor.isSymbol(']', 1) && brackets(cursor);
  cursor.takeSymbol('*');
  cursor.close(mark, 'type');
  return { name, isSet, isArray, ...(unit === undefined ? {} : { unit }), start, end: cursor.lastEnd };
}

/** Takes `[]`, once or more often. */
function brackets(cursor: Cursor): boolean {
  let found = false;
  while (cursor.isSymbol('[') && cursor.isSymbol(']', 1)) {
    cursor.take();
    cursor.take();
    found = true;
  }
  return found;
}

function unitName(cursor: Cursor): Named {
  const { end: start } = cursor.take();
  let text = '';
  while (!cursor.isSymbol('>') && !cursor.isAtEnd && (cursor.isName() || isUnitSign(cursor)))
    text += cursor.take().text;
  const { start: end } = cursor.peek();
  cursor.expect('>', 'behind a unit');
  return { text, start, end };
}

function isUnitSign(cursor: Cursor): boolean {
  const { kind, text } = cursor.peek();
  return kind === 'number' || text === '/' || text === '*' || text === '·' || text === '%';
}

/** Returns the number of tokens of a type from here; 0 if there is none. */
export function typeLength(cursor: Cursor): number {
  let at = cursor.isWord('setof') && cursor.isName(1) ? 1 : 0;
  if (!cursor.isName(at)) return 0;
  at++;
  if (cursor.isSymbol('<', at)) {
    // A unit has few tokens; what has more is a comparison.
    const close = [2, 3, 4, 5, 6, 7].find((ahead) => cursor.isSymbol('>', at + ahead));
    if (close === undefined) return 0;
    at += close + 1;
  }
  while (cursor.isSymbol('[', at) && cursor.isSymbol(']', at + 1)) at += 2;
  return cursor.isSymbol('*', at) ? at + 1 : at;
}

/** Parses the arguments of a declaration, up to the closing bracket. */
export function argumentList(cursor: Cursor, closing: ')' | '>'): Argument[] {
  const found: Argument[] = [];
  while (!cursor.isSymbol(closing) && !cursor.isAtEnd) {
    const before = cursor.position;
    found.push(argument(cursor));
    if (!cursor.takeSymbol(',') || cursor.position === before) break;
  }
  cursor.expect(closing, 'behind what is handed over');
  return found;
}

function argument(cursor: Cursor): Argument {
  const mark = cursor.open();
  const type = typeName(cursor);
  const name = cursor.expectName('a name');
  const value = cursor.takeSymbol('=') ? expression(cursor) : undefined;
  cursor.close(mark, 'argument');
  return { type, name, ...(value === undefined ? {} : { value }), start: type.start, end: cursor.lastEnd };
}
