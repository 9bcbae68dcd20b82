/** Functions: those of the language, of the library, and of texts; and members asked for as functions. */
import type { Expression, ExpressionContent, FunctionDefinition } from '../syntax/ast.js';
import { CODES } from '../syntax/diagnostics.js';
import type { Span } from '../syntax/position.js';
import { FUNCTIONS, type FunctionName, type Ir } from './ir.js';
import { Scope } from './scope.js';
import { ANY, asManyAs, elementOf, numberOf, type Type, typeText } from './type.js';
import { expect, made, type Typing, wrong } from './typing.js';
import { LOCATION_SECONDS, ONE, SECONDS, type Unit } from './units.js';
import { isPlain } from './operators.js';

type Call = Extract<ExpressionContent, { readonly kind: 'call' }> & Span;

/** How deep functions may call functions: what is deeper goes in circles. */
const DEEPEST = 64;

/** Types calls. One is made for each text: it knows which functions are being entered. */
export class Calls {
  private depth = 0;

  constructor(private readonly typing: Typing) {}

  call(call: Call, scope: Scope): Ir {
    const { name, target, items } = call;
    if (target === undefined && name.text.toLowerCase() === 'pattern_matches') return this.matches(call, scope);
    const all = [...(target === undefined ? [] : [target]), ...items];
    const own = target === undefined ? this.language(call, items, scope) : undefined;
    if (own !== undefined) return own;
    const local = target === undefined ? scope.function(name.text) : undefined;
    if (local !== undefined) return this.entered(local.definition, local.scope, all, scope, call);
    const values = all.map((item) => this.typing.ir(item, scope));
    const [first] = values;
    if (first?.type.kind === 'many' && values.length === 1 && name.text === 'size')
      return made({ op: 'aggregate', name: 'count', of: first }, numberOf(ONE), call);
    const member = first === undefined || values.length > 2 ? undefined : this.member(first, name.text, call);
    if (member !== undefined && (values.length === 1 || this.isStack(values))) return member;
    if (first !== undefined && target !== undefined && elementOf(first.type).kind === 'any') return wrong(call);
    const declared = this.typing.environment.functions(name.text);
    const fitting = declared.find((each) => each.arguments.length === values.length) ?? declared[0];
    if (fitting !== undefined) return this.declared(fitting, all, values, scope, call);
    if (first !== undefined && this.isOpen(first)) return wrong(call);
    this.typing.tell('error', CODES.unknownName, name, `there is no function '${name.text}'${targetText(first)}`);
    return wrong(call);
  }

  /** Whether a place is handed over that the event itself is at, as in `Rs(root, root.location)`. */
  private isStack([event, place]: readonly Ir[]): boolean {
    return event !== undefined && place?.op === 'member' && place.target.op === event.op;
  }

  private isOpen({ type }: Ir): boolean {
    const single = elementOf(type);
    return single.kind === 'any' || (single.kind === 'object' && this.typing.environment.isOpen(single.name));
  }

  /** `x.getY()`, `x.y()` and `y(x)` are `x.y`. */
  private member(target: Ir, name: string, span: Span): Ir | undefined {
    const single = elementOf(target.type);
    if (single.kind !== 'object') return undefined;
    const found = this.typing.environment.member(single.name, name);
    if (found === undefined) return undefined;
    return made({ op: 'member', target, of: found.of, name: found.name }, lifted(target.type, found.type), span);
  }

  private declared(
    definition: FunctionDefinition,
    all: readonly Expression[],
    values: readonly Ir[],
    scope: Scope,
    span: Span,
  ): Ir {
    if (definition.value !== undefined) return this.entered(definition, new Scope(undefined, 0), all, scope, span);
    const { environment, tell } = this.typing;
    if (definition.arguments.length !== values.length)
      tell(
        'error',
        CODES.argumentCount,
        span,
        `${definition.name.text} takes ${definition.arguments.length} values, and ${values.length} are given`,
      );
    for (const [at, argument] of definition.arguments.entries()) {
      const value = values[at];
      if (value !== undefined) expect(this.typing, value, environment.typeOf(argument.type));
    }
    const [first] = definition.arguments;
    const of = first === undefined ? '' : first.type.name;
    return made({ op: 'relation', of, name: definition.name.text, values }, environment.typeOf(definition.type), span);
  }

  /** A function whose text is known stands for that, with what is handed over for its names. */
  private entered(
    definition: FunctionDefinition,
    around: Scope,
    given: readonly Expression[],
    scope: Scope,
    span: Span,
  ): Ir {
    const { typing } = this;
    if (this.depth >= DEEPEST) {
      typing.tell('error', CODES.circle, span, `${definition.name.text} calls itself, and never ends`);
      return wrong(span);
    }
    if (definition.value === undefined) return wrong(span);
    if (given.length !== definition.arguments.length)
      typing.tell(
        'error',
        CODES.argumentCount,
        span,
        `${definition.name.text} takes ${definition.arguments.length} values, and ${given.length} are given`,
      );
    const inner = new Scope(around, scope.level);
    for (const [at, argument] of definition.arguments.entries()) {
      const item = given[at];
      if (item === undefined) continue;
      const value = typing.ir(item, scope);
      expect(typing, value, typing.environment.typeOf(argument.type));
      inner.define(argument.name.text, shared(value, scope.level));
    }
    this.depth++;
    try {
      return { ...typing.ir(definition.value, inner), span };
    } finally {
      this.depth--;
    }
  }

