import { TrimtabError } from '../base/problem.js';

/** The part of a declaration that determines the order. */
export interface Placed {
  readonly name: string;
  readonly parent?: string;
  readonly unit: string;
  readonly after?: string;
}

/**
 * Properties in the order of their tree: each before its children. Children follow the sibling that they name in
 * `after`, or are in the order of their declaration.
 * @throws TrimtabError if a name is declared twice, or if a parent or sibling is not declared or has another unit
 */
export function inTreeOrder<Property extends Placed>(declared: readonly Property[]): Property[] {
  const byName = new Map<string, Property>();
  for (const property of declared) {
    if (byName.has(property.name))
      throw new TrimtabError(`Two properties have the name ${property.name}. Rename one of them.`);
    byName.set(property.name, property);
  }
  const children = new Map<string | undefined, Property[]>();
  for (const property of declared) {
    checkParent(property, byName);
    children.set(property.parent, [...(children.get(property.parent) ?? []), property]);
  }
  const ordered: Property[] = [];
  const add = (parent: string | undefined): void => {
    for (const property of nextToEachOther(children.get(parent) ?? [])) {
      ordered.push(property);
      add(property.name);
    }
  };
  add(undefined);
  if (ordered.length < declared.length) throw new TrimtabError('The parents of the properties form a cycle.');
  return ordered;
}

function checkParent({ name, parent, unit }: Placed, byName: ReadonlyMap<string, Placed>): void {
  if (parent === undefined) return;
  const found = byName.get(parent);
  if (found === undefined) throw new TrimtabError(`The parent ${parent} of the property ${name} is not declared.`);
  if (found.unit !== unit)
    throw new TrimtabError(`The property ${name} has the unit ${unit}, but its parent ${parent} has ${found.unit}.`);
}

/** Properties that name a sibling in `after` follow it directly. */
function nextToEachOther<Property extends Placed>(siblings: readonly Property[]): Property[] {
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
      throw new TrimtabError(`The property ${first.name} follows ${first.after ?? ''}, which is not a sibling.`);
    open = left;
  }
  return ordered;
}
