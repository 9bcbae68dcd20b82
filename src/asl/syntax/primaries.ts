import { UNIT_WORDS } from './unitWords.js';
import type { AggregateName, Expression, Named } from './ast.js';
import type { Cursor } from './cursor.js';
import { elementsOf, type Grammar, missing, placed } from './pieces.js';
import { unquoted } from './tokens.js';
import { aggregateAt } from './words.js';

/** Parses `post`: a primary, and its members, calls and elements. */
export function primary(cursor: Cursor, grammar: Grammar): Expression {
  const mark = cursor.open();
  const { start } = cursor.peek();
  let found = head(cursor, start, grammar);
  for (;;) {
    if (isMember(cursor)) {
      if (cursor.take().text === '->') noteArrow(cursor, start);
      const name = cursor.expectName('the name of a member');
      found = cursor.isSymbol('(')
        ? placed(cursor, start, { kind: 'call', name, target: found, items: itemsInBrackets(cursor, grammar) })
        : placed(cursor, start, { kind: 'member', target: found, name });
    } else if (cursor.takeSymbol('[')) {
      const index = grammar.expression(cursor);
      cursor.expect(']', 'behind an index');
      found = placed(cursor, start, { kind: 'index', target: found, index });
    } else return found;
    cursor.close(mark, 'expression');
    if (!cursor.link()) return missing(cursor);
  }
}

function isMember(cursor: Cursor): boolean {
  return cursor.isSymbol('.') || cursor.isSymbol('->');
}

function noteArrow(cursor: Cursor, start: number): void {
  cursor.tolerate({ start, end: cursor.lastEnd }, "'->' is understood as '.'");
}

function head(cursor: Cursor, start: number, grammar: Grammar): Expression {
  const token = cursor.peek();
  if (token.kind === 'number') return number(cursor, start);
  if (token.kind === 'text') return text(cursor, start);
  if (token.kind === 'word') return word(cursor, start, grammar);
  if (cursor.isSymbol('(')) return grouped(cursor, grammar);
  if (cursor.isSymbol('{')) return set(cursor, start, grammar);
  cursor.unexpected('an expression');
  return missing(cursor);
}

function number(cursor: Cursor, start: number): Expression {
  const value = Number(cursor.take().text);
  const isUnit = cursor.isSymbol('%') || (cursor.isName() && UNIT_WORDS.has(cursor.peek().text));
  return placed(
    cursor,
    start,
    isUnit ? { kind: 'number', value, unit: cursor.take().text } : { kind: 'number', value },
  );
}

function text(cursor: Cursor, start: number): Expression {
  const token = cursor.take();
  if (token.text.startsWith("'")) cursor.tolerate(token, 'texts are in double quotes');
  return placed(cursor, start, { kind: 'text', value: unquoted(token.text) });
}

function grouped(cursor: Cursor, grammar: Grammar): Expression {
  cursor.take();
  const found = grammar.expression(cursor);
  cursor.expect(')', 'to close the bracket');
  return found;
}

function word(cursor: Cursor, start: number, grammar: Grammar): Expression {
  for (const kind of ['null', 'root', 'trace'] as const)
    if (cursor.isWord(kind) && !cursor.isSymbol('(', 1)) {
      cursor.take();
      return placed(cursor, start, { kind });
    }
  const aggregate = aggregateAt(cursor);
  if (aggregate !== undefined) return aggregated(cursor, start, aggregate, grammar);
  const { text: spelled, end } = cursor.take();
  const name: Named = { text: spelled, start, end };
  if (!cursor.isSymbol('(')) return placed(cursor, start, { kind: 'name', name: spelled });
  return placed(cursor, start, { kind: 'call', name, items: itemsInBrackets(cursor, grammar) });
}

/** `sum(a, b)`, `sum(x where y in s)` or `sum x where y in s` */
function aggregated(cursor: Cursor, start: number, name: AggregateName, grammar: Grammar): Expression {
  cursor.take();
  if (!cursor.isSymbol('(')) return over(cursor, start, name, grammar.expression(cursor), grammar);
  cursor.take();
  const items = itemList(cursor, grammar, () => cursor.isSymbol(')'));
  const [only] = items;
  const isOver = cursor.isWord('where');
  const found = isOver && only !== undefined ? over(cursor, start, name, only, grammar) : undefined;
  cursor.expect(')', `behind what ${name} is of`);
  if (found !== undefined) return { ...found, end: cursor.lastEnd };
  if (cursor.isWord('where') && only !== undefined && items.length === 1)
    return over(cursor, start, name, only, grammar);
  return placed(cursor, start, { kind: 'aggregate', name, items });
}

function over(cursor: Cursor, start: number, name: AggregateName, value: Expression, grammar: Grammar): Expression {
  if (!cursor.takeWord('where')) {
    cursor.unexpected(`'where' behind what ${name} is of`);
    return placed(cursor, start, { kind: 'aggregate', name, items: [value] });
  }
  return placed(cursor, start, { kind: 'aggregateOver', name, value, over: elementsOf(cursor, grammar, 'and') });
}

function set(cursor: Cursor, start: number, grammar: Grammar): Expression {
  cursor.take();
  if (cursor.isName() && cursor.isWord('in', 1)) {
    const chosen = elementsOf(cursor, grammar, 'with');
    cursor.expect('}', 'behind a set');
    return placed(cursor, start, { kind: 'chosen', over: chosen });
  }
  const items = itemList(cursor, grammar, () => cursor.isSymbol('}'));
  cursor.expect('}', 'behind a set');
  return placed(cursor, start, { kind: 'set', items });
}

function itemsInBrackets(cursor: Cursor, grammar: Grammar): Expression[] {
  cursor.take();
  const items = itemList(cursor, grammar, () => cursor.isSymbol(')'));
  cursor.expect(')', 'behind what is handed over');
  return items;
}

/**
 * Parses `list`: expressions, with `...` for those between two of them; as in existing texts, commas may be doubled.
 */
export function itemList(cursor: Cursor, grammar: Grammar, ends: () => boolean): Expression[] {
  const items: Expression[] = [];
  let isRange = false;
  while (!ends() && !cursor.isAtEnd) {
    if (cursor.takeSymbol('...')) isRange = true;
    else {
      const { start } = cursor.peek();
      const item = grammar.expression(cursor);
      const first = isRange ? items.pop() : undefined;
      items.push(
        first === undefined ? item : placed(cursor, first.start, { kind: 'range', first, last: item, isSum: false }),
      );
      isRange = false;
      if (item.kind === 'missing' && cursor.peek().start === start) break;
    }
    if (!cursor.takeSymbol(',')) break;
    while (cursor.isSymbol(',')) cursor.take();
  }
  if (isRange) cursor.unexpected("an expression behind '...'");
  return items;
}
