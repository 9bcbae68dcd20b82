import { join } from 'node:path';
import { analyzeProfile } from '../../../src/analysis/profile/index.js';
import type { FindingsReport, FlatRow } from '../../../src/model/findings/findings.js';
import type { Profile } from '../../../src/model/profile.js';
import { openMeasurement } from '../../../src/formats/registry.js';

/** A sample that a profiler wrote. */
export const sample = (name: string): string => join(import.meta.dirname, '..', 'samples', name);

/** A file opened as everybody opens it. */
export function profileAt(path: string): Profile {
  const opened = openMeasurement(path);
  if (opened.kind === 'trace') throw new Error(`${path} is a trace`);
  return opened.profile;
}

export const reportOf = (profile: Profile): FindingsReport => analyzeProfile(profile, 'x').report;

/** Returns the values of functions, by name. */
export function flatOf(profile: Profile): Map<string, FlatRow> {
  return new Map((reportOf(profile).flat ?? []).map((row) => [row.region, row]));
}

/** All of a metric. */
export function totalOf({ space }: Profile, metric: string): number {
  return (space.severities.get(metric)?.value ?? new Float64Array()).reduce((sum, value) => sum + value, 0);
}
