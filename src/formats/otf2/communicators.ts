import type { Communicator } from '../../model/definitions.js';
import { NO_INDEX, type OneSidedDefinitions } from '../../model/definitions.js';
import type { RawCommunicator, RawDefinitions, RawGroup } from './rawDefinitions.js';

/**
 * Resolves communicators: members of a group are places in its paradigm's list of locations (COMM_LOCATIONS), whose
 * members are locations. Members that are not defined become NO_INDEX, so that ranks keep their place.
 */
export function resolveCommunicators(
  raw: RawDefinitions,
  indices: ReadonlyMap<number, number>,
  text: (id: number) => string,
): Communicator[] {
  const resolver = new GroupResolver(raw);
  return [...raw.communicators.values()].map((communicator) => {
    const group = raw.groups.get(communicator.group);
    const resolved: Communicator = {
      name: text(communicator.name),
      parent: indices.get(communicator.parent) ?? NO_INDEX,
      ranks: resolver.members(communicator.group),
      self: group?.type === 'comm-self',
      ...(group === undefined ? {} : { paradigm: group.paradigm }),
    };
    return addRemote(resolved, communicator, resolver);
  });
}

/** Windows and groups of one-sided communication; undefined where there is no window. */
export function resolveOneSided(
  raw: RawDefinitions,
  indices: ReadonlyMap<number, number>,
): OneSidedDefinitions | undefined {
  if (raw.windows.size === 0) return undefined;
  const resolver = new GroupResolver(raw);
  const windows = [...raw.windows].map(([id, of]): [number, number] => [id, indices.get(of) ?? NO_INDEX]);
  const groups = [...raw.groups.keys()].map((id): [number, readonly number[]] => [id, resolver.members(id)]);
  return { windows: new Map(windows), groups: new Map(groups) };
}

function addRemote(resolved: Communicator, raw: RawCommunicator, resolver: GroupResolver): Communicator {
  if (raw.remoteGroup === undefined) return resolved;
  return { ...resolved, remoteRanks: resolver.members(raw.remoteGroup) };
}

/** Resolves groups once each; many communicators share one group. */
class GroupResolver {
  private readonly locationIndex: ReadonlyMap<bigint, number>;
  private readonly resolved = new Map<number, readonly number[]>();
  private readonly commLocations = new Map<string, readonly number[]>();

  constructor(private readonly raw: RawDefinitions) {
    this.locationIndex = new Map([...raw.locations.keys()].map((id, index) => [id, index]));
    for (const group of raw.groups.values()) {
      if (group.type === 'comm-locations') this.commLocations.set(group.paradigm, this.locations(group));
    }
  }

  members(id: number): readonly number[] {
    const known = this.resolved.get(id);
    if (known !== undefined) return known;
    const group = this.raw.groups.get(id);
    const members = group === undefined ? [] : this.resolve(group);
    this.resolved.set(id, members);
    return members;
  }

  private resolve(group: RawGroup): readonly number[] {
    switch (group.type) {
      case 'comm-locations':
      case 'locations':
        return this.locations(group);
      case 'comm-group': {
        const all = this.commLocations.get(group.paradigm) ?? [];
        // Ranks in events count through all processes of the paradigm then, not through the members.
        if (group.globalMembers) return all;
        return group.members.map((member) => all[Number(member)] ?? NO_INDEX);
      }
      case 'comm-self':
      case 'other':
        return [];
    }
  }

  private locations(group: RawGroup): readonly number[] {
    return group.members.map((member) => this.locationIndex.get(member) ?? NO_INDEX);
  }
}
