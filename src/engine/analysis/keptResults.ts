/** Files of an experiment that an analysis writes. */
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Dynamics } from '../../analysis/dynamics/ofTrace.js';
import { writeAtomically } from '../../base/files/index.js';
import { encodeSpace } from '../../experiments/files/spaceFile.js';
import { writeTimeline } from '../../experiments/files/timelineFile.js';
import { writeDynamics } from '../../experiments/store/dynamicsFiles.js';
import { FILES } from '../../experiments/store/experiment.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import type { Timeline } from '../../model/timeline.js';

/** Writes the space, and next to it what else was found. */
export function keepResults(
  spaceFile: string,
  space: PerformanceSpace,
  { timeline, dynamics }: { readonly timeline?: Timeline | undefined; readonly dynamics?: Dynamics | undefined },
): void {
  writeAtomically(spaceFile, encodeSpace(space));
  writeTimelineNextTo(spaceFile, timeline, space.callTree.size);
  writeDynamicsNextTo(spaceFile, dynamics, space.callTree.size);
}

/** One of an earlier analysis is none of this one. */
function writeTimelineNextTo(spaceFile: string, timeline: Timeline | undefined, callPaths: number): void {
  const path = join(dirname(spaceFile), FILES.timeline);
  if (timeline === undefined) rmSync(path, { force: true });
  else writeTimeline(path, timeline, callPaths);
}

/** Those of an earlier analysis are none of this one. */
function writeDynamicsNextTo(spaceFile: string, dynamics: Dynamics | undefined, callPaths: number): void {
  const folder = dirname(spaceFile);
  if (dynamics !== undefined) writeDynamics(folder, dynamics, callPaths);
  else for (const name of [FILES.dynamics, FILES.series]) rmSync(join(folder, name), { force: true });
}
