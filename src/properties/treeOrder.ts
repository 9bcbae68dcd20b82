import { TrimtabError } from '../base/problem.js';

/** What the order is made of. */
export interface Placed {
  readonly name: string;
  readonly parent?: string;
  readonly unit: string;
  readonly after?: string;
}

/**
 * Properties in the order of their tree: each before those it contains, and these behind the one they name, or in the
 * order in which they were declared.
 * @throws TrimtabError when a name is there twice, or a parent or neighbour is not, or has another unit
 */
export function inTreeOrder<Property extends Placed>(declared: readonly Property[]): Property[] {
  const byName = new Map<string, Property>();
  for (const property of declared) {
    if (byName.has(property.name)) throw new TrimtabError(`Two properties are called ${property.name}; rename one.`);
    byName.set(property.name, property);
  }
  const children = new Map<string | undefined, Property[]>();
  for (const property of declared) {
    checkParent(property, byName);
    children.set(property.parent, [...(children.get(property.parent) ?? []), property]);
  }
  const ordered: Property[] = [];
  const add = (parent: string | undefined): void => {
    for (const property of besideEachOther(children.get(parent) ?? [])) {
      ordered.push(property);
      add(property.name);
    }
  };
  add(undefined);
  if (ordered.length < declared.length) throw new TrimtabError('Properties contain each other in a circle.');
  return ordered;
}

function checkParent({ name, parent, unit }: Placed, byName: ReadonlyMap<string, Placed>): void {
  if (parent === undefined) return;
  const found = byName.get(parent);
  if (found === undefined) throw new TrimtabError(`The property ${name} is in ${parent}, which is not declared.`);
  if (found.unit !== unit)
    throw new TrimtabError(`The property ${name} is in ${unit}, but ${parent}, which contains it, in ${found.unit}.`);
}

/** Those that name a neighbour stand directly behind it. */
function besideEachOther<Property extends Placed>(siblings: readonly Property[]): Property[] {
  const ordered = siblings.filter(({ after }) => after === undefined);
  let open = siblings.filter(({ after }) => after !== undefined);
  while (open.length > 0) {
    const left = open.filter((property) => {
      const at = ordered.findIndex(({ name }) => name === property.after);
      if (at >= 0) ordered.splice(at + 1, 0, property);
      return at < 0;
    });
    const [first] = left;
    if (first !== undefined && left.length === open.length)
      throw new TrimtabError(`The property ${first.name} stands behind ${first.after ?? ''}, which is not beside it.`);
    open = left;
  }
  return ordered;
}
