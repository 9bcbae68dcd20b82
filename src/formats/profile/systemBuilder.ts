/** The machine, processes and threads of a profile, put together while it is read. */
import { TrimtabError } from '../../base/problem.js';
import { NO_INDEX, type Location, type LocationGroup, type SystemTreeNode } from '../../model/definitions.js';
import { MOST_DEFINED } from '../limits.js';

/** @throws TrimtabError when a file defines more of something than is read */
export function checkedCount(count: number, what: string): void {
  if (count > MOST_DEFINED)
    throw new TrimtabError(
      `The profile defines more than ${MOST_DEFINED} ${what}, more than is read of one; is it damaged?`,
    );
}

export class SystemBuilder {
  readonly systemTree: SystemTreeNode[] = [];
  readonly locationGroups: LocationGroup[] = [];
  readonly locations: Location[] = [];

  /** Adds a machine, node or other part. @param parent its index; a root if omitted */
  node(name: string, className: string, parent = NO_INDEX): number {
    checkedCount(this.systemTree.length + 1, 'parts of the system');
    return this.systemTree.push({ name, className, parent }) - 1;
  }

  /** @param node index of the part of the system it ran on; a machine without name where none was defined */
  process(name: string, node?: number, type: LocationGroup['type'] = 'process'): number {
    checkedCount(this.locationGroups.length + 1, 'processes');
    const systemTreeNode = node ?? (this.systemTree.length === 0 ? this.node('machine', 'machine') : 0);
    return this.locationGroups.push({ name, type, systemTreeNode, creator: NO_INDEX }) - 1;
  }

  /** @param process index of its process @param id its identifier in the file; its index if omitted */
  location(name: string, process: number, type: Location['type'] = 'cpu-thread', id?: string): number {
    checkedCount(this.locations.length + 1, 'threads');
    const index = this.locations.length;
    this.locations.push({ name, type, group: process, id: id ?? String(index), announcedEvents: 0 });
    return index;
  }

  /** A thread under the names that all readers use: threads of processes are numbered from 0, the master. */
  thread(process: number, number: number, id?: string): number {
    return this.location(number === 0 ? 'Master thread' : `Thread ${number}`, process, 'cpu-thread', id);
  }
}
