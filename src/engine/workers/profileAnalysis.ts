/** Analysis of a file with sums instead of events. */
import { dataOfRun } from '../../analysis/asl/data.js';
import { withShippedProperties } from '../../analysis/asl/shipped.js';
import { analyzeProfile, analyzeProfileBy } from '../../analysis/profile/index.js';
import { boundRunTimes } from '../../analysis/whatIf/index.js';
import { present } from '../../base/present.js';
import type { Measurement } from '../../formats/format.js';
import { shippedProperties } from '../../properties/index.js';
import { dynamicsOfProfile } from '../measurements/dynamics/ofProfile.js';
import type { AnalysisResult, WorkerTask } from '../analysis/messages.js';
import { costsIfWanted } from '../analysis/recordingCosts.js';

type OpenedProfile = Extract<Measurement, { readonly kind: 'profile' }>;
type ProfileTask = WorkerTask & { readonly program: string };

export function analyzeSums(opened: OpenedProfile, task: ProfileTask): AnalysisResult {
  const summed = findingsOf(opened, task);
  const { spaceFile, dynamics: asked, archive, whatIf, properties: texts } = task;
  const bounds = whatIf === undefined ? undefined : boundRunTimes(opened.definitions, summed, whatIf.scenarios);
  if (spaceFile === undefined && asked === undefined) return { ...summed, ...present({ bounds }) };
  const how = { ...asked, totalTime: summed.report.totalTime, ...present({ texts }) };
  const dynamics = dynamicsOfProfile(archive, () => opened.profile, summed.space, opened.definitions, how);
  return { ...summed, ...present({ dynamics, bounds }) };
}

function findingsOf({ profile, definitions }: OpenedProfile, task: ProfileTask): AnalysisResult {
  // Properties describe time: with another ranked metric, there are none.
  if (task.metric !== undefined) return analyzeProfileBy(task.metric, profile, task.program);
  const analyzed = analyzeProfile(profile, task.program, shippedProperties, costsIfWanted({ definitions }, task));
  if (analyzed.report.main !== undefined) return analyzed;
  const data = dataOfRun(analyzed, definitions, { parallelRegions: () => profile.parallelRegions });
  return withShippedProperties(analyzed, definitions, data, task.properties);
}
