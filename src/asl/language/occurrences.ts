/** Positions of the names of a text, and their meanings. */
import type { Argument, Body, Declaration, Expression, Local, Named, Over, Pattern, TypeName } from '../syntax/ast.js';
import type { Span } from '../syntax/position.js';
import { partsOf } from '../syntax/walk.js';

/** A place at which something is named. */
export interface Occurrence extends Span {
  readonly name: string;
  /**
   * The named object: `local:` with the position of its declaration in the text, `global:` with its name in all texts,
   * or `member:` with class and name.
   */
  readonly symbol: string;
  readonly isDeclaration: boolean;
}

/** The class of a member that is asked of an expression. */
type ClassOf = (target: Expression, member: string) => string | undefined;

/** Nested scopes of names, each with its symbol. */
class Names {
  private readonly own = new Map<string, string>();

  constructor(private readonly above?: Names) {}

  set(name: string, symbol: string): void {
    this.own.set(name, symbol);
  }

  /** As the language looks names up: as they are written, else in any case. */
  get(name: string): string | undefined {
    return this.exact(name) ?? this.inAnyCase(name.toLowerCase());
  }

  private exact(name: string): string | undefined {
    return this.own.get(name) ?? this.above?.exact(name);
  }

  private inAnyCase(lower: string): string | undefined {
    for (const [name, symbol] of this.own) if (name.toLowerCase() === lower) return symbol;
    return this.above?.inAnyCase(lower);
  }
}

/**
 * All names of a text, in the order of their places.
 * @param classOf the class that has a member which is asked of an expression, where there is one
 */
export function occurrencesOf(text: string, declarations: readonly Declaration[], classOf: ClassOf): Occurrence[] {
  const walk = new Walk(text, classOf);
  for (const each of declarations) walk.declaration(each);
  return walk.found.sort((a, b) => a.start - b.start || a.end - b.end);
}

class Walk {
  readonly found: Occurrence[] = [];
  private readonly places = new Set<number>();

  constructor(
    private readonly text: string,
    private readonly classOf: ClassOf,
  ) {}

  declaration(declared: Declaration): void {
    const names = new Names();
    switch (declared.kind) {
      case 'import':
        return;
      case 'parameter':
        this.global(declared.name, true);
        this.type(declared.type);
        this.expression(declared.value, names);
        return;
      case 'class':
        this.global(declared.name, true);
        this.global(declared.base, false);
        for (const { name, type } of declared.members) {
          this.type(type);
          this.add(name, `member:${declared.name.text}.${name.text}`, true);
        }
        return;
      case 'definition':
        this.global(declared.name, true);
        this.type(declared.type);
        this.expression(declared.value, names);
        return;
      case 'function':
        this.global(declared.name, true);
        this.functionParts(declared, names);
        return;
      case 'statement':
        this.expression(declared.value, names);
        return;
      case 'property':
        for (const name of declared.names) this.global(name, true);
        this.arguments(declared.arguments ?? [], names);
        this.body(declared.body, names);
        return;
      case 'instance':
        this.global(declared.name, true);
        this.global(declared.template, false);
        for (const value of declared.values) this.expression(value, names);
        return;
      case 'template':
      case 'metaproperty':
        this.global(declared.name, true);
        this.arguments([...declared.parameters, ...declared.arguments], names);
        this.body(declared.body, names);
        return;
      case 'pattern':
        this.pattern(declared, names);
    }
  }

  private pattern(pattern: Pattern, names: Names): void {
    this.global(pattern.name, true);
    for (const root of pattern.roots) this.global(root, false);
    this.arguments(pattern.arguments, names);
    this.locals([...pattern.locals, ...pattern.instantiation], names);
    if (pattern.constraint !== undefined) this.expression(pattern.constraint, names);
    const inner = pattern.foreach === undefined ? names : this.over(pattern.foreach, names);
    this.locals(pattern.exports, inner, (name) => `member:match of ${pattern.name.text}.${name}`);
  }

