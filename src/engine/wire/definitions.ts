import { present } from '../../base/present.js';
import {
  type LocationGroup,
  type Location,
  PARADIGMS,
  type Region,
  REGION_ROLES,
  type SpaceDefinitions,
} from '../../model/definitions.js';
import type { Topology } from '../../model/topology.js';
import type { DefinitionLists } from '../../protocol/queries/definitions.js';

/** Returns the meaning of the numbers of a space, as clients receive it. */
export function definitionLists(known: SpaceDefinitions): DefinitionLists {
  return {
    systemTree: known.systemTree.map(({ name, className, parent }) => ({ name, className, parent })),
    locationGroups: known.locationGroups.map(sentGroup),
    locations: known.locations.map(sentLocation),
    regions: known.regions.map(sentRegion),
    sourceCodeLocations: known.sourceCodeLocations.map(({ file, line }) => ({ file, line })),
    ...(known.topologies === undefined ? {} : { topologies: known.topologies.map(sentTopology) }),
  };
}

const sentGroup = ({ name, type, systemTreeNode, creator }: LocationGroup) => ({ name, type, systemTreeNode, creator });

const sentLocation = ({ name, type, group, id, announcedEvents }: Location) => ({
  name,
  type,
  group,
  id,
  announcedEvents,
});

const sentTopology = ({ name, dimensions, locations, coordinates }: Topology) => ({
  name,
  dimensions: dimensions.map(({ name: axis, size, isPeriodic }) => ({ name: axis, size, isPeriodic })),
  locations: [...locations],
  coordinates: [...coordinates],
});

function sentRegion(region: Region): DefinitionLists['regions'][number] {
  const { name, canonicalName, description, file, beginLine, endLine, paradigm, role } = region;
  return {
    name,
    canonicalName,
    description,
    beginLine,
    endLine,
    paradigm,
    role,
    ...present({ file }),
  };
}

/** Converts received lists to the model. */
export function sentDefinitions(lists: DefinitionLists): SpaceDefinitions {
  return {
    ...lists,
    regions: lists.regions.map(({ file, paradigm, role, ...rest }): Region => ({
      ...rest,
      file,
      paradigm: PARADIGMS.find((known) => known === paradigm) ?? 'unknown',
      role: REGION_ROLES.find((known) => known === role) ?? 'unknown',
    })),
  };
}