  /** What the language itself knows. */
  private language({ name, ...span }: Call, items: readonly Expression[], scope: Scope): Ir | undefined {
    const { typing } = this;
    const values = (): Ir[] => items.map((item) => typing.ir(item, scope));
    switch (name.text.toLowerCase()) {
      case 'rb':
        return this.basis(values()[0], span);
      case 'duration':
        return this.basis(values()[0], span);
      case 'wall':
        return this.cast(values()[0], SECONDS, LOCATION_SECONDS, span);
      case 'cpu':
        return this.cast(values()[0], LOCATION_SECONDS, SECONDS, span);
      default: {
        const known = FUNCTIONS.find((each) => each === name.text.toLowerCase());
        return known === undefined || scope.function(name.text) !== undefined
          ? undefined
          : this.numeric(known, values(), span);
      }
    }
  }

  /** The duration of a run or region: seconds, or summed over locations where a severity needs that. */
  private basis(target: Ir | undefined, span: Span): Ir {
    if (target === undefined) {
      this.typing.tell('error', CODES.argumentCount, span, 'expected what is the basis, such as RB(e)');
      return wrong(span);
    }
    const type = elementOf(target.type);
    if (type.kind === 'any') return wrong(span);
    if (type.kind !== 'object' || (type.name !== 'Experiment' && type.name !== 'Region')) {
      this.typing.tell(
        'error',
        CODES.type,
        target.span,
        `expected an Experiment, found ${typeText(target.type)} in ${this.typing.quoted(target.span)}`,
      );
      return wrong(span);
    }
    const basis: Type = { kind: 'number', unit: SECONDS, isBasis: true };
    return made({ op: 'member', target, of: type.name, name: 'wall' }, basis, span);
  }

  /** `wall` and `cpu` change the unit, never the value: who writes them knows what was summed. */
  private cast(value: Ir | undefined, to: Unit, from: Unit, span: Span): Ir {
    if (value === undefined) {
      this.typing.tell('error', CODES.argumentCount, span, 'expected a value between the brackets');
      return wrong(span);
    }
    const type = elementOf(value.type);
    if (type.kind === 'number' && type.unit?.some((power, at) => power !== to[at]) === true)
      expect(this.typing, { ...value, type }, numberOf(from));
    return { ...value, type: asManyAs(value.type, numberOf(to)), span };
  }

  private numeric(name: FunctionName, values: readonly Ir[], span: Span): Ir {
    const wanted = name === 'pow' ? 2 : 1;
    if (values.length !== wanted) {
      this.typing.tell(
        'error',
        CODES.argumentCount,
        span,
        `${name} takes ${wanted} values, and ${values.length} are given`,
      );
      return wrong(span);
    }
    for (const value of values) expect(this.typing, value, numberOf(undefined));
    const [first] = values;
    const type = first === undefined ? ANY : elementOf(first.type);
    const keeps = name === 'abs' || name === 'floor' || name === 'ceil' || name === 'round';
    if (!keeps && type.kind === 'number' && !isPlain(type.unit) && first !== undefined)
      expect(this.typing, first, numberOf(ONE));
    return made({ op: 'function', name, values }, keeps ? type : numberOf(ONE), span);
  }

  private matches({ items, ...span }: Call, scope: Scope): Ir {
    const { environment, tell } = this.typing;
    const [of, trace] = items;
    const name = of?.kind === 'call' ? of.name : undefined;
    const pattern = name === undefined ? undefined : environment.patterns.get(name.text);
    if (of?.kind !== 'call' || pattern === undefined) {
      tell(
        'error',
        CODES.unknownName,
        of ?? span,
        `there is no pattern ${of === undefined ? 'here' : this.typing.quoted(of)}`,
      );
      return wrong(span);
    }
    if (trace !== undefined) this.typing.ir(trace, scope);
    const values = of.items.map((item) => this.typing.ir(item, scope));
    if (values.length !== pattern.arguments.length)
      tell(
        'error',
        CODES.argumentCount,
        of,
        `${pattern.name.text} takes ${pattern.arguments.length} values, and ${values.length} are given`,
      );
    const match = `match of ${pattern.name.text}`;
    return made(
      { op: 'matches', pattern: pattern.name.text, values },
      { kind: 'many', of: { kind: 'object', name: match } },
      span,
    );
  }
}

const targetText = (first: Ir | undefined): string => (first?.type.kind === 'object' ? ` of ${first.type.name}` : '');

/** What a member is of rows: several where either is. */
export function lifted(target: Type, member: Type): Type {
  return target.kind === 'many' ? { kind: 'many', of: elementOf(member) } : member;
}

/** An expression that is evaluated once, however often it is used. */
export function shared(value: Ir, level: number): Ir {
  if (value.op === 'shared' || value.op === 'slot' || value.op === 'number' || value.op === 'text') return value;
  return { op: 'shared', shared: { value, level }, type: value.type, span: value.span };
}
