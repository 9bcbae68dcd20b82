/** All names available to a text: classes, functions, parameters and properties, of the library and of the text. */
import type {
  ClassDefinition,
  Declaration,
  FunctionDefinition,
  Parameter,
  Pattern,
  Property,
  Template,
  TypeName,
} from '../syntax/ast.js';
import { ANY, BOOL, numberOf, type Single, STRING, type Type } from './type.js';
import { ONE, unitOf } from './units.js';

/** A class as properties see it: views of columns. */
export interface ClassInfo {
  readonly name: string;
  readonly base?: string;
  readonly members: ReadonlyMap<string, Type>;
  /** Whether members may be asked for that are not declared: those of properties that others define. */
  readonly isOpen?: true;
}

/** Returns the type of a class member; a number without a unit is a count. */
function plain(type: Type): Type {
  if (type.kind === 'many') return { kind: 'many', of: plainSingle(type.of) };
  return plainSingle(type);
}

const plainSingle = (type: Single): Single =>
  type.kind === 'number' && type.unit === undefined ? numberOf(ONE) : type;

/** Exceeds the depth of any class hierarchy. */
const MAY_BE = 1000;

const NUMBERS = new Set(['int', 'integer', 'float', 'double', 'long', 'number']);
const TEXTS = new Set(['string', 'text']);

export class Environment {
  private readonly classes: Map<string, ClassInfo>;
  private readonly functionsByName: Map<string, readonly FunctionDefinition[]>;
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly patterns: ReadonlyMap<string, Pattern>;
  readonly templates: ReadonlyMap<string, Template>;
  readonly properties: ReadonlyMap<string, readonly Property[]>;
  private readonly measured: readonly string[];
  private readonly lowerClasses: ReadonlyMap<string, string>;

  /**
   * @param declared of the library first: later ones with the same name replace earlier ones, except for known classes
   */
  constructor(declared: readonly Declaration[], known: readonly ClassInfo[] = []) {
    const classes = new Map(known.map((info) => [info.name, info]));
    const functions = new Map<string, FunctionDefinition[]>();
    const properties = new Map<string, Property[]>();
    const parameters = new Map<string, Parameter>();
    const patterns = new Map<string, Pattern>();
    const templates = new Map<string, Template>();
    this.classes = classes;
    for (const each of declared) {
      if (each.kind === 'property')
        for (const { text } of each.names) properties.set(text, [...(properties.get(text) ?? []), each]);
      else if (each.kind === 'parameter') parameters.set(each.name.text, each);
      else if (each.kind === 'pattern') patterns.set(each.name.text, each);
      else if (each.kind === 'template' || each.kind === 'metaproperty') templates.set(each.name.text, each);
      else if (each.kind === 'function')
        functions.set(each.name.text, [...(functions.get(each.name.text) ?? []), each]);
    }
    for (const name of properties.keys())
      if (!classes.has(name)) classes.set(name, { name, base: 'Property', members: new Map(), isOpen: true });
    // All names first: members may be of classes declared later.
    const named = declared.flatMap((each) => (each.kind === 'class' ? [each.name.text] : []));
    for (const name of named) if (!classes.has(name)) classes.set(name, { name, members: new Map() });
    this.lowerClasses = new Map([...classes.keys()].map((name) => [name.toLowerCase(), name]));
    for (const each of declared) if (each.kind === 'class') this.declare(each);
    this.measured = [...classes.values()].filter(({ isOpen }) => isOpen !== true).map(({ name }) => name);
    this.functionsByName = functions;
    this.properties = properties;
    this.parameters = parameters;
    this.patterns = patterns;
    this.templates = templates;
  }

  /** Declares a class of a text; one that the library knows keeps the library's members, which have units. */
  private declare({ name, base, members }: ClassDefinition): void {
    const known = this.classes.get(name.text);
    const own = members.map(({ name: member, type }) => [member.text, plain(this.typeOf(type))] as const);
    const merged = new Map([...own, ...(known?.members ?? [])]);
    const above = known?.base ?? base?.text;
    this.classes.set(name.text, { name: name.text, members: merged, ...(above === undefined ? {} : { base: above }) });
  }

  /** @param name in any case */
  classNamed(name: string): ClassInfo | undefined {
    const exact = this.classes.get(name);
    if (exact !== undefined) return exact;
    const spelled = this.lowerClasses.get(name.toLowerCase());
    return spelled === undefined ? undefined : this.classes.get(spelled);
  }

