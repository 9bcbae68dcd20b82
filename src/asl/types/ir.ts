/** Expressions whose names and types are known: what is evaluated. All numbers are in s, B, cycle, flop. */
import type { AggregateName } from '../syntax/ast.js';
import type { Span } from '../syntax/position.js';
import type { Type } from './type.js';

/** A definition that is evaluated once for a block of rows. */
export interface Shared {
  readonly value: Ir;
  /** Nesting depth of comprehensions: it does not depend on deeper ones. */
  readonly level: number;
}

export type Relation = '==' | '!=' | '<' | '<=' | '>' | '>=';
export type Arithmetic = '+' | '-' | '*' | '/';
export const FUNCTIONS = ['abs', 'sqrt', 'log', 'log2', 'exp', 'floor', 'ceil', 'round', 'pow'] as const;
export type FunctionName = (typeof FUNCTIONS)[number];

export type IrContent =
  | { readonly op: 'number'; readonly value: number }
  | { readonly op: 'text'; readonly value: string }
  | { readonly op: 'absent' }
  /** Value of a slot: a parameter, or the current element of a comprehension. */
  | { readonly op: 'slot'; readonly slot: number }
  | { readonly op: 'shared'; readonly shared: Shared }
  /** A member of rows of a class, one or more for each row of `target`. */
  | { readonly op: 'member'; readonly target: Ir; readonly of: string; readonly name: string }
  /** A relation of several rows, such as the regions open at a location after an event. */
  | { readonly op: 'relation'; readonly of: string; readonly name: string; readonly values: readonly Ir[] }
  | { readonly op: 'arithmetic'; readonly operator: Arithmetic; readonly left: Ir; readonly right: Ir }
  | { readonly op: 'compare'; readonly relation: Relation; readonly left: Ir; readonly right: Ir }
  | { readonly op: 'and' | 'or'; readonly left: Ir; readonly right: Ir }
  | { readonly op: 'not'; readonly operand: Ir }
  | { readonly op: 'choose'; readonly condition: Ir; readonly value: Ir; readonly otherwise: Ir }
  | { readonly op: 'aggregate'; readonly name: AggregateName; readonly of: Ir }
  | { readonly op: 'holds'; readonly quantifier: 'exists' | 'forall'; readonly of: Ir }
  /** All elements of all items, those of single ones too. */
  | { readonly op: 'gather'; readonly items: readonly Ir[] }
  /** Only the elements of `left` that are, or are not, among those of `right`. */
  | { readonly op: 'among'; readonly left: Ir; readonly right: Ir; readonly isAmong: boolean }
  /** A value for each element of a set. */
  | { readonly op: 'each'; readonly set: Ir; readonly slot: number; readonly such?: Ir; readonly value: Ir }
  /** The elements from one index to another, both included. */
  | { readonly op: 'part'; readonly of: Ir; readonly first: Ir; readonly last: Ir }
  | { readonly op: 'element'; readonly target: Ir; readonly index: Ir }
  | { readonly op: 'function'; readonly name: FunctionName; readonly values: readonly Ir[] }
  /** 1 if the value exists, else 0. */
  | { readonly op: 'isThere'; readonly of: Ir }
  /**
   * A function that calls itself: `again` is the place of what it is of `next`, which follow from the values in its
   * `slots`; of `start` first. `isRunning`: its value follows from an event and that of the event before, and from
   * nothing else.
   */
  | {
      readonly op: 'fold';
      readonly slots: readonly { readonly slot: number; readonly isRow: boolean }[];
      readonly start: readonly Ir[];
      readonly next: readonly Ir[];
      readonly again: number;
      readonly value: Ir;
      readonly isRunning: boolean;
    }
  /** All rows of a class. */
  | { readonly op: 'rows'; readonly of: string }
  /** The matches of a pattern, of all or of those within a region. */
  | { readonly op: 'matches'; readonly pattern: string; readonly values: readonly Ir[] };

export type Ir = IrContent & { readonly type: Type; readonly span: Span };

/** Returns the direct parts of an expression. */
export function partsOf(ir: Ir): readonly Ir[] {
  switch (ir.op) {
    case 'member':
      return [ir.target];
    case 'relation':
    case 'function':
    case 'matches':
      return ir.values;
    case 'arithmetic':
    case 'compare':
    case 'and':
    case 'or':
    case 'among':
      return [ir.left, ir.right];
    case 'not':
      return [ir.operand];
    case 'choose':
      return [ir.condition, ir.value, ir.otherwise];
    case 'aggregate':
    case 'holds':
    case 'isThere':
      return [ir.of];
    case 'gather':
      return ir.items;
    case 'each':
      return [ir.set, ir.value, ...(ir.such === undefined ? [] : [ir.such])];
    case 'part':
      return [ir.of, ir.first, ir.last];
    case 'element':
      return [ir.target, ir.index];
    case 'fold':
      return [...ir.start, ...ir.next, ir.value];
    default:
      return [];
  }
}
