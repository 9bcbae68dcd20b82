/** Parser: hand-written recursive descent that terminates for any text, and continues after errors. */
import type {
  ClassDefinition,
  ClassMember,
  Declaration,
  Instance,
  Named,
  ParsedFile,
  Property,
  Template,
} from './ast.js';
import { body } from './bodies.js';
import { Cursor } from './cursor.js';
import { local } from './definitions.js';
import { CODES, type Diagnostic } from './diagnostics.js';
import { expression, plainSum } from './expressions.js';
import { pattern } from './patterns.js';
import { tokensOf, unquoted } from './tokens.js';
import type { NodeKind } from './tree.js';
import { argumentList, typeLength, typeName } from './types.js';
import { clauseAt, isDeclarationAt } from './words.js';

/** Parse result of a text, with its errors. */
export interface Parsed extends ParsedFile {
  readonly diagnostics: readonly Diagnostic[];
}

/** Characters; people write properties. Of a longer text nothing is read. */
const LONGEST = 1 << 20;

export function parse(text: string): Parsed {
  const cursor = new Cursor(tokensOf(text.length > LONGEST ? '' : text));
  if (text.length > LONGEST)
    cursor.tell('error', CODES.nesting, { start: 0, end: 0 }, `the text has more than ${LONGEST} characters`);
  const declarations: Declaration[] = [];
  while (!cursor.isAtEnd) {
    const before = cursor.position;
    const mark = cursor.open();
    const found = declaration(cursor);
    if (cursor.position === before) skipped(cursor, mark);
    else {
      declarations.push(found);
      cursor.close(mark, NODES[found.kind]);
    }
  }
  return { declarations, diagnostics: cursor.diagnostics, tree: cursor.finish() };
}

const NODES: Readonly<Record<Declaration['kind'], NodeKind>> = {
  import: 'import',
  parameter: 'parameter',
  class: 'class',
  definition: 'definition',
  function: 'function',
  statement: 'definition',
  property: 'property',
  instance: 'instance',
  template: 'template',
  metaproperty: 'template',
  pattern: 'pattern',
};

function skipped(cursor: Cursor, mark: number): void {
  cursor.unexpected("'property', 'pattern', 'class', 'param' or another declaration");
  do cursor.take();
  while (!cursor.isAtEnd && !isDeclarationAt(cursor) && !cursor.isSymbol(';'));
  cursor.takeSymbol(';');
  cursor.close(mark, 'skipped');
}

function declaration(cursor: Cursor): Declaration {
  if (isDeclarationAt(cursor)) {
    if (cursor.isWord('property')) return property(cursor);
    if (cursor.isWord('template') || cursor.isWord('metaproperty')) return template(cursor);
    if (cursor.isWord('pattern')) return pattern(cursor);
    if (cursor.isWord('class')) return classDefinition(cursor);
    if (cursor.isWord('param')) return parameter(cursor);
    return imported(cursor);
  }
  if (cursor.isName() && (cursor.isSymbol('{', 1) || (cursor.isWord('extends', 1) && cursor.isName(2))))
    return classDefinition(cursor);
  if (cursor.isWord('const') && cursor.isName(1)) cursor.take();
  return clauseAt(cursor) === undefined
    ? local(cursor)
    : { kind: 'statement', value: nothing(cursor), ...here(cursor) };
}

function nothing(cursor: Cursor) {
  return { kind: 'missing', ...here(cursor) } as const;
}

function here(cursor: Cursor): { start: number; end: number } {
  const { start } = cursor.peek();
  return { start, end: start };
}

function imported(cursor: Cursor): Declaration {
  const { start } = cursor.take();
  const { text, ...file } = cursor.take();
  cursor.expect(';', 'behind an import');
  return {
    kind: 'import',
    path: unquoted(text),
    file: { start: file.start, end: file.end },
    start,
    end: cursor.lastEnd,
  };
}

