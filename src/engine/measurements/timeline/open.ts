/** The timeline of an experiment, from its file or from its trace. */
import { join } from 'node:path';
import { analyzeTrace } from '../../../analysis/trace/index.js';
import { isFile } from '../../../base/files/index.js';
import { TrimtabError } from '../../../base/problem.js';
import { type Experiment, FILES } from '../../../experiments/store/experiment.js';
import { TimelineFile, writeTimeline } from '../../../experiments/files/timelineFile.js';
import { openAsTrace } from '../../../formats/registry.js';
import type { PerformanceSpace } from '../../../model/performanceSpace.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { Room } from '../room.js';

/** The experiment to which a timeline belongs. */
interface Pictured {
  readonly experiment: Experiment;
  readonly space: PerformanceSpace;
  readonly room: Room;
  readonly hasEvents: boolean;
  readonly archiveToRead: string | undefined;
  /** Why there is no timeline where there is no trace to make one of. */
  readonly missingTimeline: string;
}

/** @throws TrimtabError where there is none and none can be made; CancelledError */
export function openTimeline(measurement: Pictured, checkCancelled: CheckCancelled): TimelineFile {
  const { experiment, space, room, hasEvents, archiveToRead } = measurement;
  const path = join(experiment.folder, FILES.timeline);
  const expected = { locations: space.locationCount, callPaths: space.callTree.size };
  const open = (): TimelineFile => TimelineFile.open(path, expected, (bytes) => room.hold(bytes));
  if (isFile(path)) {
    try {
      return open();
    } catch (error) {
      // A damaged one is made again where there is something to make it of.
      if (!hasEvents || !(error instanceof TrimtabError)) throw error;
    }
  }
  if (!hasEvents || archiveToRead === undefined) throw new TrimtabError(measurement.missingTimeline);
  const isCancelled = (): boolean => {
    checkCancelled();
    return false;
  };
  const program = experiment.manifest.program;
  const { timeline, space: made } = analyzeTrace(openAsTrace(archiveToRead), { program, timeline: true, isCancelled });
  if (timeline === undefined) throw new TrimtabError(measurement.missingTimeline);
  writeTimeline(path, timeline, made.callTree.size);
  return open();
}
