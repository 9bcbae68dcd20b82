/**
 * Entity that a user-defined region belongs to, read from its description: the probe writes there the entity that the
 * program named (src/probe/finish/otf2/users.c). Descriptions of other measurement systems have no entity.
 */
import type { Region } from './definitions.js';

/** A thing of the program's own world: the same name with other attributes is another one. */
export interface Entity {
  readonly name: string;
  /** Empty where there are none. */
  readonly attributes: string;
}

/** An entity's part of work that is done for several. */
export interface EntityPart extends Entity {
  /** Parts of one region make 1. */
  readonly weight: number;
}

/** More parts, as damage or harm may have them, are not looked at. */
const MOST_PARTS = 1024;

/** For which entities a region's time is; empty for regions that are of none. */
export function entityParts({
  description,
  paradigm,
}: Pick<Region, 'description' | 'paradigm'>): readonly EntityPart[] {
  if (paradigm !== 'user') return [];
  const [kind, ...rest] = description.split('\t', 1 + 3 * MOST_PARTS);
  const [name, attributes] = rest;
  if (kind === 'entity') return name === undefined ? [] : [{ name, attributes: attributes ?? '', weight: 1 }];
  return kind === 'shared' ? sharedParts(rest) : [];
}

/** @param words weight, name and attributes of each in turn */
function sharedParts(words: readonly string[]): readonly EntityPart[] {
  const parts: EntityPart[] = [];
  let total = 0;
  for (let at = 0; at + 2 < words.length; at += 3) {
    const weight = Number(words[at]);
    if (!(weight > 0 && weight <= 1)) return [];
    total += weight;
    parts.push({ name: words[at + 1] ?? '', attributes: words[at + 2] ?? '', weight });
  }
  // Attributed time never exceeds the total; the weights were rounded to nine digits.
  return total <= 1 + 1e-6 ? parts : [];
}
