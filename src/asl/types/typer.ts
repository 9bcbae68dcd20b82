/** Expressions to typed ones: names are looked up, units are checked, comprehensions get places for their elements. */
import type { AggregateName, Expression, Named, Over, Property } from '../syntax/ast.js';
import { CODES, type Code, type Diagnostic } from '../syntax/diagnostics.js';
import type { Span } from '../syntax/position.js';
import { UNIT_WORDS } from '../syntax/unitWords.js';
import { Calls, lifted, shared } from './calls.js';
import type { Environment } from './environment.js';
import type { Ir } from './ir.js';
import { binary, common, negative } from './operators.js';
import { calledProperties, ofProperty } from './propertyCalls.js';
import { expandedRange } from './ranges.js';
import { Scope } from './scope.js';
import { ANY, BOOL, elementOf, numberOf, type Single, STRING, type Type, typeText } from './type.js';
import { expect, made, type Typing, wrong } from './typing.js';
import { ONE, summed, unitOf } from './units.js';

/** Receives each typed expression, and the names available there. */
export type Seen = (expression: Expression, type: Type, scope: Scope) => void;

/** Names of functions in traces that need no quotes. */
const REGION_NAME = /^(?:MPI|OMP|omp|pthread|shmem|gaspi)_\w+$/;
/** Maximum length of quoted text in messages. */
const LONGEST_QUOTE = 60;
/** Expressions that one declaration, and a whole text, may be once all its functions are written out. */
const MOST_OF_ONE = 200_000;
const MOST_OF_TEXT = 2_000_000;
/** How deep expressions may lie in each other once functions are written out: what follows descends into them. */
const DEEPEST = 1_200;

export class Typer implements Typing {
  readonly diagnostics: Diagnostic[] = [];
  private readonly calls = new Calls(this);
  private slots = 0;
  /** Names of parameters whose values are being looked up: they must not need each other. */
  private readonly open = new Set<string>();
  /** Types of parameters that were looked up. */
  private readonly looked = new Map<string, Ir>();
  private readonly told = new Set<string>();
  private readonly left = { ofOne: MOST_OF_ONE, ofText: MOST_OF_TEXT };
  private depth = 0;
  readonly asking = new Set<Property>();
  private declared: Span = { start: 0, end: 0 };
  private isQuiet = false;

  constructor(
    readonly environment: Environment,
    private readonly text: string,
    /** Given parameter values. */
    private readonly given: ReadonlyMap<string, number> = new Map(),
    private readonly seen?: Seen,
  ) {}

  readonly newSlot = (): number => this.slots++;

  readonly tell = (level: Diagnostic['level'], code: Code, { start, end }: Span, message: string): void => {
    if (this.isQuiet) return;
    const key = `${start}/${end}/${code}`;
    if (this.told.has(key)) return;
    this.told.add(key);
    this.diagnostics.push({ level, code, start, end, message });
  };

  readonly begin = (at: Span): void => {
    this.declared = at;
    this.left.ofOne = MOST_OF_ONE;
    this.spend(0);
  };

  /** Errors in declarations of other texts have no position in this text. */
  readonly quietly = <Made>(work: () => Made): Made => {
    const before = this.isQuiet;
    this.isQuiet = true;
    try {
      return work();
    } finally {
      this.isQuiet = before;
    }
  };

  readonly spend = (count: number): boolean => {
    this.left.ofOne -= count;
    this.left.ofText -= count;
    if (this.left.ofOne > 0 && this.left.ofText > 0) return true;
    const [what, most] = this.left.ofText > 0 ? ['this is', MOST_OF_ONE] : ['the text up to here is', MOST_OF_TEXT];
    this.tell(
      'error',
      CODES.nesting,
      this.declared,
      `${what} more than ${most} expressions with functions written out`,
    );
    return false;
  };

