/** Text for an instance of a property and its values. */
import { duration, plainLine } from '../../base/text.js';
import type { Evaluated, EvaluatedInstance } from '../compile/evaluate.js';
import type { AslData } from '../data.js';
import type { TypedProperty } from '../types/property.js';
import { elementOf, type Type } from '../types/type.js';
import { isSame, LOCATION_SECONDS, ONE, SECONDS, unitText } from '../types/units.js';
import { plainValue, rowText } from './rowText.js';

/** Returns the text for the context of a property, such as the steps of a call path. */
export function placeText(
  { property }: Pick<Evaluated, 'property'>,
  { rows, at }: EvaluatedInstance,
  data: AslData,
): string {
  if (at !== undefined && !Number.isNaN(at)) {
    const type = property.at === undefined ? undefined : elementOf(property.at.type);
    if (type?.kind === 'object') return plainLine(rowText(data, type.name, at));
  }
  const places = property.rows.flatMap(({ of, isBasis }, index) => {
    const isPlace = !isBasis && (of !== 'Experiment' || property.rows.length === 1);
    return isPlace ? [rowText(data, of, rows[index] ?? NaN)] : [];
  });
  return plainLine(places.join(', '));
}

/** `imbal = 2.03 s, lost 4.05 s·loc`: the definitions that a severity came from. */
export function valuesText(property: TypedProperty, { values, impact }: EvaluatedInstance, data: AslData): string {
  const parts = property.locals.flatMap(({ name, value }) => {
    const known = values.get(name);
    return known === undefined ? [] : [`${name} = ${valueText(data, value.type, known)}`];
  });
  const lost = impact === undefined || Number.isNaN(impact) ? [] : [`costs ${duration(impact)} of all locations' time`];
  return plainLine([...parts, ...lost].join(', '));
}

function valueText(data: AslData, type: Type, value: number): string {
  const plain = plainValue(data, type, value);
  if (plain === undefined) return 'absent';
  if (typeof plain !== 'number') return String(plain);
  const single = elementOf(type);
  const unit = single.kind === 'number' ? (single.unit ?? ONE) : ONE;
  const digits = String(Number(plain.toPrecision(6)));
  if (isSame(unit, SECONDS) || isSame(unit, LOCATION_SECONDS)) return `${digits} ${unitText(unit)}`;
  return isSame(unit, ONE) ? digits : `${digits} ${unitText(unit)}`;
}
