/**
 * A call tree as columns: node `n` is the region `region[n]`, called at `site[n]` from node `parent[n]`.
 * A parent's index is always smaller than its children's, so one forward pass visits callers first.
 */
export interface CallTree {
  readonly size: number;
  /** Index of the calling node, -1 at a root. */
  readonly parent: Int32Array;
  /** Region index into Definitions.regions. */
  readonly region: Uint32Array;
  /** Call site: index of a SourceCodeLocation plus one; 0 where unknown. */
  readonly site: Uint32Array;
}