  readonly quoted = ({ start, end }: Span): string => {
    const text = this.text.slice(start, end).replace(/\s+/g, ' ');
    return `'${text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE - 1)}…` : text}'`;
  };

  readonly ir = (expression: Expression, scope: Scope): Ir => {
    if (!this.spend(1)) return wrong(expression);
    if (this.depth >= DEEPEST) {
      this.tell(
        'error',
        CODES.nesting,
        this.declared,
        `expressions are nested more than ${DEEPEST} deep in each other with functions written out`,
      );
      return wrong(expression);
    }
    this.depth++;
    try {
      const found = this.typed(expression, scope);
      this.seen?.(expression, found.type, scope);
      return found;
    } finally {
      this.depth--;
    }
  };

  private typed(expression: Expression, scope: Scope): Ir {
    const { kind } = expression;
    switch (kind) {
      case 'number':
        return this.number(expression);
      case 'text':
        return made({ op: 'text', value: expression.value }, STRING, expression);
      case 'name':
        return this.name(expression.name, expression, scope);
      case 'root':
        return this.name('root', expression, scope);
      case 'trace':
        return wrong(expression);
      case 'null':
        return made({ op: 'absent' }, { kind: 'null' }, expression);
      case 'missing':
        return wrong(expression);
      case 'not': {
        const operand = this.ir(expression.operand, scope);
        expect(this, operand, BOOL);
        return made({ op: 'not', operand }, BOOL, expression);
      }
      case 'negative':
        return negative(this, this.ir(expression.operand, scope), expression);
      case 'binary': {
        const [left, right] = [this.ir(expression.left, scope), this.ir(expression.right, scope)];
        return binary(this, expression.operator, left, right, expression);
      }
      case 'if':
        return this.choose(expression, 0, scope);
      case 'exists':
      case 'forall': {
        const such = { ...expression.over, value: expression.such };
        const of = this.each(such, scope, expression);
        return made({ op: 'holds', quantifier: kind, of }, BOOL, expression);
      }
      case 'call':
        return this.calls.call(expression, scope);
      case 'member':
        return this.asked(expression, scope);
      case 'index':
        return this.element(this.ir(expression.target, scope), this.ir(expression.index, scope), expression);
      case 'set':
        return this.gathered(expression.items, scope, expression);
      case 'chosen': {
        const value: Expression = { kind: 'name', name: expression.over.variable.text, ...spanOf(expression) };
        return this.each({ ...expression.over, value }, scope, expression);
      }
      case 'aggregate':
        return this.aggregate(expression.name, this.gathered(expression.items, scope, expression), expression);
      case 'aggregateOver': {
        const { over, value, name } = expression;
        return this.aggregate(name, this.each({ ...over, value }, scope, expression), expression);
      }
      case 'range':
        return this.range(expression, scope);
    }
  }

  private number({ value, unit, ...span }: Extract<Expression, { kind: 'number' }>): Ir {
    const known = unit === undefined ? undefined : UNIT_WORDS.get(unit);
    // Nothing is nothing in every unit.
    if (known === undefined) return made({ op: 'number', value }, numberOf(value === 0 ? undefined : ONE), span);
    return made({ op: 'number', value: value * known.factor }, numberOf(unitOf(known.unit) ?? ONE), span);
  }

  private name(name: string, span: Span, scope: Scope): Ir {
    const found = scope.find(name);
    if (found !== undefined) {
      if (found.spelled !== name)
        this.tell('warning', CODES.tolerated, span, `'${name}' is understood as '${found.spelled}'`);
      return { ...found.binding, span: spanOf(span) };
    }
    const lower = name.toLowerCase();
    if (lower === 'true' || lower === 'false')
      return made({ op: 'number', value: lower === 'true' ? 1 : 0 }, BOOL, span);
    const parameter = this.parameter(name, span);
    if (parameter !== undefined) return parameter;
    // A singleton, such as the data base of phases, has the name of its class.
    const single = this.environment.classNamed(name);
    if (single !== undefined) return made({ op: 'rows', of: single.name }, { kind: 'object', name: single.name }, span);
    const enumeration = ENUMERATIONS.get(name);
    if (enumeration !== undefined)
      return made({ op: 'text', value: name }, { kind: 'enumeration', name: enumeration }, span);
    if (REGION_NAME.test(name)) return made({ op: 'text', value: name }, STRING, span);
    const known = [...scope.known()];
    const hint = this.spend(known.length) ? near(name, known) : '';
    this.tell('error', CODES.unknownName, span, `'${name}' is not defined${hint}`);
    return wrong(span);
  }

  private parameter(name: string, span: Span): Ir | undefined {
    const declared = this.environment.parameters.get(name);
    if (declared === undefined) return undefined;
    const known = this.looked.get(name);
    if (known !== undefined) return { ...known, span: spanOf(span) };
    if (this.open.has(name)) {
      this.tell('error', CODES.circle, span, `the parameter '${name}' needs its own value`);
      return wrong(span);
    }
    this.open.add(name);
    const value = this.ir(declared.value, new Scope(undefined, 0));
    this.open.delete(name);
    const given = this.given.get(name);
    const type = declared.type === undefined ? value.type : this.environment.typeOf(declared.type);
    const content = given === undefined ? value : made({ op: 'number', value: given }, type, span);
    const found = shared({ ...content, type, span: spanOf(span) }, 0);
    this.looked.set(name, found);
    return found;
  }

  private choose(expression: Extract<Expression, { kind: 'if' }>, at: number, scope: Scope): Ir {
    const branch = expression.branches[at];
    if (branch === undefined)
      return expression.otherwise === undefined
        ? made({ op: 'absent' }, { kind: 'null' }, expression)
        : this.ir(expression.otherwise, scope);
    const condition = this.ir(branch.condition, scope);
    expect(this, condition, BOOL);
    const value = this.ir(branch.value, scope);
    const otherwise = this.choose(expression, at + 1, scope);
    return made({ op: 'choose', condition, value, otherwise }, common(this, value, otherwise), expression);
  }

  /** A value for each element of a set. */
  private each({ variable, set, such, value }: Over & { value: Expression }, scope: Scope, span: Span): Ir {
    const over = this.ir(set, scope);
    if (over.type.kind !== 'many' && over.type.kind !== 'any') {
      this.tell(
        'error',
        CODES.type,
        over.span,
        `expected a set, found ${typeText(over.type)} in ${this.quoted(over.span)}`,
      );
      return wrong(span);
    }
    const slot = this.newSlot();
    const inner = new Scope(scope, scope.level + 1);
    inner.define(variable.text, made({ op: 'slot', slot }, elementOf(over.type), variable));
    const only = such === undefined ? undefined : this.ir(such, inner);
    if (only !== undefined) expect(this, only, BOOL);
    const found = this.ir(value, inner);
    const content = { op: 'each', set: over, slot, value: found } as const;
    const type: Type = { kind: 'many', of: elementOf(found.type) };
    return made(only === undefined ? content : { ...content, such: only }, type, span);
  }

  /** Types a member of rows, or of a property with given rows. */
  private asked(expression: Extract<Expression, { kind: 'member' }>, scope: Scope): Ir {
    const { target, name } = expression;
    const properties = calledProperties(this, target);
    if (properties.length > 0 && target.kind === 'call')
      return ofProperty(this, properties, target, name, scope, scope.outermost);
    return this.member(this.ir(target, scope), name, expression);
  }

  private member(target: Ir, name: Named, span: Span): Ir {
    const single = elementOf(target.type);
    if (single.kind === 'any' || single.kind === 'null') return wrong(span);
    if (single.kind !== 'object') {
      this.tell(
        'error',
        CODES.type,
        name,
        `${typeText(target.type)} has no members, and '${name.text}' is asked of it`,
      );
      return wrong(span);
    }
    const found =
      this.environment.member(single.name, name.text) ??
      (this.spend(this.environment.classCount) ? this.environment.memberBelow(single.name, name.text) : undefined);
    if (found !== undefined) {
      if (found.name !== name.text)
        this.tell('warning', CODES.tolerated, name, `'${name.text}' is understood as '${found.name}'`);
      return made({ op: 'member', target, of: found.of, name: found.name }, lifted(target.type, found.type), span);
    }
    if (!this.environment.isOpen(single.name)) {
      const members = this.environment.classNamed(single.name)?.members.keys() ?? [];
      this.tell(
        'error',
        CODES.unknownMember,
        name,
        `${single.name} has no member '${name.text}'${near(name.text, members)}`,
      );
    }
    return wrong(span);
  }

  private element(target: Ir, index: Ir, span: Span): Ir {
    expect(this, index, numberOf(ONE));
    if (target.type.kind !== 'many' && target.type.kind !== 'any') {
      this.tell('error', CODES.type, target.span, `expected several values before '[', found ${typeText(target.type)}`);
      return wrong(span);
    }
    return made({ op: 'element', target, index }, elementOf(target.type), span);
  }

  private gathered(items: readonly Expression[], scope: Scope, span: Span): Ir {
    const values = items.map((item) => this.ir(item, scope));
    const [first, ...others] = values;
    if (first === undefined) return made({ op: 'gather', items: [] }, { kind: 'many', of: ANY }, span);
    if (others.length === 0 && first.type.kind === 'many') return first;
    let type: Single = elementOf(first.type);
    for (const other of others)
      type = elementOf(common(this, { ...first, type }, { ...other, type: elementOf(other.type) }));
    return made({ op: 'gather', items: values }, { kind: 'many', of: type }, span);
  }

  private range(expression: Extract<Expression, { kind: 'range' }>, scope: Scope): Ir {
    const found = expandedRange(expression.first, expression.last);
    if (found === undefined) {
      const fault = 'the ends of a range must be equal but for one index, such as a[0], ..., a[n-1]';
      this.tell('error', CODES.type, expression, fault);
      return wrong(expression);
    }
    // From 0 to its end, as all texts have it, a range is all of its values.
    const over = this.ir(found.all, scope);
    if (over.type.kind === 'any') return wrong(expression);
    const value: Expression = found.value;
    const of = this.each({ variable: found.variable, set: found.all, value }, scope, expression);
    const { first, last } = { first: this.ir(found.from, scope), last: this.ir(found.to, scope) };
    for (const end of [first, last]) expect(this, end, numberOf(ONE));
    const part = made({ op: 'part', of, first, last }, of.type, expression);
    return expression.isSum ? this.aggregate('sum', part, expression) : part;
  }

  private aggregate(name: AggregateName, of: Ir, span: Span): Ir {
    if (of.type.kind === 'any') return wrong(span);
    const element = elementOf(of.type);
    if (name === 'count') return made({ op: 'aggregate', name, of }, numberOf(ONE), span);
    if (name === 'unique') return made({ op: 'aggregate', name, of }, element, span);
    if (element.kind !== 'number' && element.kind !== 'any') {
      this.tell(
        'error',
        CODES.type,
        of.span,
        `expected numbers, found ${typeText(of.type)} in ${this.quoted(of.span)}`,
      );
      return wrong(span);
    }
    const unit = element.kind === 'number' ? element.unit : undefined;
    const result = name === 'sum' && unit !== undefined ? summed(unit) : unit;
    return made({ op: 'aggregate', name, of }, numberOf(result), span);
  }

  shared(value: Ir, scope: Scope): Ir {
    return shared(value, scope.level);
  }
}

