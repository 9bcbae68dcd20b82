import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isInside } from '../../base/files/inside.js';
import type { Seconds } from '../../base/units.js';
import type { Experiment } from '../../experiments/index.js';
import { TrimtabError } from '../../base/problem.js';
import type { DynamicsReport } from '../../model/dynamics/dynamics.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import type { RunLabel } from '../presentation/hover.js';
import { digestByFile, type ReportByFile } from '../presentation/lineDigest.js';
import type { PathMapping } from '../../base/paths/pathMap.js';
import { hasLines } from '../sources/lineCount.js';
import { filesFound, proposeMapping, type Proposal } from '../sources/proposal.js';
import { type Fits, resolveSources, type KnownSources, type SourceFiles } from '../sources/sourceFiles.js';
import { pathParts } from '../../base/paths/suffixMatch.js';
import { functionCostOf } from '../../workflows/measuring/functionCosts.js';

/** A selected experiment, loaded: its report by line, and where its measured files are here. */
export class ShownExperiment {
  readonly id: string;
  readonly label: RunLabel;
  readonly report: FindingsReport;
  /** How it changes by iteration, or why that cannot be read; undefined where nothing of it was kept. */
  readonly dynamics: DynamicsReport | string | undefined;
  readonly lines: ReportByFile;
  private files: Promise<SourceFiles> | undefined;
  private cost: { readonly pair: Seconds | undefined } | undefined;
  private readonly askedInVain = new Set<string>();

  /**
   * @param project the folder whose store keeps the experiment
   * @param mappings path mappings set by the user
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
    this.dynamics = dynamicsOf(experiment);
    this.lines = digestByFile(this.report, typeof this.dynamics === 'string' ? undefined : this.dynamics);
  }

  /**
   * Returns the local files of the measured ones. They are searched once. They are searched again for each requested
   * file that has the name of a missing one and may be newer than the search.
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
    return resolveSources([...this.lines.keys()], this.knownSources(), folders, this.mappings, this.fits);
  }

  /** A file that is shorter than what was measured is another one; where its text was kept, lines are found by that. */
  private readonly fits: Fits = (measured, file) => {
    if (this.experiment.sources.some((source) => source.measured === measured)) return true;
    return hasLines(file, this.lines.get(measured)?.at(-1)?.line ?? 0);
  };

  /** Measured files that are not found here, those with the worst findings first. */
  async missingFiles(folders: readonly string[]): Promise<string[]> {
    const { local } = await this.sourceFiles(folders);
    const worstFirst = this.report.findings.flatMap(({ place }) => (place === undefined ? [] : [place.file]));
    return [...new Set([...worstFirst, ...this.lines.keys()])].filter((file) => !local.has(file));
  }

  /** The folder here that seems to hold the files that are not found; see proposeMapping. */
  async proposal(folders: readonly string[]): Promise<Proposal | undefined> {
    const missing = await this.missingFiles(folders);
    return missing.length === 0 ? undefined : proposeMapping([...this.lines.keys()], missing, folders, this.fits);
  }

  /** How many of the files that are not found a mapping would find. */
  async foundBy(mapping: PathMapping, folders: readonly string[]): Promise<number> {
    return filesFound(mapping, await this.missingFiles(folders), () => true).length;
  }

  /**
   * Returns the overhead of the enter and leave events of a region in the run; undefined if its records do not contain
   * it.
   */
  get recordingCost(): Seconds | undefined {
    return (this.cost ??= { pair: this.costOfRecords() }).pair;
  }

  /** The text of a file as it was measured; undefined where it was not kept. @throws TrimtabError when the copy is gone */
  measuredText(measured: string): string | undefined {
    return this.experiment.measuredText(measured);
  }

  /** Of what lies elsewhere nothing is read here. */
  private costOfRecords(): Seconds | undefined {
    const { archive, folder } = this.experiment;
    return archive !== undefined && isInside(folder, archive) ? functionCostOf(this.experiment)?.pair : undefined;
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

/** Returns the stored report, or the sentence why it cannot be read: all else is shown nevertheless. */
function dynamicsOf(experiment: Experiment): DynamicsReport | string | undefined {
  try {
    return experiment.dynamics();
  } catch (error) {
    if (error instanceof TrimtabError) return error.message;
    throw error;
  }
}
