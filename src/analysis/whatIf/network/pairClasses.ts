import { elementAt } from '../../../base/elements.js';
import { type Definitions, NO_INDEX } from '../../../model/definitions.js';
import type { Processes } from '../../../model/processes.js';
import { Peers } from '../../trace/matching/peers.js';

/** Which messages and collective operations cross nodes. */
export class PairClasses {
  private readonly nodes: readonly number[];
  private readonly peers: Peers;
  /** By communicator: whether its processes are on several nodes. */
  private readonly crossing = new Map<number, boolean>();

  constructor(
    definitions: Definitions,
    private readonly processes: Processes,
  ) {
    this.peers = new Peers(definitions, processes);
    this.nodes = processes.locations.map((locations) => nodeOf(elementAt(locations, 0), definitions));
  }

  /** Whether a message between a location and a rank crosses nodes; false if the trace does not contain the nodes. */
  crosses(location: number, communicator: number, rank: number): boolean {
    const process = elementAt(this.processes.ofLocation, location);
    const other = this.peers.process(communicator, process, rank);
    return other !== undefined && elementAt(this.nodes, process) !== elementAt(this.nodes, other);
  }

  /** Whether a collective operation of a communicator crosses nodes. */
  spans(communicator: number): boolean {
    let known = this.crossing.get(communicator);
    if (known === undefined) {
      const groups = this.peers.groups(communicator) ?? [this.peers.members(communicator) ?? new Int32Array(0)];
      const nodes = groups.flatMap((group) => [...group].map((process) => this.nodes[process]));
      this.crossing.set(communicator, (known = new Set(nodes).size > 1));
    }
    return known;
  }
}

/** The system tree node of class `node` that a location is in, else the innermost one. */
function nodeOf(location: number, { locations, locationGroups, systemTree }: Definitions): number {
  const innermost = locationGroups[elementAt(locations, location).group]?.systemTreeNode ?? NO_INDEX;
  let at = innermost;
  // A damaged tree could be a circle.
  let steps = 0;
  while (systemTree[at]?.className !== 'node' && steps++ < systemTree.length) at = systemTree[at]?.parent ?? NO_INDEX;
  return systemTree[at]?.className === 'node' ? at : innermost;
}
