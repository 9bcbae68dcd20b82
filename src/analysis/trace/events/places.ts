import { elementAt } from '../../../base/elements.js';
import { type Definitions, NO_INDEX } from '../../../model/definitions.js';
import { processesOf } from '../../../model/processes.js';

/** A hybrid location: where in the machine and in the program events happen (Wolf 2003, definition 3.17). */
export interface Place {
  /** Name of the machine; empty if the trace does not contain it. */
  readonly machine: string;
  /** Name of the node within the machine; empty if the trace does not contain it. */
  readonly node: string;
  /** Number of the process in the trace. */
  readonly process: number;
  /** Number of the thread within its process; 0 is the master. */
  readonly thread: number;
}

/** The place of each location. */
export function placesOf(definitions: Definitions): Place[] {
  const { ofLocation, locations } = processesOf(definitions);
  return definitions.locations.map(({ group }, location) => {
    const process = elementAt(ofLocation, location);
    const path = pathTo(group, definitions);
    return {
      machine: path.find(({ className }) => className === 'machine')?.name ?? path.at(-1)?.name ?? '',
      node: path.find(({ className }) => className === 'node')?.name ?? path.at(0)?.name ?? '',
      process,
      thread: elementAt(locations, process).indexOf(location),
    };
  });
}

/** System tree nodes a location group is in, from the innermost to the root. */
function pathTo(group: number, { locationGroups, systemTree }: Definitions): { name: string; className: string }[] {
  const path: { name: string; className: string }[] = [];
  let node = group === NO_INDEX ? NO_INDEX : elementAt(locationGroups, group).systemTreeNode;
  // A damaged tree could be a circle.
  while (node !== NO_INDEX && path.length < systemTree.length) {
    const { name, className, parent } = elementAt(systemTree, node);
    path.push({ name, className });
    node = parent;
  }
  return path;
}
