import { absent, elementAt } from '../../../base/elements.js';
import { CancelledError } from '../../../base/problem.js';
import type { Trace } from '../../../model/trace.js';
import { Forecast } from '../tables/forecast.js';
import type { Processes } from '../../../model/processes.js';
import type { RecordingCosts } from '../overhead/costs.js';
import { ForkList } from '../profile/forks.js';
import { LocationPass, type PassContext } from '../profile/locationPass.js';
import { regionTable } from '../profile/regionTable.js';
import { LEAST_ROOM, roomAfter } from '../intervals/room.js';
import { RequestRecords } from '../records/requestRecords.js';
import { packed } from '../intervals/packedIntervals.js';
import { joinRequests } from '../records/requests.js';
import { type Memory, OWN_MEMORY } from '../tables/memory.js';
import { measurementFacts } from '../doubts/measurement.js';
import { type LocationProfile, plainProfile } from '../profile/locationProfile.js';
import type { ProcessReading } from '../profile/processReading.js';
import type { Costly } from './passes.js';
import { emptyReading, type Reading } from './reading.js';
import { forkersOf, readingOrder } from './readingOrder.js';

/** Consecutive processes; `to` is not contained. */
export interface ProcessRange {
  readonly from: number;
  readonly to: number;
}

export interface ReadOptions {
  /** Called after each batch with the number of its events. */
  readonly onEvents?: (count: number) => void;
  /** Called for each batch; when it returns true, reading ends with a CancelledError. */
  readonly isCancelled?: () => boolean;
  /** Memory for records and timelines of locations; this thread's if omitted. */
  readonly memory?: Memory;
  /** Recording costs by process, if overhead is to be determined. */
  readonly costs?: readonly RecordingCosts[];
  /** Whether nothing is recorded but calls and their times. */
  readonly isCallsOnly?: boolean;
}

/**
 * Reads all events of some processes, each location once. Processes can be read independently of each other: they share
 * only the numbering of call paths and records, which `Merger` unifies.
 * @throws CancelledError when `isCancelled` returns true
 */
export function readProcesses(
  trace: Trace,
  processes: Processes,
  range: ProcessRange,
  options: ReadOptions = {},
): Reading {
  const announced = processes.locations
    .slice(range.from, range.to)
    .flat()
    .reduce((sum, location) => sum + elementAt(trace.definitions.locations, location).announcedEvents, 0);
  const forecast = new Forecast(announced, options.memory);
  const reader = new ProcessReader(
    trace,
    processes,
    forecast,
    emptyReading(forecast, costlyOf(trace, options.costs)),
    options,
  );
  reader.read(range);
  reader.finish();
  return reader.reading;
}

/** Returns the input of `emptyReading` for determining overhead. */
export function costlyOf({ definitions }: Trace, costs: readonly RecordingCosts[] | undefined): Costly | undefined {
  return costs === undefined ? undefined : { definitions, costs };
}

/** Reads ranges of processes into one reading, in the order of the processes. */
export class ProcessReader {
  private readonly requests = new RequestRecords();
  private readonly context: PassContext;
  private readonly findLeaks: boolean;
  private readonly forkers: ReturnType<typeof forkersOf>;
  /** The location read last. */
  private before: LocationProfile | undefined;

  /** @param forecast that of the reading's tables, which learns how much was read */
  constructor(
    private readonly trace: Trace,
    private readonly processes: Processes,
    private readonly forecast: Forecast,
    readonly reading: Reading,
    private readonly options: ReadOptions = {},
  ) {
    const { definitions } = trace;
    this.context = {
      ...reading,
      requests: this.requests,
      regions: regionTable(definitions),
      streams: Uint8Array.from(definitions.locations, ({ type }) => (type === 'accelerator-stream' ? 1 : 0)),
      span: definitions.span,
      ...(options.isCallsOnly === true ? { isCallsOnly: true } : {}),
    };
    this.findLeaks = measurementFacts(definitions).isOwn;
    this.forkers = forkersOf(definitions);
  }

  /** Reads the processes that follow those of the reading. @throws CancelledError when `isCancelled` returns true */
  read({ from, to }: ProcessRange): void {
    const { requests, reading, findLeaks } = this;
    for (const locations of this.processes.locations.slice(from, to)) {
      const read = this.readProcess(locations);
      reading.processes.push({ ...read, requests: joinRequests(requests, reading.records, findLeaks) });
      requests.reuse();
    }
  }

  /** Ends reading and releases its memory. */
  finish(): void {
    this.requests.clear();
  }

  private readProcess(locations: readonly number[]): Omit<ProcessReading, 'requests'> {
    const forks = new ForkList(this.context.threads.teamSizes);
    const profiles = new Map<number, LocationProfile>();
    for (const location of readingOrder(locations, this.forkers))
      profiles.set(location, this.readLocation(location, forks));
    return { profiles: locations.map((location) => profiles.get(location) ?? absent(location)), master: forks.master };
  }

  private readLocation(location: number, forks: ForkList): LocationProfile {
    const { onEvents, isCancelled } = this.options;
    const { memory = OWN_MEMORY } = this.options;
    const { announcedEvents } = elementAt(this.trace.definitions.locations, location);
    const forecast = new Forecast(announcedEvents, memory);
    const room = this.before === undefined ? LEAST_ROOM : roomAfter(this.before, announcedEvents);
    const pass = new LocationPass(location, this.context, forks, forecast, room);
    for (const batch of this.trace.batches(location)) {
      if (isCancelled?.() === true) throw new CancelledError();
      pass.add(batch);
      forecast.add(batch.count);
      this.forecast.add(batch.count);
      onEvents?.(batch.count);
    }
    pass.finish();
    const profile = plainProfile(pass);
    this.before = profile;
    return memory.isShared ? { ...profile, intervals: packed(profile.intervals, memory) } : profile;
  }
}
