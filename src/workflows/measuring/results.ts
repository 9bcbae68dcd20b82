/** Keeping what an analysis found with its experiment: the one way for a run, a step of a workflow and an opened trace. */
import { present } from '../../base/present.js';
import { SourceSnapshot, type Recorder } from '../../experiments/index.js';
import { withDoubt } from '../../model/findings/doubts.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import type { Problem } from '../../base/problem.js';
import { compareRanks, ranksDoubt } from '../provenance/ranks.js';

/** Data about a measurement in addition to its trace. */
export interface MeasuredResults {
  /** Folder that paths of kept sources are relative to. */
  readonly project: string;
  /** Requested rank count; omitted if unknown, or if not all of them can be expected. */
  readonly asked?: number;
  /** Reasons why the results are incomplete, in addition to those in the experiment. */
  readonly problems?: readonly Problem[];
  /** Sources that changed since are not what was measured; milliseconds since 1970. */
  readonly began: number;
  /** The path on this machine of a file as the measurement names it; undefined where it is not here. */
  readonly here?: (measured: string) => string | undefined;
}

/** Result of an analysis. */
export interface Analyzed {
  readonly report: FindingsReport;
  readonly space: PerformanceSpace;
  /** The space as a file next to the experiments, if it was written already. */
  readonly spaceFile?: string;
}

/** Stored data. */
export interface Stored {
  readonly report: FindingsReport;
  /** Why the numbers are none of the run that was asked for. */
  readonly wrong: Problem | undefined;
}

/**
 * Stores results: compares the rank count with the requested one and adds the reasons for an incomplete measurement to
 * the report. Keeps sources that only the report names.
 * @throws TrimtabError when they cannot be written
 */
export function storeAnalysis(
  recorder: Recorder,
  { report: found, space, spaceFile }: Analyzed,
  { project, asked, problems: noted = [], began, here = (file) => file }: MeasuredResults,
): Stored {
  const { manifest } = recorder;
  const mismatch = asked === undefined ? undefined : compareRanks(asked, found.processes, manifest.run?.argv ?? []);
  const problems = [...(manifest.problems ?? []), ...(mismatch === undefined ? [] : [mismatch]), ...noted];
  const known = { ...found, problems: [...found.problems, ...problems] };
  const report =
    mismatch === undefined || asked === undefined
      ? known
      : withDoubt(known, ranksDoubt(mismatch, asked, found.processes));
  const sources = new SourceSnapshot(recorder.folder, project, manifest.sources);
  for (const { place } of [...report.findings, ...report.functions, ...report.lines]) {
    const file = place === undefined ? undefined : here(place.file);
    if (place !== undefined && file !== undefined) sources.add(file, began, place.file);
  }
  recorder.update({
    ranks: { ...manifest.ranks, ...present({ asked }), measured: report.processes },
    sources: [...sources.records],
    ...(problems.length === 0 ? {} : { problems }),
  });
  recorder.storeResults(report, space, spaceFile);
  return { report, wrong: problems.find(({ level }) => level === 'error') };
}
