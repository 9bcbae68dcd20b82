/** The meaning of a text without its spelling: what the parser gives to all that follows. */
import type { Span } from './position.js';
import type { SyntaxNode } from './tree.js';

export interface Named extends Span {
  readonly text: string;
}

export type BinaryOperator =
  | ('+' | '-' | '*' | '/')
  | ('==' | '!=' | '<' | '<=' | '>' | '>=' | 'in')
  | ('and' | 'or')
  | ('union' | 'intersect' | 'minus');

export const AGGREGATES = ['sum', 'avg', 'min', 'max', 'count', 'std', 'unique'] as const;
export type AggregateName = (typeof AGGREGATES)[number];

/** `variable in set and such`: what a comprehension goes over. */
export interface Over {
  readonly variable: Named;
  readonly set: Expression;
  readonly such?: Expression;
}

export type ExpressionContent =
  | { readonly kind: 'number'; readonly value: number; readonly unit?: string }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'null' | 'root' | 'trace' | 'missing' }
  | { readonly kind: 'not' | 'negative'; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'if';
      readonly branches: readonly { readonly condition: Expression; readonly value: Expression }[];
      readonly otherwise?: Expression;
    }
  | { readonly kind: 'exists' | 'forall'; readonly over: Over; readonly such: Expression }
  | {
      readonly kind: 'call';
      readonly name: Named;
      readonly target?: Expression;
      readonly items: readonly Expression[];
    }
  | { readonly kind: 'member'; readonly target: Expression; readonly name: Named }
  | { readonly kind: 'index'; readonly target: Expression; readonly index: Expression }
  | { readonly kind: 'set'; readonly items: readonly Expression[] }
  | { readonly kind: 'chosen'; readonly over: Over }
  | { readonly kind: 'aggregate'; readonly name: AggregateName; readonly items: readonly Expression[] }
  | {
      readonly kind: 'aggregateOver';
      readonly name: AggregateName;
      readonly value: Expression;
      readonly over: Over;
    }
  /** `first, ..., last` in a list or `first + ... + last`: equal but for one whole number. */
  | { readonly kind: 'range'; readonly first: Expression; readonly last: Expression; readonly isSum: boolean };

export type Expression = ExpressionContent & Span;

/** `setof Enter`, `double<s>[]`. */
export interface TypeName extends Span {
  readonly name: string;
  readonly isSet: boolean;
  readonly isArray: boolean;
  /** Unit as written, such as `B/s`. */
  readonly unit?: Named;
}

export interface Argument extends Span {
  readonly type: TypeName;
  readonly name: Named;
  readonly value?: Expression;
}

export interface Definition extends Span {
  readonly kind: 'definition';
  readonly name: Named;
  readonly type?: TypeName;
  readonly value: Expression;
  /** `if (condition) name = value;` leaves a name true that nothing else defines, else as it was. */
  readonly condition?: Expression;
}

export interface FunctionDefinition extends Span {
  readonly kind: 'function';
  readonly name: Named;
  readonly type: TypeName;
  readonly arguments: readonly Argument[];
  readonly value?: Expression;
}

/** An expression statement, such as `peaks.insert(p1.peaks);`. */
export interface Statement extends Span {
  readonly kind: 'statement';
  readonly value: Expression;
}

export type Local = Definition | FunctionDefinition | Statement;

export interface Guarded extends Span {
  readonly label?: Named;
  readonly value: Expression;
}

/** Contents of a property. */
export interface Body {
  readonly locals: readonly Local[];
  readonly conditions: readonly Guarded[];
  readonly confidences: readonly Guarded[];
  readonly severities: readonly Guarded[];
  readonly next: readonly { readonly call: Expression; readonly over?: Over }[];
  readonly impact?: Expression;
  readonly extent?: Expression;
  readonly at?: Expression;
  readonly parent?: Named;
  readonly explain?: string;
  readonly causes?: string;
  readonly advice?: string;
}

export interface Property extends Span {
  readonly kind: 'property';
  /** More than one for `[Peak/Trend]Degradation`. */
  readonly names: readonly Named[];
  /** Omitted if the text contains none. */
  readonly arguments?: readonly Argument[];
  readonly body: Body;
}

/** `property X = Template<a, b>;` */
export interface Instance extends Span {
  readonly kind: 'instance';
  readonly name: Named;
  readonly template: Named;
  readonly values: readonly Expression[];
}

export interface Template extends Span {
  readonly kind: 'template' | 'metaproperty';
  readonly name: Named;
  readonly parameters: readonly Argument[];
  readonly arguments: readonly Argument[];
  readonly body: Body;
}

export interface Pattern extends Span {
  readonly kind: 'pattern';
  readonly name: Named;
  readonly arguments: readonly Argument[];
  readonly locals: readonly Local[];
  readonly roots: readonly Named[];
  readonly instantiation: readonly Local[];
  readonly constraint?: Expression;
  /** The class of its matches, where it has a name. */
  readonly match?: Named;
  readonly foreach?: Over;
  readonly exports: readonly Local[];
}

export interface ClassMember extends Span {
  readonly type: TypeName;
  readonly name: Named;
}

export interface ClassDefinition extends Span {
  readonly kind: 'class';
  readonly name: Named;
  readonly base?: Named;
  readonly members: readonly ClassMember[];
}

export interface Parameter extends Span {
  readonly kind: 'parameter';
  readonly name: Named;
  readonly type?: TypeName;
  readonly value: Expression;
  readonly description?: string;
}

export interface Import extends Span {
  readonly kind: 'import';
  /** Name of a file. */
  readonly path: string;
  /** Its position. */
  readonly file: Span;
}

export type Declaration =
  | Import
  | Parameter
  | ClassDefinition
  | Definition
  | FunctionDefinition
  | Statement
  | Property
  | Instance
  | Template
  | Pattern;

/** A text that was parsed: there is one for any text. */
export interface ParsedFile {
  readonly declarations: readonly Declaration[];
  readonly tree: SyntaxNode;
}
