import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { elementAt } from '../../../src/base/elements.js';
import { ofLength } from '../ofLength.js';
import { placeOf } from '../spaceValues.js';

/** Values of one metric by call path and location, both exclusive and inclusive along the call tree. */
export interface ReferenceMetric {
  /** `path \t location` to value. */
  readonly inclusive: ReadonlyMap<string, number>;
  readonly exclusive: ReadonlyMap<string, number>;
}

export interface Reference {
  readonly metrics: ReadonlyMap<string, ReferenceMetric>;
  /** Metrics the analyzer knows, with or without values. */
  readonly names: ReadonlySet<string>;
}

/** Reads a `reference.tsv.gz`: stored values are inclusive over the call tree, one line per metric, path and location. */
export function readReference(file: string): Reference {
  const names = new Set<string>();
  const stored = new Map<string, Map<string, number>>();
  const paths = new Set<string>();
  for (const line of gunzipSync(readFileSync(file)).toString('utf8').split('\n')) {
    const fields = line.split('\t');
    if (line.startsWith('#M ')) names.add(elementAt(line.split(' '), 1));
    if (line.startsWith('#') || fields.length < 5) continue;
    const [metric, , path, location, value] = ofLength(fields.slice(0, 5), 5);
    paths.add(path);
    let values = stored.get(metric);
    if (values === undefined) stored.set(metric, (values = new Map<string, number>()));
    const key = `${path.slice(1)}\t${location}`;
    values.set(key, (values.get(key) ?? 0) + Number(value));
  }
  const parents = parentsOf(paths);
  const metrics = new Map<string, ReferenceMetric>();
  for (const [metric, inclusive] of stored)
    metrics.set(metric, { inclusive, exclusive: exclusiveOf(inclusive, parents) });
  return { metrics, names };
}

/** Parent of each path: the longest other path it starts with, since region names may contain slashes themselves. */
function parentsOf(paths: ReadonlySet<string>): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  for (const path of paths) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      if (!paths.has(path.slice(0, at))) continue;
      parents.set(path.slice(1), path.slice(1, at));
      break;
    }
  }
  return parents;
}

function exclusiveOf(
  inclusive: ReadonlyMap<string, number>,
  parents: ReadonlyMap<string, string>,
): ReadonlyMap<string, number> {
  const exclusive = new Map(inclusive);
  for (const [key, value] of inclusive) {
    const [path, location] = placeOf(key);
    const parent = parents.get(path);
    if (parent === undefined) continue;
    const parentKey = `${parent}\t${location}`;
    exclusive.set(parentKey, (exclusive.get(parentKey) ?? 0) - value);
  }
  return exclusive;
}
