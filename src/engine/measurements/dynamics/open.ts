/** How performance changes by iteration in an experiment, from its files or from what was measured. */
import { join } from 'node:path';
import { dynamicsOfTrace } from '../../../analysis/dynamics/ofTrace.js';
import { withoutLoop } from '../../../analysis/dynamics/runOfTrace.js';
import { analyzeTrace } from '../../../analysis/trace/index.js';
import { isFile } from '../../../base/files/index.js';
import { TrimtabError } from '../../../base/problem.js';
import { writeDynamics } from '../../../experiments/store/dynamicsFiles.js';
import { dynamicsNames, type Experiment } from '../../../experiments/store/experiment.js';
import { SeriesFile } from '../../../experiments/files/seriesFile.js';
import { formatOf, openAsTrace, openMeasurement } from '../../../formats/registry.js';
import type { Definitions } from '../../../model/definitions.js';
import type { DynamicsReport } from '../../../model/dynamics/dynamics.js';
import type { PerformanceSpace } from '../../../model/performanceSpace.js';
import type { Profile } from '../../../model/profile.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { Room } from '../room.js';
import { dynamicsOfProfile } from './ofProfile.js';

/** The experiment to which dynamics belong. */
interface Changing {
  readonly experiment: Experiment;
  readonly space: PerformanceSpace;
  readonly definitions: Definitions;
  readonly room: Room;
  readonly hasEvents: boolean;
  readonly archiveToRead: string | undefined;
}

export interface OpenDynamics {
  readonly report: DynamicsReport;
  /** Omitted if no loop was found. */
  readonly series?: SeriesFile;
}

/**
 * @param level which of the loops that were found; the chosen one is 0
 * @throws TrimtabError where the files are damaged and there is nothing to make them of, or there is no such loop; CancelledError
 */
export function openDynamics(measurement: Changing, level: number, checkCancelled: CheckCancelled): OpenDynamics {
  const { hasEvents, archiveToRead } = measurement;
  checkCancelled();
  try {
    const kept = keptDynamics(measurement, level);
    if (kept !== undefined) return kept;
  } catch (error) {
    // Damaged files are made again where there is something to make them of.
    if (!hasEvents || !(error instanceof TrimtabError)) throw error;
  }
  if (archiveToRead === undefined) return { report: withoutLoop(missing(measurement)) };
  if (!hasEvents) return profiled(measurement, level, archiveToRead);
  make(measurement, level, archiveToRead, checkCancelled);
  return keptDynamics(measurement, level) ?? { report: withoutLoop(missing(measurement)) };
}

function keptDynamics({ experiment, space, room }: Changing, level: number): OpenDynamics | undefined {
  const report = experiment.dynamics(level);
  if (report === undefined) return undefined;
  const name = dynamicsNames(level).series;
  const path = join(experiment.folder, name);
  if (report.loops.length === 0) return { report };
  if (!isFile(path)) throw new TrimtabError(`Experiment ${experiment.id} has no ${name}.`);
  const expected = { locations: space.locationCount, callPaths: space.callTree.size };
  return { report, series: SeriesFile.open(path, expected, (bytes) => room.hold(bytes)) };
}

function make({ experiment }: Changing, level: number, archive: string, checkCancelled: CheckCancelled): void {
  const isCancelled = (): boolean => {
    checkCancelled();
    return false;
  };
  const trace = openAsTrace(archive);
  const { program } = experiment.manifest;
  const analyzed = analyzeTrace(trace, { program, waits: true, isCancelled });
  const found = dynamicsOfTrace(trace, analyzed, { level, isCancelled });
  writeDynamics(experiment.folder, found, analyzed.space.callTree.size, level);
}

/** Of a profile, which may keep what its iterations took. */
function profiled(measurement: Changing, level: number, archive: string): OpenDynamics {
  const { experiment, space, definitions } = measurement;
  const { totalTime } = experiment.report();
  const found = dynamicsOfProfile(archive, () => profileAt(archive), space, definitions, { totalTime, level });
  if (found === undefined) return { report: withoutLoop(missing(measurement)) };
  writeDynamics(experiment.folder, found, space.callTree.size, level);
  return keptDynamics(measurement, level) ?? { report: withoutLoop(missing(measurement)) };
}

/** @throws TrimtabError where it is a trace, or cannot be read */
function profileAt(archive: string): Profile {
  const opened = openMeasurement(archive);
  if (opened.kind === 'trace') throw new TrimtabError(`${archive} is a trace.`);
  return opened.profile;
}

function missing({ experiment: { archive, id } }: Changing): string {
  const isProfile = archive !== undefined && formatOf(archive)?.kind === 'profile';
  return isProfile
    ? `Experiment ${id} was measured as a profile that keeps no values by iteration: name the program's progress loop (measure.phase in trimtab.yaml), or measure a trace.`
    : `Experiment ${id} keeps no values by iteration, and there is no trace to make them of.`;
}
