/**
 * The properties of changes, written in ASL (`dynamics.asl`): they decide which changes are reported, and their
 * severity.
 */
import { evaluate } from '../../asl/compile/evaluate.js';
import type { Limits } from '../../asl/compile/meter.js';
import { Texts } from '../../asl/data.js';
import { ASL_FILE } from '../../asl/files.js';
import { shippedTexts } from '../../asl/library.js';
import { type ChangesEvidence, changesTables } from '../../asl/measured/changes.js';
import { isParameters } from '../../asl/files.js';
import type { Source } from '../../asl/syntax/diagnostics.js';
import { checkTexts, parameterOf, soundProperties } from '../../asl/texts.js';
import type { TypedProperty } from '../../asl/types/property.js';
import type { DynamicsProperty } from '../../model/dynamics/dynamics.js';

/** The text, and what its properties are called among findings, in the order in which they are looked at. */
const TEXT = `dynamics${ASL_FILE}`;
const NAMES: ReadonlyMap<string, DynamicsProperty> = new Map([
  ['DegradationPeaks', 'dynamics_peaks'],
  ['DegradationTrends', 'dynamics_trends'],
  ['ImprovementTrends', 'dynamics_improvements'],
  ['SignificantVariability', 'dynamics_variability'],
  ['MovingImbalance', 'dynamics_moving_imbalance'],
]);
/** The parameter for the share of the loop's time from which on a change is reported. */
const SHARE = 'changeShare';

/** The text is Trimtab's own, and goes over each series once. */
const NO_LIMITS: Limits = { steps: Infinity, seconds: Infinity, elements: Infinity };

export interface ChangeProperties {
  readonly properties: readonly TypedProperty[];
  /** Share of the loop's time below which nothing is reported. */
  readonly threshold: number;
}

/**
 * Returns the shipped properties of changes with their parameters.
 * @param threshold takes precedence over the project and the text
 * @param texts the project's texts, whose parameter values are used
 */
export function changeProperties(threshold?: number, texts: readonly Source[] = []): ChangeProperties {
  const parameters = texts.filter(isParameters);
  const key = JSON.stringify([threshold, parameters.map(({ text }) => text)]);
  if (last?.key === key) return last.made;
  const given = new Map(threshold === undefined ? [] : [[SHARE, threshold]]);
  const others = shippedTexts();
  const own = others.filter(({ name }) => name === TEXT);
  const beside = others.filter(({ name }) => name !== TEXT);
  const [checked] = checkTexts(own, [], given, [...beside, ...parameters]);
  const properties = checked === undefined ? [] : soundProperties(checked).filter(({ name }) => NAMES.has(name));
  const share = checked === undefined ? undefined : parameterOf(checked, SHARE);
  if (share === undefined || properties.length !== NAMES.size)
    throw new Error(`${TEXT} does not define the properties of changes`);
  const made = { properties, threshold: share };
  last = { key, made };
  return made;
}

/** Looked through once for all analyses of a process that ask for the same. */
let last: { readonly key: string; readonly made: ChangeProperties } | undefined;

/** A property that holds of a series. */
export interface Held {
  readonly property: DynamicsProperty;
  /** Seconds lost on all its ranks. */
  readonly excess: number;
  /** Their share of the time of the loop. */
  readonly severity: number;
}

/**
 * Returns the properties that hold for each series, in order. Parents with reported children are not reported, so
 * variability appears only if no change has a name.
 */
export function heldOf(evidence: ChangesEvidence, { properties }: ChangeProperties): readonly (readonly Held[])[] {
  const texts = new Texts();
  const tables = changesTables(evidence, texts);
  const data = { texts, wholeProgram: NaN, table: (name: string) => tables.get(name) };
  const held: (Held & { readonly parent?: string })[][] = evidence.series.map(() => []);
  for (const [name, property] of NAMES) {
    const typed = properties.find((each) => each.name === name);
    if (typed === undefined) continue;
    const { parent } = typed;
    for (const { rows, severity, impact = 0 } of evaluate(typed, data, { limits: NO_LIMITS }).found)
      held[rows[0] ?? NaN]?.push({ property, severity, excess: impact, ...(parent === undefined ? {} : { parent }) });
  }
  return held.map((of) => {
    const parents = new Set(of.map(({ parent }) => (parent === undefined ? undefined : NAMES.get(parent))));
    return of.filter(({ property }) => !parents.has(property));
  });
}
