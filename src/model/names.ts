import type { Definitions } from './definitions.js';

/** The name of a region, also for one the trace refers to but does not define. */
export function regionName({ regions }: Definitions, region: number): string {
  return regions.at(region)?.name ?? 'UNKNOWN';
}

/** A location's name for people: its process's name, and its own where the process has several threads. */
export function locationNames({
  locations,
  locationGroups,
}: {
  readonly locations: readonly Pick<Definitions['locations'][number], 'group' | 'name' | 'type'>[];
  readonly locationGroups: readonly Pick<Definitions['locationGroups'][number], 'name'>[];
}): string[] {
  const threads = new Map<number, number>();
  for (const { group, type } of locations) {
    if (type === 'cpu-thread') threads.set(group, (threads.get(group) ?? 0) + 1);
  }
  return locations.map(({ group, name, type }) => {
    const process = locationGroups.at(group)?.name;
    if (process === undefined || process === '') return name;
    return type === 'cpu-thread' && threads.get(group) === 1 ? process : `${process}, ${name}`;
  });
}
