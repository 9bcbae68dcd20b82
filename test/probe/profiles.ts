/** Values of each call path and thread in profiles and traces of the probe, for comparing them. */
import { join } from 'node:path';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { absent, elementAt } from '../../src/base/elements.js';
import { openCube, toSpace } from '../../src/formats/cube/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import type { Definitions } from '../../src/model/definitions.js';
import type { PerformanceSpace } from '../../src/model/performanceSpace.js';

/** Values by `THREAD PATH`, the path as `region@file:line/region@file:line`. */
export type ByPath = ReadonlyMap<string, number>;

function pathNames({ callTree }: PerformanceSpace, definitions: Definitions): string[] {
  const names: string[] = [];
  for (let node = 0; node < callTree.size; node++) {
    const region = elementAt(definitions.regions, elementAt(callTree.region, node));
    const site = definitions.sourceCodeLocations.at(elementAt(callTree.site, node) - 1);
    const line = site === undefined || elementAt(callTree.site, node) === 0 ? '' : `@${site.file}:${site.line}`;
    const parent = elementAt(callTree.parent, node);
    const here = `${region.canonicalName}(${region.file ?? ''}:${region.beginLine})${line}`;
    names.push(parent < 0 ? here : `${elementAt(names, parent)}/${here}`);
  }
  return names;
}

function threadNames({ locations, locationGroups }: Definitions): string[] {
  return locations.map(({ name, group }) => `${elementAt(locationGroups, group).name} ${name}`);
}

function valuesOf(space: PerformanceSpace, definitions: Definitions, metric: string): Map<string, number> {
  const column = space.severities.get(metric);
  const values = new Map<string, number>();
  if (column === undefined) return values;
  const [paths, threads] = [pathNames(space, definitions), threadNames(definitions)];
  for (const [entry, path] of column.callPath.entries()) {
    const key = `${elementAt(threads, elementAt(column.location, entry))} ${elementAt(paths, path)}`;
    values.set(key, (values.get(key) ?? 0) + (column.value[entry] ?? absent(entry)));
  }
  return values;
}

/** The values of one metric in the profile of a run. */
export function profileValues(folder: string): (metric: string) => ByPath {
  const report = openCube(join(folder, 'profile.cubex'));
  const { space, definitions, problems } = toSpace(report);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  return (metric) => valuesOf(space, definitions, metric);
}

/** The values of one metric in the trace of a run, as the analysis of traces finds them. */
export function traceValues(folder: string): (metric: string) => ByPath {
  const trace = openArchive(join(folder, 'traces.otf2'));
  const { space } = analyzeTrace(trace, { program: 'test', correctClocks: false });
  return (metric) => valuesOf(space, trace.definitions, metric);
}
