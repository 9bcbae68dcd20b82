import type { MetricDefinition } from '../model/performanceSpace.js';
import { foundation } from './library.js';
import type { Source } from './syntax/diagnostics.js';
import { parse } from './syntax/parse.js';
import { check, type Checked } from './types/check.js';
import type { TypedPattern } from './types/pattern.js';
import type { TypedProperty } from './types/property.js';

/**
 * Checks texts that are used together: each sees what the others declare, and mistakes are told where they are.
 * @param metrics of the run that they are for, beside the shipped ones
 * @param given values that stand for those of parameters
 */
export function checkTexts(
  sources: readonly Source[],
  metrics: readonly MetricDefinition[] = [],
  given?: ReadonlyMap<string, number>,
): Checked[] {
  const base = foundation(metrics);
  const parsed = sources.map(({ text }) => parse(text));
  return sources.map((source, own) => {
    const others = parsed.flatMap(({ declarations }, at) => (at === own ? [] : declarations));
    return check(source, { ...base, declarations: [...base.declarations, ...others] }, given, parsed[own]);
  });
}

/** The properties of a text that have no mistake. */
export function soundProperties({ diagnostics, properties }: Checked): TypedProperty[] {
  const errors = diagnostics.filter(({ level }) => level === 'error');
  const isWithin = (whole: TypedProperty['whole']): boolean =>
    errors.some(({ start, end }) => whole.start <= start && end <= whole.end);
  return properties.filter(({ whole }) => !isWithin(whole));
}

/** The patterns whose matches properties ask for. */
export function patternsOf(properties: readonly TypedProperty[], checked: readonly Checked[]): TypedPattern[] {
  const names = new Set(properties.flatMap(({ patterns }) => patterns));
  const known = new Map(checked.flatMap(({ patterns }) => patterns.map((pattern) => [pattern.name, pattern])));
  return [...known.values()].filter(({ name }) => names.has(name));
}
