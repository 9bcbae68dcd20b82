/** A pattern of events whose names and types are known. */
import type { Pattern } from '../syntax/ast.js';
import { CODES } from '../syntax/diagnostics.js';
import type { ClassInfo } from './environment.js';
import type { Ir } from './ir.js';
import { typedLocals } from './property.js';
import { Scope } from './scope.js';
import { BOOL, elementOf, type Type, typeText } from './type.js';
import type { Typer } from './typer.js';
import { expect, made } from './typing.js';

export interface TypedPattern {
  readonly name: string;
  readonly roots: readonly string[];
  readonly rootSlot: number;
  /** Parameters, with the places that their values are put into. */
  readonly parameters: readonly { readonly name: string; readonly slot: number; readonly type: Type }[];
  /** Required values: a pattern has no instance if one of these is missing. */
  readonly parts: readonly { readonly name: string; readonly value: Ir }[];
  readonly constraint?: Ir;
  /** Set for each element of which matches are made; if omitted, one match for the whole instance. */
  readonly foreach?: { readonly set: Ir; readonly slot: number };
  readonly exports: readonly { readonly name: string; readonly value: Ir }[];
}

export function typedPattern(typer: Typer, pattern: Pattern, file: Scope): TypedPattern {
  typer.begin(pattern.name);
  const scope = new Scope(file, 0);
  const { environment } = typer;
  const [root] = pattern.roots;
  for (const each of pattern.roots)
    if (!environment.isRelated(each.text, 'Event'))
      typer.tell('error', CODES.unknownClass, each, `there are no events of type '${each.text}'`);
  const rootSlot = typer.newSlot();
  // Of several types, what all events have.
  const type: Type = { kind: 'object', name: pattern.roots.length === 1 && root !== undefined ? root.text : 'Event' };
  scope.define('root', made({ op: 'slot', slot: rootSlot }, type, pattern.name));
  const parameters = pattern.arguments.map(({ name, type: declared }) => {
    const slot = typer.newSlot();
    const found = environment.typeOf(declared);
    scope.define(name.text, made({ op: 'slot', slot }, found, name));
    return { name: name.text, slot, type: found };
  });
  typedLocals(typer, pattern.locals, scope);
  const parts = typedLocals(typer, pattern.instantiation, scope);
  const constraint = pattern.constraint === undefined ? undefined : typer.ir(pattern.constraint, scope);
  if (constraint !== undefined) expect(typer, constraint, BOOL);
  const { foreach, exports } = exported(typer, pattern, scope);
  return {
    ...{ name: pattern.name.text, roots: pattern.roots.map(({ text }) => text), rootSlot, parameters, parts, exports },
    ...(constraint === undefined ? {} : { constraint }),
    ...(foreach === undefined ? {} : { foreach }),
  };
}

function exported(typer: Typer, pattern: Pattern, scope: Scope): Pick<TypedPattern, 'foreach' | 'exports'> {
  if (pattern.foreach === undefined) return { exports: typedLocals(typer, pattern.exports, scope) };
  const set = typer.ir(pattern.foreach.set, scope);
  if (set.type.kind === 'object' || set.type.kind === 'number')
    typer.tell(
      'error',
      CODES.type,
      set.span,
      `expected a set, found ${typeText(set.type)} in ${typer.quoted(set.span)}`,
    );
  const slot = typer.newSlot();
  const inner = new Scope(scope, scope.level + 1);
  inner.define(
    pattern.foreach.variable.text,
    made({ op: 'slot', slot }, elementOf(set.type), pattern.foreach.variable),
  );
  return { foreach: { set, slot }, exports: typedLocals(typer, pattern.exports, inner) };
}

/** The class of the matches of a pattern. */
export function matchClass({ name, exports }: TypedPattern): ClassInfo {
  const place: [string, Type][] = [
    ['path', { kind: 'object', name: 'CallPath' }],
    ['location', { kind: 'object', name: 'Location' }],
  ];
  return {
    name: `match of ${name}`,
    members: new Map([...place, ...exports.map((each) => [each.name, each.value.type] as const)]),
  };
}
