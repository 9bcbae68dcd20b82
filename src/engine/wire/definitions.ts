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

/** What clients are told of what the numbers of a space stand for. */
export function definitionLists(known: SpaceDefinitions): DefinitionLists {
  return {
    systemTree: known.systemTree.map(({ name, className, parent }) => ({ name, className, parent })),
    locationGroups: known.locationGroups.map(toldGroup),
    locations: known.locations.map(toldLocation),
    regions: known.regions.map(toldRegion),
    sourceCodeLocations: known.sourceCodeLocations.map(({ file, line }) => ({ file, line })),
    ...(known.topologies === undefined ? {} : { topologies: known.topologies.map(toldTopology) }),
  };
}

const toldGroup = ({ name, type, systemTreeNode, creator }: LocationGroup) => ({ name, type, systemTreeNode, creator });

const toldLocation = ({ name, type, group, id, announcedEvents }: Location) => ({
  name,
  type,
  group,
  id,
  announcedEvents,
});

const toldTopology = ({ name, dimensions, locations, coordinates }: Topology) => ({
  name,
  dimensions: dimensions.map(({ name: axis, size, isPeriodic }) => ({ name: axis, size, isPeriodic })),
  locations: [...locations],
  coordinates: [...coordinates],
});

function toldRegion(region: Region): DefinitionLists['regions'][number] {
  const { name, canonicalName, description, file, beginLine, endLine, paradigm, role } = region;
  return {
    name,
    canonicalName,
    description,
    beginLine,
    endLine,
    paradigm,
    role,
    ...(file === undefined ? {} : { file }),
  };
}

/** What was told, as the model has it. */
export function definitionsTold(lists: DefinitionLists): SpaceDefinitions {
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