  private body(body: Body, names: Names): void {
    this.locals(body.locals, names);
    for (const { label } of body.conditions) if (label !== undefined) this.local(label, names, `label ${label.text}`);
    for (const { label, value } of [...body.conditions, ...body.confidences, ...body.severities]) {
      const symbol = label === undefined ? undefined : names.get(`label ${label.text}`);
      if (label !== undefined && symbol !== undefined) this.add(label, symbol, false);
      this.expression(value, names);
    }
    for (const { call, over } of body.next) this.expression(call, over === undefined ? names : this.over(over, names));
    for (const each of [body.impact, body.extent, body.at]) if (each !== undefined) this.expression(each, names);
    this.global(body.parent, false);
  }

  private locals(locals: readonly Local[], names: Names, symbolOf?: (name: string) => string): void {
    for (const local of locals) {
      if (local.kind === 'statement') this.expression(local.value, names);
      else if (local.kind === 'function') {
        this.local(local.name, names);
        this.functionParts(local, names);
      } else {
        this.type(local.type);
        if (local.condition !== undefined) this.expression(local.condition, names);
        this.expression(local.value, names);
        // `if (c) x = v;` and a second `x = …` extend the existing definition.
        const known = names.get(local.name.text);
        if (symbolOf === undefined && known !== undefined) this.add(local.name, known, true);
        else this.local(local.name, names, local.name.text, symbolOf?.(local.name.text));
      }
    }
  }

  private functionParts({ type, arguments: given, value }: Extract<Local, { kind: 'function' }>, names: Names): void {
    this.type(type);
    const inner = new Names(names);
    this.arguments(given, inner);
    if (value !== undefined) this.expression(value, inner);
  }

  private arguments(given: readonly Argument[], names: Names): void {
    for (const { type, name, value } of given) {
      this.type(type);
      if (value !== undefined) this.expression(value, names);
      this.local(name, names);
    }
  }

  /** @returns the names with the one of the elements */
  private over({ variable, set, such }: Over, names: Names): Names {
    this.expression(set, names);
    const inner = new Names(names);
    this.local(variable, inner);
    if (such !== undefined) this.expression(such, inner);
    return inner;
  }

  private expression(expression: Expression, names: Names): void {
    switch (expression.kind) {
      case 'name':
        this.used({ text: expression.name, start: expression.start, end: expression.end }, names);
        return;
      case 'exists':
      case 'forall':
        this.expression(expression.such, this.over(expression.over, names));
        return;
      case 'chosen':
        this.over(expression.over, names);
        return;
      case 'aggregateOver':
        this.expression(expression.value, this.over(expression.over, names));
        return;
      case 'member':
        this.expression(expression.target, names);
        this.member(expression.name, expression.target);
        return;
      case 'call': {
        const { target, items, name } = expression;
        for (const part of partsOf(expression)) this.expression(part, names);
        if (target !== undefined) this.member(name, target);
        else if (names.get(name.text) !== undefined || items[0] === undefined) this.used(name, names);
        else if (!this.member(name, items[0])) this.used(name, names);
        return;
      }
      default:
        for (const part of partsOf(expression)) this.expression(part, names);
    }
  }

  /** @returns whether there is such a member */
  private member(name: Named, target: Expression): boolean {
    const of = this.classOf(target, name.text);
    if (of !== undefined) this.add(name, `member:${of}.${name.text}`, false);
    return of !== undefined;
  }

  private used(name: Named, names: Names): void {
    this.add(name, names.get(name.text) ?? `global:${name.text}`, false);
  }

  private type(type: TypeName | undefined): void {
    if (type === undefined) return;
    const at = this.text.indexOf(type.name, type.start);
    if (at >= 0 && at < type.end)
      this.add({ text: type.name, start: at, end: at + type.name.length }, `global:${type.name}`, false);
  }

  private global(name: Named | undefined, isDeclaration: boolean): void {
    if (name !== undefined) this.add(name, `global:${name.text}`, isDeclaration);
  }

  private local(name: Named, names: Names, known = name.text, symbol = `local:${name.start}`): void {
    names.set(known, symbol);
    this.add(name, symbol, true);
  }

  private add({ text, start, end }: Named, symbol: string, isDeclaration: boolean): void {
    if (text === '' || this.places.has(start)) return;
    this.places.add(start);
    this.found.push({ name: text, start, end, symbol, isDeclaration });
  }
}
