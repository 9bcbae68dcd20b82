/** Speedscope's own files: a profile of each location, over one table of frames. */
import { elementAt } from '../../base/elements.js';
import type { Region } from '../../model/definitions.js';
import { locationNames, regionName } from '../../model/names.js';
import { LocationColumn } from '../profile/index.js';
import { pathTo, type StackWritable } from '../stacks/writable.js';

const SCHEMA = 'https://www.speedscope.app/file-format-schema.json';

/**
 * Yields the lines of a file of Speedscope: for each location the call paths with their exclusive seconds. A frame is a
 * function, with the line of its start.
 * @param name of the whole, such as that of the program
 */
export function* speedscopeLines({ space, definitions }: StackWritable, name: string): Generator<string> {
  const { parent, region } = space.callTree;
  const regions = definitions.regions.length;
  const frames = [...definitions.regions.map(frameOf), { name: regionName(definitions, regions) }];
  const head = { $schema: SCHEMA, exporter: 'Trimtab', name, activeProfileIndex: 0, shared: { frames } };
  yield `${JSON.stringify(head).slice(0, -1)},"profiles":[`;
  const column = new LocationColumn(space, 'time');
  const names = locationNames(definitions);
  let written = 0;
  for (let location = 0; location < space.locationCount; location++) {
    const own = new Map<number, number>();
    column.each(location, (node, value) => own.set(node, (own.get(node) ?? 0) + value));
    const taken = [...own].filter(([, seconds]) => seconds > 0);
    if (taken.length === 0) continue;
    const weights = taken.map(([, seconds]) => seconds);
    const profile = {
      type: 'sampled',
      name: names[location] ?? `Location ${location}`,
      unit: 'seconds',
      startValue: 0,
      endValue: weights.reduce((sum, weight) => sum + weight, 0),
      samples: taken.map(([node]) => pathTo(node, parent).map((at) => Math.min(elementAt(region, at), regions))),
      weights,
    };
    yield `${written++ === 0 ? '' : ','}${JSON.stringify(profile)}`;
  }
  yield ']}';
}

function frameOf({ name, file, beginLine }: Region): { name: string; file?: string; line?: number } {
  return {
    name: name === '' ? '[unknown]' : name,
    ...(file === undefined || file === '' ? {} : { file }),
    ...(file === undefined || beginLine === 0 ? {} : { line: beginLine }),
  };
}
