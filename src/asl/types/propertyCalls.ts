/** Properties that are asked of within others: `P(c, e).severity`, as metaproperties do. */
import type { Expression, ExpressionContent, Named, Property } from '../syntax/ast.js';
import { CODES } from '../syntax/diagnostics.js';
import type { Span } from '../syntax/position.js';
import { shared } from './calls.js';
import type { Ir } from './ir.js';
import { bestOf } from './overloads.js';
import { parameterTypes, typedLocals } from './property.js';
import { Scope } from './scope.js';
import { BOOL, elementOf, numberOf, typeText } from './type.js';
import { expect, made, type Typing, wrong } from './typing.js';
import { ONE } from './units.js';

type Call = Extract<ExpressionContent, { readonly kind: 'call' }> & Span;

/** Members of a property with given rows, in addition to its definitions. */
const ASKED = ['severity', 'confidence', 'condition', 'impact', 'at'] as const;

/** The properties of the name that a call hands rows to; none where it is another call. */
export function calledProperties(typing: Typing, call: Expression): readonly Property[] {
  if (call.kind !== 'call' || call.target !== undefined) return [];
  const found = typing.environment.properties.get(call.name.text) ?? [];
  return typing.environment.functions(call.name.text).length > 0 ? [] : found;
}

/** How deep properties may ask properties. */
const DEEPEST = 64;

/** A member of a property for the rows that it is handed: absent where the property does not hold. */
export function ofProperty(
  typer: Typing,
  all: readonly Property[],
  call: Call,
  name: Named,
  scope: Scope,
  file: Scope,
): Ir {
  const { asking } = typer;
  const values = call.items.map((item) => typer.ir(item, scope));
  // Of several with one name that one which takes such rows.
  const property = bestOf(typer, all, values, (each) => parameterTypes(typer, each, file).map(({ type }) => type));
  if (property === undefined) return wrong(call);
  if (asking.has(property) || asking.size >= DEEPEST) {
    const why = asking.has(property)
      ? 'asks for itself, and never ends'
      : `asks more than ${DEEPEST} properties in a row`;
    typer.tell('error', CODES.circle, call, `${call.name.text} ${why}`);
    return wrong(call);
  }
  asking.add(property);
  try {
    return asked(typer, property, { call, values }, name, scope, file);
  } finally {
    asking.delete(property);
  }
}

interface Handed {
  readonly call: Call;
  readonly values: readonly Ir[];
}

function asked(typer: Typing, property: Property, handed: Handed, name: Named, scope: Scope, file: Scope): Ir {
  const { call } = handed;
  const inner = new Scope(file, scope.level);
  if (!bind(typer, property, handed, scope, inner)) return wrong(call);
  const { body } = property;
  const locals = typedLocals(typer, body.locals, inner);
  const local = locals.find((each) => each.name === name.text);
  if (local !== undefined) return { ...local.value, span: call };
  const wanted = ASKED.find((each) => each === name.text.toLowerCase());
  if (wanted === undefined) {
    const known = [...ASKED, ...locals.map((each) => each.name)].join(', ');
    typer.tell('error', CODES.unknownMember, name, `${call.name.text} has no '${name.text}'; it has ${known}`);
    return wrong(call);
  }
  const held = body.conditions.map(({ label, value }) => ({ label: label?.text, value: typer.ir(value, inner) }));
  const always = made({ op: 'number', value: 1 }, BOOL, call);
  const any = (of: readonly Ir[]): Ir =>
    of.length === 0 ? always : of.reduce((left, right) => made({ op: 'or', left, right }, BOOL, call));
  const holds = shared(any(held.map(({ value }) => value)), scope.level);
  const where = (condition: Ir, value: Ir): Ir =>
    made({ op: 'choose', condition, value, otherwise: made({ op: 'absent' }, value.type, call) }, value.type, call);
  /** The largest of the values whose condition holds. */
  const largest = (of: typeof body.severities): Ir => {
    const items = of.map(({ label, value }) => {
      const own = held.find((each) => label !== undefined && each.label === label.text);
      return where(own?.value ?? holds, typer.ir(value, inner));
    });
    return made({ op: 'aggregate', name: 'max', of: gathered(items, call) }, numberOf(ONE), call);
  };
  const severity = shared(largest(body.severities), scope.level);
  const nothing = made({ op: 'number', value: 0 }, numberOf(undefined), call);
  const isSevere =
    body.severities.length === 0
      ? holds
      : made({ op: 'compare', relation: '>', left: severity, right: nothing }, BOOL, call);
  const one = made({ op: 'number', value: 1 }, numberOf(ONE), call);
  switch (wanted) {
    case 'severity':
      return where(isSevere, severity);
    case 'confidence':
      return where(isSevere, body.confidences.length === 0 ? one : largest(body.confidences));
    case 'condition':
      return isSevere;
    default: {
      const value = body[wanted];
      return value === undefined ? absentOf(typer, call, wanted) : where(isSevere, typer.ir(value, inner));
    }
  }
}

function gathered(items: readonly Ir[], span: Span): Ir {
  return made({ op: 'gather', items }, { kind: 'many', of: elementOf(items[0]?.type ?? numberOf(ONE)) }, span);
}

function absentOf(typer: Typing, call: Call, asked: string): Ir {
  typer.tell('error', CODES.unknownMember, call, `${call.name.text} has no '${asked}:'`);
  return wrong(call);
}

/** Gives the parameters of a property what it is called with. @returns whether it can be */
function bind(typer: Typing, property: Property, { call, values }: Handed, scope: Scope, inner: Scope): boolean {
  const wanted = parameterTypes(typer, property, inner);
  if (wanted.length !== call.items.length) {
    const fault = `${call.name.text} takes ${wanted.length} values, and ${call.items.length} are given`;
    typer.tell('error', CODES.argumentCount, call, fault);
    return false;
  }
  for (const [at, { name, type }] of wanted.entries()) {
    const [item, value] = [call.items[at], values[at]];
    if (item === undefined || value === undefined || !expect(typer, value, type)) return false;
    if (value.type.kind === 'many') {
      typer.tell(
        'error',
        CODES.type,
        item,
        `${call.name.text} is asked of one row, and ${typer.quoted(item)} is ${typeText(value.type)}`,
      );
      return false;
    }
    inner.define(name, shared(value, scope.level));
  }
  return true;
}
