import type { AnalyzeArchive } from '../../workflows/index.js';
import type { Terminal } from '../terminal/terminal.js';

/** Environment of every command. */
export interface Context {
  readonly terminal: Terminal;
  /** The folder that relative paths start from. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly analyzeArchive: AnalyzeArchive;
  /** Finds the folder with trimtab-cc. @throws TrimtabError when it is missing */
  readonly findProbe: () => string;
}
