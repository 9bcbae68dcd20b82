import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { liesIn } from '../../base/files/index.js';
import { type Experiment, ExperimentStore } from '../../experiments/index.js';
import { measurementAt } from '../../formats/registry.js';
import { openTrace, type AnalyzeArchive } from '../../workflows/index.js';

/** Traces and profiles that a person named, analyzed as experiments in a folder that goes away with this. */
export class OpenedFiles {
  /** Store of the files; undefined if none was named. */
  readonly store: ExperimentStore | undefined;
  private readonly folder: string | undefined;
  private readonly ended = new AbortController();
  private readonly opened: Promise<readonly string[]>;

  /**
   * Begins to analyze them, one after the other.
   * @param project whose sources and properties are used for reports
   * @throws TrimtabError when a file is neither a trace nor a profile
   */
  constructor(project: string, files: readonly string[], analyzeArchive: AnalyzeArchive) {
    const archives = files.map((file) => measurementAt(resolve(file)));
    this.folder = files.length === 0 ? undefined : mkdtempSync(join(realpathSync(tmpdir()), 'trimtab-mcp-'));
    this.store =
      this.folder === undefined
        ? undefined
        : new ExperimentStore(project, { folder: join(this.folder, 'experiments') });
    this.opened = this.open(archives, analyzeArchive);
    // Errors are reported on request; a missing request is no defect.
    this.opened.catch(() => undefined);
  }

  private async open(archives: readonly string[], analyzeArchive: AnalyzeArchive): Promise<readonly string[]> {
    const found: string[] = [];
    if (this.store === undefined) return found;
    for (const archive of archives) {
      const { experiment } = await openTrace(archive, {
        store: this.store,
        analyzeArchive,
        signal: this.ended.signal,
      });
      found.push(experiment);
    }
    return found;
  }

  /** The experiments that were made of them. @throws TrimtabError when one cannot be analyzed */
  experiments(): Promise<readonly string[]> {
    return this.opened;
  }

  /** Whether an experiment was made of one of the files. */
  holds({ folder }: Experiment): boolean {
    return this.folder !== undefined && liesIn(this.folder, folder);
  }

  /** Ends what is under way, and removes what was made. */
  async close(): Promise<void> {
    this.ended.abort();
    await this.opened.catch(() => undefined);
    if (this.folder !== undefined) rmSync(this.folder, { recursive: true, force: true });
  }
}