const spanOf = ({ start, end }: Span): Span => ({ start, end });

/** `: did you mean 'x'?` where a name differs by little. */
export function near(name: string, known: Iterable<string>): string {
  const lower = name.toLowerCase();
  for (const each of known) {
    const other = each.toLowerCase();
    if (other.length > 2 && Math.abs(other.length - lower.length) < 2 && differences(lower, other) < 2)
      return `; did you mean '${each}'?`;
  }
  return '';
}

/** Returns the number of different letters, at most 2: one omitted, added or changed counts 1. */
function differences(one: string, other: string): number {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  const rest = short.length === long.length ? short.slice(at + 1) : short.slice(at);
  return long.slice(at + 1) === rest ? 1 : 2;
}

/** Kinds of regions and of metrics, as texts name them. */
const ENUMERATIONS: ReadonlyMap<string, string> = new Map([
  ...[
    ...['PARALLEL', 'LOOP', 'SECTIONS', 'SECTION', 'WORKSHARE', 'SINGLE', 'MASTER', 'CRITICAL', 'ATOMIC', 'BARRIER'],
    ...['IMPLICIT_BARRIER', 'FLUSH', 'ORDERED', 'LOCK', 'TASK', 'TASKWAIT', 'FUNCTION', 'USER', 'MPI', 'FILE_IO'],
  ].map((name) => [name, 'RegionType'] as const),
  ...['EXECUTION_TIME'].map((name) => [name, 'MetricType'] as const),
]);
