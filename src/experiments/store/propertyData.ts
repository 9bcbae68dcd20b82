/** An experiment as properties in ASL see it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataOfRun, dataOfTrace } from '../../analysis/asl/data.js';
import { changesOfRun } from '../../analysis/dynamics/index.js';
import { changesOfTrace } from '../../analysis/dynamics/ofTrace.js';
import { analyzeTrace } from '../../analysis/trace/index.js';
import type { AslData } from '../../asl/data.js';
import type { ChangesEvidence } from '../../asl/measured/changes.js';
import type { TypedPattern } from '../../asl/types/pattern.js';
import { openMeasurement } from '../../formats/registry.js';
import type { Definitions } from '../../model/definitions.js';
import type { ParallelRegion } from '../../model/parallelRegions.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import type { Profile } from '../../model/profile.js';
import { shippedProperties } from '../../properties/index.js';
import { isFile } from '../../base/files/index.js';
import { type Experiment, FILES } from './experiment.js';
import { SeriesFile } from '../files/seriesFile.js';

/**
 * Returns the stored results, with the matches of patterns if the trace of the experiment is available.
 * @param readsOutside whether a trace outside of the experiment's folder may be read
 * @throws TrimtabError if the experiment has no results
 */
export function dataOfExperiment(
  experiment: Experiment,
  results: { readonly space: PerformanceSpace; readonly definitions: Definitions },
  patterns: readonly TypedPattern[],
  readsOutside = true,
): AslData {
  const { space, definitions } = results;
  const run = { space, report: experiment.report() };
  const archive = readsOutside || experiment.hasTraceInside ? experiment.archive : undefined;
  const readable = archive !== undefined && existsSync(archive) ? archive : undefined;
  const changes = (): ChangesEvidence | undefined => changesIn(experiment, results, readable);
  if (readable === undefined) return dataOfRun(run, definitions, { changes });
  if (run.report.measurement === 'profile')
    return dataOfRun(run, definitions, { changes, parallelRegions: () => constructsIn(readable, results) });
  if (patterns.length === 0) return dataOfRun(run, definitions, { changes });
  const opened = openMeasurement(readable);
  return opened.kind === 'trace'
    ? dataOfTrace(run, opened.trace, patterns, undefined, { changes })
    : dataOfRun(run, definitions, { changes });
}

/** Returns changes by iteration, from the stored series, else from the trace. */
function changesIn(
  experiment: Experiment,
  { space, definitions }: { readonly space: PerformanceSpace; readonly definitions: Definitions },
  archive: string | undefined,
): ChangesEvidence | undefined {
  const path = join(experiment.folder, FILES.series);
  const { callTree, locationCount } = space;
  if (isFile(path)) {
    const expected = { locations: locationCount, callPaths: callTree.size };
    const series = SeriesFile.open(path, expected, () => undefined);
    try {
      return changesOfRun(series.run(), { callTree, definitions, properties: shippedProperties });
    } finally {
      series.close();
    }
  }
  const isTrace = archive !== undefined && experiment.report().measurement !== 'profile';
  const opened = isTrace ? openMeasurement(archive) : undefined;
  if (opened?.kind !== 'trace') return undefined;
  const { program } = experiment.manifest;
  return changesOfTrace(opened.trace, analyzeTrace(opened.trace, { program, waits: true }));
}

/** Returns OpenMP constructs from a profile, which results do not contain; nothing if the file has changed. */
function constructsIn(
  archive: string,
  { space, definitions }: { readonly space: PerformanceSpace; readonly definitions: Definitions },
): Profile['parallelRegions'] {
  const opened = openMeasurement(archive);
  if (opened.kind === 'trace' || opened.profile.space.callTree.size !== space.callTree.size) return undefined;
  const { parallelRegions } = opened.profile;
  const nameOf = (of: Definitions, region: number): string | undefined => of.regions[region]?.name;
  const isSame = ({ region }: ParallelRegion): boolean =>
    nameOf(definitions, region) === nameOf(opened.definitions, region);
  return parallelRegions?.every(isSame) === true ? parallelRegions : undefined;
}
