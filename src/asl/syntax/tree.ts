import type { Token } from './tokens.js';

/** Kind of a part of the text. */
export type NodeKind =
  | 'file'
  | 'import'
  | 'parameter'
  | 'class'
  | 'member'
  | 'function'
  | 'definition'
  | 'property'
  | 'template'
  | 'instance'
  | 'pattern'
  | 'clause'
  | 'argument'
  | 'type'
  | 'expression'
  | 'skipped';

/** A node of the lossless tree: its tokens, with blanks and comments, are the exact text. */
export interface SyntaxNode {
  readonly kind: NodeKind;
  readonly children: readonly (SyntaxNode | Token)[];
}
