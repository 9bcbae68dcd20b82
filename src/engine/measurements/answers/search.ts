import { present } from '../../../base/present.js';
import { join } from 'node:path';
import { CallPaths } from '../../../analysis/callPaths/callPaths.js';
import { PARTS, type SearchedRun, searchRun, THRESHOLD } from '../../../analysis/search/searchRun.js';
import { absent, elementAt } from '../../../base/elements.js';
import { isFile } from '../../../base/files/index.js';
import { TrimtabError } from '../../../base/problem.js';
import { SEARCH_FILE, searchGraphOf } from '../../../measurement/search/history.js';
import { searchedText, titleOf } from '../../../measurement/search/words.js';
import { shippedProperties } from '../../../properties/index.js';
import { MOST_STEPS } from '../../../protocol/queries/search.js';
import { readSearch } from '../../../workflows/live/searchRun.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import { windowsOfWaits } from '../timeline/waitWindows.js';
import type { Answerer } from './answerer.js';

export const search: Answerer<'search'> = (measurement, _, checkCancelled) =>
  searchedWhileItRan(measurement) ?? searched(measurement, checkCancelled);

function searched(measurement: OpenMeasurement, checkCancelled: CheckCancelled): ReturnType<Answerer<'search'>> {
  const { space, definitions } = measurement;
  const known = new Set(space.metrics.map(({ name }) => name));
  const properties = shippedProperties.waiting
    .filter(({ metric }) => known.has(metric))
    .map(({ metric }) => ({ metric, values: valuesOf(measurement, metric) }));
  checkCancelled();
  const totalTime = measurement.severities('time').value.reduce((total, seconds) => total + seconds, 0);
  const paths = new CallPaths(space.callTree, definitions);
  const { span, whenOf, missing } = whenIn(measurement, properties, totalTime, checkCancelled);
  const { steps } = searchRun({
    ...{ totalTime, span, properties, whenOf },
    pathOf: (node) => paths.steps(node).map(({ region }) => region),
  });
  return {
    head: {
      steps: steps.map(({ parents, focus: { path, node, locations }, ...step }) => ({
        ...step,
        parents: [...parents],
        focus: {
          ...(path === undefined ? {} : { path: [...path] }),
          ...present({ node }),
          ...(locations === undefined ? {} : { locations: [...locations] }),
        },
      })),
      ...present({ missing }),
      titles: {},
    },
    columns: {},
  };
}

/** The history of the search on the program while it ran; undefined where there was none. */
function searchedWhileItRan({ experiment, definitions }: OpenMeasurement): ReturnType<Answerer<'search'>> | undefined {
  const file = join(experiment.folder, SEARCH_FILE);
  if (!isFile(file)) return undefined;
  const history = readSearch(file);
  const locations = locationsByRank(definitions);
  const steps = searchGraphOf(history).steps.slice(0, MOST_STEPS);
  return {
    head: {
      steps: steps.map(({ parents, focus: { path, locations: ranks = [] }, window: _, ...step }) => ({
        ...step,
        parents: [...parents],
        focus: {
          ...(path === undefined ? {} : { path: [...path] }),
          ...(ranks.length === 0 ? {} : { locations: ranks.flatMap((rank) => locations[rank] ?? []) }),
        },
      })),
      searched: searchedText(history),
      titles: Object.fromEntries([...new Set(steps.map(({ metric }) => metric))].map((name) => [name, titleOf(name)])),
    },
    columns: {},
  };
}

/** By rank the location of its first thread. */
function locationsByRank({ locations, locationGroups }: OpenMeasurement['definitions']): (number | undefined)[] {
  const processes = [...locationGroups.keys()].filter((group) => locationGroups[group]?.type === 'process');
  return processes.map((group) => {
    const first = locations.findIndex((location) => location.group === group);
    return first < 0 ? undefined : first;
  });
}

function valuesOf(measurement: OpenMeasurement, metric: string): SearchedRun['properties'][number]['values'] {
  const { callPath, location, value } = measurement.severities(metric);
  const sums = new Map<string, { readonly node: number; readonly location: number; seconds: number }>();
  for (let i = 0; i < value.length; i++) {
    const at = { node: elementAt(callPath, i), location: elementAt(location, i) };
    const key = `${at.node} ${at.location}`;
    const sum = sums.get(key) ?? { ...at, seconds: 0 };
    sum.seconds += elementAt(value, i);
    sums.set(key, sum);
  }
  return [...sums.values()];
}

/** Returns known times: only of metrics that are large enough to be requested. */
function whenIn(
  measurement: OpenMeasurement,
  properties: SearchedRun['properties'],
  totalTime: number,
  checkCancelled: CheckCancelled,
): Pick<SearchedRun, 'span' | 'whenOf'> & { readonly missing?: string } {
  const wanted = new Map<string, Float64Array>();
  for (const { metric, values } of properties)
    for (const { node, location, seconds } of values)
      if (seconds >= THRESHOLD * totalTime) wanted.set(`${metric} ${node} ${location}`, new Float64Array(PARTS));
  try {
    const file = measurement.timeline(checkCancelled);
    const parents = new Map(measurement.space.metrics.map(({ name, parent }) => [name, parent]));
    const metrics = new Set(properties.map(({ metric }) => metric));
    const metricOf = file.properties.map((name) => {
      let at: string | undefined = name;
      while (at !== undefined && !metrics.has(at)) at = parents.get(at);
      return at;
    });
    const windows = { from: 0, width: file.span / PARTS, count: PARTS };
    windowsOfWaits(file, windows, checkCancelled, (rows, row) =>
      rows.part[row] === 1
        ? undefined
        : wanted.get(
            `${metricOf[rows.property[row] ?? absent(row)] ?? ''} ${rows.node[row] ?? absent(row)} ${rows.location[row] ?? absent(row)}`,
          ),
    );
    return {
      span: file.span,
      whenOf: (metric, node, location) => {
        const sums = wanted.get(`${metric} ${node} ${location}`);
        // Of what has no single waits, it is not known when it was.
        return sums?.some((seconds) => seconds > 0) === true ? sums : undefined;
      },
    };
  } catch (error) {
    if (!(error instanceof TrimtabError)) throw error;
    return { span: 0, whenOf: () => undefined, missing: error.message };
  }
}
