import type { MetricDefinition } from '../model/performanceSpace.js';
import { importName } from './imports.js';
import { foundation } from './library.js';
import { isParameters } from './files.js';
import { parameterValues } from './parameterValues.js';
import type { Source } from './syntax/diagnostics.js';
import { type Parsed, parse } from './syntax/parse.js';
import { check, type Checked } from './types/check.js';
import { Environment } from './types/environment.js';
import { Scope } from './types/scope.js';
import { Typer } from './types/typer.js';
import type { TypedPattern } from './types/pattern.js';
import type { TypedProperty } from './types/property.js';

/**
 * Checks texts that are used together: each can use the declarations of the others, and errors are reported at their
 * positions.
 * @param metrics of the run that they are for, in addition to the shipped ones
 * @param given parameter values that override those of a project's file
 * @param beside texts that these may use, which are not checked
 */
export function checkTexts(
  sources: readonly Source[],
  metrics: readonly MetricDefinition[] = [],
  given?: ReadonlyMap<string, number>,
  beside: readonly Source[] = [],
): Checked[] {
  const known = foundation(metrics);
  const library = beside.filter((source) => !isParameters(source)).flatMap((source) => parsedOnce(source).declarations);
  const importable = new Set([...sources, ...beside].map(importName));
  const base = { ...known, importable, declarations: [...known.declarations, ...library] };
  const parsed = sources.map((source) => (isParameters(source) ? parse('') : parsedOnce(source)));
  const all = parsed.flatMap(({ declarations }) => declarations);
  const environment = new Environment([...base.declarations, ...all], base.classes);
  const said = new Map(
    [...sources, ...beside]
      .filter(isParameters)
      .map((source) => [source, parameterValues(source, environment)] as const),
  );
  const values = new Map([...[...said.values()].flatMap((each) => [...each.values]), ...(given ?? [])]);
  return sources.map((source, own) => {
    const { diagnostics } = said.get(source) ?? {};
    if (diagnostics !== undefined) return { source, diagnostics, properties: [], patterns: [], environment };
    const others = parsed.flatMap(({ declarations }, at) => (at === own ? [] : declarations));
    return check(source, { ...base, declarations: [...base.declarations, ...others] }, values, parsed[own]);
  });
}

/** The tree of a text: shipped ones, which stay as they are, are parsed once. */
export function parsedOnce(source: Source): Parsed {
  const found = trees.get(source);
  if (found !== undefined) return found;
  const made = parse(source.text);
  trees.set(source, made);
  return made;
}

const trees = new WeakMap<Source, Parsed>();

/** The properties of a text that have no mistake. */
export function soundProperties({ diagnostics, properties }: Checked): TypedProperty[] {
  const errors = diagnostics.filter(({ level }) => level === 'error');
  const isWithin = (whole: TypedProperty['whole']): boolean =>
    errors.some(({ start, end }) => whole.start <= start && end <= whole.end);
  return properties.filter(({ whole }) => !isWithin(whole));
}

/** The number that a parameter is in a text; undefined where it is none. */
export function parameterOf({ environment, given }: Checked, name: string): number | undefined {
  const known = given?.get(name);
  const declared = environment.parameters.get(name);
  if (known !== undefined || declared === undefined) return known;
  const { value } = declared;
  const ir = new Typer(environment, '').ir(value, new Scope(undefined, 0));
  return ir.op === 'number' ? ir.value : undefined;
}

/** The patterns whose matches properties ask for. */
export function patternsOf(properties: readonly TypedProperty[], checked: readonly Checked[]): TypedPattern[] {
  const names = new Set(properties.flatMap(({ patterns }) => patterns));
  const known = new Map(checked.flatMap(({ patterns }) => patterns.map((pattern) => [pattern.name, pattern])));
  return [...known.values()].filter(({ name }) => names.has(name));
}
