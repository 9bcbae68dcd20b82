import { elementAt } from '../../../../base/elements.js';
import { type Definitions, NO_INDEX } from '../../../../model/definitions.js';
import { type EventStore, NO_EVENT } from '../store/eventStore.js';
import type { Processes } from '../../../../model/processes.js';
import type { RegionStacks } from './regionStacks.js';

/** A team of threads: the Fork event that started it, by index, and its locations. */
export interface Team {
  readonly fork: number;
  readonly members: readonly number[];
}

/**
 * Forks that were not joined yet, and the teams of threads. A worker thread inherits the stack its master had at the
 * fork, for as long as the thread is in the team. If a trace defines teams, they are used. Otherwise all idle threads
 * of the process belong to the team from the fork on (Wolf 2003, definition 3.20).
 */
export class Teams {
  private readonly open: Map<number, readonly number[]>;
  private readonly teams: (readonly Team[])[];
  private readonly named: boolean;

  constructor(
    private readonly store: EventStore,
    private readonly definitions: Definitions,
    private readonly processes: Processes,
    from?: Teams,
  ) {
    this.open = new Map(from?.open);
    this.teams = from?.teams.slice() ?? definitions.locations.map(() => []);
    this.named = definitions.communicators.some(({ paradigm }) => paradigm === 'openmp');
    for (const slots of this.open.values()) for (const slot of slots) store.hold(slot);
  }

  copy(): Teams {
    return new Teams(this.store, this.definitions, this.processes, this);
  }

  dispose(): void {
    for (const slots of this.open.values()) for (const slot of slots) this.store.release(slot);
  }

  /** The team a location is in; undefined outside of parallel regions. */
  of(location: number): Team | undefined {
    return elementAt(this.teams, location).at(-1);
  }

  /** Fork events without a Join yet of a process, outermost first, as slots. */
  openForks(process: number): readonly number[] {
    return this.open.get(process) ?? [];
  }

  fork(slot: number, stacks: RegionStacks): void {
    const { caller, index } = this.store;
    const location = elementAt(this.store.location, slot);
    const process = elementAt(this.processes.ofLocation, location);
    this.open.set(process, [...this.openForks(process), this.store.hold(slot)]);
    if (this.named) return;
    const members = elementAt(this.processes.locations, process);
    for (const member of members) {
      const isMaster = member === location;
      if (!isMaster && stacks.top[member] !== NO_EVENT) continue;
      const team = { fork: elementAt(index, slot), members };
      this.teams[member] = isMaster ? [...elementAt(this.teams, member), team] : [team];
      if (!isMaster) stacks.inherit(member, elementAt(caller, slot));
    }
  }

  /** @returns index of the Fork event whose team ends; NO_EVENT when there is none */
  join(slot: number, stacks: RegionStacks): number {
    const location = elementAt(this.store.location, slot);
    const process = elementAt(this.processes.ofLocation, location);
    const forks = this.openForks(process);
    const ended = forks.findLast((fork) => this.store.location[fork] === location);
    if (ended === undefined) return NO_EVENT;
    const fork = elementAt(this.store.index, ended);
    this.open.set(
      process,
      forks.filter((fork) => fork !== ended),
    );
    if (!this.named) {
      for (const member of elementAt(this.processes.locations, process)) {
        if (member !== location && this.of(member)?.fork === fork) stacks.inherit(member, NO_EVENT);
      }
      this.teams[location] = elementAt(this.teams, location).filter((team) => team.fork !== fork);
    }
    this.store.release(ended);
    return fork;
  }

  begin(slot: number, stacks: RegionStacks): void {
    if (!this.named) return;
    const location = elementAt(this.store.location, slot);
    const team = this.store.operand(slot, 0);
    const ranks = team === NO_INDEX ? [] : (this.definitions.communicators[team]?.ranks ?? []);
    const process = elementAt(this.processes.ofLocation, location);
    const fork = this.forkOf(process, ranks.at(0)) ?? NO_EVENT;
    const members = ranks.length > 0 ? ranks : elementAt(this.processes.locations, process);
    this.teams[location] = [...elementAt(this.teams, location), { fork: this.store.indexOf(fork), members }];
    const isWorker = fork !== NO_EVENT && this.store.location[fork] !== location;
    if (isWorker && stacks.top[location] === NO_EVENT) stacks.inherit(location, elementAt(this.store.caller, fork));
  }

  end(slot: number, stacks: RegionStacks): void {
    if (!this.named) return;
    const location = elementAt(this.store.location, slot);
    const left = elementAt(this.teams, location).slice(0, -1);
    this.teams[location] = left;
    if (left.length === 0) stacks.inherit(location, NO_EVENT);
  }

  /** The fork a team belongs to: the innermost one of its first member, else of the process. */
  private forkOf(process: number, master: number | undefined): number | undefined {
    const forks = this.openForks(process);
    return forks.findLast((fork) => this.store.location[fork] === master) ?? forks.at(-1);
  }
}
