import type { Token } from './tokens.js';

/** What a stretch of text is. */
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

/** A node of the lossless tree: its tokens, blanks and comments too, are the text as it stands. */
export interface SyntaxNode {
  readonly kind: NodeKind;
  readonly children: readonly (SyntaxNode | Token)[];
}
