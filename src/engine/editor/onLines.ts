/** What may stand on lines in the place of one experiment's marks: a comparison's changes, or what a study says grows. */
import type { CodeLens } from 'vscode-languageserver';
import type { Markdown } from '../../model/text/markdown.js';
import type { LineMark, ShownOnLines } from '../../protocol/messages.js';
import type { Placement } from './placement.js';
import type { Workspace } from '../project/workspace.js';

/** Where to look for the lines of documents. */
export interface Here {
  readonly placement: Placement;
  readonly folders: readonly string[];
}

export interface OnLines {
  readonly summary: ShownOnLines;
  /** The same, whose sources are looked for anew. */
  again(workspace: Workspace): OnLines;
  marks(uri: string, here: Here): Promise<LineMark[]>;
  /** Beside those of the experiment. */
  lenses(uri: string, here: Here): Promise<CodeLens[]>;
  /** @param line 0-based */
  hover(uri: string, line: number, here: Here): Promise<Markdown | undefined>;
  /** Where most of it is now, 0-based; null where nothing is to be told or the source is not here. */
  largest(here: Here): Promise<{ readonly path: string; readonly line: number } | null>;
}
