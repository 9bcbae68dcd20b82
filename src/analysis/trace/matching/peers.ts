import type { Communicator, Definitions } from '../../../model/definitions.js';
import type { Processes } from '../../../model/processes.js';

/** Translates ranks of communicators to processes. */
export class Peers {
  private readonly local: readonly Int32Array[];
  private readonly remote: readonly (Int32Array | undefined)[];
  private readonly communicators: readonly Communicator[];
  /** The processes of the local groups of intercommunicators, each from the first question about it on. */
  private readonly localMembers = new Map<Int32Array, ReadonlySet<number>>();

  constructor({ communicators }: Definitions, processes: Processes) {
    // Many communicators may have one group, whose ranks are then one list.
    const known = new Map<readonly number[], Int32Array>();
    const toProcesses = (ranks: readonly number[]): Int32Array => {
      const found = known.get(ranks) ?? Int32Array.from(ranks, (location) => processes.ofLocation[location] ?? -1);
      known.set(ranks, found);
      return found;
    };
    this.communicators = communicators;
    this.local = communicators.map(({ ranks }) => toProcesses(ranks));
    this.remote = communicators.map(({ remoteRanks }) =>
      remoteRanks === undefined ? undefined : toProcesses(remoteRanks),
    );
  }

  /** The process that `process` calls `rank` in a communicator; undefined when the trace does not define it. */
  process(communicator: number, process: number, rank: number): number | undefined {
    const [local, remote] = [this.local[communicator], this.remote[communicator]];
    if (local === undefined) return undefined;
    if (this.isSelf(communicator)) return process;
    const group = remote !== undefined && this.isMember(local, process) ? remote : local;
    const found = group[rank];
    return found === undefined || found < 0 ? undefined : found;
  }

  /** Asked for each message, and groups may have as many members as there are processes. */
  private isMember(group: Int32Array, process: number): boolean {
    const known = this.localMembers.get(group) ?? new Set(group);
    this.localMembers.set(group, known);
    return known.has(process);
  }

  /** Members of an intracommunicator by rank; undefined for an intercommunicator, and for one that is not defined. */
  members(communicator: number): Int32Array | undefined {
    return this.remote[communicator] === undefined ? this.local[communicator] : undefined;
  }

  /** Both groups of an intercommunicator by rank; undefined for any other communicator. */
  groups(communicator: number): readonly [Int32Array, Int32Array] | undefined {
    const [local, remote] = [this.local[communicator], this.remote[communicator]];
    return local === undefined || remote === undefined ? undefined : [local, remote];
  }

  isSelf(communicator: number): boolean {
    return this.communicators[communicator]?.self === true;
  }
}
