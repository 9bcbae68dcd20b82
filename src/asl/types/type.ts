import { type Unit, unitText } from './units.js';

/** Type of an expression. `any` is unknown, and compatible with everything: errors are reported once. */
export type Type = Single | { readonly kind: 'many'; readonly of: Single };

export type Single =
  /** No unit where it follows from nothing, as of 0. `isBasis`: it takes the unit that makes a severity a ratio. */
  | { readonly kind: 'number'; readonly unit?: Unit; readonly isBasis?: true }
  | { readonly kind: 'bool' | 'string' | 'null' | 'any' }
  | { readonly kind: 'enumeration'; readonly name: string }
  | { readonly kind: 'object'; readonly name: string };

export const ANY: Single = { kind: 'any' };
export const BOOL: Single = { kind: 'bool' };
export const STRING: Single = { kind: 'string' };

export const numberOf = (unit: Unit | undefined): Single =>
  unit === undefined ? { kind: 'number' } : { kind: 'number', unit };

/** A type as people read it in messages and hints. */
export function typeText(type: Type): string {
  switch (type.kind) {
    case 'number':
      return type.unit === undefined ? 'number' : unitText(type.unit);
    case 'object':
    case 'enumeration':
      return type.name;
    case 'many':
      return `several ${typeText(type.of)}`;
    default:
      return type.kind;
  }
}

/** Returns the type of one element. */
export function elementOf(type: Type): Single {
  return type.kind === 'many' ? type.of : type;
}

/** As many as `like` is, of this. */
export function asManyAs(like: Type, of: Single): Type {
  return like.kind === 'many' ? { kind: 'many', of } : of;
}
