/** Semantic tokens for editors: words are keywords only if they are used as such. */
import type { Argument, Declaration, Local } from '../syntax/ast.js';
import { AGGREGATES } from '../syntax/ast.js';
import type { Span } from '../syntax/position.js';
import { tokensOf } from '../syntax/tokens.js';
import { UNIT_WORDS } from '../syntax/unitWords.js';
import type { Environment } from '../types/environment.js';
import { FUNCTIONS } from '../types/ir.js';
import type { LanguageText } from './languageText.js';
import type { Occurrence } from './occurrences.js';

/** Kinds by the names that editors have colors for, in the order of their numbers. */
export const TOKEN_TYPES = [
  ...(['interface', 'event', 'class', 'type', 'parameter', 'variable', 'property', 'function', 'enumMember'] as const),
  ...(['keyword', 'number'] as const),
] as const;
export type TokenType = (typeof TOKEN_TYPES)[number];

/** Modifiers of a word, in the order of their bits. */
export const TOKEN_MODIFIERS = ['declaration', 'readonly', 'defaultLibrary'] as const;
export type TokenModifier = (typeof TOKEN_MODIFIERS)[number];

export interface SemanticToken extends Span {
  readonly type: TokenType;
  readonly modifiers: readonly TokenModifier[];
}

/** In the order of their places. A property is an interface, a pattern an event, a member a property of its class. */
export function semanticTokens({ source, declarations, occurrences, checked }: LanguageText): SemanticToken[] {
  const named = new Map(occurrences.map((each) => [each.start, each]));
  const isArgument = new Set(declarations.flatMap(argumentsOf).map(({ name }) => name.start));
  return tokensOf(source.text).flatMap((token): SemanticToken[] => {
    if (token.kind !== 'word') return [];
    const { start, end } = token;
    const occurrence = named.get(start);
    const found =
      occurrence === undefined ? plainWord(token.text) : meaning(occurrence, isArgument, checked.environment);
    return found === undefined ? [] : [{ start, end, ...found }];
  });
}

type Found = Pick<SemanticToken, 'type' | 'modifiers'>;

/** A word that names nothing of a text. */
function plainWord(text: string): Found | undefined {
  const lower = text.toLowerCase();
  if (UNIT_WORDS.has(text)) return { type: 'number', modifiers: [] };
  if (AGGREGATES.some((name) => name === lower)) return library('function');
  return { type: 'keyword', modifiers: [] };
}

const library = (type: TokenType): Found => ({ type, modifiers: ['defaultLibrary'] });

function meaning(
  { symbol, name, isDeclaration }: Occurrence,
  isArgument: Set<number>,
  environment: Environment,
): Found {
  const modifiers: readonly TokenModifier[] = isDeclaration ? ['declaration'] : [];
  if (symbol.startsWith('member:')) return { type: 'property', modifiers };
  if (symbol.startsWith('local:'))
    return { type: isArgument.has(Number(symbol.slice('local:'.length))) ? 'parameter' : 'variable', modifiers };
  const { type, ...known } = globalMeaning(name, environment);
  return { type, modifiers: [...modifiers, ...known.modifiers] };
}

function globalMeaning(name: string, environment: Environment): Found {
  const lower = name.toLowerCase();
  if (environment.patterns.has(name)) return { type: 'event', modifiers: [] };
  if (environment.properties.has(name) || environment.templates.has(name)) return { type: 'interface', modifiers: [] };
  if (environment.parameters.has(name)) return { type: 'variable', modifiers: ['readonly'] };
  if (environment.functions(name).length > 0) return { type: 'function', modifiers: [] };
  if (environment.classNamed(name) !== undefined) return { type: 'class', modifiers: [] };
  if (FUNCTIONS.some((known) => known === lower) || LANGUAGE.has(lower)) return library('function');
  if (environment.isType({ name, isSet: false, isArray: false, start: 0, end: 0 })) return library('type');
  if (lower === 'true' || lower === 'false') return { type: 'keyword', modifiers: [] };
  return /^[A-Z][A-Z_]*$/.test(name)
    ? { type: 'enumMember', modifiers: ['readonly'] }
    : { type: 'variable', modifiers: [] };
}

/** Functions that are not defined in a text: their results depend on their arguments. */
const LANGUAGE: ReadonlySet<string> = new Set(['rb', 'duration', 'wall', 'cpu', 'pattern_matches', 'size', 'insert']);

/** All that is handed over to a declaration, and to the functions within it. */
function argumentsOf(declared: Declaration): readonly Argument[] {
  switch (declared.kind) {
    case 'property':
      return [...(declared.arguments ?? []), ...declared.body.locals.flatMap(argumentsOfLocal)];
    case 'template':
    case 'metaproperty':
      return [...declared.parameters, ...declared.arguments, ...declared.body.locals.flatMap(argumentsOfLocal)];
    case 'pattern':
      return [...declared.arguments, ...declared.locals.flatMap(argumentsOfLocal)];
    case 'function':
      return declared.arguments;
    default:
      return [];
  }
}

const argumentsOfLocal = (local: Local): readonly Argument[] => (local.kind === 'function' ? local.arguments : []);
