/** A property whose names and types are known. */
import type { Body, Expression, Guarded, Local, Named, Property } from '../syntax/ast.js';
import { CODES } from '../syntax/diagnostics.js';
import type { Span } from '../syntax/position.js';
import { expressionsOf, within } from '../syntax/walk.js';
import type { Ir } from './ir.js';
import { implicitArguments } from './implicit.js';
import { common } from './operators.js';
import { Scope } from './scope.js';
import { ANY, BOOL, elementOf, numberOf, type Type, typeText } from './type.js';
import { expect, made, type Typing } from './typing.js';
import { isSame, LOCATION_SECONDS, ONE, SECONDS, type Unit, unitText } from './units.js';

/** A class whose rows a property is evaluated for. */
export interface RowParameter {
  readonly name: string;
  readonly of: string;
  readonly slot: number;
  /** Whether it is the basis of comparison, and not evaluated for each row: the whole program. */
  readonly isBasis: boolean;
}

export interface TypedGuard {
  readonly label?: string;
  readonly value: Ir;
}

export interface TypedProperty {
  readonly name: string;
  readonly span: Span;
  /** All of its text. */
  readonly whole: Span;
  readonly rows: readonly RowParameter[];
  /** Definitions in the order of the text, for people who want to see how a value came about. */
  readonly locals: readonly { readonly name: string; readonly value: Ir }[];
  readonly conditions: readonly TypedGuard[];
  readonly confidences: readonly TypedGuard[];
  readonly severities: readonly TypedGuard[];
  /** Location-seconds lost. */
  readonly impact?: Ir;
  readonly at?: Ir;
  readonly parent?: string;
  readonly explain?: string;
  readonly causes?: string;
  readonly advice?: string;
  /** The patterns whose matches it asks for. */
  readonly patterns: readonly string[];
  /** Properties that are looked at next where this one holds. */
  readonly next: readonly string[];
}

/** Returns the typed properties of a text; errors are reported to `typer`. */
export function typedProperty(typer: Typing, property: Property, file: Scope): TypedProperty[] {
  typer.begin(property.names[0] ?? property);
  const { rows, scope } = parameters(typer, property, file);
  const { body } = property;
  const locals = typedLocals(typer, body.locals, scope);
  const conditions = body.conditions.map((guard) => guarded(typer, guard, scope));
  for (const { value } of conditions) expect(typer, value, BOOL);
  const labels = new Set(conditions.flatMap(({ label }) => (label === undefined ? [] : [label])));
  const severities = body.severities.map((guard) => guarded(typer, guard, scope, labels));
  const confidences = body.confidences.map((guard) => guarded(typer, guard, scope, labels));
  for (const { value } of severities) expectRatio(typer, value, 'severity');
  for (const { value } of confidences) expectRatio(typer, value, 'confidence');
  const impact = body.impact === undefined ? undefined : typer.ir(body.impact, scope);
  if (impact !== undefined) expectSeconds(typer, impact);
  const at = body.at === undefined ? undefined : typer.ir(body.at, scope);
  if (body.extent !== undefined) typer.ir(body.extent, scope);
  const [name] = property.names;
  if (severities.length === 0 && impact === undefined && name !== undefined)
    typer.tell('error', CODES.noRatio, name, `${name.text} has neither 'severity:' nor 'impact:'`);
  return property.names.map(({ text, start, end }) => ({
    ...{
      name: text,
      span: { start, end },
      whole: { start: property.start, end: property.end },
      rows,
      locals,
      conditions,
      confidences,
      severities,
    },
    ...(impact === undefined ? {} : { impact }),
    ...(at === undefined ? {} : { at }),
    ...textsOf(body),
    patterns: [...new Set(expressionsOf(body).flatMap((each) => [...within(each)].flatMap(patternOf)))],
    next: nextOf(typer, body.next, scope),
  }));
}

/** The pattern of `PATTERN_MATCHES(Pattern(…), …)`. */
function patternOf(expression: Expression): string[] {
  if (expression.kind !== 'call' || expression.name.text.toLowerCase() !== 'pattern_matches') return [];
  const [of] = expression.items;
  return of?.kind === 'call' ? [of.name.text] : [];
}

