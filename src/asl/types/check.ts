/** Texts to properties and patterns that can be evaluated, and all that is wrong with the texts. */
import { lastUpTo } from '../../base/elements.js';
import type { Declaration } from '../syntax/ast.js';
import { CODES, type Diagnostic, type Source } from '../syntax/diagnostics.js';
import { type Parsed, parse } from '../syntax/parse.js';
import { type ClassInfo, Environment } from './environment.js';
import { shared } from './calls.js';
import { matchClass, type TypedPattern, typedPattern } from './pattern.js';
import { type TypedProperty, typedProperty } from './property.js';
import { Scope } from './scope.js';
import { madeOfTemplates } from './templates.js';
import { type Seen, Typer } from './typer.js';
import { expect } from './typing.js';

/** A text that was looked through. */
export interface Checked {
  readonly source: Source;
  readonly diagnostics: readonly Diagnostic[];
  readonly properties: readonly TypedProperty[];
  readonly patterns: readonly TypedPattern[];
  /** All that can be named in it, with the classes of the matches of patterns. */
  readonly environment: Environment;
  /** Given parameter values. */
  readonly given?: ReadonlyMap<string, number>;
}

/** Base of texts: declarations of the library, and classes that the measured run adds. */
export interface Foundation {
  readonly declarations: readonly Declaration[];
  readonly classes: readonly ClassInfo[];
  /** Names of the texts that can be imported; if omitted, imports are not checked. */
  readonly importable?: ReadonlySet<string>;
}

/**
 * @param given parameter values
 * @param parsed the text's own tree, if it exists already
 */
export function check(
  source: Source,
  foundation: Foundation,
  given?: ReadonlyMap<string, number>,
  { declarations, diagnostics: syntax }: Parsed = parse(source.text),
  seen?: Seen,
): Checked {
  const { made, diagnostics: ofTemplates } = madeOfTemplates(source.text, declarations);
  const all = [...foundation.declarations, ...declarations, ...made.map(({ property }) => property)];
  const environment = withMatches(all, foundation, source.text);
  const typer = new Typer(environment, source.text, given, seen);
  const scope = fileScope(typer, foundation.declarations, declarations);
  const typed = (own: Typer, of: readonly Declaration[]): TypedProperty[] =>
    of.flatMap((each) => (each.kind === 'property' ? typedProperty(own, each, scope) : []));
  const patterns = new Map<string, TypedPattern>();
  const add = (of: readonly Declaration[]): void => {
    for (const each of of) if (each.kind === 'pattern') patterns.set(each.name.text, typedPattern(typer, each, scope));
  };
  typer.quietly(() => add(foundation.declarations));
  add(declarations);
  const properties = typed(typer, declarations);
  parameters(typer, declarations, scope);
  unknownClasses(typer, declarations);
  imports(typer, declarations, foundation.importable);
  const diagnostics = [...syntax, ...ofTemplates, ...inText(typer.diagnostics, declarations)];
  for (const { instance, property, text } of made) {
    const own = new Typer(environment, text, given);
    const span = { start: instance.start, end: instance.end };
    properties.push(...typed(own, [property]).map((each) => ({ ...each, span, whole: span })));
    diagnostics.push(...own.diagnostics.map((each) => ({ ...each, ...span })));
  }
  if (source.unreadable !== undefined)
    diagnostics.push({ level: 'error', code: CODES.unreadable, start: 0, end: 0, message: source.unreadable });
  diagnostics.sort((a, b) => a.start - b.start || a.end - b.end);
  const found = { source, diagnostics, properties, patterns: [...patterns.values()], environment };
  return given === undefined ? found : { ...found, given };
}

/** All names, with the classes of the matches of patterns: what these export is only known when they are typed. */
function withMatches(all: readonly Declaration[], { classes }: Foundation, text: string): Environment {
  const plain = new Environment(all, classes);
  if (plain.patterns.size === 0) return plain;
  const typer = new Typer(plain, text);
  const scope = fileScope(typer, all, []);
  const matches = all.flatMap((each) =>
    each.kind === 'pattern' ? [matchClass(typedPattern(typer, each, scope))] : [],
  );
  return new Environment(all, [...classes, ...matches]);
}

/** Definitions outside of properties, which all of them can use. */
function fileScope(typer: Typer, others: readonly Declaration[], own: readonly Declaration[]): Scope {
  const scope = new Scope(undefined, 0);
  typer.quietly(() => defineAll(typer, others, scope));
  defineAll(typer, own, scope);
  return scope;
}

function defineAll(typer: Typer, declared: readonly Declaration[], scope: Scope): void {
  for (const each of declared)
    if (each.kind === 'definition') {
      typer.begin(each.name);
      scope.define(each.name.text, shared(typer.ir(each.value, scope), 0));
    } else if (each.kind === 'function' && each.value !== undefined) scope.defineFunction(each);
}

function parameters(typer: Typer, declared: readonly Declaration[], scope: Scope): void {
  for (const each of declared)
    if (each.kind === 'parameter') {
      typer.begin(each.name);
      const value = typer.ir(each.value, scope);
      if (each.type !== undefined) expect(typer, value, typer.environment.typeOf(each.type));
    } else if (each.kind === 'statement' && each.value.kind !== 'missing')
      typer.tell('error', CODES.type, each, `${typer.quoted(each)} is no declaration`);
}

function unknownClasses(typer: Typer, declared: readonly Declaration[]): void {
  for (const each of declared)
    if (each.kind === 'class')
      for (const { type } of each.members)
        if (!typer.environment.isType(type))
          typer.tell('error', CODES.unknownClass, type, `there is no class '${type.name}'`);
}

/** Imports are implied if texts are used together; a missing one is an error. */
function imports(typer: Typer, declared: readonly Declaration[], importable: ReadonlySet<string> | undefined): void {
  if (importable === undefined) return;
  for (const each of declared)
    if (each.kind === 'import' && !importable.has(each.path)) {
      const what = `there is no text ${typer.quoted(each.file)} in the folder of this one, and none is shipped`;
      typer.tell('error', CODES.unknownName, each.file, `${what}; an import names a file of the same folder`);
    }
}

/**
 * Returns the errors within this text. A function of another text is typed at its call, and its errors have no position
 * here.
 */
function inText(diagnostics: readonly Diagnostic[], own: readonly Declaration[]): readonly Diagnostic[] {
  const starts = own.map(({ start }) => start);
  return diagnostics.filter(({ start, end }) => end <= (own[lastUpTo(starts, start)]?.end ?? -1));
}