  get classCount(): number {
    return this.classes.size;
  }

  get classNames(): readonly string[] {
    return [...this.classes.keys()];
  }

  /** Classes of what is measured: properties, which are classes too, are of others. */
  get measuredClasses(): readonly string[] {
    return this.measured;
  }

  functions(name: string): readonly FunctionDefinition[] {
    const exact = this.functionsByName.get(name);
    if (exact !== undefined) return exact;
    const lower = name.toLowerCase();
    for (const [known, found] of this.functionsByName) if (known.toLowerCase() === lower) return found;
    return [];
  }

  /** Returns a member of a class or of its base classes; the exact spelling, else ignoring case. */
  member(
    className: string,
    name: string,
  ): { readonly of: string; readonly name: string; readonly type: Type } | undefined {
    const chain = this.above(className);
    for (const info of chain) {
      const type = info.members.get(name);
      if (type !== undefined) return { of: info.name, name, type };
    }
    const lower = name.toLowerCase();
    for (const info of chain)
      for (const [member, type] of info.members)
        if (member.toLowerCase() === lower) return { of: info.name, name: member, type };
    // `getX` asks for x, with brackets behind it and without.
    return /^get[A-Z]/.test(name) ? this.member(className, name.charAt(3).toLowerCase() + name.slice(4)) : undefined;
  }

  /** A member that only kinds of a class have, such as `len` of an Event that may be a Send: absent where it is another kind. */
  memberBelow(
    className: string,
    name: string,
  ): { readonly of: string; readonly name: string; readonly type: Type } | undefined {
    for (const [below, { members }] of this.classes) {
      const type = members.get(name);
      if (type !== undefined && below !== className && this.above(below).some((each) => each.name === className))
        return { of: below, name, type };
    }
    return undefined;
  }

  /** All members of a class and of those above it. */
  membersOf(className: string): ReadonlyMap<string, Type> {
    return new Map(
      this.above(className)
        .toReversed()
        .flatMap(({ members }) => [...members]),
    );
  }

  isOpen(className: string): boolean {
    return this.above(className).some(({ isOpen }) => isOpen === true);
  }

  /** Reports whether two classes are equal, or one is derived from the other. */
  isRelated(one: string, other: string): boolean {
    const has = (from: string, to: string): boolean => this.above(from).some(({ name }) => name === to);
    return has(one, other) || has(other, one);
  }

  /**
   * Returns the distance in the class hierarchy of two classes, upward or downward; undefined if they are not related.
   */
  distance(one: string, other: string): number | undefined {
    const up = this.above(one).findIndex(({ name }) => name === other);
    const down = this.above(other).findIndex(({ name }) => name === one);
    if (up >= 0) return up;
    // A possible match is worse than a certain one.
    return down >= 0 ? MAY_BE + down : undefined;
  }

  /** A class and those that it extends. */
  private above(className: string): ClassInfo[] {
    const found: ClassInfo[] = [];
    for (let at = this.classNamed(className); at !== undefined && !found.includes(at);)
      at = (found.push(at), at.base === undefined ? undefined : this.classNamed(at.base));
    return found;
  }

  /** Returns the type of a type name; ANY for an unknown class. */
  typeOf(type: TypeName): Type {
    const single = this.singleOf(type);
    return type.isSet || type.isArray ? { kind: 'many', of: single } : single;
  }

  private singleOf({ name, unit }: TypeName): Single {
    const lower = name.toLowerCase();
    if (NUMBERS.has(lower)) return numberOf(unit === undefined ? undefined : unitOf(unit.text));
    if (TEXTS.has(lower)) return STRING;
    if (lower === 'bool' || lower === 'boolean') return BOOL;
    if (lower === 'regiontype' || lower === 'metrictype') return { kind: 'enumeration', name };
    const info = this.classNamed(name);
    return info === undefined ? ANY : { kind: 'object', name: info.name };
  }

  isType({ name }: TypeName): boolean {
    const lower = name.toLowerCase();
    const isPlain = NUMBERS.has(lower) || TEXTS.has(lower) || lower === 'bool' || lower === 'boolean';
    return isPlain || lower === 'regiontype' || lower === 'metrictype' || this.classNamed(name) !== undefined;
  }
}
