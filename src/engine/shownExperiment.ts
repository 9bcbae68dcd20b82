import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Experiment } from '../experiments/index.js';
import type { FindingsReport } from '../model/findings.js';
import type { RunLabel } from './presentation/hover.js';
import { digestByFile, type ReportByFile } from './presentation/lineDigest.js';
import type { PathMapping } from '../targets/target.js';
import { resolveSources, type KnownSources, type SourceFiles } from './sources/sourceFiles.js';
import { pathParts } from '../experiments/suffixMatch.js';

/** A selected experiment, loaded: its report by line, and where its measured files are here. */
export class ShownExperiment {
  readonly id: string;
  readonly label: RunLabel;
  readonly report: FindingsReport;
  readonly lines: ReportByFile;
  private files: Promise<SourceFiles> | undefined;
  private readonly askedInVain = new Set<string>();

  /**
   * @param project the folder whose store keeps the experiment
   * @param mappings where people said that sources lie
   * @throws TrimtabError when the experiment has no readable results
   */
  constructor(
    private readonly experiment: Experiment,
    private readonly project: string,
    private readonly mappings: readonly PathMapping[] = [],
  ) {
    this.id = experiment.id;
    this.label = { name: experiment.manifest.name, created: experiment.manifest.created };
    this.report = experiment.report();
    this.lines = digestByFile(this.report);
  }

  /**
   * Which local files the measured ones are. Searched for once, and once more for every file that is asked about,
   * has the name of one not found and may be newer than the search.
   * @param asked real path of the file in question
   */
  async sourceFiles(folders: readonly string[], asked?: string): Promise<SourceFiles> {
    const files = await (this.files ??= this.search(folders));
    if (asked === undefined || files.measured.has(asked) || this.askedInVain.has(asked)) return files;
    if (!existsSync(asked)) return files;
    this.askedInVain.add(asked);
    const missed = [...this.lines.keys()].some(
      (path) => !files.local.has(path) && pathParts(path).at(-1) === basename(asked),
    );
    return missed ? (this.files = this.search(folders)) : files;
  }

  private search(folders: readonly string[]): Promise<SourceFiles> {
    return resolveSources([...this.lines.keys()], this.knownSources(), folders, this.mappings);
  }

  /** Measured files that are not found here, those with the worst findings first. */
  async missingFiles(folders: readonly string[]): Promise<string[]> {
    const { local } = await this.sourceFiles(folders);
    const worstFirst = this.report.findings.flatMap(({ place }) => (place === undefined ? [] : [place.file]));
    return [...new Set([...worstFirst, ...this.lines.keys()])].filter((file) => !local.has(file));
  }

  /** The text of a file as it was measured; undefined where it was not kept. @throws TrimtabError when the copy is gone */
  measuredText(measured: string): string | undefined {
    return this.experiment.measuredText(measured);
  }

  private knownSources(): KnownSources {
    return new Map(
      this.experiment.sources.map(({ measured, project }) => [
        measured,
        project === undefined ? {} : { local: join(this.project, project) },
      ]),
    );
  }
}