function parameter(cursor: Cursor): Declaration {
  const { start } = cursor.take();
  const length = cursor.isSymbol('=', 1) ? 0 : typeLength(cursor);
  const type = length > 0 ? typeName(cursor) : undefined;
  const name = cursor.expectName('the name of the parameter');
  cursor.expect('=', 'behind the name of the parameter');
  const value = expression(cursor);
  const description = cursor.peek().kind === 'text' ? unquoted(cursor.take().text) : undefined;
  cursor.expect(';', 'behind the parameter');
  return {
    ...{ kind: 'parameter', name, value, start, end: cursor.lastEnd },
    ...(type === undefined ? {} : { type }),
    ...(description === undefined ? {} : { description }),
  };
}

function classDefinition(cursor: Cursor): ClassDefinition {
  const { start } = cursor.peek();
  if (!(cursor.isWord('class') && cursor.isName(1) && cursor.takeWord('class')))
    cursor.tolerate(cursor.peek(), "'class' is missing");
  const name = cursor.expectName('the name of the class');
  const base = cursor.takeWord('extends') ? cursor.expectName('the name of a class') : undefined;
  cursor.expect('{', 'before the members');
  const members: ClassMember[] = [];
  while (cursor.isName() && !isDeclarationAt(cursor)) members.push(member(cursor));
  cursor.expect('}', 'behind the members');
  cursor.takeSymbol(';');
  return { kind: 'class', name, ...(base === undefined ? {} : { base }), members, start, end: cursor.lastEnd };
}

function member(cursor: Cursor): ClassMember {
  const mark = cursor.open();
  const type = typeName(cursor);
  const name = cursor.expectName('the name of a member');
  const isArray = cursor.takeSymbol('[') && cursor.expect(']', "behind '['");
  cursor.takeSymbol(';');
  cursor.close(mark, 'member');
  return { type: { ...type, isArray: type.isArray || isArray }, name, start: type.start, end: cursor.lastEnd };
}

function property(cursor: Cursor): Property | Instance {
  const { start } = cursor.take();
  const prefixes = cursor.takeSymbol('[') ? alternativePrefixes(cursor) : [];
  const name = cursor.expectName('the name of the property');
  const names = prefixes.length === 0 ? [name] : prefixes.map((prefix) => ({ ...name, text: prefix.text + name.text }));
  if (cursor.isSymbol('=')) return instance(cursor, name, start);
  const given = cursor.takeSymbol('(') ? argumentList(cursor, ')') : undefined;
  const found = body(cursor);
  return {
    ...{ kind: 'property', names, body: found, start, end: cursor.lastEnd },
    ...(given === undefined ? {} : { arguments: given }),
  };
}

/** `Peak/Trend]`, behind its bracket. */
function alternativePrefixes(cursor: Cursor): Named[] {
  const found = [cursor.expectName('a name')];
  while (cursor.takeSymbol('/')) found.push(cursor.expectName('a name'));
  cursor.expect(']', 'behind the names');
  return found;
}

function instance(cursor: Cursor, name: Named, start: number): Instance {
  cursor.take();
  const of = cursor.expectName('the name of a template');
  cursor.expect('<', 'behind the name of a template');
  const values = [plainSum(cursor)];
  while (cursor.takeSymbol(',')) values.push(plainSum(cursor));
  cursor.expect('>', 'behind the values');
  cursor.expect(';', 'behind the property');
  return { kind: 'instance', name, template: of, values, start, end: cursor.lastEnd };
}

function template(cursor: Cursor): Template {
  const { start, text } = cursor.take();
  const name = cursor.expectName('the name of the template');
  cursor.expect('<', 'behind the name of the template');
  const parameters = argumentList(cursor, '>');
  cursor.expect('(', 'behind the parameters of the template');
  const given = argumentList(cursor, ')');
  const kind = text.toLowerCase() === 'template' ? 'template' : 'metaproperty';
  return { kind, name, parameters, arguments: given, body: body(cursor), start, end: cursor.lastEnd };
}
