/** Which of several declarations of one name is meant: that whose parameters fit best what is handed over. */
import type { Ir } from './ir.js';
import type { Type } from './type.js';
import { isAlike, type Typing } from './typing.js';
import { isSame } from './units.js';

/** Penalty of a mismatch, larger than that of any match. */
const NO_FIT = 1e6;

/** @param typesOf the types that each of them takes @returns the first of the nearest; undefined where there is none at all */
export function bestOf<Declared>(
  typing: Typing,
  declared: readonly Declared[],
  values: readonly Pick<Ir, 'type'>[],
  typesOf: (declared: Declared) => readonly Type[],
): Declared | undefined {
  let [best, least] = [declared[0], Infinity];
  for (const each of declared) {
    const types = typesOf(each);
    const isCount = types.length === values.length;
    // Functions with another number of parameters never match; the error is reported for the nearest one.
    const own = isCount
      ? types.reduce((sum, type, at) => sum + distance(typing, values[at]?.type, type), 0)
      : NO_FIT * (values.length + 1);
    if (own < least) [best, least] = [each, own];
  }
  return best;
}

function distance(typing: Typing, is: Type | undefined, wanted: Type): number {
  if (is === undefined) return NO_FIT;
  const [one, other] = [is.kind === 'many' ? is.of : is, wanted.kind === 'many' ? wanted.of : wanted];
  if (is.kind === 'many' && wanted.kind !== 'many') return NO_FIT;
  const ofOne = is.kind !== 'many' && wanted.kind === 'many' ? FOR_SET : 0;
  if (one.kind === 'any' || one.kind === 'null' || other.kind === 'any' || other.kind === 'null') return ofOne;
  if (one.kind === 'number' && other.kind === 'number') {
    if (one.unit === undefined || other.unit === undefined) return ofOne + OPEN_UNIT;
    return isSame(one.unit, other.unit) ? ofOne : NO_FIT;
  }
  if (one.kind === 'object' && other.kind === 'object')
    return ofOne + (typing.environment.distance(one.name, other.name) ?? NO_FIT);
  return isAlike(typing, one, other) ? ofOne + (one.kind === other.kind ? 0 : 1) : NO_FIT;
}

/** Penalty of a single value for a set parameter. */
const FOR_SET = 1;
/** Penalty of a number without a unit. */
const OPEN_UNIT = 0.5;
