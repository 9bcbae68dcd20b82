/** Description of a name: its meaning, its unit, and its author's comment. */
import { shippedProperties } from '../../properties/index.js';
import type { MetricDefinition } from '../../model/performanceSpace.js';
import type { Declaration, Expression } from '../syntax/ast.js';
import { typeText } from '../types/type.js';
import type { LanguageText } from './languageText.js';
import type { Occurrence } from './occurrences.js';
import { wordDoc } from './words.js';

/** The displayed form of a name: a line of the language, and sentences. */
export interface Described {
  readonly code: string;
  readonly text?: string;
}

/** Declarations by name: of the project's texts and of the library, those of the text itself last. */
export type Declared = ReadonlyMap<string, Declaration>;

/** @param declarations those that replace others of their name come later */
export function namedDeclarations(declarations: readonly Declaration[]): Declared {
  const named = new Map<string, Declaration>();
  for (const each of declarations)
    if (each.kind === 'property') for (const { text } of each.names) named.set(text, each);
    else if (each.kind !== 'import' && each.kind !== 'statement') named.set(each.name.text, each);
  return named;
}

export function describe(
  occurrence: Occurrence,
  text: LanguageText,
  declared: Declared,
  metrics: ReadonlyMap<string, MetricDefinition>,
): Described | undefined {
  const { symbol, name } = occurrence;
  if (symbol.startsWith('member:')) return member(symbol, text, metrics);
  if (symbol.startsWith('local:')) return local(occurrence, text);
  const declaration = declared.get(name);
  if (declaration !== undefined) return global(name, declaration, text);
  const doc = wordDoc(name);
  if (doc !== undefined) return { code: name, text: doc };
  const info = text.checked.environment.classNamed(name);
  return info === undefined ? undefined : { code: `class ${info.name}` };
}

function member(
  symbol: string,
  { checked }: LanguageText,
  metrics: ReadonlyMap<string, MetricDefinition>,
): Described | undefined {
  const [, of = '', name = ''] = /^member:(.*)\.([^.]+)$/.exec(symbol) ?? [];
  const found = checked.environment.member(of, name);
  if (found === undefined) return undefined;
  return { code: `${of}.${found.name}: ${typeText(found.type)}`, ...metricText(found.name, metrics) };
}

/** Returns the description of a metric; with a T after its name, the values of all locations. */
export function metricText(name: string, metrics: ReadonlyMap<string, MetricDefinition>): { text?: string } {
  const metric = metrics.get(name) ?? shippedProperties.get(name);
  if (metric !== undefined) return { text: `${metric.title}. ${metric.description}`.trim() };
  const single = name.endsWith('T')
    ? (metrics.get(name.slice(0, -1)) ?? shippedProperties.get(name.slice(0, -1)))
    : undefined;
  return single === undefined ? {} : { text: `${single.title} at each location. ${single.description}`.trim() };
}

/** Describes a local name of a property: its type is that of any use, else of its definition. */
function local({ symbol, name }: Occurrence, { occurrences, expressions, declarations }: LanguageText): Described {
  const places = new Set(occurrences.filter((each) => each.symbol === symbol).map(({ start }) => start));
  for (const [expression, { type }] of expressions)
    if (expression.kind === 'name' && places.has(expression.start)) return { code: `${name}: ${typeText(type)}` };
  const value = definedAs(declarations, places);
  const type = value === undefined ? undefined : expressions.get(value)?.type;
  return { code: type === undefined ? name : `${name}: ${typeText(type)}` };
}

function definedAs(declarations: readonly Declaration[], places: ReadonlySet<number>): Expression | undefined {
  for (const each of declarations) {
    const locals =
      each.kind === 'property' || each.kind === 'template' || each.kind === 'metaproperty'
        ? each.body.locals
        : each.kind === 'pattern'
          ? [...each.locals, ...each.instantiation, ...each.exports]
          : [];
    for (const one of locals) if (one.kind === 'definition' && places.has(one.name.start)) return one.value;
  }
  return undefined;
}

function global(name: string, declared: Declaration, { checked }: LanguageText): Described {
  switch (declared.kind) {
    case 'property': {
      const given = (declared.arguments ?? []).map(({ type, name: argument }) => `${type.name} ${argument.text}`);
      const text = [declared.body.explain, declared.body.advice].filter((each) => each !== undefined).join('\n\n');
      return { code: `property ${name}(${given.join(', ')})`, ...(text === '' ? {} : { text }) };
    }
    case 'parameter': {
      const { value, description } = declared;
      const shown =
        value.kind === 'number' ? ` = ${value.value}${value.unit === undefined ? '' : ` ${value.unit}`}` : '';
      return { code: `param ${name}${shown}`, ...(description === undefined ? {} : { text: description }) };
    }
    case 'class':
    case 'pattern':
    case 'template':
    case 'metaproperty': {
      const members = checked.environment.classNamed(declared.kind === 'pattern' ? `match of ${name}` : name)?.members;
      const some = [...(members ?? [])].slice(0, MOST_MEMBERS).map(([member, type]) => `${member}: ${typeText(type)}`);
      return { code: `${declared.kind} ${name}`, ...(some.length === 0 ? {} : { text: some.join(', ') }) };
    }
    case 'function': {
      const given = declared.arguments.map(({ type, name: argument }) => `${type.name} ${argument.text}`);
      return { code: `${declared.type.name} ${name}(${given.join(', ')})` };
    }
    default:
      return { code: name };
  }
}

/** Maximum number of listed members of classes that contain all metrics. */
const MOST_MEMBERS = 30;
