import { type Expression, type Names, parseExpression } from './expression.js';
import { isRecord, type Value, valueText } from '../../base/value.js';

const HOLE = /\$\{\{(.*?)\}\}/gs;

/** Returns the expressions in a value, at any depth. @throws TrimtabError when one is invalid */
export function expressionsIn(value: Value): Expression[] {
  if (typeof value === 'string') return [...value.matchAll(HOLE)].map(([, inside = '']) => parseExpression(inside));
  if (Array.isArray(value)) return value.flatMap((item: Value) => expressionsIn(item));
  return isRecord(value) ? Object.values(value).flatMap(expressionsIn) : [];
}

/**
 * Puts what expressions mean in their place. A text that is nothing but one expression becomes its value, whatever
 * kind that is; in a longer text it becomes text.
 * @throws TrimtabError when a name means nothing
 */
export function fillIn(value: Value, names: Names): Value {
  if (typeof value === 'string') return fillText(value, names);
  if (Array.isArray(value)) return value.map((item: Value) => fillIn(item, names));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, names)]));
}

/** The expression of a text that is nothing else. @throws TrimtabError when it cannot be understood */
export function wholeExpression(text: string): Expression | undefined {
  const whole = /^\s*\$\{\{((?:(?!\}\}).)*)\}\}\s*$/s.exec(text)?.[1];
  return whole === undefined ? undefined : parseExpression(whole);
}

function fillText(text: string, names: Names): Value {
  const whole = wholeExpression(text);
  if (whole !== undefined) return whole.evaluate(names);
  return text.replaceAll(HOLE, (_, inside: string) => valueText(parseExpression(inside).evaluate(names)));
}
