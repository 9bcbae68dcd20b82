/** The part of CubePL, CUBE's language of derived metrics, that is evaluated: what reads values and computes with them. */

/** Which value of a call path: its own, with all it calls, or as the derived metric itself is asked for. */
export type Flavour = 'exclusive' | 'inclusive' | 'same';

export const OPERATORS = ['+', '-', '*', '/', '^', '<', '<=', '>', '>=', '==', '!=', 'and', 'or', 'xor'] as const;
export type Operator = (typeof OPERATORS)[number];

/** Functions of one number. */
export const FUNCTIONS = [
  'abs',
  'acos',
  'asin',
  'atan',
  'ceil',
  'cos',
  'exp',
  'floor',
  'ln',
  'log',
  'neg',
  'not',
  'pos',
  'sgn',
  'sin',
  'sqrt',
  'tan',
] as const;
export type FunctionName = (typeof FUNCTIONS)[number];

export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  /** `fixed`: the sum over all call paths and locations, wherever it is asked for. */
  | { readonly kind: 'metric'; readonly name: string; readonly flavour: Flavour; readonly fixed: boolean }
  | { readonly kind: 'variable'; readonly name: string }
  /** Operands of an aggregation: `arg1` and `arg2`. */
  | { readonly kind: 'argument'; readonly first: boolean }
  | { readonly kind: 'function'; readonly name: FunctionName; readonly operand: Expression }
  | { readonly kind: 'least' | 'greatest'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'operation'; readonly operator: Operator; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'block'; readonly statements: readonly Statement[]; readonly result: Expression };

export type Statement =
  | { readonly kind: 'assignment'; readonly name: string; readonly value: Expression }
  | {
      readonly kind: 'if';
      /** The first whose condition is not 0 is taken. */
      readonly branches: readonly { readonly condition: Expression; readonly statements: readonly Statement[] }[];
      readonly otherwise: readonly Statement[];
    };

/** Thrown for an expression that cannot be evaluated; the message follows "its formula ". */
export class NotEvaluated extends Error {
  override readonly name = 'NotEvaluated';
}