type Texts = Partial<Pick<TypedProperty, 'parent' | 'explain' | 'causes' | 'advice'>>;

function textsOf({ parent, explain, causes, advice }: Body): Texts {
  return {
    ...(parent === undefined ? {} : { parent: parent.text }),
    ...(explain === undefined ? {} : { explain }),
    ...(causes === undefined ? {} : { causes }),
    ...(advice === undefined ? {} : { advice }),
  };
}

function guarded(typer: Typing, { label, value }: Guarded, scope: Scope, labels?: ReadonlySet<string>): TypedGuard {
  const ir = typer.ir(value, scope);
  if (label === undefined) return { value: ir };
  if (labels?.has(label.text) === false)
    typer.tell('error', CODES.unknownName, label, `no condition has the label '${label.text}'`);
  return { label: label.text, value: ir };
}

/** Gives the parameters of a property their places. Numbers bind to the members of their names. */
function parameters(typer: Typing, property: Property, file: Scope): { rows: RowParameter[]; scope: Scope } {
  const scope = new Scope(file, 0);
  const rows: RowParameter[] = [];
  const given = property.arguments ?? implicitArguments(typer, property, file);
  const numbers: { name: Named; type: ReturnType<typeof typer.environment.typeOf> }[] = [];
  for (const { type, name } of given) {
    if (!typer.environment.isType(type))
      typer.tell('error', CODES.unknownClass, type, `there is no class '${type.name}'`);
    const found = typer.environment.typeOf(type);
    const single = elementOf(found);
    if (single.kind === 'object') {
      const slot = typer.newSlot();
      const isBasis = single.name === 'Region' && name.text.toLowerCase().includes('basis');
      rows.push({ name: name.text, of: single.name, slot, isBasis });
      scope.define(name.text, made({ op: 'slot', slot }, found, name));
    } else if (single.kind === 'any') scope.define(name.text, made({ op: 'absent' }, ANY, name));
    else numbers.push({ name, type: found });
  }
  bindNumbers(typer, numbers, rows, scope);
  return { rows, scope };
}

/** Returns the arguments of a property, in the order of its parameters. */
export function parameterTypes(typer: Typing, property: Property, file: Scope): { name: string; type: Type }[] {
  const given = property.arguments ?? implicitArguments(typer, property, file);
  return given.map(({ type, name }) => ({ name: name.text, type: typer.environment.typeOf(type) }));
}

/** The numbers that a property takes are members of the rows of one class, such as `exec_time` of call paths. */
function bindNumbers(
  typer: Typing,
  numbers: readonly { readonly name: Named }[],
  rows: RowParameter[],
  scope: Scope,
): void {
  if (numbers.length === 0) return;
  const { environment } = typer;
  const { measuredClasses: classes } = environment;
  const of = (typer.spend(classes.length) ? classes : []).find((each) =>
    numbers.every(({ name }) => environment.member(each, name.text) !== undefined),
  );
  const slot = typer.newSlot();
  if (of !== undefined) rows.push({ name: of, of, slot, isBasis: false });
  for (const { name } of numbers) {
    const member = of === undefined ? undefined : environment.member(of, name.text);
    if (member === undefined) {
      const fault = `no class has all of the numbers that are taken here, such as '${name.text}'; take rows of a class`;
      typer.tell('error', CODES.unknownMember, name, fault);
      scope.define(name.text, made({ op: 'absent' }, ANY, name));
      continue;
    }
    const target = made({ op: 'slot', slot }, { kind: 'object', name: member.of }, name);
    scope.define(name.text, made({ op: 'member', target, of: member.of, name: member.name }, member.type, name));
  }
}

