/** Properties and what was found by them as people read it. */
import { present } from '../../base/present.js';
import type { Evaluated } from '../../asl/compile/evaluate.js';
import type { AslData } from '../../asl/data.js';
import { placeText, valuesText } from '../../asl/measured/instanceText.js';
import { plainValue } from '../../asl/measured/rowText.js';
import type { TypedProperty } from '../../asl/types/property.js';
import { typeText } from '../../asl/types/type.js';
import { doubtText, percent, plainLine } from '../../base/text.js';
import { padEnd, padStart, textWidth, wrap } from '../terminal/layout.js';
import type { Terminal } from '../terminal/terminal.js';

type Screen = Pick<Terminal, 'width' | 'style'>;

/** Maximum number of listed instances of one property. */
const MOST_PLACES = 20;

/** Yields instances of properties, the most severe first, and the state of the others. */
export function* evaluatedLines(results: readonly Evaluated[], data: AslData, screen: Screen): Generator<string> {
  const rows = results
    .flatMap((result) => result.found.slice(0, MOST_PLACES).map((instance) => ({ result, instance })))
    .sort((one, other) => other.instance.severity - one.instance.severity);
  const names = Math.max(0, ...rows.map(({ result }) => textWidth(result.property.name)));
  for (const { result, instance } of rows) {
    const severity = padStart(percent(instance.severity), 8);
    const name = padEnd(result.property.name, names);
    const doubt = instance.confidence < 1 ? `  (${doubtText(instance.confidence)})` : '';
    yield `${screen.style.severity(severity, instance.severity)}  ${screen.style.bold(name)}  ${placeText(result, instance, data)}${doubt}`;
    for (const line of wrap(valuesText(result.property, instance, data), screen.width - 12))
      yield screen.style.dim(`            ${line}`);
  }
  for (const { property, found } of results)
    if (found.length > MOST_PLACES) yield `${property.name} holds at ${found.length - MOST_PLACES} more locations.`;
  if (rows.length > 0) yield '';
  yield* summary(results, screen);
}

function* summary(results: readonly Evaluated[], { width }: Screen): Generator<string> {
  const holding = results.filter(({ found }) => found.length > 0).length;
  yield `${results.length} ${results.length === 1 ? 'property' : 'properties'} evaluated, ${holding === 1 ? '1 holds' : `${holding} hold`}.`;
  const unmeasured = results.filter(({ isMeasured, stopped }) => !isMeasured && stopped === undefined);
  const names = unmeasured.map(({ property }) => property.name).join(', ');
  if (unmeasured.length > 0) yield* wrap(`The run contains no data for: ${names}.`, width);
  for (const { stopped } of results) if (stopped !== undefined) yield* wrap(plainLine(stopped), width);
}

export function evaluatedJson(results: readonly Evaluated[], data: AslData) {
  return results.map(({ property, found, asked, isMeasured, stopped }) => ({
    property: property.name,
    asked,
    measured: isMeasured,
    ...present({ stopped }),
    found: found.map((instance) => ({
      severity: instance.severity,
      confidence: instance.confidence,
      ...(instance.impact === undefined || Number.isNaN(instance.impact) ? {} : { impact: instance.impact }),
      place: placeText({ property }, instance, data),
      values: Object.fromEntries(
        property.locals.flatMap(({ name, value }) => {
          const plain = plainValue(data, value.type, instance.values.get(name) ?? NaN);
          return plain === undefined ? [] : [[name, plain]];
        }),
      ),
    })),
  }));
}

/** Yields the meaning of a property, its advice, its text, and the units of its values. */
export function* explainedLines(
  property: TypedProperty,
  text: string,
  file: string,
  screen: Screen,
): Generator<string> {
  const { name, explain, causes, advice, rows, locals, impact, next } = property;
  yield screen.style.bold(name);
  if (explain !== undefined) yield* wrap(explain, screen.width);
  if (causes !== undefined) yield* wrap(`Causes: ${causes}`, screen.width);
  if (advice !== undefined) yield* wrap(`Try: ${advice}`, screen.width);
  yield '';
  const of = rows.map(({ of: className, name: parameter }) => `${className} ${parameter}`).join(', ');
  yield `Evaluated for each ${of}; the definition is in ${file}:`;
  yield '';
  for (const line of text.split(/\r?\n/)) yield `  ${line.trimEnd()}`;
  yield '';
  const units = [
    ...locals.map(({ name: local, value }) => [local, typeText(value.type)] as const),
    ...(property.severities.length === 0 ? [] : [['severity', 'share'] as const]),
    ...(impact === undefined ? [] : [['impact', typeText(impact.type)] as const]),
  ];
  const widest = Math.max(0, ...units.map(([local]) => textWidth(local)));
  for (const [local, unit] of units) yield `  ${padEnd(local, widest)}  ${unit}`;
  if (next.length > 0) yield `If it holds, evaluate next: ${next.join(', ')}.`;
}
