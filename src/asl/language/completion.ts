/** Completions at a position of a text. */
import type { MetricDefinition } from '../../model/performanceSpace.js';
import { AGGREGATES } from '../syntax/ast.js';
import type { Source } from '../syntax/diagnostics.js';
import { tokensOf } from '../syntax/tokens.js';
import type { Foundation } from '../types/check.js';
import { elementOf, typeText } from '../types/type.js';
import { metricText } from './described.js';
import { languageText, type LanguageText } from './languageText.js';
import { CLAUSE_DOCS, DECLARATION_DOCS, FUNCTION_DOCS, PATTERN_DOCS, WORD_DOCS } from './words.js';

export type OfferKind = 'member' | 'variable' | 'function' | 'class' | 'parameter' | 'property' | 'clause' | 'word';

/** One thing that can be written. */
export interface Offer {
  readonly name: string;
  readonly kind: OfferKind;
  /** Text next to it in a list: a type, or a description. */
  readonly detail?: string;
  readonly text?: string;
  /** Inserted text, if it is more than the name. */
  readonly insert?: string;
}

/** Placeholder for the unfinished name, so that the text has a name there. */
const HERE = 'here__';

/** Returns all completions at an offset, regardless of the text already there. */
export function offersAt(
  source: Source,
  offset: number,
  foundation: Foundation,
  metrics: ReadonlyMap<string, MetricDefinition>,
): Offer[] {
  const place = placeOf(source.text, offset);
  if (place.isInText) return [];
  const { text } = source;
  const seen = languageText({ ...source, text: text.slice(0, place.start) + HERE + text.slice(place.end) }, foundation);
  for (const [expression, { scope }] of seen.expressions) {
    const isMember = (expression.kind === 'member' || expression.kind === 'call') && expression.name.text === HERE;
    if (isMember && expression.target !== undefined) return members(seen, expression.target, metrics);
    if (expression.kind !== 'name' || expression.name !== HERE) continue;
    const names = [...new Set(scope.known())].filter((name) => name !== HERE);
    const variables = names.map((name): Offer => {
      const type = scope.find(name)?.binding.type;
      return { name, kind: 'variable', ...(type === undefined ? {} : { detail: typeText(type) }) };
    });
    return [...variables, ...functions(), ...globals(seen), ...words(WORD_DOCS, 'word')];
  }
  if (place.depth === 0) return words(DECLARATION_DOCS, 'word');
  const clauses = place.isInPattern ? PATTERN_DOCS : CLAUSE_DOCS;
  return [
    ...words(clauses, 'clause').map((offer) => ({ ...offer, insert: `${offer.name}: ` })),
    ...words(WORD_DOCS, 'word'),
    ...classes(seen),
  ];
}

interface Place {
  /** The word that is being written. */
  readonly start: number;
  readonly end: number;
  /** Whether it is a comment, or a text in quotes. */
  readonly isInText: boolean;
  /** How many braces are open. */
  readonly depth: number;
  readonly isInPattern: boolean;
}

function placeOf(text: string, offset: number): Place {
  let [depth, isInPattern] = [0, false];
  let found: Place | undefined;
  for (const { kind, text: token, start, end } of tokensOf(text)) {
    if (start > offset || (start === offset && kind !== 'word')) break;
    if (kind === 'word' && offset <= end) found = { start, end, isInText: false, depth, isInPattern };
    const isComment = kind === 'trivia' && token.startsWith('/') && (offset < end || !token.endsWith('*/'));
    if ((kind === 'text' || isComment) && offset <= end && !(kind === 'text' && offset === end))
      return { start: offset, end: offset, isInText: true, depth, isInPattern };
    if (kind === 'word' && depth === 0) isInPattern = isInPattern || token.toLowerCase() === 'pattern';
    if (kind === 'symbol' && token === '{') depth++;
    if (kind === 'symbol' && token === '}') depth = Math.max(0, depth - 1);
    if (kind === 'symbol' && token === '}' && depth === 0) isInPattern = false;
  }
  return found ?? { start: offset, end: offset, isInText: false, depth, isInPattern };
}

function members(
  { expressions, checked }: LanguageText,
  target: Parameters<LanguageText['expressions']['get']>[0],
  metrics: ReadonlyMap<string, MetricDefinition>,
): Offer[] {
  const seen = expressions.get(target);
  const single = seen === undefined ? undefined : elementOf(seen.type);
  if (single?.kind !== 'object') return [];
  return [...checked.environment.membersOf(single.name)].map(([name, type]) => ({
    ...{ name, kind: 'member' as const, detail: typeText(type) },
    ...metricText(name, metrics),
  }));
}

function functions(): Offer[] {
  const aggregates = new Set<string>(AGGREGATES);
  return [...FUNCTION_DOCS].map(([name, text]) => ({
    ...{ name, kind: 'function' as const, text },
    ...(aggregates.has(name) ? {} : { insert: `${name}(` }),
  }));
}

function globals({ checked: { environment } }: LanguageText): Offer[] {
  const parameters = [...environment.parameters].map(([name, { description }]): Offer => ({
    ...{ name, kind: 'parameter' },
    ...(description === undefined ? {} : { text: description }),
  }));
  const properties = [...environment.properties].map(([name, [first]]): Offer => {
    const text = first?.body.explain;
    return { name, kind: 'property', ...(text === undefined ? {} : { text }) };
  });
  const patterns = [...environment.patterns.keys()].map((name): Offer => ({
    name,
    kind: 'property',
    detail: 'pattern',
  }));
  return [...parameters, ...properties, ...patterns];
}

const classes = ({ checked: { environment } }: LanguageText): Offer[] =>
  environment.classNames.filter((name) => /^\w+$/.test(name)).map((name) => ({ name, kind: 'class' }));

const words = (docs: ReadonlyMap<string, string>, kind: OfferKind): Offer[] =>
  [...docs].map(([name, text]) => ({ name, kind, text }));
