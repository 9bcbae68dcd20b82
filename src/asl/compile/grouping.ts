/** Patterns of a region: instances are looked for once, and belong to all regions that were open. */
import { type Ir, partsOf, type Shared } from '../types/ir.js';
import type { TypedPattern } from '../types/pattern.js';

/** Conditions of an instance, apart from its region. */
export interface GroupedConstraint {
  readonly conditions: readonly Ir[];
  /** The parameter that determines the region of instances; omitted if none does. */
  readonly region?: number;
}

/**
 * Takes `exists e in Rs(root, …) such that e.region == r` out of a constraint: one pass over the events then serves all
 * regions. Undefined where a parameter is used in another way, so that instances could not be looked for once.
 */
export function grouped({
  constraint,
  parameters,
  parts,
  exports,
  foreach,
}: TypedPattern): GroupedConstraint | undefined {
  const slots = new Set(parameters.map(({ slot }) => slot));
  const conditions: Ir[] = [];
  let region: number | undefined;
  for (const condition of conjuncts(constraint)) {
    const found = openRegion(condition, slots);
    if (found === undefined) conditions.push(condition);
    else {
      region = found.slot;
      conditions.push(...found.others);
    }
  }
  const all = [
    ...conditions,
    ...[...parts, ...exports].map(({ value }) => value),
    ...(foreach === undefined ? [] : [foreach.set]),
  ];
  if (slots.size > (region === undefined ? 0 : 1) || all.some((ir) => uses(ir, slots))) return undefined;
  return region === undefined ? { conditions } : { conditions, region };
}

const uses = (ir: Ir, slots: ReadonlySet<number>): boolean => usesOne(ir, slots, new Set());

/** The conditions that all must hold. */
function conjuncts(condition: Ir | undefined): Ir[] {
  if (condition === undefined) return [];
  return condition.op === 'and' ? [...conjuncts(condition.left), ...conjuncts(condition.right)] : [condition];
}

/** Returns a condition that a region is open; the rest of the `such that` clause holds for any region. */
function openRegion(condition: Ir, slots: ReadonlySet<number>): { slot: number; others: Ir[] } | undefined {
  if (condition.op !== 'holds' || condition.quantifier !== 'exists' || condition.of.op !== 'each') return undefined;
  const { set, slot: element, value, such } = condition.of;
  if (set.op !== 'member' || set.name !== 'Rs' || such !== undefined) return undefined;
  const all = conjuncts(value);
  const same = all.find((each) => regionOf(each, element, slots) !== undefined);
  const slot = same === undefined ? undefined : regionOf(same, element, slots);
  const others = all.filter((each) => each !== same);
  const isApart = others.every((each) => !uses(each, new Set([element])));
  return slot === undefined || !isApart ? undefined : { slot, others };
}

/** The parameter in `element.region == parameter`. */
function regionOf(condition: Ir, element: number, slots: ReadonlySet<number>): number | undefined {
  if (condition.op !== 'compare' || condition.relation !== '==') return undefined;
  const { left, right } = condition;
  const isRegion = (ir: Ir): boolean =>
    ir.op === 'member' &&
    (ir.name === 'region' || ir.name === 'reg') &&
    ir.target.op === 'slot' &&
    ir.target.slot === element;
  if (isRegion(left) && right.op === 'slot' && slots.has(right.slot)) return right.slot;
  return isRegion(right) && left.op === 'slot' && slots.has(left.slot) ? left.slot : undefined;
}

/** Whether an expression needs one of some places. @param looked at already: definitions are shared, and need none */
function usesOne(ir: Ir, slots: ReadonlySet<number>, looked: Set<Shared>): boolean {
  if (ir.op === 'slot') return slots.has(ir.slot);
  if (ir.op !== 'shared') return partsOf(ir).some((part) => usesOne(part, slots, looked));
  if (looked.has(ir.shared)) return false;
  looked.add(ir.shared);
  return usesOne(ir.shared.value, slots, looked);
}
