import { absent, elementAt } from '../../../base/elements.js';
import type { Definitions } from '../../../model/definitions.js';
import type { Peers } from '../matching/peers.js';
import { Operation } from '../metrics/operations.js';
import type { Processes } from '../../../model/processes.js';
import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';
import type { OneSidedRecords } from './oneSidedRecords.js';

/** A process's epoch of general active target synchronization (MPI 3.1, 11.5.2). Operations are rows, or NONE. */
export interface Epoch {
  readonly process: number;
  readonly window: number;
  /** Win_start of an access epoch, Win_post of an exposure epoch. */
  readonly opened: number;
  /** Win_complete, or Win_wait or the last Win_test. */
  closed: number;
  /** Processes at the other end. */
  readonly peers: readonly number[];
  /** Transfers in an access epoch. */
  readonly transfers: { readonly operation: number; readonly target: number | undefined }[];
  /** Epoch of each peer, in the order of `peers`; undefined where the trace has none. */
  partners: readonly (Epoch | undefined)[];
}

/** The epochs of all processes, and how they belong together. */
export interface Epochs {
  readonly access: readonly Epoch[];
  readonly exposure: readonly Epoch[];
}

/** Puts the epochs together: between two processes and for one window, the n-th access belongs to the n-th exposure. */
export function epochsOf(
  records: CommunicationRecords,
  oneSided: OneSidedRecords,
  definitions: Definitions,
  processes: Processes,
  peers: Peers,
): Epochs {
  const found = new EpochFinder(records, oneSided, definitions, processes, peers);
  pair(found.access, found.exposure);
  return found;
}

class EpochFinder implements Epochs {
  readonly access: Epoch[] = [];
  readonly exposure: Epoch[] = [];
  /** The epochs that are open, by process and window. */
  private readonly accessing = new Map<string, Epoch>();
  private readonly exposed = new Map<string, Epoch>();

  constructor(
    private readonly records: CommunicationRecords,
    private readonly oneSided: OneSidedRecords,
    private readonly definitions: Definitions,
    private readonly processes: Processes,
    private readonly peers: Peers,
  ) {
    const { syncs, transfers } = oneSided;
    const { enter } = records.operations.columns;
    // Both tables in order of time: numbers from syncs.length on are rows of the transfers.
    const steps = Uint32Array.from({ length: syncs.length + transfers.length }, (_, step) => step);
    const time = (step: number): number => {
      const isSync = step < syncs.length;
      const call = isSync
        ? elementAt(syncs.columns.operation, step)
        : elementAt(transfers.columns.operation, step - syncs.length);
      return enter[call] ?? absent(call);
    };
    steps.sort((a, b) => time(a) - time(b) || a - b);
    for (const step of steps) {
      if (step < syncs.length) this.sync(step);
      else this.transfer(step - syncs.length);
    }
  }

  private sync(row: number): void {
    const { window, group, operation } = this.oneSided.syncs.columns;
    if (elementAt(group, row) < 0) return;
    const call = elementAt(operation, row);
    const { kind } = this.records.operations.columns;
    const key = `${this.processOf(call)} ${window[row]}`;
    if (kind[call] === Operation.WinStart) this.open(this.accessing, this.access, key, row);
    else if (kind[call] === Operation.WinPost) this.open(this.exposed, this.exposure, key, row);
    else if (kind[call] === Operation.WinComplete) close(this.accessing, key, call);
    else if (kind[call] === Operation.WinWait) close(this.exposed, key, call);
    else this.tested(key, call);
  }

  /** Win_test: some traces have those that find the epoch under way, too, after which Win_wait may come. */
  private tested(key: string, operation: number): void {
    const epoch = this.exposed.get(key);
    if (epoch !== undefined) epoch.closed = operation;
  }

  private open(current: Map<string, Epoch>, all: Epoch[], key: string, row: number): void {
    const { window, group, operation } = this.oneSided.syncs.columns;
    const members = this.definitions.oneSided?.groups.get(elementAt(group, row)) ?? [];
    const opened = elementAt(operation, row);
    const epoch: Epoch = {
      process: this.processOf(opened),
      window: elementAt(window, row),
      opened,
      closed: NONE,
      peers: members.map((location) => this.processes.ofLocation[location] ?? -1),
      transfers: [],
      partners: [],
    };
    all.push(epoch);
    current.set(key, epoch);
  }

  private transfer(row: number): void {
    const { window, remote, operation } = this.oneSided.transfers.columns;
    const call = elementAt(operation, row);
    const process = this.processOf(call);
    const epoch = this.accessing.get(`${process} ${window[row]}`);
    if (epoch === undefined) return;
    const communicator = this.definitions.oneSided?.windows.get(elementAt(window, row)) ?? -1;
    epoch.transfers.push({
      operation: call,
      target: this.peers.process(communicator, process, elementAt(remote, row)),
    });
  }

  private processOf(operation: number): number {
    return elementAt(this.processes.ofLocation, elementAt(this.records.operations.columns.location, operation));
  }
}

function close(current: Map<string, Epoch>, key: string, operation: number): void {
  const epoch = current.get(key);
  if (epoch === undefined) return;
  epoch.closed = operation;
  current.delete(key);
}

function pair(access: readonly Epoch[], exposure: readonly Epoch[]): void {
  const partner = (epochs: readonly Epoch[], key: (own: Epoch, peer: number) => string): Map<string, Epoch[]> => {
    const queues = new Map<string, Epoch[]>();
    for (const epoch of epochs) {
      for (const peer of epoch.peers) {
        const queue = queues.get(key(epoch, peer));
        if (queue === undefined) queues.set(key(epoch, peer), [epoch]);
        else queue.push(epoch);
      }
    }
    return queues;
  };
  const origin = (own: Epoch, peer: number): string => `${own.window} ${own.process} ${peer}`;
  const target = (own: Epoch, peer: number): string => `${own.window} ${peer} ${own.process}`;
  const link = (epochs: readonly Epoch[], key: typeof origin, others: Map<string, Epoch[]>): void => {
    const taken = new Map<string, number>();
    for (const epoch of epochs) {
      epoch.partners = epoch.peers.map((peer) => {
        const name = key(epoch, peer);
        const n = taken.get(name) ?? 0;
        taken.set(name, n + 1);
        return others.get(name)?.[n];
      });
    }
  };
  link(access, origin, partner(exposure, target));
  link(exposure, target, partner(access, origin));
}
