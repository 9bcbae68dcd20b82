/** Functions: those of the language, of the library, and of texts; and members asked for as functions. */
import type { Expression, ExpressionContent, FunctionDefinition } from '../syntax/ast.js';
import { within } from '../syntax/walk.js';
import { CODES } from '../syntax/diagnostics.js';
import type { Span } from '../syntax/position.js';
import { FUNCTIONS, type FunctionName, type Ir, partsOf } from './ir.js';
import { bestOf } from './overloads.js';
import { Scope, type ScopedFunction } from './scope.js';
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
  /** Functions that call themselves and are being typed. */
  private readonly folds = new Map<FunctionDefinition, OpenFold>();

  constructor(private readonly typing: Typing) {}

  call(call: Call, scope: Scope): Ir {
    const { name, target, items } = call;
    if (target === undefined && name.text.toLowerCase() === 'pattern_matches') return this.matches(call, scope);
    const all = [...(target === undefined ? [] : [target]), ...items];
    const own = target === undefined ? this.language(call, items, scope) : undefined;
    if (own !== undefined) return own;
    const local = target === undefined ? scope.functionsOf(name.text) : [];
    const values = all.map((item) => this.typing.ir(item, scope));
    const [first] = values;
    if (local.length > 0) return this.oneOf([...local, ...this.declared(name.text)], values, scope, call);
    if (first?.type.kind === 'many' && values.length === 1 && name.text === 'size')
      return made({ op: 'aggregate', name: 'count', of: first }, numberOf(ONE), call);
    const member = first === undefined || values.length > 2 ? undefined : this.member(first, name.text, call);
    if (member !== undefined && (values.length === 1 || this.isStack(values))) return member;
    if (first !== undefined && target !== undefined && elementOf(first.type).kind === 'any') return wrong(call);
    const declared = this.declared(name.text);
    if (declared.length > 0) return this.oneOf(declared, values, scope, call);
    if (first !== undefined && this.isOpen(first)) return wrong(call);
    this.typing.tell('error', CODES.unknownName, name, `there is no function '${name.text}'${targetText(first)}`);
    return wrong(call);
  }

  /** Functions of the library and of all texts, which see nothing of where they are called. */
  private declared(name: string): ScopedFunction[] {
    const outside = new Scope(undefined, 0);
    return this.typing.environment.functions(name).map((definition) => ({ definition, scope: outside }));
  }

  /** The one of several functions that takes what is handed over. */
  private oneOf(all: readonly ScopedFunction[], values: readonly Ir[], scope: Scope, span: Span): Ir {
    const { environment } = this.typing;
    const typesOf = ({ definition }: ScopedFunction): Type[] =>
      definition.arguments.map(({ type }) => environment.typeOf(type));
    const best = bestOf(this.typing, all, values, typesOf);
    if (best === undefined) return wrong(span);
    return best.definition.value === undefined
      ? this.related(best.definition, values, span)
      : this.entered(best, values, scope, span);
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

  /** Types a relation between rows of the run that is not defined in a text. */
  private related(definition: FunctionDefinition, values: readonly Ir[], span: Span): Ir {
    const { environment } = this.typing;
    this.expectArguments(definition, values, span);
    const [first] = definition.arguments;
    const of = first === undefined ? '' : first.type.name;
    return made({ op: 'relation', of, name: definition.name.text, values }, environment.typeOf(definition.type), span);
  }

  private expectArguments({ name, arguments: wanted }: FunctionDefinition, values: readonly Ir[], span: Span): void {
    const { environment, tell } = this.typing;
    if (wanted.length !== values.length) {
      const fault = `${name.text} takes ${wanted.length} values, and ${values.length} are given`;
      tell('error', CODES.argumentCount, span, fault);
    }
    for (const [at, argument] of wanted.entries()) {
      const value = values[at];
      if (value !== undefined) expect(this.typing, value, environment.typeOf(argument.type));
    }
  }

  /** Types a call of a function with known text by substituting its arguments. */
  private entered({ definition, scope: around }: ScopedFunction, values: readonly Ir[], scope: Scope, span: Span): Ir {
    const { typing } = this;
    const fold = this.folds.get(definition);
    if (fold !== undefined) return this.again(fold, definition, values, scope, span);
    if (this.depth >= DEEPEST) {
      typing.tell('error', CODES.circle, span, `${definition.name.text} calls itself, and never ends`);
      return wrong(span);
    }
    if (definition.value === undefined) return wrong(span);
    this.expectArguments(definition, values, span);
    if (callsItself(definition)) return this.folded(definition, definition.value, around, values, scope, span);
    const inner = new Scope(around, scope.level);
    for (const [at, argument] of definition.arguments.entries()) {
      const value = values[at];
      if (value !== undefined) inner.define(argument.name.text, shared(value, scope.level));
    }
    this.depth++;
    try {
      return { ...typing.ir(definition.value, inner), span };
    } finally {
      this.depth--;
    }
  }

  /** A function that calls itself: its text is typed once, for any of the values that it is handed. */
  private folded(
    definition: FunctionDefinition,
    text: Expression,
    around: Scope,
    start: readonly Ir[],
    scope: Scope,
    span: Span,
  ): Ir {
    const { typing } = this;
    const inner = new Scope(around, scope.level + 1);
    const slots = definition.arguments.map(({ name, type: declared }, at) => {
      const slot = typing.newSlot();
      const wanted = typing.environment.typeOf(declared);
      const isUnitOpen = wanted.kind === 'number' && wanted.unit === undefined;
      const type = isUnitOpen ? (start[at]?.type ?? wanted) : wanted;
      inner.define(name.text, made({ op: 'slot', slot }, type, name));
      return { slot, isRow: type.kind === 'object' };
    });
    const type = typing.environment.typeOf(definition.type);
    const fold: OpenFold = { slots, level: inner.level, slot: typing.newSlot(), type };
    this.folds.set(definition, fold);
    this.depth++;
    try {
      const value = typing.ir(text, inner);
      expect(typing, value, type);
      const found = type.kind === 'number' && type.unit === undefined ? value.type : type;
      const { next } = fold;
      if (next === undefined) return wrong(span);
      if (next.every((each, at) => each.op === 'slot' && each.slot === slots[at]?.slot))
        typing.tell('error', CODES.circle, span, `${definition.name.text} calls itself, and never ends`);
      const isRunning = around.above === undefined && isChainOfEvents(slots, next);
      return made({ op: 'fold', slots, start, next, again: fold.slot, value, isRunning }, found, span);
    } finally {
      this.depth--;
      this.folds.delete(definition);
    }
  }

  /** A call of a function within itself. There may be one: what follows is a chain, and no tree. */
  private again(fold: OpenFold, { name }: FunctionDefinition, values: readonly Ir[], scope: Scope, span: Span): Ir {
    const tell = (fault: string): Ir => {
      this.typing.tell('error', CODES.circle, span, `${name.text} ${fault}`);
      return wrong(span);
    };
    if (values.length !== fold.slots.length) return tell('calls itself with another number of values');
    if (scope.level !== fold.level) return tell('calls itself for each element of a set; it may do so once');
    if (fold.next !== undefined && !values.every((value, at) => isSameIr(value, fold.next?.[at])))
      return tell('calls itself with different values; it may do so with the same ones only');
    fold.next ??= values;
    return made({ op: 'slot', slot: fold.slot }, fold.type, span);
  }

  /** Types a function of the language itself. */
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
        return known === undefined || scope.functionsOf(name.text).length > 0
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

/** A function that calls itself, while its text is typed. */
interface OpenFold {
  readonly slots: readonly { readonly slot: number; readonly isRow: boolean }[];
  readonly level: number;
  /** The place of what it is of the values that follow. */
  readonly slot: number;
  readonly type: Type;
  /** Arguments of its recursive call. */
  next?: readonly Ir[];
}

function callsItself({ name, arguments: wanted, value }: FunctionDefinition): boolean {
  if (value === undefined) return false;
  return [...within(value)].some(
    (each) =>
      each.kind === 'call' &&
      each.name.text === name.text &&
      each.items.length + (each.target === undefined ? 0 : 1) === wanted.length,
  );
}

/** Whether what follows is the event before, and all other values stay. */
function isChainOfEvents(slots: OpenFold['slots'], next: readonly Ir[]): boolean {
  const chain = slots.findIndex(({ isRow }) => isRow);
  return next.every((value, at) => {
    const of = at === chain && value.op === 'relation' && value.name === PREDECESSOR ? value.values[0] : value;
    return (at !== chain || of !== value) && of?.op === 'slot' && of.slot === slots[at]?.slot;
  });
}

/** The function that maps an event to the one before it. */
const PREDECESSOR = 'PRED';

/** Whether two expressions are written alike; what is defined once is the same. */
function isSameIr(one: Ir, other: Ir | undefined): boolean {
  if (one.op !== other?.op) return false;
  if (one.op === 'shared') return other.op === 'shared' && one.shared === other.shared;
  const [own, others] = [partsOf(one), partsOf(other)];
  const isAlike = own.length === others.length && plainly(one) === plainly(other);
  return isAlike && own.every((part, at) => isSameIr(part, others[at]));
}

/** An expression without its parts. */
const plainly = (ir: Ir): string =>
  JSON.stringify(ir, (key, value: unknown) => (key !== '' && typeof value === 'object' ? undefined : value));

const targetText = (first: Ir | undefined): string => (first?.type.kind === 'object' ? ` of ${first.type.name}` : '');

/** Returns the type of a member of rows: several if either is. */
export function lifted(target: Type, member: Type): Type {
  return target.kind === 'many' ? { kind: 'many', of: elementOf(member) } : member;
}

/** An expression that is evaluated once, however often it is used. */
export function shared(value: Ir, level: number): Ir {
  if (value.op === 'shared' || value.op === 'slot' || value.op === 'number' || value.op === 'text') return value;
  return { op: 'shared', shared: { value, level }, type: value.type, span: value.span };
}
