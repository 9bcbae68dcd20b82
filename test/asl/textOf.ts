import type { SyntaxNode } from '../../src/asl/syntax/tree.js';

/** The text of a tree: all of its tokens, blanks and comments too. */
export function textOf(node: SyntaxNode): string {
  return node.children.map((child) => ('children' in child ? textOf(child) : child.text)).join('');
}
