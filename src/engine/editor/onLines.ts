/** Items that may replace one experiment's marks on lines: changes of a comparison, or growth in a study. */
import type { CodeLens } from 'vscode-languageserver';
import type { Markdown } from '../../model/text/markdown.js';
import type { LineMark, ShownOnLines } from '../../protocol/messages.js';
import type { Placement } from './placement.js';
import type { Workspace } from '../project/workspace.js';

/** Context in which lines of documents are resolved. */
export interface Here {
  readonly placement: Placement;
  readonly folders: readonly string[];
}

export interface OnLines {
  readonly summary: ShownOnLines;
  /** Returns the same with sources resolved again. */
  again(workspace: Workspace): OnLines;
  marks(uri: string, here: Here): Promise<LineMark[]>;
  /** In addition to those of the experiment. */
  lenses(uri: string, here: Here): Promise<CodeLens[]>;
  /** @param line 0-based */
  hover(uri: string, line: number, here: Here): Promise<Markdown | undefined>;
  /** Current position of the largest one, 0-based; null if nothing is reported or the source is not available. */
  largest(here: Here): Promise<{ readonly path: string; readonly line: number } | null>;
}
