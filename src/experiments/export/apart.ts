/** Non-additive values in the profile of an experiment, which are not stored with its results. */
import { TrimtabError } from '../../base/problem.js';
import { holdsMeasurement, openMeasurement } from '../../formats/registry.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import type { ApartMetric, Profile } from '../../model/profile.js';
import type { Experiment } from '../store/experiment.js';

/**
 * Reads minimum and maximum values and the like again from the profile. Returns none if it is not in the experiment's
 * folder, is unreadable, or does not match the results. The same applies if overhead was subtracted from the results.
 */
export function apartOf(experiment: Experiment, space: PerformanceSpace): readonly ApartMetric[] {
  const { archive } = experiment;
  const { measurement, compensation } = experiment.report();
  if (measurement !== 'profile' || compensation !== undefined || archive === undefined) return [];
  if (!experiment.hasTraceInside || !holdsMeasurement(archive)) return [];
  const profile = profileAt(archive);
  return profile?.apart !== undefined && isSameRun(profile.space, space) ? profile.apart : [];
}

function profileAt(path: string): Profile | undefined {
  try {
    const opened = openMeasurement(path);
    return opened.kind === 'profile' ? opened.profile : undefined;
  } catch (error) {
    // The results exist nevertheless.
    if (error instanceof TrimtabError) return undefined;
    throw error;
  }
}

/** Whether both have the same call paths and as many locations. */
function isSameRun(one: PerformanceSpace, other: PerformanceSpace): boolean {
  const [tree, same] = [one.callTree, other.callTree];
  if (tree.size !== same.size || one.locationCount !== other.locationCount) return false;
  for (let node = 0; node < tree.size; node++)
    if (tree.parent[node] !== same.parent[node] || tree.region[node] !== same.region[node]) return false;
  return true;
}