/** Definitions, each of which may use those before it. */
export function typedLocals(typer: Typing, locals: readonly Local[], scope: Scope): { name: string; value: Ir }[] {
  const found: { name: string; value: Ir }[] = [];
  const define = (name: string, value: Ir): void => {
    const shared = typer.shared(value, scope);
    scope.define(name, shared);
    found.push({ name, value: shared });
  };
  for (const local of locals) {
    if (local.kind === 'function') scope.defineFunction(local);
    else if (local.kind === 'statement') inserted(typer, local.value, scope, define);
    else {
      const { name, type, value, condition } = local;
      const ir = typer.ir(value, scope);
      if (type !== undefined && !typer.environment.isType(type))
        typer.tell('error', CODES.unknownClass, type, `there is no class '${type.name}'`);
      const declared = type === undefined ? undefined : typer.environment.typeOf(type);
      if (declared !== undefined && expect(typer, ir, declared) && isUnknown(ir))
        define(name.text, { ...ir, type: declared });
      else if (condition === undefined) define(name.text, ir);
      else define(name.text, conditional(typer, name, typer.ir(condition, scope), ir, scope));
    }
  }
  return found;
}

function isUnknown({ type }: Ir): boolean {
  const single = elementOf(type);
  return single.kind === 'number' && single.unit === undefined;
}

/** `if (c) x = v;`: else it is what it was, and true where nothing defined it. */
function conditional(typer: Typing, name: Named, condition: Ir, value: Ir, scope: Scope): Ir {
  expect(typer, condition, BOOL);
  const former = scope.find(name.text)?.binding;
  const otherwise = former ?? made({ op: 'number', value: 1 }, BOOL, name);
  const type = common(typer, value, otherwise);
  return made({ op: 'choose', condition, value, otherwise }, type, name);
}

/** Types `peaks.insert(x)`, which adds to the value of the name; that value may still be empty. */
function inserted(typer: Typing, value: Expression, scope: Scope, define: (name: string, value: Ir) => void): void {
  if (value.kind !== 'call' || value.name.text !== 'insert' || value.target?.kind !== 'name') {
    if (value.kind !== 'missing')
      typer.tell('error', CODES.type, value, `${typer.quoted(value)} is no definition: write 'name = …;'`);
    return;
  }
  const { name } = value.target;
  const former = scope.find(name)?.binding;
  const items = value.items.map((item) => typer.ir(item, scope));
  const [first] = items;
  const type = { kind: 'many', of: elementOf(former?.type ?? first?.type ?? ANY) } as const;
  define(name, made({ op: 'gather', items: former === undefined ? items : [former, ...items] }, type, value));
}

function expectRatio(typer: Typing, value: Ir, what: string): void {
  const type = elementOf(value.type);
  if (type.kind === 'number' && type.unit !== undefined && !isSame(type.unit, ONE)) {
    const fault = `a ${what} is a share, and ${typer.quoted(value.span)} is ${unitText(type.unit)}: divide by RB(e)`;
    typer.tell('error', CODES.noRatio, value.span, fault);
  } else expect(typer, value, numberOf(undefined));
}

function expectSeconds(typer: Typing, value: Ir): void {
  const type = elementOf(value.type);
  const isSeconds = (unit: Unit): boolean => isSame(unit, SECONDS) || isSame(unit, LOCATION_SECONDS);
  if (type.kind === 'number' && (type.unit === undefined || isSeconds(type.unit))) return;
  if (type.kind === 'any') return;
  typer.tell('error', CODES.unit, value.span, `expected s·loc, found ${typeText(type)} in ${typer.quoted(value.span)}`);
}

/** The names of the properties behind `next`; what they are called with is checked. */
function nextOf(typer: Typing, next: Body['next'], scope: Scope): string[] {
  return next.flatMap(({ call, over }) => {
    const ends = call.kind === 'range' ? [call.first, call.last] : [call];
    let inner = scope;
    if (over !== undefined) {
      const set = typer.ir(over.set, scope);
      inner = new Scope(scope, scope.level + 1);
      inner.define(over.variable.text, made({ op: 'slot', slot: typer.newSlot() }, elementOf(set.type), over.variable));
    }
    return ends.slice(0, 1).flatMap((end) => {
      if (end.kind !== 'call') {
        typer.tell('error', CODES.type, end, `expected a property with what it is of, found ${typer.quoted(end)}`);
        return [];
      }
      for (const item of end.items) typer.ir(item, inner);
      const { text } = end.name;
      if (!typer.environment.properties.has(text))
        typer.tell('warning', CODES.unknownProperty, end.name, `there is no property '${text}': nothing follows here`);
      return [text];
    });
  });
}
